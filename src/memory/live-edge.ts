/**
 * Which edges count. One predicate, used by the render, the ledger, and compaction alike: an edge that is not live is
 * neither shown nor charged.
 */
import { type MemoryEdge, type MemoryGraph, tierOf } from './model.js';

/** What an end of an edge is: a node of a tier, or something that is no node of this graph (a file, another level's node). */
export type EndKind = 'active' | 'archived' | 'orphaned' | 'outside';

/** What one end of an edge is. */
export function endKind(nodes: MemoryGraph['nodes'], end: string): EndKind {
  const node = nodes.get(end);
  return node === undefined ? 'outside' : tierOf(node);
}

/**
 * Whether one holds an end of the edge: no end is orphaned, and one is active or no node at all (what is outside of the
 * graph is always there). An edge between two archived nodes is a string that nobody can pull.
 */
export function areLiveEnds(from: EndKind, to: EndKind): boolean {
  if (from === 'orphaned' || to === 'orphaned') return false;
  return from !== 'archived' || to !== 'archived';
}

/** Whether a live edge has a line: it is cited under an active end, so one between an archived node and a file has none. */
export function areCitedEnds(from: EndKind, to: EndKind): boolean {
  return areLiveEnds(from, to) && (from === 'active' || to === 'active');
}

/** The predicate for an edge of a graph with these nodes. */
export function isLiveEdge(nodes: MemoryGraph['nodes'], edge: MemoryEdge): boolean {
  return areLiveEnds(endKind(nodes, edge.from), endKind(nodes, edge.to));
}
