/** Waits for a condition, never for a time: the event loop goes on turning until it holds. The test's time limit ends it. */
import { setImmediate } from 'node:timers/promises';

export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await setImmediate();
}
