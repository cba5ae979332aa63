/**
 * How long to wait before something is tried again: twice as long each time, and each time a little else, so that many who
 * failed together do not come back together (the exponential backoff with jitter of AWS's architecture blog, 2015).
 */

const BACKOFF_MAX_MS = 8_000;
const JITTER = 0.5;

/** Before try number `attempt` + 1; from `baseMs` on, at most eight seconds, half of it by chance. */
export function backoffMs(attempt: number, baseMs: number): number {
  const full = Math.min(baseMs * 2 ** (attempt - 1), BACKOFF_MAX_MS);
  return full * (1 - JITTER * Math.random());
}
