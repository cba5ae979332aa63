/**
 * Work that nobody has asked for gives way to what somebody has: between two of its slices it waits until no question has come
 * for a while. It knows when questions come, not when they end; the steps of one follow each other closely.
 */
import { setTimeout } from 'node:timers/promises';
import { type Clock, systemClock } from './clock.js';

/** Steps of one question lie no further apart, unless it waits for something. */
const QUIET_MS = 30;

export class Quiet {
  readonly #clock: Clock;
  #askedAt = Number.NEGATIVE_INFINITY;
  #isOver = false;

  constructor(clock: Clock = systemClock) {
    this.#clock = clock;
  }

  /** A question has come, or has taken a step. */
  disturb(): void {
    this.#askedAt = this.#clock.elapsed();
  }

  /** From here on nothing gives way: somebody waits for the work itself. */
  end(): void {
    this.#isOver = true;
  }

  /** Resolves when nothing is asked. */
  async whenFree(): Promise<void> {
    for (let wait = this.pause(); wait !== undefined; wait = this.pause()) await wait;
  }

  /** What to wait for before the next slice; `undefined` when nothing is asked. */
  pause(): Promise<void> | undefined {
    const leftMs = this.#askedAt + QUIET_MS - this.#clock.elapsed();
    return this.#isOver || leftMs <= 0 ? undefined : setTimeout(leftMs);
  }
}
