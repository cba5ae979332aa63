/**
 * News that come faster than they can be acted on: the first is acted on at once, those that come meanwhile are one more time
 * afterwards. However many there are, nothing runs twice at the same time and the last of them is never lost.
 */

/** Calls `run` now, or once more when the run that is under way has ended. `run` must not reject. */
export function coalesce(run: () => Promise<void>): () => void {
  let isRunning = false;
  let isWanted = false;
  return function act(): void {
    isWanted = true;
    if (isRunning) return;
    isRunning = true;
    void work();
  };

  async function work(): Promise<void> {
    while (isWanted) {
      isWanted = false;
      await run();
    }
    isRunning = false;
  }
}
