/** What follows from the ends of edges: lists by node, containment, degrees. Counting sorts, linear in nodes and edges. */
import type { Adjacency } from './graph-data.js';
import { EDGE_KINDS } from './vocabulary.js';

interface Ends {
  readonly nodeCount: number;
  readonly from: Uint32Array;
  readonly to: Uint32Array;
  readonly edgeKinds: Uint8Array;
}

const CONTAINS = EDGE_KINDS.indexOf('contains');
const METHOD_OF = EDGE_KINDS.indexOf('method_of');

/** Edges by one of their ends, in their own order. */
export function adjacencyOf(nodeCount: number, ends: Uint32Array): Adjacency {
  const starts = new Uint32Array(nodeCount + 1);
  for (const node of ends) starts[node + 1] = (starts[node + 1] ?? 0) + 1;
  for (let node = 0; node < nodeCount; node++)
    starts[node + 1] = (starts[node + 1] ?? 0) + (starts[node] ?? 0);
  const next = starts.slice(0, nodeCount);
  const edges = new Uint32Array(ends.length);
  ends.forEach((node, edge) => {
    const at = next[node] ?? 0;
    edges[at] = edge;
    next[node] = at + 1;
  });
  return { starts, edges };
}

/** What contains each node; a circle of containers, which no sound graph has, is cut. */
export function containersOf({ nodeCount, from, to, edgeKinds }: Ends): Int32Array {
  const parents = new Int32Array(nodeCount).fill(-1);
  edgeKinds.forEach((kind, edge) => {
    const [parent = 0, child = 0] = [from[edge], to[edge]];
    if (kind === CONTAINS && parents[child] === -1 && !isAbove(parents, child, parent))
      parents[child] = parent;
  });
  return parents;
}

function isAbove(parents: Int32Array, candidate: number, node: number): boolean {
  for (let at = node; at >= 0; at = parents[at] ?? -1) if (at === candidate) return true;
  return false;
}

/** Edges at each node but those of containment. */
export function degreesOf({ nodeCount, from, to, edgeKinds }: Ends): Uint32Array {
  const degrees = new Uint32Array(nodeCount);
  edgeKinds.forEach((kind, edge) => {
    if (kind === CONTAINS || kind === METHOD_OF) return;
    for (const node of [from[edge] ?? 0, to[edge] ?? 0]) degrees[node] = (degrees[node] ?? 0) + 1;
  });
  return degrees;
}
