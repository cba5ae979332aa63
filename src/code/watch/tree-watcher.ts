/**
 * Hears that something in a folder has changed: the one adapter to the system's watches. It watches folders only, those that it
 * is given, and passes on events as they come: a folder and a name, which is a hint and no more. What a hint means is for others
 * to find out.
 *
 * A watch is in force when `fs.watch` returns, costs ten microseconds and a kilobyte, and needs no look at what lies in the
 * folder. On Linux each folder has one; macOS and Windows have one for the whole tree, and what comes from other folders is
 * dropped by its path. A folder that was replaced by another of its name is told by its identity on the disk and watched anew:
 * the system's watch went away with the old one.
 */
import type { FSWatcher } from 'node:fs';
import { watch } from 'node:fs';
import path from 'node:path';
import { folderIdentity, type Location } from '../../kernel/disk.js';
import { systemErrorCode } from '../../kernel/errors.js';
import { folderOf, lastPart, ROOT } from '../../kernel/paths.js';
import { runInSlices } from '../../kernel/slices.js';
import { escapeName } from '../odd-names.js';

/** Something may have changed: a name in a folder (as paths are written), or anything in it. */
export interface TreeListener {
  /** `folder` as it was given. */
  hint(folder: string, name: string | undefined): void;
  /** No more is heard from now on. */
  failed(reason: string): void;
}

/** How a folder is watched: `fs.watch`, or a test that listens in. */
export type WatchFolder = (
  folder: Location,
  options: { readonly persistent: boolean; readonly recursive: boolean },
  onEvent: (event: string, name: string | null) => void,
) => FSWatcher;

export interface WatcherOptions {
  /** Whether one watch hears of a whole tree; the system's way when absent. */
  readonly isRecursive?: boolean | undefined;
  readonly watchFolder?: WatchFolder | undefined;
}

/** Bytes that are no text come as U+FFFD: which name it was, nobody can tell. */
const UNREADABLE = '\ufffd';

interface Watched {
  readonly location: Location;
  /** `undefined` in a tree that one watch hears of. */
  readonly watcher: FSWatcher | undefined;
  readonly identity: string;
}

export class TreeWatcher {
  readonly #listener: TreeListener;
  readonly #isRecursive: boolean;
  readonly #watchFolder: WatchFolder;
  readonly #folders = new Map<string, Watched>();
  #isClosed = false;

  constructor(listener: TreeListener, options: WatcherOptions = {}) {
    this.#listener = listener;
    this.#isRecursive = options.isRecursive ?? ['darwin', 'win32'].includes(process.platform);
    this.#watchFolder = options.watchFolder ?? watch;
  }

  /** How many folders are watched. */
  get size(): number {
    return this.#folders.size;
  }

  /** Whether this folder is watched. */
  has(folder: string): boolean {
    return this.#folders.has(folder);
  }

  /**
   * Watches these folders and no others: paths relative to the root, or absolute ones for folders around it. Resolves, when
   * nothing in them is missed from now on, with whether any was not watched before: what happened in those until now has to be
   * looked for.
   */
  async follow(folders: ReadonlyMap<string, Location>): Promise<boolean> {
    for (const [folder, watched] of this.#folders) {
      if (!folders.has(folder)) this.#drop(folder, watched);
    }
    try {
      return await runInSlices(this.#followSteps(folders));
    } catch (error) {
      this.#fail(error);
      return false;
    }
  }

  close(): void {
    this.#isClosed = true;
    for (const [folder, watched] of this.#folders) this.#drop(folder, watched);
  }

  *#followSteps(folders: ReadonlyMap<string, Location>): Generator<undefined, boolean> {
    let hasNew = false;
    for (const [folder, location] of folders) {
      if (this.#isClosed) return false;
      const known = this.#folders.get(folder);
      // Asked before it is watched: one that is replaced in between is found out the next time.
      const identity = folderIdentity(location);
      if (known !== undefined && known.identity !== identity) this.#drop(folder, known);
      // What is gone has a hint in the folder around it.
      if (identity !== undefined && known?.identity !== identity) {
        if (this.#add(folder, location, identity)) hasNew = true;
      }
      yield undefined;
    }
    return hasNew;
  }

  #add(folder: string, location: Location, identity: string): boolean {
    const isTree = this.#isRecursive && folder === ROOT;
    const isAround = path.isAbsolute(folder) || folder === '..' || folder.startsWith('../');
    if (this.#isRecursive && !isTree && !isAround) {
      this.#folders.set(folder, { location, identity, watcher: undefined });
      return true;
    }
    const onEvent = isTree
      ? (_: string, name: string | null) => this.#takeFromTree(name)
      : (_: string, name: string | null) => this.#take(folder, name);
    try {
      const watcher = this.#watchFolder(location, { persistent: false, recursive: isTree }, onEvent);
      this.#folders.set(folder, { location, identity, watcher });
      watcher.on('error', (error) => this.#fail(error));
      return true;
    } catch (error) {
      // Vanished since, or not to be listed: then it has no files for us, and the scan tells why.
      if (['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM'].includes(systemErrorCode(error) ?? '')) return false;
      throw error;
    }
  }

  #drop(folder: string, { watcher }: Watched): void {
    this.#folders.delete(folder);
    watcher?.close();
  }

  #take(folder: string, name: string | null): void {
    const watched = this.#folders.get(folder);
    if (watched === undefined) return;
    const isNamed = name !== null && !name.includes(UNREADABLE) && !isItself(watched, name);
    this.#listener.hint(folder, isNamed ? escapeName(name) : undefined);
  }

  #takeFromTree(name: string | null): void {
    if (name === null || name.includes(UNREADABLE)) {
      this.#listener.hint(ROOT, undefined);
      return;
    }
    const place = name.split(path.sep).map(escapeName).join('/');
    const folder = folderOf(place);
    if (this.#folders.has(folder)) this.#listener.hint(folder, lastPart(place));
  }

  #fail(error: unknown): void {
    if (this.#isClosed) return;
    this.close();
    this.#listener.failed(failureText(error));
  }
}

/** What happens to a watched folder itself comes under its own name, as if it lay in itself. */
function isItself({ location, identity }: Watched, name: string): boolean {
  return (
    typeof location === 'string' && path.basename(location) === name && folderIdentity(location) !== identity
  );
}

function failureText(error: unknown): string {
  const code = systemErrorCode(error);
  if (code === 'ENOSPC') return 'the system has no more watches (ENOSPC; raise fs.inotify.max_user_watches)';
  if (code === 'EMFILE' || code === 'ENFILE') {
    return `the system has no more watchers or open files (${code}; raise fs.inotify.max_user_instances or ulimit -n)`;
  }
  return code ?? (error instanceof Error ? error.message : String(error));
}
