/** Waiting for something with an end to it: a time, or a caller who takes the request back. */
import { KgError } from './errors.js';

export interface Patience {
  /** Infinity for as long as it takes. */
  readonly maxWaitMs: number;
  readonly signal: AbortSignal;
}

/**
 * Resolves when the promise does or the time is over, with whether the promise has; what was waited for goes on. Rejects as
 * the promise does, and with KgError `cancelled` as soon as the signal is aborted.
 */
export async function withPatience(
  promise: Promise<unknown>,
  { maxWaitMs, signal }: Patience,
): Promise<boolean> {
  const giveUp = (): KgError => new KgError('cancelled', 'The request was cancelled.');
  if (signal.aborted) throw giveUp();
  let stop = (): void => undefined;
  const end = new Promise<false>((resolve, reject) => {
    const onAbort = (): void => reject(giveUp());
    const timer = Number.isFinite(maxWaitMs) ? setTimeout(resolve, maxWaitMs, false) : undefined;
    stop = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
    };
    signal.addEventListener('abort', onAbort);
  });
  try {
    return await Promise.race([promise.then(() => true), end]);
  } finally {
    stop();
  }
}
