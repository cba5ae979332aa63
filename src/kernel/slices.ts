/**
 * Long work in slices: a generator that yields often is run a few milliseconds at a time, and the event loop has its turn in
 * between. So a protocol keeps answering while a graph is linked, without a second copy of it in another thread.
 */
import { setImmediate } from 'node:timers/promises';
import { type Clock, systemClock } from './clock.js';
import { KgError } from './errors.js';

/** A request has its turn between two slices several times, as it goes from step to step: three of them are one answer more. */
const SLICE_MS = 5;

export interface SliceOptions<Step> {
  /** Called after each slice with the newest step. */
  readonly onStep?: ((step: Step) => void) | undefined;
  /** Gives the work up with KgError `cancelled`. */
  readonly signal?: AbortSignal | undefined;
  /** Asked after each slice what is to be waited for before the next one. */
  readonly pause?: (() => Promise<void> | undefined) | undefined;
  readonly clock?: Clock;
}

/** Runs the generator to its end and resolves with what it returns. */
export async function runInSlices<Step, Result>(
  work: Generator<Step, Result, void>,
  options: SliceOptions<Step> = {},
): Promise<Result> {
  const { onStep, signal, pause, clock = systemClock } = options;
  let sliceStart = clock.elapsed();
  for (let step = work.next(); ; step = work.next()) {
    if (step.done) return step.value;
    if (clock.elapsed() - sliceStart < SLICE_MS) continue;
    onStep?.(step.value);
    await setImmediate();
    for (let wait = pause?.(); wait !== undefined && !signal?.aborted; wait = pause?.()) await wait;
    if (signal?.aborted) {
      throw new KgError('cancelled', 'The run was cancelled.');
    }
    sliceStart = clock.elapsed();
  }
}
