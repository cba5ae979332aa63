/** From changed lines to what stands on them: the innermost definitions, or the file where no definition is touched. */
import type { GraphView, NodeRef } from '../graph.js';

/** Changed lines of one file as it is now, inclusive, 1-based; all of it when there are no ranges. */
export interface ChangedLines {
  readonly path: string;
  readonly ranges?: readonly (readonly [first: number, last: number])[];
}

/** In order of path, then line. Files that are not in the graph have nothing. */
export function symbolsOn(view: GraphView, changes: readonly ChangedLines[]): readonly NodeRef[] {
  const found = new Set<NodeRef>();
  for (const { path, ranges } of changes) {
    const [file, ...inside] = view.inFile(path);
    if (file === undefined) continue;
    const definitions = inside.filter((node) => isDefinition(view, node));
    if (ranges === undefined) for (const node of [file, ...definitions]) found.add(node);
    else for (const range of ranges) addOn(view, { file, definitions, range }, found);
  }
  return [...found];
}

interface Place {
  readonly file: NodeRef;
  readonly definitions: readonly NodeRef[];
  readonly range: readonly [number, number];
}

/** Definitions whose own lines, those of inner ones left out, meet the range. */
function addOn(
  view: GraphView,
  { file, definitions, range: [first, last] }: Place,
  found: Set<NodeRef>,
): void {
  for (let line = first; line <= last; ) {
    let innermost: NodeRef | undefined;
    let next = last + 1;
    for (const node of definitions) {
      const [start, end] = linesOf(view, node);
      if (start > line) {
        next = Math.min(next, start);
        break;
      }
      if (end < line) continue;
      innermost = node;
      next = end + 1;
    }
    const inner = innermost ?? file;
    found.add(inner);
    const inside = definitions.find((node) => linesOf(view, node)[0] > line);
    const start = inside === undefined ? next : linesOf(view, inside)[0];
    line = Math.max(line + 1, Math.min(next, start));
  }
}

function linesOf(view: GraphView, node: NodeRef): readonly [first: number, last: number] {
  const first = view.line(node);
  const last = view.properties(node).end_line;
  return [first, typeof last === 'number' ? last : first];
}

function isDefinition(view: GraphView, node: NodeRef): boolean {
  return view.type(node) === 'function' || view.type(node) === 'class';
}
