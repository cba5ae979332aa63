/**
 * Hears that something in a folder has changed: the one adapter to chokidar. It watches folders only, those that it is given,
 * and passes on the system's events as they come (`raw`): a folder and a name, which is a hint and no more. What a hint means
 * is for others to find out.
 *
 * Files are ignored by a test on the path alone, so that no file is watched: 20,000 files in 500 folders are 500 watches. Each
 * batch of folders has a watcher of its own, since chokidar tells once, when it is `ready`, that from now on nothing is missed.
 * A folder that was replaced by another of its name is told by its identity on the disk and watched anew: the system's watch
 * went away with the old one.
 */
import type { FSWatcher } from 'chokidar';
import { folderIdentity, type Location } from '../../kernel/disk.js';
import { systemErrorCode } from '../../kernel/errors.js';
import { runInSlices } from '../../kernel/slices.js';

/** Something may have changed: a name in a folder (as the system gives it), or anything in it. */
export interface TreeListener {
  /** `folder` as it was given, relative to the root. */
  hint(folder: string, name: string | undefined): void;
  /** No more is heard from now on. */
  failed(reason: string): void;
}

/** How a watcher is made; a test may listen in. */
export type MakeWatcher = typeof import('chokidar')['watch'];

/** Each is a watch of the system, which has 8,192 and more of them. */
const FOLDERS_MAX = 20_000;
/** Batches come one by one as folders are made; then all are watched by one again. */
const BATCHES_MAX = 24;

interface Watched {
  readonly location: string;
  readonly identity: string;
}

export class TreeWatcher {
  readonly #listener: TreeListener;
  readonly #given: MakeWatcher | undefined;
  /** By path relative to the root. */
  #folders = new Map<string, Watched>();
  /** Paths by where they lie, which is what events name. */
  readonly #paths = new Map<string, string>();
  readonly #batches: FSWatcher[] = [];
  #isClosed = false;

  constructor(listener: TreeListener, makeWatcher?: MakeWatcher) {
    this.#listener = listener;
    this.#given = makeWatcher;
  }

  /** How many folders are watched. */
  get size(): number {
    return this.#folders.size;
  }

  /**
   * Watches these folders and no others; resolves, when nothing in them is missed from now on, with whether any was not watched
   * before: what happened in those until now has to be looked for.
   */
  async follow(folders: ReadonlyMap<string, Location>): Promise<boolean> {
    const reason = reasonNotToWatch(folders);
    if (reason !== undefined) this.#fail(reason);
    const identified = await runInSlices(identify(folders));
    if (this.#isClosed) return false;
    const isMany = this.#batches.length >= BATCHES_MAX;
    for (const [path, watched] of this.#folders) {
      if (isMany || identified.get(path)?.identity !== watched.identity) this.#drop(path, watched);
    }
    if (isMany) this.#closeBatches();
    const fresh = [...identified].filter(([path]) => !this.#folders.has(path));
    if (fresh.length === 0) return false;
    for (const [path, watched] of fresh) {
      this.#folders.set(path, watched);
      this.#paths.set(watched.location, path);
    }
    await this.#watch(fresh.map(([, { location }]) => location));
    return true;
  }

  close(): void {
    this.#isClosed = true;
    this.#closeBatches();
    this.#folders = new Map();
    this.#paths.clear();
  }

  #drop(path: string, { location }: Watched): void {
    this.#folders.delete(path);
    this.#paths.delete(location);
    for (const batch of this.#batches) batch.unwatch(location);
  }

  #closeBatches(): void {
    for (const batch of this.#batches.splice(0)) void batch.close();
  }

  async #watch(locations: readonly string[]): Promise<void> {
    const makeWatcher = this.#given ?? (await import('chokidar')).watch;
    if (this.#isClosed) return;
    const wanted = new Set(locations.map(asChokidarWrites));
    const tops = locations.filter((location) => !wanted.has(asChokidarWrites(parentOf(location))));
    await new Promise<void>((resolve) => {
      const batch = makeWatcher(tops, {
        ignored: (location) => !wanted.has(location),
        ignoreInitial: true,
        // What cannot be listed has no files for us; the scan tells it.
        ignorePermissionErrors: true,
        followSymlinks: false,
        atomic: false,
      });
      this.#batches.push(batch);
      batch.on('raw', (_event, name, details) => this.#take(name, details));
      batch.on('error', (error) => {
        this.#fail(failureText(error));
        resolve();
      });
      batch.on('ready', resolve);
    });
  }

  #take(name: unknown, details: unknown): void {
    const location = (details as { watchedPath?: unknown } | undefined)?.watchedPath;
    const folder = typeof location === 'string' ? this.#paths.get(location) : undefined;
    if (folder !== undefined) this.#listener.hint(folder, typeof name === 'string' ? name : undefined);
  }

  #fail(reason: string): void {
    if (this.#isClosed) return;
    this.close();
    this.#listener.failed(reason);
  }
}

function* identify(folders: ReadonlyMap<string, Location>): Generator<undefined, Map<string, Watched>> {
  const identified = new Map<string, Watched>();
  for (const [path, location] of folders) {
    const identity = folderIdentity(location);
    // Its parent's hint is on the way.
    if (identity !== undefined) identified.set(path, { location: String(location), identity });
    yield undefined;
  }
  return identified;
}

function reasonNotToWatch(folders: ReadonlyMap<string, Location>): string | undefined {
  if (folders.size > FOLDERS_MAX) return `there are ${folders.size} folders, more than ${FOLDERS_MAX}`;
  for (const [path, location] of folders) {
    const isText = typeof location === 'string' && (process.platform === 'win32' || !location.includes('\\'));
    if (!isText) return `the name of the folder ${path} cannot be watched`;
  }
  return undefined;
}

function failureText(error: unknown): string {
  const code = systemErrorCode(error);
  if (code === 'ENOSPC') return 'the system has no more watches (ENOSPC; raise fs.inotify.max_user_watches)';
  if (code === 'EMFILE' || code === 'ENFILE') {
    return `the system has no more watchers or open files (${code}; raise fs.inotify.max_user_instances or ulimit -n)`;
  }
  return code ?? (error instanceof Error ? error.message : String(error));
}

/** The test on a path gets it with slashes. */
function asChokidarWrites(location: string): string {
  return location.replaceAll('\\', '/');
}

function parentOf(location: string): string {
  return location.slice(0, Math.max(location.lastIndexOf('/'), location.lastIndexOf('\\')));
}
