/**
 * The agent memory of one folder, as its faces know it: operations are applied to it, graphs on the disk are looked through,
 * what happened is told and taken back. Whoever was answered has lost nothing, whatever happens next.
 *
 * It says which parts do what: `operation-runner.ts` applies and saves, `maintenance.ts` looks after what nobody asks for. It
 * renders nothing, knows no protocol, and starts no timer unless it is told to.
 */
import { KgError } from '../../kernel/errors.js';
import type { GraphName, MemoryGraph, MemoryState } from '../model.js';
import type { Change, Operation } from '../operations.js';
import type { ResultOf } from '../results.js';
import { type HistoryEntry, type HistoryQuery, historyOf } from './history.js';
import { Maintenance } from './maintenance.js';
import { openParts, type StoreOptions, type StoreParts } from './open-parts.js';
import { type EventListener, OperationRunner } from './operation-runner.js';
import { LOADED_PROJECTS_MAX } from './shelf.js';
import { NO_TOOL_EVENTS, type ToolEvents } from './tool-events.js';

export class MemoryStore {
  /** The folder, without links. */
  readonly root: string;
  readonly #options: StoreOptions;
  readonly #parts: StoreParts;
  readonly #runner: OperationRunner;
  readonly #maintenance: Maintenance;
  readonly #running = new Set<Promise<unknown>>();
  #isClosed = false;

  private constructor(options: StoreOptions, parts: StoreParts) {
    this.root = parts.root;
    this.#options = options;
    this.#parts = parts;
    this.#runner = new OperationRunner(parts, options);
    this.#maintenance = new Maintenance(parts, this.#runner, options.log);
    const { tickMs = 0 } = options;
    if (tickMs > 0) this.#maintenance.start(tickMs);
  }

  /**
   * Opens the memory in a folder. Rejects with a `KgError`: `io` when another process writes there (it is named) or the
   * disk refuses, `not-healthy` when a newer version wrote it.
   */
  static async open(options: StoreOptions): Promise<MemoryStore> {
    return new MemoryStore(options, await openParts(options));
  }

  /** The state as it is now: the user's graph, the projects in memory, the sessions. */
  state(): MemoryState {
    return this.#runner.state();
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
    return this.#runner.onEvents(listener);
  }

  /** The root that names the project of a folder everywhere; its graph is in memory afterwards. */
  async openProject(folder: string): Promise<string> {
    const { project } = await this.#parts.places.locate(folder);
    await this.#parts.shelf.load(project);
    return project;
  }

  /** One round of maintenance. */
  maintain(): Promise<void> {
    return this.#maintenance.run();
  }

  /** Calls `visit` with every graph on the disk, the user's first; those not in memory are read and let go. */
  async survey<Found>(
    visit: (name: GraphName, graph: MemoryGraph, events: ToolEvents) => Found,
  ): Promise<Found[]> {
    const { shelf, places } = this.#parts;
    const found = [visit({ level: 'user' }, shelf.user.graph, NO_TOOL_EVENTS)];
    for (const known of await places.list()) {
      if (known.project !== undefined && shelf.isBlank(known.project)) continue;
      const peeked = await shelf.peek(known);
      if (peeked === undefined) continue;
      const project = known.project ?? peeked.graph.projectPath ?? known.slug;
      found.push(visit({ level: 'project', project }, peeked.graph, peeked.events));
    }
    return found;
  }

  /** The roots of all projects with a memory, in order. */
  async projects(): Promise<string[]> {
    const { places, shelf } = this.#parts;
    return (await places.projects()).filter((project) => !shelf.isBlank(project));
  }

  /** What happened to a graph, newest first, as far as its journal reaches. */
  async history(name: GraphName, query: HistoryQuery = {}): Promise<HistoryEntry[]> {
    const shelf = await this.#graphOf(name);
    await shelf.save();
    return historyOf(name, (await shelf.file.journal.read()).records, query);
  }

  /** Takes back what operation `n` of a graph did, in other graphs, too, or what it did to one key of this graph. */
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
    const isWhole = key === undefined && entry.together !== undefined;
    const changes = isWhole ? await this.#changesOf(entry.together ?? '') : entry.changes;
    return await this.apply({ kind: 'undo', changes, ...asker });
  }

  /** What one operation changed in all graphs. */
  async #changesOf(together: string): Promise<Change[]> {
    const projects = await this.#parts.shelf.loadNaming(together);
    const names = projects.map((project): GraphName => ({ level: 'project', project }));
    const changes: Change[] = [];
    for (const name of [{ level: 'user' } as const, ...names]) {
      const entries = await this.history(name, { limit: Number.POSITIVE_INFINITY });
      const own = entries.filter((entry) => entry.together === together);
      changes.push(...own.flatMap((entry) => entry.changes));
    }
    return changes;
  }

  /** What was read and fetched in a project. */
  async toolEvents(project: string): Promise<ToolEvents> {
    return this.#parts.shelf.toolEvents(await this.openProject(project));
  }

  /** Changes what was read and fetched in a project; resolves when it is on the disk. */
  async updateToolEvents(project: string, change: (events: ToolEvents) => ToolEvents): Promise<void> {
    const { shelf } = this.#parts;
    const root = await this.openProject(project);
    await shelf.setToolEvents(root, change(shelf.toolEvents(root)));
  }

  /** Saves what is unsaved and gives the folder free. Operations that are running are waited for, new ones are refused. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await Promise.allSettled([...this.#running, this.#maintenance.end()]);
    try {
      await this.#runner.saveAll();
    } finally {
      this.#parts.lock.release();
    }
  }

  async #apply<O extends Operation>(asked: O): Promise<ResultOf<O>> {
    const operation = await this.#canonical(asked);
    return await this.#runner.run(operation, await this.#openWide(operation));
  }

  /** Opens the projects beyond the asker's own that an operation looks into, as far as memory allows. */
  async #openWide(operation: Operation): Promise<readonly string[]> {
    const { shelf } = this.#parts;
    const id = this.#options.domain.idCarried(operation);
    if (id !== undefined) return await shelf.loadNaming(id);
    if (operation.kind !== 'search') return [];
    if (operation.session !== undefined || operation.project !== undefined) return [];
    const projects = (await this.projects()).slice(0, this.#options.projectsMax ?? LOADED_PROJECTS_MAX);
    const isOpen = await Promise.all(projects.map((project) => shelf.loadQuietly(project)));
    return projects.filter((_, at) => isOpen[at]);
  }

  /** The operation with the root that names its project everywhere. */
  async #canonical<O extends Operation>(operation: O): Promise<O> {
    if (!('project' in operation) || typeof operation.project !== 'string') return operation;
    return { ...operation, project: await this.openProject(operation.project) };
  }

  async #graphOf(name: GraphName) {
    if (name.level === 'user') return this.#parts.shelf.user;
    const project = await this.openProject(name.project);
    const shelf = this.#parts.shelf.get({ level: 'project', project });
    if (shelf === undefined) throw new KgError('not-found', `no memory of ${name.project} is open`);
    return shelf;
  }
}

function closedError(): KgError {
  return new KgError('cancelled', 'the memory is being closed', { hint: 'Start the server again.' });
}
