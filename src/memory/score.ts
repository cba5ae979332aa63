/**
 * How much each node of a level is worth keeping in sight: recency, connectedness and usefulness, each as a percentile among
 * the nodes compared, so that no unit outweighs another. Equal values share one percentile.
 *
 * It only ranks; what happens to low ranks is `compact.ts`. Reads of a node's gist do not count, a full read of it does.
 */

import { runToEnd } from '../kernel/run-to-end.js';
import {
  ARCHIVED_NEIGHBOUR_WEIGHT,
  IN_WEIGHT,
  type Limits,
  OUT_WEIGHT,
  USEFUL_HALF_LIFE_S,
  WEIGHTS,
} from './limits.js';
import { endKind } from './live-edge.js';
import { type MemoryGraph, type MemoryNode, nodeVersionKey, type Tier, tierOf } from './model.js';

/** Who is compared: nodes of these tiers that are past their grace. */
export interface ScoreRequest {
  readonly now: number;
  readonly limits: Limits;
  readonly tiers: readonly Tier[];
}

/** The scores from 0 to 1 of the nodes that are compared, in the order of the file. */
export function scoreNodes(graph: MemoryGraph, request: ScoreRequest): Map<string, number> {
  return runToEnd(scoreNodesInSteps(graph, request));
}

/** The same in steps. */
export function* scoreNodesInSteps(
  graph: MemoryGraph,
  { now, limits, tiers }: ScoreRequest,
): Generator<void, Map<string, number>> {
  const nodes: MemoryNode[] = [];
  for (const node of graph.nodes.values())
    if (tiers.includes(tierOf(node)) && isPastGrace(node, now, limits)) nodes.push(node);
  yield;
  const recency = percentiles(nodes.map((node) => lastTouched(graph, node)));
  yield;
  const raw = nodes.map(({ id }) => connectednessOf(graph, id));
  yield;
  const connectedness = percentiles(raw);
  yield;
  const usefulness = percentiles(nodes.map((node) => usefulnessOf(node, now)));
  yield;
  const scores = new Map<string, number>();
  for (const [at, { id }] of nodes.entries())
    scores.set(id, weighed({ recency, connectedness, usefulness }, at));
  return scores;
}

/** The percentiles of the nodes that are compared, in one order. */
export type Signals = Readonly<Record<keyof typeof WEIGHTS, Float64Array>>;

/** The score of the node at a place of that order. */
export function weighed({ recency, connectedness, usefulness }: Signals, at: number): number {
  return (
    WEIGHTS.recency * (recency[at] ?? 0) +
    WEIGHTS.connectedness * (connectedness[at] ?? 0) +
    WEIGHTS.usefulness * (usefulness[at] ?? 0)
  );
}

/** Whether a node may be archived: grace counts from its creation alone. */
export function isPastGrace(node: MemoryNode, now: number, limits: Limits): boolean {
  return now - (node._created_ts ?? 0) >= limits.graceS;
}

/** The last write or full read of a node. */
export function lastTouched(graph: MemoryGraph, node: MemoryNode): number {
  return Math.max(graph.versions.get(nodeVersionKey(node.id))?.ts ?? 0, node._last_read_ts ?? 0);
}

/** The edges of a node, each by its direction and by how present its other end is. */
export function connectednessOf(graph: MemoryGraph, id: string): number {
  let incoming = 0;
  let outgoing = 0;
  for (const edge of graph.incident.get(id) ?? []) {
    if (edge.to === id) incoming += presenceTenths(graph, edge.from);
    if (edge.from === id) outgoing += presenceTenths(graph, edge.to);
  }
  return (IN_WEIGHT * incoming + OUT_WEIGHT * outgoing) / 10;
}

/** The endorsements of a node, each halved in 90 days. */
export function usefulnessOf(node: MemoryNode, now: number): number {
  let sum = 0;
  for (const ts of node._useful_ts ?? []) sum += 0.5 ** (Math.max(0, now - ts) / USEFUL_HALF_LIFE_S);
  return sum;
}

/** Percentiles from 0 to 1 in the order of the values; equal values share their mean rank, a single value gets 0.5. */
export function percentiles(values: readonly number[]): Float64Array {
  const result = new Float64Array(values.length);
  if (values.length === 1) return result.fill(0.5);
  const sorted = Float64Array.from(values).sort();
  const byValue = new Map<number, number>();
  for (let start = 0; start < sorted.length; ) {
    const value = sorted[start] ?? 0;
    let end = start + 1;
    while (end < sorted.length && sorted[end] === value) end++;
    byValue.set(value, (start + end - 1) / 2 / (sorted.length - 1));
    start = end;
  }
  for (const [at, value] of values.entries()) result[at] = byValue.get(value) ?? 0;
  return result;
}

// Whole tenths, so that the order in which edges are added up cannot tell two equal nodes apart.
const ARCHIVED_TENTHS = Math.round(ARCHIVED_NEIGHBOUR_WEIGHT * 10);

function presenceTenths(graph: MemoryGraph, end: string): number {
  const kind = endKind(graph.nodes, end);
  return kind === 'active' ? 10 : kind === 'archived' ? ARCHIVED_TENTHS : 0;
}
