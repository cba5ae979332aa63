/**
 * How many requests a server takes: a bucket of tokens that fills steadily (token bucket). It stops a client that has gone
 * wild, not one that works hard, so it is generous; one bucket serves all, since on this machine all come from one address.
 */
import type { Clock } from '../../../kernel/clock.js';

// A swarm of agents that all start at once.
const BURST = 5_000;
// More than the disk can take of writes, and than the processor can answer of reads.
const PER_SECOND = 1_000;

/** Counts requests down. */
export class RateLimit {
  readonly #clock: Clock;
  #left = BURST;
  #at: number;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#at = clock.elapsed();
  }

  /** Takes one request; false when there were too many. */
  take(): boolean {
    const now = this.#clock.elapsed();
    this.#left = Math.min(BURST, this.#left + ((now - this.#at) * PER_SECOND) / 1_000);
    this.#at = now;
    if (this.#left < 1) return false;
    this.#left -= 1;
    return true;
  }
}
