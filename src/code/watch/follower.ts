/**
 * Follows a tree: gathers the watcher's hints, finds out what they mean, and has looked at what has to be: some files, or the
 * whole tree. Hints that come together are one run; a question that comes meanwhile has the run at once and waits for it.
 *
 * Why a question then need not look at the tree: on Linux the system queues an event while the file is being written, so all
 * that was saved before a question was asked stands in the queue before the question can be read, and two turns of the event
 * loop take it out. Elsewhere events come later than that (`isPrompt`), and who must be sure has to look. A queue that ran over
 * loses events unsaid, but not without thousands before it: so many hints at once are a look at the whole tree.
 *
 * It knows no graph and no queue of runs; what it needs of them it is given.
 */
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { type Clock, systemClock } from '../../kernel/clock.js';
import { kindAt, type Location, remoteDisk } from '../../kernel/disk.js';
import { folderOf, inFolder, ROOT } from '../../kernel/paths.js';
import { withPatience } from '../../kernel/patience.js';
import type { DocumentScan } from '../documents/which.js';
import { locate } from '../odd-names.js';
import type { Scan } from '../scan.js';
import { isSettingsFile, type KnownTree, type Meaning, mayBecomeOfUse, meaningOf } from './hints.js';
import { TreeWatcher, type WatcherOptions } from './tree-watcher.js';

/** The project that is followed. */
export interface Followed {
  readonly root: string;
  /** The last look at the whole tree; absent before the first. */
  scan(): Scan | undefined;
  /** What that look has found of documents. */
  documents(): DocumentScan | undefined;
  isIndexed(path: string): boolean;
  /** Paths that something is said of, indexed or not. */
  troubledPaths(): ReadonlySet<string>;
  /** Brings the graph in line with these files, or with the whole tree; resolves when that is done. */
  run(paths: readonly string[] | undefined): Promise<void>;
  /** A settings file has changed that is read at the next start only. */
  settingsChanged(path: string): void;
}

/** How the tree is followed. `polling`: it is looked at when a question comes, for that reason. */
export type Following =
  | { readonly kind: 'starting' }
  | { readonly kind: 'watching'; readonly folders: number }
  | { readonly kind: 'polling'; readonly reason: string };

/** A person saves a few files at once, and waits for what comes of it. */
const FEW_HINTS = 20;
const FEW_QUIET_MS = 30;
/** A formatter or a switch of branches takes longer between two files, and nobody waits. */
const MANY_QUIET_MS = 250;
/** Files that are written all the time must not keep the others from being seen. */
const GATHER_MAX_MS = 5000;
/** More than this and a look at the whole tree is cheaper than one at each; a queue that ran over has had many more. */
const HINTS_MAX = 500;
/** New folders in new folders: each round is a look. What then still comes has hints of its own. */
const ROUNDS_MAX = 5;

export class Follower {
  readonly #project: Followed;
  readonly #clock: Clock;
  readonly #watcher: TreeWatcher;
  #state: Following = { kind: 'starting' };
  readonly #pending = new Set<string>();
  /** Something came that no path can be told of. */
  #isTreePending = false;
  /** Somebody wants the whole tree to be looked at, whatever was heard. */
  #isLookDue = false;
  /** What was heard of is being taken in. */
  #isHearing = false;
  #pendingSince: number | undefined;
  #lastHintAt = 0;
  #timer: NodeJS.Timeout | undefined;
  #work: Promise<void> = Promise.resolve();
  /** What a look did not take up, and what it was: ignored files that are written again and again cost one look. */
  readonly #leftOut = new Map<string, ReturnType<typeof kindAt>>();
  #started: Promise<void> | undefined;
  #isClosed = false;

  constructor(project: Followed, clock: Clock = systemClock, options: WatcherOptions = {}) {
    this.#project = project;
    this.#clock = clock;
    this.#watcher = new TreeWatcher(
      { hint: (folder, name) => this.#take(folder, name), failed: (reason) => this.#poll(reason) },
      options,
    );
  }

  get state(): Following {
    return this.#state;
  }

  /** Whether all changes are heard of; a root that is gone is not heard coming back. */
  get isWatching(): boolean {
    return this.#state.kind === 'watching' && this.#watcher.has(ROOT);
  }

  /** Whether what was saved before a question is heard of before the question. */
  get isPrompt(): boolean {
    return this.isWatching && process.platform === 'linux';
  }

  /** Begins to watch, if it has not; resolves when it does, or has given up. Never rejects. */
  start(): Promise<void> {
    this.#started ??= this.#start();
    return this.#started;
  }

  async #start(): Promise<void> {
    const disk = this.#remoteDisk();
    if (disk !== undefined) return this.#poll(`changes on a disk of the kind ${disk} may go unseen`);
    try {
      await this.#watch();
      // What happened between the last look and the first watch was not heard of.
      await this.look();
      if (this.#state.kind === 'starting' && !this.#isClosed) this.#note();
    } catch (error) {
      this.#poll(error instanceof Error ? error.message : String(error));
    }
  }

  /** Looks at the whole tree, and watches what is new in it; resolves when that is done. Never rejects. */
  look(): Promise<void> {
    this.#isLookDue = true;
    return this.#handleSoon();
  }

  /**
   * Resolves when what was heard of before now is in the graph, or the time is over, with whether it is. A mere look is not
   * waited for.
   */
  async settle(signal: AbortSignal, maxWaitMs: number): Promise<boolean> {
    await hear();
    if (this.#pending.size > 0 || this.#isTreePending) void this.#handleSoon();
    else if (!this.#isHearing) return true;
    return await withPatience(this.#work, { maxWaitMs, signal });
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#watcher.close();
  }

  #remoteDisk(): string | undefined {
    const { root } = this.#project;
    const sourceDirs = this.#project.scan()?.sourceDirs ?? [];
    const places = [root, ...sourceDirs.map((folder) => String(locate(root, folder)))];
    return places.map(remoteDisk).find((disk) => disk !== undefined);
  }

  #take(folder: string, name: string | undefined): void {
    if (path.isAbsolute(folder) && !this.#isPattern(folder, name)) return;
    if (name === undefined || this.#pending.size >= HINTS_MAX) this.#isTreePending = true;
    else this.#pending.add(inFolder(folder, name));
    this.#lastHintAt = this.#clock.elapsed();
    this.#pendingSince ??= this.#lastHintAt;
    this.#timer ??= setTimeout(() => this.#handleWhenQuiet(), FEW_QUIET_MS).unref();
  }

  /** Whether it is one of the few files around the root that count; others lie there too. */
  #isPattern(folder: string, name: string | undefined): boolean {
    const around = this.#project.scan()?.patternsAround ?? [];
    return around.some((file) => file.folder === folder && (name === undefined || file.name === name));
  }

  #handleWhenQuiet(): void {
    const now = this.#clock.elapsed();
    const quietMs = this.#pending.size > FEW_HINTS || this.#isTreePending ? MANY_QUIET_MS : FEW_QUIET_MS;
    const dueAt = Math.min(this.#lastHintAt + quietMs, (this.#pendingSince ?? now) + GATHER_MAX_MS);
    if (now >= dueAt) void this.#handleSoon();
    else this.#timer = setTimeout(() => this.#handleWhenQuiet(), dueAt - now).unref();
  }

  /** Handles what is pending when what goes on has ended. Never rejects. */
  #handleSoon(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#work = this.#work.then(() => this.#handle());
    return this.#work;
  }

  async #handle(): Promise<void> {
    if (this.#isClosed || this.#state.kind === 'polling') return;
    const paths = [...this.#pending];
    let meaning: Meaning = this.#isTreePending || this.#isLookDue ? 'tree' : 'nothing';
    this.#isHearing = paths.length > 0 || this.#isTreePending;
    this.#pending.clear();
    this.#isTreePending = false;
    this.#isLookDue = false;
    this.#pendingSince = undefined;
    const files: string[] = [];
    const tree = this.#known();
    for (const path of paths) {
      const ofPath = this.#meaningOf(path, tree);
      if (ofPath === 'file') files.push(path);
      if (ofPath === 'tree') meaning = 'tree';
    }
    try {
      if (meaning === 'tree') await this.#lookAround(paths);
      else if (files.length > 0) await this.#project.run(files);
    } catch {
      // Whoever ran it has told why; what was to be seen is still to be seen, with the next hint or question.
      this.#isTreePending = true;
    }
    this.#isHearing = false;
  }

  /** `undefined` before the tree was looked at. */
  #known(): KnownTree | undefined {
    const scan = this.#project.scan();
    if (scan === undefined) return undefined;
    const troubled = this.#project.troubledPaths();
    return {
      root: this.#project.root,
      scan,
      documents: this.#project.documents(),
      isIndexed: (path) => this.#project.isIndexed(path),
      isTroubled: (path) => troubled.has(path),
    };
  }

  #meaningOf(path: string, tree: KnownTree | undefined): Meaning {
    if (tree === undefined) return 'tree';
    if (isSettingsFile(path)) this.#leftOut.clear();
    if (path === 'kg-memory.toml') this.#project.settingsChanged(path);
    if (this.#isLeftOut(path)) return 'nothing';
    return meaningOf(path, tree);
  }

  /** As long as it is what it was: a folder in the place of a file may hold sources. */
  #isLeftOut(path: string): boolean {
    const kind = this.#leftOut.get(path);
    if (kind === undefined) return false;
    if (kindAt(locate(this.#project.root, path)) === kind) return true;
    this.#leftOut.delete(path);
    return false;
  }

  /** Looks at the whole tree, watches what is new in it, and looks again at what happened before that. */
  async #lookAround(hinted: readonly string[]): Promise<void> {
    for (let round = 0; round < ROUNDS_MAX && !this.#isClosed; round++) {
      await this.#project.run(undefined);
      if (!(await this.#watch())) break;
      if (this.#state.kind === 'polling') return;
    }
    await this.#leaveOut(hinted);
    if (this.isWatching) this.#note();
  }

  /** Watches what was gone through; resolves with whether any of it was not watched before. */
  async #watch(): Promise<boolean> {
    const scan = this.#project.scan();
    if (scan === undefined) return false;
    const { root } = this.#project;
    return await this.#watcher.follow(foldersToWatch(root, scan, this.#project.documents()));
  }

  async #leaveOut(hinted: readonly string[]): Promise<void> {
    const tree = this.#known();
    if (tree === undefined) return;
    const left = hinted.flatMap((path) => {
      const isTaken = tree.isIndexed(path) || tree.scan.folders.has(path) || tree.isTroubled(path);
      if (isTaken || mayBecomeOfUse(path, tree)) return [];
      const kind = kindAt(locate(tree.root, path));
      return kind === undefined ? [] : [{ path, kind }];
    });
    // What came after the look and before this is heard of: it was not seen by a look.
    await hear();
    if (this.#isTreePending) return;
    for (const { path, kind } of left) if (!this.#pending.has(path)) this.#leftOut.set(path, kind);
  }

  #note(): void {
    this.#state = { kind: 'watching', folders: this.#watcher.size };
  }

  #poll(reason: string): void {
    this.#state = { kind: 'polling', reason };
    this.#watcher.close();
  }
}

/** Takes out what the system's queue holds: the events of a turn are told in it, what they led to in the next. */
async function hear(): Promise<void> {
  await setImmediate();
  await setImmediate();
}

/**
 * What was gone through, what was left out for something that may come or go in it, the folders of documents and of files that
 * a link leads to, and those around the root that hold patterns.
 */
function foldersToWatch(
  root: string,
  scan: Scan,
  documents: DocumentScan | undefined,
): ReadonlyMap<string, Location> {
  const folders = new Map([...scan.closed, ...scan.folders]);
  const add = (folder: string, location: Location): void => {
    if (!folders.has(folder)) folders.set(folder, location);
  };
  for (const { target } of scan.links) add(folderOf(target), locate(root, folderOf(target)));
  for (const [folder, location] of documents?.folders ?? []) add(folder, location);
  for (const path of documents?.instructions ?? []) add(folderOf(path), locate(root, folderOf(path)));
  for (const { folder } of scan.patternsAround) folders.set(folder, folder);
  return folders;
}
