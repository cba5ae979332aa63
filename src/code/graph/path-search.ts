/** The search in paths: each path is looked at once, whatever the number of nodes in its file. */

import type { TextRows } from './text-rows.js';
import { escapeForJson, rowsContaining, startsWithCharacter } from './text-search.js';

/** Where a part's paths lie: those of its rows, and all of them in lower case. */
export interface PathRows {
  paths(): Int32Array;
  foldedPaths(): TextRows;
}

/** Rows whose path contains `text` (lower case), ascending. */
export function pathsContaining(part: PathRows, text: string): number[] {
  const folded = part.foldedPaths();
  const isWanted = new Uint8Array(folded.count);
  if (text === '') isWanted.fill(1);
  else
    for (const path of rowsContaining(folded, escapeForJson(text), startsWithCharacter)) isWanted[path] = 1;
  const found: number[] = [];
  if (!isWanted.includes(1)) return found;
  const paths = part.paths();
  for (let row = 0; row < paths.length; row++) if (isWanted[paths[row] ?? 0] === 1) found.push(row);
  return found;
}
