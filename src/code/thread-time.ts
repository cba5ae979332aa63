/**
 * How long one thread of several has worked. The system tells only what the whole process has used, so each thread that had
 * work is taken to have had its share of that: what others do, and a machine with much else to do, must not make a file late
 * which is not late on its own.
 */

/** Milliseconds of processor time that this process has used. */
export function processTimeMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

export class ThreadTime {
  readonly #processMs: () => number;
  #seenMs: number;
  #spentMs = 0;

  constructor(processMs = processTimeMs) {
    this.#processMs = processMs;
    this.#seenMs = processMs();
  }

  /** Milliseconds so far, of a thread that had work all the time. `atWork`: threads that had since the last call, this one too. */
  spentMs(atWork: number): number {
    const nowMs = this.#processMs();
    this.#spentMs += (nowMs - this.#seenMs) / Math.max(1, atWork);
    this.#seenMs = nowMs;
    return this.#spentMs;
  }
}
