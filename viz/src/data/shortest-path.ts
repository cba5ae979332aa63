/**
 * How two nodes are joined: the shortest chain along the edges, else against them, else over edges either way; the same order
 * in which `kg_path` prefers. Breadth-first; of equal ways the one over earlier edges.
 */
import { edgesIn, edgesOut, type GraphData } from './graph-data.js';
import { EDGE_KINDS } from './vocabulary.js';

export interface FoundPath {
  /** From the first to the second, both included. */
  readonly nodes: readonly number[];
  /** One fewer: the edge between the n-th node and the next. */
  readonly edges: readonly number[];
}

type Sense = 'along' | 'against' | 'both';

// Up the way a method belongs to its class a chain would lead to its siblings.
const METHOD_OF = EDGE_KINDS.indexOf('method_of');

/** `undefined` when nothing joins them. */
export function shortestPath(data: GraphData, from: number, to: number): FoundPath | undefined {
  if (from === to) return { nodes: [from], edges: [] };
  return walk(data, from, to, 'along') ?? walk(data, from, to, 'against') ?? walk(data, from, to, 'both');
}

/** The shortest way over edges whichever way they point. */
export function nearestPath(data: GraphData, from: number, to: number): FoundPath | undefined {
  return from === to ? undefined : walk(data, from, to, 'both');
}

function walk(data: GraphData, from: number, to: number, sense: Sense): FoundPath | undefined {
  const came = new Map<number, number>([[from, -1]]);
  const queue = [from];
  // The list is walked while it grows.
  for (const node of queue) {
    for (const [edge, next] of steps(data, node, sense)) {
      if (came.has(next)) continue;
      came.set(next, edge);
      if (next === to) return backFrom(data, to, came);
      queue.push(next);
    }
  }
  return undefined;
}

function* steps(
  data: GraphData,
  node: number,
  sense: Sense,
): Generator<readonly [edge: number, next: number]> {
  if (sense !== 'against') {
    for (const edge of edgesOut(data, node)) {
      if (data.edgeKinds[edge] !== METHOD_OF) yield [edge, data.to[edge] ?? node];
    }
  }
  if (sense !== 'along') {
    for (const edge of edgesIn(data, node)) {
      if (data.edgeKinds[edge] !== METHOD_OF) yield [edge, data.from[edge] ?? node];
    }
  }
}

function backFrom(data: GraphData, to: number, came: ReadonlyMap<number, number>): FoundPath {
  const nodes = [to];
  const edges: number[] = [];
  for (let at = to, edge = came.get(at) ?? -1; edge >= 0; edge = came.get(at) ?? -1) {
    at = data.from[edge] === at ? (data.to[edge] ?? at) : (data.from[edge] ?? at);
    edges.unshift(edge);
    nodes.unshift(at);
  }
  return { nodes, edges };
}
