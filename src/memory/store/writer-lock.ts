/**
 * One writer for a folder: the lock of `kernel/lock.ts`, asked again before each save, so that a process that slept through
 * its lock's end writes nothing.
 */
import path from 'node:path';
import type { Clock } from '../../kernel/clock.js';
import { KgError } from '../../kernel/errors.js';
import { FileLock } from '../../kernel/lock.js';

const LOCK_FILE = 'writer.lock';

export class WriterLock {
  readonly #root: string;
  readonly #lock: FileLock;

  /** Takes the lock of a folder, or throws a `KgError` of code `io` that says who has it. */
  constructor(root: string, clock: Clock) {
    this.#root = root;
    this.#lock = new FileLock(path.join(root, LOCK_FILE), clock);
    const claim = this.#lock.claim();
    if (claim.kind === 'held') return;
    if (claim.kind === 'impossible') throw claim.error;
    throw new KgError('io', `the memory in ${root} is in use: ${claim.by} writes it`, {
      hint: 'Use that server, or stop it (kg-memory server stop), or choose another folder (KG_STORAGE_ROOT).',
    });
  }

  /** Shows others that this process lives, and throws when it may no longer write. */
  assertWritable(): void {
    if (this.#lock.refresh()) return;
    const taker = this.#lock.holder();
    if (taker !== undefined) {
      throw new KgError('not-healthy', `the memory in ${this.#root} was taken over by ${taker}`, {
        hint: 'Restart this server, and let only one use the folder.',
      });
    }
    throw new KgError('not-healthy', `${path.join(this.#root, LOCK_FILE)} is gone, perhaps with its folder`, {
      hint: 'Put the folder back, and the change is saved with the next one. Else keep what the server holds (kg-memory memory backup FILE), restart it, and import that.',
    });
  }

  release(): void {
    this.#lock.release();
  }
}
