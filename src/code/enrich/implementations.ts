/**
 * The edges from code to the decisions that it puts into practice. A segment holds the edges of its own nodes, and code has its
 * segments from its own linker, which knows nothing of documents. So these edges stand in one segment of their own, together
 * with rows for the code they leave: of several rows with one id the graph shows that of the segment with the smallest key, and
 * this one's is greater than any path.
 */
import type { EdgeRow, NodeRow, NodeType, Segment } from '../model.js';

/** U+FFFF is no character, and greater than all. */
export const IMPLEMENTATIONS_KEY = '\uffffimplementations';

/** The segment; `undefined` when there is nothing in it. */
export function implementationsSegment(edges: readonly EdgeRow[]): Segment | undefined {
  if (edges.length === 0) return undefined;
  const once = new Map(edges.map((edge) => [`${edge.source}\n${edge.target}`, edge]));
  const sources = [...new Set(edges.map(({ source }) => source))].sort();
  return {
    key: IMPLEMENTATIONS_KEY,
    nodes: sources.map(rowOf),
    edges: [...once].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, edge]) => edge),
    unresolved: [],
    reads: [],
  };
}

const TYPES: Readonly<Record<string, NodeType>> = { class: 'class', func: 'function', module: 'module' };

function rowOf(id: string): NodeRow {
  const type = TYPES[id.slice(0, id.indexOf(':'))] ?? 'file';
  return { id, type, name: '', path: IMPLEMENTATIONS_KEY, line: 0, properties: '{}' };
}
