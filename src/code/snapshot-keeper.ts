/**
 * Keeps the snapshot of a project that lives: takes it up at the start, compares its checksums later, writes it when there is
 * something new, and holds the role of the one that writes. A process that stays asks for the role again and again, so that it
 * has it soon after the writer has ended, however that ended.
 *
 * It decides nothing about damage: whoever finds it calls `giveUp` and makes everything anew.
 */
import type { Clock } from '../kernel/clock.js';
import { LOCK_REFRESH_MS } from '../kernel/lock.js';
import { runInSlices, type SliceOptions } from '../kernel/slices.js';
import type { SegmentedView } from './graph.js';
import type { Indexer } from './indexer.js';
import type { Snapshot } from './snapshot.js';
import type { SavedSnapshot, SnapshotPlace, Writer } from './snapshot-place.js';

/** How soon a reader has the role of a writer that ended. Asking reads one small file. */
const ROLE_INTERVAL_MS = 5000;
/** A disk that was full may have room again; what did not change is not tried more often. */
const RETRY_MS = 60_000;

export class SnapshotKeeper {
  readonly #place: SnapshotPlace;
  readonly #indexer: Indexer;
  readonly #clock: Clock;
  /** The snapshot that was restored, until its checksums have been compared. */
  #unchecked: Snapshot | undefined;
  #savedView: SegmentedView | undefined;
  #failed: { readonly view: SegmentedView; readonly at: number } | undefined;
  #roleTimer: NodeJS.Timeout | undefined;
  #refreshedAt = 0;

  constructor(place: SnapshotPlace, indexer: Indexer, clock: Clock) {
    this.#place = place;
    this.#indexer = indexer;
    this.#clock = clock;
  }

  /** The file that was last read or written. */
  get saved(): SavedSnapshot | undefined {
    return this.#place.saved;
  }

  get writer(): Writer {
    return this.#place.writer;
  }

  /** Why the last save failed; `undefined` when it did not. */
  get trouble(): string | undefined {
    return this.#place.trouble;
  }

  /** What was wrong with the snapshot that was found; `undefined` when nothing was. */
  get damage(): string | undefined {
    return this.#place.damage;
  }

  /** Takes up the snapshot, if there is one of use. Throws when what is in it turns out to be damaged: then `giveUp`. */
  restore(): void {
    const snapshot = this.#place.open();
    if (snapshot === undefined) return;
    if (this.#indexer.restore(snapshot)) {
      this.#savedView = this.#indexer.view;
      this.#unchecked = snapshot;
    } else {
      snapshot.close();
    }
  }

  /**
   * Compares the checksums of everything that was restored; resolves with what is wrong with it. Nothing is when all was made
   * anew meanwhile. Rejects with KgError `cancelled`.
   */
  async check(slices: Pick<SliceOptions<void>, 'signal' | 'pause'>): Promise<string | undefined> {
    const snapshot = this.#unchecked;
    this.#unchecked = undefined;
    if (snapshot === undefined) return undefined;
    const fault = await runInSlices(snapshot.check(), slices);
    return this.#indexer.isRestored ? fault : undefined;
  }

  /** Gives up the snapshot that was taken up or written last. */
  giveUp(reason: string, isDamaged: boolean): void {
    this.#place.giveUp(reason, isDamaged);
    this.#unchecked = undefined;
    this.#savedView = undefined;
  }

  /** Has what was saved written again, though the graph in it is the same. */
  renew(): void {
    this.#savedView = undefined;
  }

  /**
   * Writes what is new, when this process is the one that writes. `onWrite` is called before it begins. Rejects with KgError
   * `cancelled`; nothing is written then.
   */
  async write(onWrite: () => void, signal: AbortSignal): Promise<void> {
    const { view } = this.#indexer;
    if (view === undefined || view === this.#savedView || this.#hasJustFailed(view)) return;
    if (!this.#place.claim()) return;
    onWrite();
    const snapshot = await this.#place.save(this.#indexer.snapshotContent(), signal);
    if (snapshot !== undefined) this.#indexer.rest(snapshot);
    if (this.trouble === undefined) this.#savedView = view;
    this.#failed = this.trouble === undefined ? undefined : { view, at: this.#clock.elapsed() };
  }

  #hasJustFailed(view: SegmentedView): boolean {
    return this.#failed?.view === view && this.#clock.elapsed() - this.#failed.at < RETRY_MS;
  }

  /** Takes the role when nobody has it, now and whenever it becomes free; `onRole` is called when it was taken later. */
  stay(onRole: () => void): void {
    this.#place.claim();
    this.#roleTimer ??= setInterval(() => this.#attend(onRole), ROLE_INTERVAL_MS).unref();
  }

  /** Gives the role back. */
  close(): void {
    clearInterval(this.#roleTimer);
    this.#place.release();
  }

  #attend(onRole: () => void): void {
    if (this.writer.kind === 'other' && this.#place.claim()) onRole();
    const now = this.#clock.elapsed();
    if (this.writer.kind !== 'self' || now - this.#refreshedAt < LOCK_REFRESH_MS) return;
    this.#refreshedAt = now;
    this.#place.refresh();
  }
}
