/**
 * The journal of one graph: records appended and synced before they count, read for recovery and for history, rewritten
 * when it grows beyond its bounds.
 *
 * An append that failed may have left half a line: the next one begins with a line end, and what failed is written again,
 * since a failed sync may have thrown away what it did not say. Losing the journal loses the way back and nothing else.
 */

import path from 'node:path';
import { writeFileAtomic } from '../../kernel/atomic-file.js';
import type { Clock } from '../../kernel/clock.js';
import { diskError } from '../../kernel/disk-error.js';
import { runInSlices } from '../../kernel/slices.js';
import { FILE_MODE, readIfThere, type StoreDisk, stampIfThere, syncFolder } from './disk.js';
import { decodeInSteps, encodeInSteps, encodeLine, type JournalContent } from './journal-line.js';
import type { JournalRecord } from './journal-record.js';

/** How much a journal keeps. */
export interface JournalBounds {
  /** A record younger than this is kept as long as the bytes allow. */
  readonly retentionS: number;
  readonly bytesMax: number;
}

/** A month of changes, and more than a busy project makes in one. */
export const JOURNAL_BOUNDS: JournalBounds = { retentionS: 30 * 24 * 60 * 60, bytesMax: 16 * 1024 * 1024 };

const LINE_END = Buffer.from('\n');

export class Journal {
  readonly #file: string;
  readonly #disk: StoreDisk;
  readonly #clock: Clock;
  readonly #bounds: JournalBounds;
  #bytes: number | undefined;
  #isTorn = false;
  /** How large it was after the last look for what may go: it is looked at again when it has doubled. */
  #keptBytes = 0;
  /** The last mark, and the one before it, which is what the previous file holds. */
  #marks: readonly [number, number] = [0, 0];
  /** Ends when nobody reads or writes the file. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(file: string, disk: StoreDisk, clock: Clock, bounds: JournalBounds = JOURNAL_BOUNDS) {
    this.#file = file;
    this.#disk = disk;
    this.#clock = clock;
    this.#bounds = bounds;
  }

  /** Everything it says. A journal that cannot be read at all throws, as a disk that fails does. */
  read(): Promise<JournalContent> {
    return this.#inTurn(() => this.#read());
  }

  /** Appends the records and waits until they are on the disk. After a failure the caller appends the same again. */
  async append(records: readonly JournalRecord[]): Promise<void> {
    if (records.length === 0) return;
    const lines = await runInSlices(encodeInSteps(records));
    await this.#inTurn(async () => {
      const isNew = (await this.#size()) === 0;
      await this.#write(lines, true);
      if (isNew) await syncFolder(this.#disk, path.dirname(this.#file));
    });
  }

  /** Notes that a file with all records up to `n` is in its place. Not synced: without it one batch is done twice. */
  async markSaved(n: number): Promise<void> {
    await this.#inTurn(() => this.#write(Buffer.from(encodeLine({ saved: n })), false));
    this.#marks = [n, this.#marks[0]];
  }

  /**
   * Drops what is older than the retention or beyond the bytes, when it is worth a rewrite. What the file in place or the
   * one before it may still need stays.
   */
  async shrink(): Promise<void> {
    if (!this.#isLarge()) return;
    await this.#inTurn(async () => {
      const content = await this.#read();
      const { bytesMax } = this.#bounds;
      const lines = await runInSlices(this.#keepInSteps(content));
      const bytes = lines.reduce((sum, line) => sum + line.length, 0);
      this.#keptBytes = bytes;
      if (lines.length > content.records.length && (this.#bytes ?? 0) <= bytesMax) return;
      await writeFileAtomic(this.#file, lines, { mode: FILE_MODE, disk: this.#disk });
      this.#bytes = bytes;
      this.#isTorn = false;
    });
  }

  #isLarge(): boolean {
    const bytes = this.#bytes ?? 0;
    const { bytesMax } = this.#bounds;
    return (
      bytes > Math.max(bytesMax, 2 * this.#keptBytes) || bytes >= Math.max(2 * this.#keptBytes, bytesMax / 4)
    );
  }

  /** The lines that stay, and the mark. */
  *#keepInSteps({ records, saved }: JournalContent): Generator<void, string[]> {
    const { bytesMax, retentionS } = this.#bounds;
    const since = this.#clock.now() / 1000 - retentionS;
    const needed = Math.min(saved, this.#marks[1]);
    // Half the bound, so that the next rewrite is far away; the newest go in first.
    let room = bytesMax / 2;
    const kept: string[] = [];
    for (const record of records.toReversed()) {
      const line = encodeLine(record);
      room -= line.length;
      if (record.n <= needed && (record.ts < since || room < 0)) break;
      kept.push(line);
      yield;
    }
    return [...kept.reverse(), encodeLine({ saved })];
  }

  async #read(): Promise<JournalContent> {
    const bytes = await readIfThere(this.#disk, this.#file);
    if (bytes === undefined) return { records: [], saved: 0, damaged: 0 };
    this.#isTorn = bytes.length > 0 && bytes.at(-1) !== LINE_END[0];
    const content = await runInSlices(decodeInSteps(bytes));
    this.#marks = [content.saved, this.#marks[0] === 0 ? content.saved : this.#marks[1]];
    return content;
  }

  /** One after the other: a rewrite must not lose what is appended meanwhile. */
  #inTurn<Result>(act: () => Promise<Result>): Promise<Result> {
    const acting = this.#turn.then(act);
    this.#turn = Promise.allSettled([acting]);
    return acting;
  }

  async #size(): Promise<number> {
    this.#bytes ??= (await stampIfThere(this.#disk, this.#file))?.size ?? 0;
    return this.#bytes;
  }

  async #write(lines: Buffer, isSynced: boolean): Promise<void> {
    await this.#size();
    const bytes = this.#isTorn ? Buffer.concat([LINE_END, lines]) : lines;
    this.#isTorn = true;
    try {
      const handle = await this.#disk.open(this.#file, 'a', FILE_MODE);
      try {
        for (let from = 0; from < bytes.length; ) {
          from += (await handle.write(bytes, from, bytes.length - from)).bytesWritten;
        }
        if (isSynced) await handle.sync();
      } finally {
        await handle.close();
      }
    } catch (error) {
      throw diskError(this.#file, error);
    }
    this.#isTorn = false;
    this.#bytes = (this.#bytes ?? 0) + bytes.length;
  }
}
