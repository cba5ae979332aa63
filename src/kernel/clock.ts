/**
 * The only place that asks what time it is. Whoever needs the time takes a `Clock` as a parameter, so that a test can
 * hold the hands; nothing here waits.
 */

/** Two readings of the time. */
export interface Clock {
  /** Milliseconds since 1970, for what is stored and shown. It jumps when the machine's clock is set. */
  now(): number;
  /** Milliseconds since some moment in this process, for durations. It never runs backwards. */
  elapsed(): number;
}

/** The machine's own clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
};
