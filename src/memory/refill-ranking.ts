/**
 * Scores during a refill: of the three signals only connectedness changes when a node comes back, and only that of its
 * neighbours, so the other two are ranked once.
 */
import { type MemoryGraph, tierOf } from './model.js';
import type { RunContext } from './run-context.js';
import { connectednessOf, isPastGrace, lastTouched, percentiles, usefulnessOf, weighed } from './score.js';

/** Scores of active and archived nodes together; 0 for a node in grace. */
export interface RefillRanking {
  readonly scoreOf: (id: string) => number;
  /** Takes into account that a node came back. */
  restored(graph: MemoryGraph, id: string): void;
}

/** Ranks a graph as it stands. */
export function openRanking(graph: MemoryGraph, { now, limits }: RunContext): RefillRanking {
  const nodes = [...graph.nodes.values()].filter(
    (node) => tierOf(node) !== 'orphaned' && isPastGrace(node, now, limits),
  );
  const places = new Map(nodes.map(({ id }, at) => [id, at]));
  const recency = percentiles(nodes.map((node) => lastTouched(graph, node)));
  const usefulness = percentiles(nodes.map((node) => usefulnessOf(node, now)));
  const raw = nodes.map(({ id }) => connectednessOf(graph, id));
  let connectedness = percentiles(raw);
  return {
    scoreOf: (id) => {
      const at = places.get(id);
      return at === undefined ? 0 : weighed({ recency, connectedness, usefulness }, at);
    },
    restored: (after, id) => {
      let hasChanged = false;
      for (const { from, to } of after.incident.get(id) ?? []) {
        for (const end of new Set([from, to])) {
          const at = places.get(end);
          if (at === undefined) continue;
          const value = connectednessOf(after, end);
          hasChanged ||= value !== raw[at];
          raw[at] = value;
        }
      }
      if (hasChanged) connectedness = percentiles(raw);
    },
  };
}
