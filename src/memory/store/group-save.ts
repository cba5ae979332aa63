/**
 * Group commit: whoever asks for a save waits for the first one that begins after it asked, and all who wait share it. So
 * fifty writers cost the disk two saves and not fifty (Gray and Reuter, "Transaction Processing", 1992).
 *
 * It does not know what is saved. A save that fails fails all who waited for it; what is unsaved then is the saver's to
 * remember.
 */
import { setImmediate } from 'node:timers/promises';

interface Waiter {
  readonly resolve: () => void;
  readonly reject: (reason: unknown) => void;
}

export class GroupSave {
  readonly #save: () => Promise<void>;
  #waiters: Waiter[] = [];
  #running: Promise<void> | undefined;

  constructor(save: () => Promise<void>) {
    this.#save = save;
  }

  /** Resolves when everything of before the call is saved. */
  request(): Promise<void> {
    const waiting = new Promise<void>((resolve, reject) => this.#waiters.push({ resolve, reject }));
    this.#running ??= this.#run();
    return waiting;
  }

  get isBusy(): boolean {
    return this.#running !== undefined;
  }

  async #run(): Promise<void> {
    while (this.#waiters.length > 0) {
      // Whoever comes in this turn of the event loop comes along.
      await setImmediate();
      const waiters = this.#waiters;
      this.#waiters = [];
      try {
        await this.#save();
        for (const { resolve } of waiters) resolve();
      } catch (error) {
        for (const { reject } of waiters) reject(error);
      }
    }
    this.#running = undefined;
  }
}
