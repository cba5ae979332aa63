/**
 * The agent memory of one folder: it holds the state, applies operations to it one at a time, and answers when what they
 * changed is on the disk. Whoever was answered has lost nothing, whatever happens next.
 *
 * An operation is computed in one go and swaps the state in; others are computed upon it while it is being saved, and all
 * that wait for one file share its next save. A failed save is an error to those who waited; the change stays in memory and
 * goes with the next save, so the error says "not yet" and not "no". Events are sent when their change is saved.
 *
 * It renders nothing, knows no protocol, and starts no timer unless it is told to.
 */
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { type Clock, systemClock } from '../../kernel/clock.js';
import { realPathOf } from '../../kernel/disk.js';
import { describeError, KgError } from '../../kernel/errors.js';
import type { Log } from '../../kernel/log.js';
import { DEFAULT_LIMITS, type Limits } from '../limits.js';
import type { GraphName, MemoryGraph, MemoryState } from '../model.js';
import type { Context, MemoryEvent, Operation, Outcome, ResultOf } from '../operations.js';
import type { BackupBounds } from './backups.js';
import { makeFolder, realStoreDisk, type StoreDisk } from './disk.js';
import type { Domain } from './domain.js';
import { GraphText } from './graph-text.js';
import { type HistoryEntry, type HistoryQuery, historyOf } from './history.js';
import type { JournalBounds } from './journal.js';
import { ProjectPlaces } from './project-places.js';
import { SessionsShelf } from './sessions-shelf.js';
import { LOADED_PROJECTS_MAX, Shelf } from './shelf.js';
import type { ToolEvents } from './tool-events.js';
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

interface StoreParts {
  readonly root: string;
  readonly lock: WriterLock;
  readonly places: ProjectPlaces;
  readonly shelf: Shelf;
  readonly sessions: SessionsShelf;
}

/** Called with what an operation changed, once that is saved. */
export type EventListener = (events: readonly MemoryEvent[]) => void;

/** What is shown of a level whose files were damaged: the newest few. */
const WARNINGS_MAX = 3;
/** An unloaded project is looked after when it has not been for a day. */
const MAINTAIN_EVERY_MS = 24 * 60 * 60 * 1000;

export class MemoryStore {
  /** The folder, without links. */
  readonly root: string;
  readonly #options: StoreOptions;
  readonly #clock: Clock;
  readonly #lock: WriterLock;
  readonly #places: ProjectPlaces;
  readonly #shelf: Shelf;
  readonly #sessions: SessionsShelf;
  readonly #listeners = new Set<EventListener>();
  readonly #maintainedAt = new Map<string, number>();
  /** Events of changes whose save failed. */
  #lateEvents: readonly MemoryEvent[] = [];
  readonly #timer: NodeJS.Timeout | undefined;
  #ticking: Promise<void> | undefined;
  readonly #running = new Set<Promise<unknown>>();
  #isClosed = false;

  private constructor(options: StoreOptions, parts: StoreParts) {
    this.root = parts.root;
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#lock = parts.lock;
    this.#places = parts.places;
    this.#shelf = parts.shelf;
    this.#sessions = parts.sessions;
    const { tickMs = 0 } = options;
    if (tickMs > 0) this.#timer = setInterval(() => this.#tickQuietly(), tickMs).unref();
  }

  /**
   * Opens the memory in a folder. Rejects with a `KgError`: `io` when another process writes there (it is named) or the
   * disk refuses, `not-healthy` when a newer version wrote it.
   */
  static async open(options: StoreOptions): Promise<MemoryStore> {
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
      const { backupBounds, journalBounds, promptBytesMax } = options;
      const tools = {
        disk,
        clock,
        log,
        text: new GraphText(),
        ...(backupBounds && { backupBounds }),
        ...(journalBounds && { journalBounds }),
        ...(promptBytesMax !== undefined && { promptBytesMax }),
      };
      const { projectsMax } = options;
      shelf = await Shelf.open({
        root,
        tools,
        places,
        guard: lock,
        ...(projectsMax !== undefined && { projectsMax }),
      });
      await sessions.locate(places, log);
      return new MemoryStore(options, { root, lock, places, shelf, sessions });
    } catch (error) {
      lock.release();
      throw error;
    }
  }

  /** The state as it is now: the user's graph, the projects in memory, the sessions. */
  state(): MemoryState {
    return {
      user: this.#shelf.user.graph,
      projects: this.#shelf.graphs(),
      sessions: this.#sessions.sessions,
    };
  }

  /**
   * Applies an operation and resolves with its result when all it changed is on the disk. Rejects with a `MemoryError` when
   * it is refused (nothing has changed then), or with a `KgError` of code `io` when it could not be saved.
   */
  apply<O extends Operation>(operation: O): Promise<ResultOf<O>> {
    if (this.#isClosed) return Promise.reject(closedError());
    const running = this.#apply(operation);
    this.#running.add(running);
    const forget = () => this.#running.delete(running);
    running.then(forget, forget);
    return running;
  }

  /** Has `listener` called after each operation that changed something; returns what ends that. */
  onEvents(listener: EventListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The root that names the project of a folder everywhere; its graph is in memory afterwards. */
  async openProject(folder: string): Promise<string> {
    const { project } = await this.#places.locate(folder);
    await this.#shelf.load(project);
    return project;
  }

  /**
   * One round of maintenance: what is unsaved is tried again, the graphs in memory are compacted one by one, and one project
   * that nobody has opened for a day has its turn. The event loop has its own between two graphs.
   */
  async maintain(): Promise<void> {
    this.#lock.assertWritable();
    await this.#saveAll();
    await this.#openUnattended();
    for (const [name] of [...this.#shelf.all()]) {
      if (this.#isClosed) return;
      await this.#maintainGraph(name);
      await setImmediate();
    }
    this.#shelf.evict(new Set());
  }

  /** Calls `visit` with every graph on the disk, the user's first; those not in memory are read and let go. */
  async survey<Found>(
    visit: (name: GraphName, graph: MemoryGraph, events: ToolEvents) => Found,
  ): Promise<Found[]> {
    const user: GraphName = { level: 'user' };
    const found = [visit(user, this.#shelf.user.graph, noEvents())];
    for (const known of await this.#places.list()) {
      const peeked = await this.#shelf.peek(known);
      if (peeked === undefined) continue;
      const project = known.project ?? peeked.graph.projectPath ?? known.slug;
      found.push(visit({ level: 'project', project }, peeked.graph, peeked.events));
    }
    return found;
  }

  /** The roots of all projects with a memory on the disk, in order. */
  async projects(): Promise<string[]> {
    const known = await this.#places.list();
    return known.flatMap(({ project }) => project ?? []).sort();
  }

  /** What happened to a graph, newest first, as far as its journal reaches. */
  async history(name: GraphName, query: HistoryQuery = {}): Promise<HistoryEntry[]> {
    const shelf = await this.#graphOf(name);
    await shelf.save();
    return historyOf(name, (await shelf.file.journal.read()).records, query);
  }

  /** Takes back what operation `n` of a graph did, all of it or to one key. */
  async restore(
    name: GraphName,
    n: number,
    key?: string,
  ): Promise<ResultOf<Extract<Operation, { kind: 'undo' }>>> {
    const entries = await this.history(name, {
      limit: Number.POSITIVE_INFINITY,
      ...(key !== undefined && { key }),
    });
    const entry = entries.find((each) => each.n === n);
    if (entry === undefined) {
      const what = key === undefined ? `change ${n}` : `change ${n} of ${key}`;
      throw new KgError('not-found', `the history has no ${what}`, {
        hint: 'Look at the history for the numbers that can be taken back.',
      });
    }
    const asker = name.level === 'project' ? { project: name.project } : {};
    return await this.apply({ kind: 'undo', changes: entry.changes, ...asker });
  }

  /** What was read and fetched in a project. */
  async toolEvents(project: string): Promise<ToolEvents> {
    return this.#shelf.toolEvents(await this.openProject(project));
  }

  /** Changes what was read and fetched in a project; resolves when it is on the disk. */
  async updateToolEvents(project: string, change: (events: ToolEvents) => ToolEvents): Promise<void> {
    const root = await this.openProject(project);
    await this.#shelf.setToolEvents(root, change(this.#shelf.toolEvents(root)));
  }

  /** Saves what is unsaved and gives the folder free. Operations that are running are waited for, new ones are refused. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearInterval(this.#timer);
    await Promise.allSettled([...this.#running, this.#ticking]);
    try {
      await this.#saveAll();
    } finally {
      this.#lock.release();
    }
  }

  async #apply<O extends Operation>(asked: O): Promise<ResultOf<O>> {
    const operation = await this.#canonical(asked);
    const wide = await this.#openForWideSearch(operation);
    for (;;) {
      const state = this.state();
      const needed = this.#options.domain.projectsNeeded(state.sessions, operation);
      const missing = needed.filter((project) => !state.projects.has(project));
      // Nothing waits from the look at the state to the swap, so operations follow each other whole.
      if (missing.length === 0) return await this.#settle(operation, this.#compute(state, operation));
      for (const project of missing) await this.#shelf.load(project);
      this.#shelf.evict(new Set([...needed, ...wide]));
    }
  }

  /** A search that names no project looks into all of them, as far as memory allows. */
  async #openForWideSearch(operation: Operation): Promise<readonly string[]> {
    if (operation.kind !== 'search') return [];
    if (operation.session !== undefined || operation.project !== undefined) return [];
    const projects = (await this.projects()).slice(0, this.#options.projectsMax ?? LOADED_PROJECTS_MAX);
    for (const project of projects) await this.#loadQuietly(project);
    return projects;
  }

  /** For graphs that nobody asked for by name: that one of them cannot be read is told and stops nothing. */
  async #loadQuietly(project: string): Promise<void> {
    try {
      await this.#shelf.load(project);
    } catch (error) {
      this.#options.log.warn(describeError(error));
    }
  }

  #compute<O extends Operation>(state: MemoryState, operation: O): Outcome<O> {
    return this.#options.domain.apply(state, operation, this.#context());
  }

  /** Swaps in what an operation made, and waits for what has to be on the disk before the answer. */
  async #settle<O extends Operation>(operation: O, outcome: Outcome<O>): Promise<ResultOf<O>> {
    const { state, result, events, saves: asked } = outcome;
    const source = { ts: this.#now(), session: sessionOf(operation), op: operation.kind };
    const saves: Promise<void>[] = [];
    for (const [name, shelf] of this.#shelf.all()) {
      const graph = name.level === 'user' ? state.user : state.projects.get(name.project);
      if (graph === undefined) continue;
      if (graph !== shelf.graph) shelf.set(graph, source);
      if (asked.graphs.some((each) => isSameGraph(each, name))) saves.push(shelf.save());
    }
    this.#sessions.sessions = state.sessions;
    if (asked.sessions) saves.push(this.#sessions.save());
    const failures = (await Promise.allSettled(saves)).filter((save) => save.status === 'rejected');
    const [failure] = failures;
    if (failure !== undefined) {
      this.#lateEvents = [...this.#lateEvents, ...events];
      throw unsaved(failure.reason);
    }
    this.#send(events);
    return result;
  }

  /** The operation with the root that names its project everywhere. */
  async #canonical<O extends Operation>(operation: O): Promise<O> {
    if (!('project' in operation) || typeof operation.project !== 'string') return operation;
    return { ...operation, project: await this.openProject(operation.project) };
  }

  async #graphOf(name: GraphName) {
    if (name.level === 'user') return this.#shelf.user;
    const project = await this.openProject(name.project);
    const shelf = this.#shelf.get({ level: 'project', project });
    if (shelf === undefined) throw new KgError('not-found', `no memory of ${name.project} is open`);
    return shelf;
  }

  async #maintainGraph(name: GraphName): Promise<void> {
    const state = this.state();
    const project = name.level === 'project' ? state.projects.get(name.project) : undefined;
    if (name.level === 'project' && project === undefined) return;
    const part: MemoryState = {
      ...state,
      projects:
        name.level === 'project' && project !== undefined ? new Map([[name.project, project]]) : new Map(),
    };
    const operation = { kind: 'maintain' } as const;
    if (name.level === 'project') this.#maintainedAt.set(name.project, this.#clock.elapsed());
    await this.#settle(operation, this.#compute(part, operation));
  }

  /** Loads one project that has not been maintained for a day. */
  async #openUnattended(): Promise<void> {
    const since = this.#clock.elapsed() - MAINTAIN_EVERY_MS;
    for (const project of await this.projects()) {
      if (this.#shelf.get({ level: 'project', project }) !== undefined) continue;
      const maintainedAt = this.#maintainedAt.get(project);
      if (maintainedAt !== undefined && maintainedAt > since) continue;
      this.#maintainedAt.set(project, this.#clock.elapsed());
      await this.#loadQuietly(project);
      return;
    }
  }

  #context(): Context {
    return {
      now: this.#now(),
      limits: this.#options.limits ?? DEFAULT_LIMITS,
      freshSessionId: this.#freshSessionId(),
      eventTimes: (project) =>
        [...this.#shelf.toolEvents(project).events.values()].map((event) => event.last_ts),
      warnings: (graph) => (this.#shelf.get(graph)?.notices ?? []).slice(-WARNINGS_MAX),
    };
  }

  #freshSessionId(): string {
    for (;;) {
      const id = randomBytes(4).toString('hex');
      if (!this.#sessions.sessions.has(id)) return id;
    }
  }

  #now(): number {
    return this.#clock.now() / 1000;
  }

  /** Saves everything that is not on the disk; the first failure is told after all were tried. */
  async #saveAll(): Promise<void> {
    const saves = [...this.#shelf.all()]
      .filter(([, shelf]) => shelf.isDirty)
      .map(([, shelf]) => shelf.flush());
    if (this.#sessions.isDirty) saves.push(this.#sessions.save());
    const settled = await Promise.allSettled(saves);
    const failure = settled.find((save) => save.status === 'rejected');
    if (failure !== undefined) throw failure.reason;
    const late = this.#lateEvents;
    this.#lateEvents = [];
    this.#send(late);
  }

  #send(events: readonly MemoryEvent[]): void {
    if (events.length === 0) return;
    for (const listener of this.#listeners) listener(events);
  }

  /** A round that fails is told; the next one tries again. */
  #tickQuietly(): void {
    this.#ticking ??= this.maintain()
      .catch((error: unknown) => this.#options.log.error(`maintenance failed: ${describeError(error)}`))
      .finally(() => {
        this.#ticking = undefined;
      });
  }
}

function isSameGraph(a: GraphName, b: GraphName): boolean {
  if (a.level === 'user' || b.level === 'user') return a.level === b.level;
  return a.project === b.project;
}

function sessionOf(operation: Operation): string | null {
  return 'session' in operation && typeof operation.session === 'string' ? operation.session : null;
}

function noEvents(): ToolEvents {
  return { events: new Map(), throttle: new Map() };
}

function closedError(): KgError {
  return new KgError('cancelled', 'the memory is being closed', { hint: 'Start the server again.' });
}

function unsaved(cause: unknown): KgError {
  return new KgError('io', `not saved yet: ${cause instanceof Error ? cause.message : String(cause)}`, {
    hint: 'The change is kept in memory and saved with the next one, or within half a minute; free the disk, and do not stop the server before.',
    cause,
  });
}
