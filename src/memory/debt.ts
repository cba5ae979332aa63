/**
 * How much a graph needs somebody to tend it: staleness × activity × deficit. A graph that is used much, was not tended for
 * long, and shows wear comes first. Only the stamp of the task `maintain` resets staleness.
 *
 * The raw factors stand beside the verdict, so that a reader can check it at a glance.
 */
import { DEBT, GIST_CHARS_ADVISED, SECONDS_PER_DAY } from './limits.js';
import { type MemoryGraph, tierOf } from './model.js';

/** The task whose progress stamps a graph as tended. */
export const MAINTAIN_TASK = 'maintain';

/** The verdict and its factors, as the REST interface sends them. */
export interface Debt {
  /** From 0 to 1, rounded to two places. */
  readonly score: number;
  readonly level: 'LOW' | 'MED' | 'HIGH';
  readonly oversized_gists: number;
  readonly unconnected_active: number;
  readonly active_nodes: number;
  readonly untended_days: number | null;
  readonly never_maintained: boolean;
  readonly active_days_7d: number;
}

/** Measures a graph. `eventTimes` are times of tool events in its project, which count as activity. */
export function measureDebt(graph: MemoryGraph, now: number, eventTimes: readonly number[] = []): Debt {
  const { active, oversized, unconnected } = countWear(graph);
  const share = active === 0 ? 0 : (oversized + 0.5 * unconnected) / active;
  const deficit = Math.min(1, share);
  const stamp = maintainedAt(graph, now);
  const untendedDays = stamp === undefined ? undefined : Math.max(0, now - stamp) / SECONDS_PER_DAY;
  const staleness = Math.min(1, (untendedDays ?? DEBT.stalenessDays) / DEBT.stalenessDays);
  const activeDays = countActiveDays(graph, now, eventTimes);
  const activity = Math.min(1, activeDays / DEBT.activityDays);
  const score = staleness * (0.4 + 0.6 * activity) * (0.25 + 0.75 * deficit);
  return {
    score: rounded(score, 100),
    level: score >= DEBT.high ? 'HIGH' : score >= DEBT.medium ? 'MED' : 'LOW',
    oversized_gists: oversized,
    unconnected_active: unconnected,
    active_nodes: active,
    untended_days: untendedDays === undefined ? null : rounded(untendedDays, 10),
    never_maintained: stamp === undefined,
    active_days_7d: activeDays,
  };
}

/** The line that stands after HEALTH. */
export function debtLine(debt: Debt): string {
  const tended = debt.never_maintained ? 'never maintained' : `untended ${debt.untended_days ?? 0}d`;
  return (
    `DEBT: ${debt.level} (${debt.score}) — ${debt.oversized_gists} oversized gist(s), ` +
    `${debt.unconnected_active} unconnected, ${tended}, active ${debt.active_days_7d}/${DEBT.windowDays}d`
  );
}

function countWear(graph: MemoryGraph): { active: number; oversized: number; unconnected: number } {
  let [active, oversized, unconnected] = [0, 0, 0];
  for (const node of graph.nodes.values()) {
    if (tierOf(node) !== 'active') continue;
    active++;
    if (node.gist.length > GIST_CHARS_ADVISED) oversized++;
    if (!graph.incident.has(node.id)) unconnected++;
  }
  return { active, oversized, unconnected };
}

/** The stamp in seconds. What is no number or lies in the future (milliseconds, as a model may write) is no stamp. */
function maintainedAt(graph: MemoryGraph, now: number): number | undefined {
  const stamp = graph.progress.get(MAINTAIN_TASK)?.last_ts;
  const isUsable = typeof stamp === 'number' && Number.isFinite(stamp) && stamp <= now + SECONDS_PER_DAY;
  return isUsable ? stamp : undefined;
}

/** Distinct days (UTC) of the last seven with a full read or a tool event. */
function countActiveDays(graph: MemoryGraph, now: number, eventTimes: readonly number[]): number {
  const days = new Set<number>();
  const since = now - DEBT.windowDays * SECONDS_PER_DAY;
  const add = (ts: number) => {
    if (ts > since && ts <= now) days.add(Math.floor(ts / SECONDS_PER_DAY));
  };
  for (const node of graph.nodes.values()) if (node._last_read_ts !== undefined) add(node._last_read_ts);
  for (const ts of eventTimes) add(ts);
  return Math.min(DEBT.windowDays, days.size);
}

function rounded(value: number, parts: number): number {
  return Math.round(value * parts) / parts;
}
