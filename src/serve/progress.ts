/**
 * The progress of an index as one number that only rises, whatever phase comes next, as MCP wants it. It says something a
 * few times a second at most.
 */
import type { IndexPhase, IndexProgress, ReportProgress } from '../code/project-face.js';
import { progressText } from '../code/render/state-line.js';
import { type Clock, systemClock } from '../kernel/clock.js';

// Phases in their order; each is one step of the whole.
const PHASES: readonly IndexPhase[] = [
  'loading',
  'scanning',
  'parsing',
  'linking',
  'saving',
  'reading',
  'ready',
  'asking',
];
const INTERVAL_MS = 250;

/** Turns reports of an index into rising progress from 0 to the number of phases. */
export function risingProgress(
  send: (progress: number, total: number, message: string) => void,
  clock: Clock = systemClock,
): ReportProgress {
  let highest = -1;
  let saidAt = Number.NEGATIVE_INFINITY;
  let saidPhase: IndexPhase | undefined;
  return (progress) => {
    const value = overall(progress);
    const isNews = progress.phase !== saidPhase || clock.elapsed() - saidAt >= INTERVAL_MS;
    if (value <= highest || !isNews) return;
    highest = value;
    saidAt = clock.elapsed();
    saidPhase = progress.phase;
    send(value, PHASES.length, progressText(progress));
  };
}

function overall({ phase, done, total }: IndexProgress): number {
  const step = PHASES.indexOf(phase);
  // A phase never quite reaches the next one, so that the next one's beginning is news.
  return Math.max(0, step) + (total > 0 ? 0.99 * Math.min(done / total, 1) : 0);
}
