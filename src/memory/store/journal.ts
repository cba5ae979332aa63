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
import { FILE_MODE, readIfThere, type StoreDisk, stampIfThere, syncFolder } from './disk.js';
import { decodeLines, encodeLine, type JournalRecord } from './journal-record.js';

/** How much a journal keeps. */
export interface JournalBounds {
  /** A record younger than this is kept as long as the bytes allow. */
  readonly retentionS: number;
  readonly bytesMax: number;
}

/** A month of changes, and more than a busy project makes in one. */
export const JOURNAL_BOUNDS: JournalBounds = { retentionS: 30 * 24 * 60 * 60, bytesMax: 16 * 1024 * 1024 };

/** What a journal says. */
export interface JournalContent {
  readonly records: readonly JournalRecord[];
  /** The last record of which it is known that a whole file holds it. */
  readonly saved: number;
  /** Lines that cannot be read. */
  readonly damaged: number;
}

export class Journal {
  readonly #file: string;
  readonly #disk: StoreDisk;
  readonly #clock: Clock;
  readonly #bounds: JournalBounds;
  #bytes: number | undefined;
  #isTorn = false;
  /** When the last look found nothing to drop, how large it was: it is looked at again when it has doubled. */
  #keptBytes = 0;

  constructor(file: string, disk: StoreDisk, clock: Clock, bounds: JournalBounds = JOURNAL_BOUNDS) {
    this.#file = file;
    this.#disk = disk;
    this.#clock = clock;
    this.#bounds = bounds;
  }

  /** Everything it says. A journal that cannot be read at all throws, as a disk that fails does. */
  async read(): Promise<JournalContent> {
    const bytes = await readIfThere(this.#disk, this.#file);
    if (bytes === undefined) return { records: [], saved: 0, damaged: 0 };
    const text = bytes.toString('utf8');
    this.#isTorn = text !== '' && !text.endsWith('\n');
    return decodeLines(text);
  }

  /** Appends the records and waits until they are on the disk. After a failure the caller appends the same again. */
  async append(records: readonly JournalRecord[]): Promise<void> {
    if (records.length === 0) return;
    this.#bytes ??= await this.#size();
    const isNew = this.#bytes === 0;
    await this.#write(records.map(encodeLine).join(''), true);
    if (isNew) await syncFolder(this.#disk, path.dirname(this.#file));
  }

  /** Notes that a file with all records up to `n` is in its place. Not synced: without it one batch is done twice. */
  async markSaved(n: number): Promise<void> {
    await this.#write(encodeLine({ saved: n }), false);
  }

  /** Drops what is older than the retention or beyond the bytes, when it is worth a rewrite. */
  async shrink(): Promise<void> {
    const bytes = this.#bytes ?? 0;
    const { bytesMax, retentionS } = this.#bounds;
    if (bytes <= bytesMax && bytes < Math.max(2 * this.#keptBytes, bytesMax / 4)) return;
    const content = await this.read();
    const since = this.#clock.now() / 1000 - retentionS;
    // Half the bound, so that the next rewrite is far away; the newest go in first.
    let room = bytesMax / 2;
    const kept: string[] = [];
    for (const record of content.records.toReversed()) {
      const line = encodeLine(record);
      room -= line.length;
      if (record.ts < since || room < 0) break;
      kept.push(line);
    }
    this.#keptBytes = bytesMax / 2 - Math.max(room, 0);
    if (kept.length === content.records.length && bytes <= bytesMax) return;
    const lines = [...kept.reverse(), encodeLine({ saved: content.saved })];
    await writeFileAtomic(this.#file, lines, { mode: FILE_MODE, disk: this.#disk });
    this.#bytes = lines.reduce((sum, line) => sum + line.length, 0);
    this.#isTorn = false;
  }

  async #size(): Promise<number> {
    return (await stampIfThere(this.#disk, this.#file))?.size ?? 0;
  }

  async #write(lines: string, isSynced: boolean): Promise<void> {
    const bytes = Buffer.from(this.#isTorn ? `\n${lines}` : lines);
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
