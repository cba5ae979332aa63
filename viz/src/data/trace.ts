/**
 * Who calls a node, and whom it calls, by depth: a breadth-first walk over `calls`. A class is called through its methods
 * too, and a file through what it defines, so the walk begins at everything that the node contains.
 */
import { edgesIn, edgesOut, type GraphData } from './graph-data.js';
import { EDGE_KINDS } from './vocabulary.js';

export type TraceDirection = 'callers' | 'callees';

export interface Trace {
  /** By depth: the first level is what was asked for. No node stands twice. */
  readonly levels: readonly (readonly number[])[];
  /** The calls that the walk went along. */
  readonly edges: readonly number[];
  /** Whether there are callers or callees beyond the last level. */
  readonly isCut: boolean;
}

const CALLS = EDGE_KINDS.indexOf('calls');

export function traceCalls(
  data: GraphData,
  node: number,
  direction: TraceDirection,
  depthMax: number,
): Trace {
  const walk = direction === 'callers' ? edgesIn : edgesOut;
  const ends = direction === 'callers' ? data.from : data.to;
  const seen = new Set(contentsOf(data, node));
  const levels: number[][] = [[node]];
  const edges: number[] = [];
  let frontier: readonly number[] = [...seen];
  while (levels.length <= depthMax && frontier.length > 0) {
    const next: number[] = [];
    for (const edge of callsOf(frontier)) {
      const end = ends[edge] ?? 0;
      edges.push(edge);
      if (seen.has(end)) continue;
      seen.add(end);
      next.push(end);
    }
    if (next.length > 0) levels.push(next);
    frontier = next;
  }
  const isCut = [...callsOf(frontier)].some((edge) => !seen.has(ends[edge] ?? 0));
  return { levels, edges, isCut };

  function* callsOf(nodes: readonly number[]): Generator<number> {
    for (const each of nodes) {
      for (const edge of walk(data, each)) if (data.edgeKinds[edge] === CALLS) yield edge;
    }
  }
}

const CONTAINS = EDGE_KINDS.indexOf('contains');

/** A node and all that it contains, at any depth, the outer first. */
export function contentsOf(data: GraphData, node: number): readonly number[] {
  const found = [node];
  const seen = new Set(found);
  // The list is walked while it grows.
  for (const each of found) {
    for (const edge of edgesOut(data, each)) {
      const child = data.to[edge] ?? each;
      if (data.edgeKinds[edge] !== CONTAINS || seen.has(child)) continue;
      seen.add(child);
      found.push(child);
    }
  }
  return found;
}
