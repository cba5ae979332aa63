/**
 * What a store is made of, opened in the one order that is safe: the lock of the folder first, then the sessions, which know
 * projects, then the places of projects, then the graphs. When anything fails the lock is given free.
 */
import path from 'node:path';
import { type Clock, systemClock } from '../../kernel/clock.js';
import { realPathOf } from '../../kernel/disk.js';
import { KgError } from '../../kernel/errors.js';
import type { Log } from '../../kernel/log.js';
import type { Limits } from '../limits.js';
import type { BackupBounds } from './backups.js';
import { makeFolder, realStoreDisk, type StoreDisk } from './disk.js';
import type { Domain } from './domain.js';
import { GraphText } from './graph-text.js';
import type { JournalBounds } from './journal.js';
import { recoverPacts } from './pact.js';
import { ProjectPlaces } from './project-places.js';
import { SessionsShelf } from './sessions-shelf.js';
import { Shelf } from './shelf.js';
import { WriterLock } from './writer-lock.js';

export interface StoreOptions {
  /** The folder that holds everything; made when it is missing. */
  readonly root: string;
  readonly domain: Domain;
  readonly log: Log;
  readonly clock?: Clock;
  readonly disk?: StoreDisk;
  readonly limits?: Limits;
  /** The user's home directory, which is no project that others belong to; `''` for none. */
  readonly home?: string;
  /** How often maintenance runs by itself; 0 for never. */
  readonly tickMs?: number;
  /** Project graphs that may be in memory at once. */
  readonly projectsMax?: number;
  readonly backupBounds?: BackupBounds;
  readonly journalBounds?: JournalBounds;
  /** Files up to this size are in their place before the answer; larger ones follow their journal. */
  readonly promptBytesMax?: number;
}

/** What is open. */
export interface StoreParts {
  /** The folder, without links. */
  readonly root: string;
  readonly disk: StoreDisk;
  readonly clock: Clock;
  readonly lock: WriterLock;
  readonly places: ProjectPlaces;
  readonly shelf: Shelf;
  readonly sessions: SessionsShelf;
}

/**
 * Opens the memory in a folder. Rejects with a `KgError`: `io` when another process writes there (it is named) or the disk
 * refuses, `not-healthy` when a newer version wrote it.
 */
export async function openParts(options: StoreOptions): Promise<StoreParts> {
  const { log, clock = systemClock, disk = realStoreDisk } = options;
  if (!path.isAbsolute(options.root)) {
    throw new KgError('bad-argument', `the storage root ${options.root} is no absolute path`, {
      hint: 'Set KG_STORAGE_ROOT to an absolute path.',
    });
  }
  await makeFolder(disk, options.root);
  const root = realPathOf(options.root);
  const lock = new WriterLock(root, clock);
  try {
    const sessions = await SessionsShelf.open({ root, disk, clock, log, guard: lock });
    let shelf: Shelf | undefined;
    const places = new ProjectPlaces({
      root,
      disk,
      log,
      home: options.home ?? '',
      sessionProjects: () => sessions.projects(),
      beforeMove: async (project) => shelf?.forget(project),
    });
    const tools = { disk, clock, log, text: new GraphText(), ...boundsOf(options) };
    await recoverPacts(root, tools);
    const { projectsMax } = options;
    shelf = await Shelf.open({
      root,
      tools,
      places,
      guard: lock,
      ...(projectsMax !== undefined && { projectsMax }),
    });
    await sessions.locate(places, log);
    return { root, disk, clock, lock, places, shelf, sessions };
  } catch (error) {
    lock.release();
    throw error;
  }
}

function boundsOf({ backupBounds, journalBounds, promptBytesMax }: StoreOptions) {
  return {
    ...(backupBounds && { backupBounds }),
    ...(journalBounds && { journalBounds }),
    ...(promptBytesMax !== undefined && { promptBytesMax }),
  };
}
