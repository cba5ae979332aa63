/**
 * A change of several graphs that is there whole or not at all, whatever kills the process: before any of their journals has
 * it, one file in the root holds what each of them gets. Whoever opens the folder next gives every journal what it lacks
 * (redo logging; Gray and Reuter, "Transaction Processing", 1992). Doing that twice changes nothing, since records are
 * numbered.
 *
 * It knows journals and records, not what they mean.
 */
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { writeFileAtomic } from '../../kernel/atomic-file.js';
import type { Clock } from '../../kernel/clock.js';
import type { Log } from '../../kernel/log.js';
import { isRecord } from '../is-record.js';
import { FILE_MODE, namesIn, removeIfThere, type StoreDisk } from './disk.js';
import { asciiJson } from './graph-text.js';
import { Journal } from './journal.js';
import { isJournalRecord } from './journal-line.js';
import type { JournalRecord } from './journal-record.js';
import { loadJsonObject } from './json-file.js';

/** What one journal gets. */
export interface PactPart {
  /** The journal's path. */
  readonly journal: string;
  readonly records: readonly JournalRecord[];
}

export interface PactTools {
  readonly disk: StoreDisk;
  readonly clock: Clock;
  readonly log: Log;
}

// A folder may come from anywhere; it has no say about files outside of itself.
const JOURNAL = /^(?:user|projects\/(?!\.\.?\/)[^/\\]+\/graph)\.journal$/;
const NAME = /^together-[0-9a-f]{16}\.json$/;

export class Pact {
  readonly #file: string;
  readonly #root: string;
  readonly #disk: StoreDisk;
  readonly #parts: readonly PactPart[];
  #signing: Promise<void> | undefined;

  constructor(root: string, disk: StoreDisk, parts: readonly PactPart[]) {
    this.#root = root;
    this.#disk = disk;
    this.#parts = parts;
    this.#file = path.join(root, `together-${randomBytes(8).toString('hex')}.json`);
  }

  /** Resolves when the whole change is on the disk. After a failure the next call tries again. */
  sign(): Promise<void> {
    this.#signing ??= this.#write().catch((error: unknown) => {
      this.#signing = undefined;
      throw error;
    });
    return this.#signing;
  }

  /** Removes the file once every journal has its part. That it stays for a while does no harm. */
  async fulfil(): Promise<void> {
    await removeIfThere(this.#disk, this.#file);
  }

  async #write(): Promise<void> {
    const parts = this.#parts.map(({ journal, records }) => {
      // With slashes on every system, as the folder may be opened on another one.
      return { journal: path.relative(this.#root, journal).split(path.sep).join('/'), records };
    });
    await writeFileAtomic(this.#file, [`${asciiJson({ parts })}\n`], { mode: FILE_MODE, disk: this.#disk });
  }
}

/** Finishes what a killed process began to change together. Call it before any graph is loaded. */
export async function recoverPacts(root: string, { disk, clock, log }: PactTools): Promise<void> {
  for (const name of (await namesIn(disk, root)).filter((each) => NAME.test(each))) {
    const file = path.join(root, name);
    const { value, notice } = await loadJsonObject(file, disk, clock);
    if (notice !== undefined) {
      log.warn(notice);
      continue;
    }
    for (const part of Array.isArray(value.parts) ? value.parts : []) {
      if (!isRecord(part) || typeof part.journal !== 'string' || !Array.isArray(part.records)) continue;
      if (!JOURNAL.test(part.journal)) continue;
      await complete(path.join(root, part.journal), part.records.filter(isJournalRecord), {
        disk,
        clock,
      });
    }
    await removeIfThere(disk, file);
  }
}

async function complete(
  file: string,
  records: readonly JournalRecord[],
  { disk, clock }: Pick<PactTools, 'disk' | 'clock'>,
): Promise<void> {
  // A folder that is gone was moved after its journal had everything.
  if ((await namesIn(disk, path.dirname(file))).length === 0) return;
  const journal = new Journal(file, disk, clock);
  const { records: there, saved } = await journal.read();
  const last = Math.max(there.at(-1)?.n ?? 0, saved);
  await journal.append(records.filter(({ n }) => n > last));
}
