/**
 * The files of one graph: the newest state, the one before (`.prev`), dated backups, and the journal that leads from any of
 * them to the newest. It loads what is there, whatever state it is in, and saves so that a kill or a power cut at any moment
 * leaves the old state or the new one.
 *
 * An append is journal lines, synced. A write is: the file in place kept as a generation, the new one written beside, synced,
 * renamed, the folder synced. A file that is not the one this process left there (written by hand, or by an older program)
 * is kept before it is replaced. It does not know when to do which, nor who waits for it: see `shelf-graph.ts`.
 */
import path from 'node:path';
import { removeStaleTemporaries, writeFileAtomic } from '../../kernel/atomic-file.js';
import type { Clock } from '../../kernel/clock.js';
import { describeError } from '../../kernel/errors.js';
import type { Log } from '../../kernel/log.js';
import type { MemoryGraph } from '../model.js';
import {
  BACKUP_BOUNDS,
  type Backup,
  type BackupBounds,
  backupName,
  backupTime,
  isBackupDue,
  surplusBackups,
} from './backups.js';
import {
  copyDurably,
  type DiskStamp,
  FILE_MODE,
  isSameStamp,
  keepAs,
  makeFolder,
  namesIn,
  removeIfThere,
  type StoreDisk,
  stampIfThere,
} from './disk.js';
import type { GraphText } from './graph-text.js';
import { JOURNAL_BOUNDS, Journal, type JournalBounds } from './journal.js';
import type { JournalRecord } from './journal-record.js';

/** A file up to this size is in its place before the answer: it costs little more than the journal's own sync. */
const PROMPT_BYTES_MAX = 512 * 1024;

/** What all graph files of a store share. */
export interface FileTools {
  readonly disk: StoreDisk;
  readonly clock: Clock;
  readonly log: Log;
  readonly text: GraphText;
  readonly backupBounds?: BackupBounds;
  readonly journalBounds?: JournalBounds;
  readonly promptBytesMax?: number;
}

/** The names of one graph's files. */
export interface GraphPaths {
  readonly folder: string;
  /** `user` or `graph`. */
  readonly stem: string;
  readonly primary: string;
  readonly previous: string;
  readonly journal: string;
  readonly backups: string;
}

/** The files of a graph called `stem` in a folder. */
export function graphPaths(folder: string, stem: string): GraphPaths {
  return {
    folder,
    stem,
    primary: path.join(folder, `${stem}.json`),
    previous: path.join(folder, `${stem}.prev`),
    journal: path.join(folder, `${stem}.journal`),
    backups: path.join(folder, 'backups'),
  };
}

/** Dated generations of a graph, oldest first. */
export async function listBackups(disk: StoreDisk, paths: GraphPaths): Promise<Backup[]> {
  const backups: Backup[] = [];
  for (const name of await namesIn(disk, paths.backups)) {
    const timeMs = backupTime(paths.stem, name);
    if (timeMs === undefined) continue;
    const stamp = await stampIfThere(disk, path.join(paths.backups, name));
    if (stamp !== undefined) backups.push({ name, timeMs, bytes: stamp.size });
  }
  return backups;
}

export class GraphFile {
  readonly paths: GraphPaths;
  readonly journal: Journal;
  readonly #tools: FileTools;
  /** The file in place as this process knows it; what differs was put there by somebody else. */
  #stamp: DiskStamp | undefined;
  /** Whether the file in place is good, and so worth keeping when it is replaced. */
  #isGood = false;
  #hasFolder = false;

  constructor(paths: GraphPaths, tools: FileTools) {
    this.paths = paths;
    this.#tools = tools;
    const { disk, clock, journalBounds = JOURNAL_BOUNDS } = tools;
    this.journal = new Journal(paths.journal, disk, clock, journalBounds);
  }

  /** Notes which file is in place, after it was read. */
  know(stamp: DiskStamp | undefined): void {
    this.#stamp = stamp;
    this.#isGood = stamp !== undefined;
    removeStaleTemporaries(this.paths.primary, this.#tools.clock);
  }

  /** Whether writing the file costs so little that the answer can wait for it. */
  get isPrompt(): boolean {
    const { promptBytesMax = PROMPT_BYTES_MAX } = this.#tools;
    return (this.#stamp?.size ?? 0) <= promptBytesMax;
  }

  /** Resolves when the records are in the journal. After a failure the same are given again, with what came after. */
  async append(records: readonly JournalRecord[]): Promise<void> {
    await this.#ensureFolder();
    await this.journal.append(records);
  }

  /** Resolves when the graph is in its file. `n` is the number of its last record, which is in the journal. */
  async write(graph: MemoryGraph, n: number): Promise<void> {
    const { disk, text } = this.#tools;
    await this.#ensureFolder();
    await this.#keepOld();
    await writeFileAtomic(this.paths.primary, text.chunks(graph, n), { mode: FILE_MODE, disk });
    this.#stamp = await stampIfThere(disk, this.paths.primary);
    this.#isGood = true;
    await this.#tidy(() => this.journal.markSaved(n));
    await this.#tidy(() => this.journal.shrink());
  }

  async #ensureFolder(): Promise<void> {
    if (!this.#hasFolder) await makeFolder(this.#tools.disk, this.paths.folder);
    this.#hasFolder = true;
  }

  /** Makes the file in place a generation before it is replaced. That a backup fails is told, and stops no save. */
  async #keepOld(): Promise<void> {
    const { disk, clock } = this.#tools;
    const { primary, previous } = this.paths;
    const stamp = await stampIfThere(disk, primary);
    if (stamp === undefined) return;
    if (!isSameStamp(stamp, this.#stamp)) {
      const name = backupName(this.paths.stem, clock.now(), 'replaced');
      this.#tools.log.warn(`${primary} was changed by somebody else: that state is kept as backups/${name}`);
      // Not tidying: without the copy what somebody else wrote would be gone.
      await this.#copyToBackups(name);
      this.#stamp = stamp;
      return;
    }
    if (!this.#isGood) return;
    await this.#tidy(() => this.#keepDated());
    await this.#tidy(() => keepAs(disk, primary, previous));
  }

  async #keepDated(): Promise<void> {
    const { disk, clock, backupBounds = BACKUP_BOUNDS } = this.#tools;
    const backups = await listBackups(disk, this.paths);
    if (!isBackupDue(backups, clock.now(), backupBounds)) return;
    await this.#copyToBackups(backupName(this.paths.stem, clock.now()));
    for (const { name } of surplusBackups(await listBackups(disk, this.paths), backupBounds)) {
      await removeIfThere(disk, path.join(this.paths.backups, name));
    }
  }

  async #copyToBackups(name: string): Promise<void> {
    await makeFolder(this.#tools.disk, this.paths.backups);
    await copyDurably(this.#tools.disk, this.paths.primary, path.join(this.paths.backups, name));
  }

  async #tidy(act: () => Promise<void>): Promise<void> {
    try {
      await act();
    } catch (error) {
      this.#tools.log.warn(`${this.paths.primary} is saved, but not all around it: ${describeError(error)}`);
    }
  }
}
