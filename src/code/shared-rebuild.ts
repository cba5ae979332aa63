/**
 * One rebuild for all who ask for it while it runs. It is given up when every caller that waits for it has gone, and not before.
 */
import { withPatience } from '../kernel/patience.js';

export class SharedRebuild<Report> {
  #running:
    | { readonly report: Promise<Report>; readonly cancel: AbortController; callers: number }
    | undefined;

  /** Joins the rebuild that runs, or starts one. Rejects with KgError `cancelled` when the caller goes. */
  async join(start: (signal: AbortSignal) => Promise<Report>, signal: AbortSignal): Promise<Report> {
    this.#running ??= this.#begin(start);
    const running = this.#running;
    const leave = (): void => {
      running.callers--;
      if (running.callers === 0) running.cancel.abort();
    };
    running.callers++;
    signal.addEventListener('abort', leave);
    try {
      await withPatience(running.report, { maxWaitMs: Number.POSITIVE_INFINITY, signal });
      return await running.report;
    } finally {
      signal.removeEventListener('abort', leave);
    }
  }

  #begin(start: (signal: AbortSignal) => Promise<Report>) {
    const cancel = new AbortController();
    const report = start(cancel.signal).finally(() => {
      this.#running = undefined;
    });
    return { report, cancel, callers: 0 };
  }
}
