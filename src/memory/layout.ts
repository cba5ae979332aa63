/**
 * How a level is laid out: which nodes in which order, and each live edge once, under the end that comes first.
 *
 * Clusters stay together: the best connected node leads its cluster, its neighbours follow by breadth, larger clusters come
 * first and single nodes last. The order is total, so the same graph always gives the same lines. It decides nothing about
 * what fits; `assemble.ts` leaves things out when a budget asks for it.
 */
import { compareText } from '../kernel/text.js';
import { isLiveEdge } from './live-edge.js';
import { type MemoryEdge, type MemoryGraph, tierOf } from './model.js';

/** An edge under the end that cites it. */
export interface Citation {
  readonly edge: MemoryEdge;
  readonly isOutgoing: boolean;
}

/** An active node with what it cites. */
export interface LaidOutNode {
  readonly id: string;
  readonly gist: string;
  readonly citations: readonly Citation[];
}

/** A level in the order of its render. */
export interface Layout {
  readonly active: readonly LaidOutNode[];
  /** In alphabetical order. */
  readonly archived: readonly string[];
  readonly citedCount: number;
  /** Active nodes that neither cite an edge nor stand in one that is cited elsewhere. */
  readonly unconnectedCount: number;
}

interface Place {
  readonly id: string;
  readonly gist: string;
  readonly live: MemoryEdge[];
  rank: number;
}

/** Lays a level out. */
export function layOut(graph: MemoryGraph): Layout {
  const places = new Map<string, Place>();
  const archived: string[] = [];
  for (const node of graph.nodes.values()) {
    const tier = tierOf(node);
    if (tier === 'archived') archived.push(node.id);
    if (tier !== 'active') continue;
    const live = (graph.incident.get(node.id) ?? []).filter((edge) => isLiveEdge(graph.nodes, edge));
    places.set(node.id, { id: node.id, gist: node.gist, live, rank: -1 });
  }
  const order = orderPlaces(places);
  for (const [rank, place] of order.entries()) place.rank = rank;
  let citedCount = 0;
  const active = order.map(({ id, gist, live, rank }) => {
    const citations = live.filter((edge) => isFirstEnd(places, edge, id, rank));
    citedCount += citations.length;
    return {
      id,
      gist,
      citations: citations.map((edge) => ({ edge, isOutgoing: edge.from === id })),
    };
  });
  const unconnectedCount = order.filter(({ live }) => live.length === 0).length;
  return { active, archived: archived.sort(compareText), citedCount, unconnectedCount };
}

/** Whether the other end comes later or has no place. */
function isFirstEnd(places: ReadonlyMap<string, Place>, edge: MemoryEdge, id: string, rank: number): boolean {
  const other = places.get(edge.from === id ? edge.to : edge.from);
  return other === undefined || other.rank >= rank;
}

function orderPlaces(places: ReadonlyMap<string, Place>): Place[] {
  const byDegree = [...places.values()].sort(
    (a, b) => b.live.length - a.live.length || compareText(b.id, a.id),
  );
  const visited = new Set<Place>();
  const clusters: Place[][] = [];
  for (const hub of byDegree) if (!visited.has(hub)) clusters.push(walkCluster(hub, places, visited));
  return clusters.sort(compareClusters).flat();
}

function walkCluster(hub: Place, places: ReadonlyMap<string, Place>, visited: Set<Place>): Place[] {
  const cluster = [hub];
  visited.add(hub);
  for (const place of cluster) {
    const neighbours: Place[] = [];
    for (const edge of place.live) {
      const other = places.get(edge.from === place.id ? edge.to : edge.from);
      if (other === undefined || visited.has(other)) continue;
      visited.add(other);
      neighbours.push(other);
    }
    neighbours.sort((a, b) => b.live.length - a.live.length || compareText(a.id, b.id));
    for (const neighbour of neighbours) cluster.push(neighbour);
  }
  return cluster;
}

function compareClusters(a: readonly Place[], b: readonly Place[]): number {
  const [hubA, hubB] = [a[0], b[0]];
  if (hubA === undefined || hubB === undefined) return b.length - a.length;
  return b.length - a.length || hubB.live.length - hubA.live.length || compareText(hubA.id, hubB.id);
}
