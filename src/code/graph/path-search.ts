/** The search in paths: each path is looked at once, whatever the number of nodes in its file. */
import { lowerBound } from './bytes.js';
import type { StringTable } from './string-table.js';

/** Where a part's paths lie: those of its rows, and all of them in lower case. */
export interface PathRows {
  paths(): Int32Array;
  pathTexts(): PathTexts;
}

/** Rows whose path contains `text` (lower case), ascending. */
export function pathsContaining(part: PathRows, text: string): number[] {
  const wanted = part.pathTexts().containing(text);
  if (wanted === undefined) return [];
  const paths = part.paths();
  const found: number[] = [];
  for (let row = 0; row < paths.length; row++) if (wanted[paths[row] ?? 0] === 1) found.push(row);
  return found;
}

/** No path holds it, so that nothing is found across two. */
const BETWEEN = '\0';

/** Paths in lower case as one text. */
export class PathTexts {
  private readonly text: string;
  /** By path: where it starts. */
  private readonly starts: Int32Array;

  constructor(paths: StringTable) {
    const lower: string[] = [];
    this.starts = new Int32Array(paths.count);
    let start = 0;
    for (let path = 0; path < paths.count; path++) {
      const text = paths.get(path).toLowerCase();
      this.starts[path] = start;
      start += text.length + 1;
      lower.push(text);
    }
    this.text = lower.join(BETWEEN);
  }

  /** By path: 1 when it contains `text`; nothing when none does. */
  containing(text: string): Uint8Array | undefined {
    if (text.includes(BETWEEN)) return undefined;
    let isWanted: Uint8Array | undefined;
    for (let at = this.text.indexOf(text); at >= 0 && this.starts.length > 0; ) {
      isWanted ??= new Uint8Array(this.starts.length);
      const next = lowerBound(this.starts, at + 1);
      isWanted[next - 1] = 1;
      if (next >= this.starts.length) break;
      at = this.text.indexOf(text, this.starts[next]);
    }
    return isWanted;
  }
}
