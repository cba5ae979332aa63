/**
 * Applies operations to what is open, one at a time, and answers when what they changed is on the disk. An operation is
 * computed in one go and swaps the state in; others are computed upon it while it is being saved. A failed save is an error
 * to those who waited; the change stays in memory and goes with the next save, so the error says "not yet" and not "no".
 *
 * Before an operation that changes graphs, what it reaches is made ready: projects are loaded, and a large graph that nothing
 * has compacted since it was loaded comes to rest, in steps, so that a write computes in some milliseconds.
 */
import { randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { describeError, KgError } from '../../kernel/errors.js';
import { runInSlices } from '../../kernel/slices.js';
import { joinImports, splitImport } from '../import-parts.js';
import { DEFAULT_LIMITS } from '../limits.js';
import { type GraphName, graphKey, type MemoryState } from '../model.js';
import type { Import, Operation } from '../operations.js';
import type { Context, MemoryEvent, Outcome } from '../outcome.js';
import type { ResultOf, Results } from '../results.js';
import { NOTHING_COMPACTED } from '../work.js';
import { GraphRest, partOf } from './graph-rest.js';
import type { StoreOptions, StoreParts } from './open-parts.js';
import { Pact } from './pact.js';
import type { ShelfGraph } from './shelf-graph.js';

/** Called with what an operation changed, once that is saved. */
export type EventListener = (events: readonly MemoryEvent[]) => void;

/** What an operation swapped in and has to be on the disk before its answer. */
interface Pending {
  readonly shelves: readonly ShelfGraph[];
  readonly sessions: boolean;
  readonly events: readonly MemoryEvent[];
  readonly pact?: Pact;
}

/** What is shown of a level whose files were damaged: the newest few. */
const WARNINGS_MAX = 3;

export class OperationRunner {
  readonly #parts: StoreParts;
  readonly #options: StoreOptions;
  readonly #listeners = new Set<EventListener>();
  /** Events of changes whose save failed. */
  #lateEvents: readonly MemoryEvent[] = [];
  readonly #rest: GraphRest;
  /** Why the last save failed. */
  #unsavedWhy: string | undefined;

  constructor(parts: StoreParts, options: StoreOptions) {
    this.#parts = parts;
    this.#options = options;
    this.#rest = new GraphRest({
      shelf: parts.shelf,
      domain: options.domain,
      state: () => this.state(),
      context: () => this.#context(),
    });
  }

  /** What is in memory. */
  state(): MemoryState {
    const { shelf, sessions } = this.#parts;
    return { user: shelf.user.graph, projects: shelf.graphs(), sessions: sessions.sessions };
  }

  /** Has `listener` called after each operation that changed something; returns what ends that. */
  onEvents(listener: EventListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Applies an operation whose project is named by its root, with the projects in `wide` at hand. */
  async run<O extends Operation>(operation: O, wide: readonly string[]): Promise<ResultOf<O>> {
    // The answer to an import is that of its parts together.
    if (operation.kind === 'import' && operation.isPart !== true)
      return (await this.#import(operation)) as ResultOf<O>;
    const steps = this.#options.domain.prepare(this.state(), operation, this.#now());
    // What is added belongs to its kind.
    const ready = steps === undefined ? operation : ((await runInSlices(steps)) as O);
    const { result, pending } = await this.#compute(ready, wide);
    if (this.#options.domain.onlyAsks(operation)) await this.#finishAnswered(pending);
    else await this.#finish(pending);
    return result;
  }

  /** The periodic run over one graph and the sessions. */
  async maintainGraph(name: GraphName): Promise<void> {
    await this.#rest.bring(name);
    if (this.#parts.shelf.get(name) === undefined) return;
    const operation = { kind: 'maintain' } as const;
    const part = partOf(this.state(), name);
    await this.#finish(this.#swapIn(operation, this.#options.domain.apply(part, operation, this.#context())));
  }

  /** Saves everything that is not in its file; the first failure is told after all were tried. */
  async saveAll(): Promise<void> {
    const { shelf, sessions } = this.#parts;
    const saves = [...shelf.all()].filter(([, each]) => each.isDirty).map(([, each]) => each.flush());
    if (sessions.isDirty) saves.push(sessions.save());
    const failure = (await Promise.allSettled(saves)).find((save) => save.status === 'rejected');
    if (failure !== undefined) throw this.#noteFailure(failure.reason);
    this.#unsavedWhy = undefined;
    const late = this.#lateEvents;
    this.#lateEvents = [];
    this.#send(late);
  }

  async #import(operation: Import): Promise<Results['import']> {
    const results: Results['import'][] = [];
    const pending: Pending[] = [];
    for (const part of splitImport(operation)) {
      const one = await this.#compute(part, []);
      results.push(one.result);
      pending.push(one.pending);
      await setImmediate();
    }
    const written = new Set(pending.flatMap(({ shelves }) => shelves));
    const events = pending.flatMap((each) => each.events);
    const [project = ''] = this.#options.domain.projectsNeeded(this.state().sessions, operation);
    const name: GraphName = operation.level === 'user' ? { level: 'user' } : projectName(project);
    const target = this.#parts.shelf.get(name);
    let compaction = NOTHING_COMPACTED;
    if (target !== undefined) {
      compaction = await this.#rest.again(name, target);
      written.add(target);
    }
    const sessions = pending.some((each) => each.sessions);
    await this.#finish({ shelves: [...written], sessions, events });
    return { ...joinImports(results), compaction };
  }

  /** Makes ready what an operation reaches, computes it, and swaps in what it made. */
  async #compute<O extends Operation>(
    operation: O,
    wide: readonly string[],
  ): Promise<{ result: ResultOf<O>; pending: Pending }> {
    const { domain } = this.#options;
    const { shelf } = this.#parts;
    for (;;) {
      const state = this.state();
      const needed = new Set([...domain.projectsNeeded(state.sessions, operation), ...wide]);
      const preparing = this.#unready(operation, needed);
      if (preparing !== undefined) {
        await preparing;
        continue;
      }
      // Nothing waits from the look at the state to the swap, so operations follow each other whole.
      const outcome = domain.apply(state, operation, this.#context());
      const pending = this.#swapIn(operation, outcome);
      shelf.evict(needed);
      return { result: outcome.result, pending };
    }
  }

  /** Makes ready what an operation reaches; `undefined`, at once, when everything is. */
  #unready(operation: Operation, needed: ReadonlySet<string>): Promise<unknown> | undefined {
    const { domain } = this.#options;
    const { shelf } = this.#parts;
    const projects = [...needed];
    const missing = projects.filter((project) => shelf.get(projectName(project)) === undefined);
    if (missing.length > 0) return Promise.all(missing.map((project) => shelf.load(project)));
    if (!domain.changesGraphs(operation)) return undefined;
    const names: GraphName[] = [{ level: 'user' }, ...projects.map(projectName)];
    const graphs = names.flatMap((name) => shelf.get(name) ?? []);
    // Not for a part of an import: nodes whose edges are still to come would be archived as standing alone.
    const isPart = operation.kind === 'import' && operation.isPart === true;
    if (!isPart && graphs.some((each) => this.#rest.isRestless(each)))
      return Promise.all(names.map((name) => this.#rest.bring(name)));
    if (!domain.changesTogether(operation)) return undefined;
    // What changes together is finished from the journals alone, so each has to follow from its file.
    const loose = graphs.filter((each) => !each.isAnchored && each.graph.nodes.size > 0);
    return loose.length === 0 ? undefined : Promise.all(loose.map((each) => each.anchor()));
  }

  /** Swaps in what an operation made; what has to be on the disk before its answer. */
  #swapIn<O extends Operation>(operation: O, { state, events, saves }: Outcome<O>): Pending {
    const { shelf, sessions } = this.#parts;
    const isTogether = this.#options.domain.changesTogether(operation);
    const source = {
      ts: this.#now(),
      session: sessionOf(operation),
      op: operation.kind,
      ...(isTogether && { together: randomBytes(8).toString('hex') }),
    };
    const shelves: ShelfGraph[] = [];
    const recorded: ShelfGraph[] = [];
    for (const [name, each] of shelf.all()) {
      const graph = name.level === 'user' ? state.user : state.projects.get(name.project);
      if (graph === undefined) continue;
      if (graph !== each.graph && each.set(graph, source)) recorded.push(each);
      if (saves.graphs.some((saved) => graphKey(saved) === graphKey(name))) shelves.push(each);
    }
    sessions.sessions = state.sessions;
    const pending = { shelves, sessions: saves.sessions, events };
    return isTogether && recorded.length > 1 ? { ...pending, pact: this.#bind(recorded) } : pending;
  }

  /** Has what some graphs got now saved whole or not at all. */
  #bind(shelves: readonly ShelfGraph[]): Pact {
    const { root, disk } = this.#parts;
    const parts = shelves.map(({ file, unsaved }) => ({ journal: file.paths.journal, records: unsaved }));
    const pact = new Pact(root, disk, parts);
    for (const shelf of shelves) shelf.bind(pact);
    return pact;
  }

  async #finish({ shelves, sessions, events, pact }: Pending): Promise<void> {
    const saves = shelves.map((each) => each.save());
    if (sessions) saves.push(this.#parts.sessions.save());
    const failure = (await Promise.allSettled(saves)).find((save) => save.status === 'rejected');
    if (failure !== undefined) {
      this.#lateEvents = [...this.#lateEvents, ...events];
      throw unsaved(this.#noteFailure(failure.reason));
    }
    if (saves.length > 0) this.#unsavedWhy = undefined;
    await pact?.fulfil().catch((error: unknown) => this.#options.log.warn(describeError(error)));
    this.#send([...this.#rest.takeEvents(), ...events]);
  }

  /** A full disk keeps nobody from reading: the next read says that nothing can be saved. Who may not write may be behind. */
  async #finishAnswered(pending: Pending): Promise<void> {
    try {
      await this.#finish(pending);
    } catch (error) {
      if (error instanceof KgError && isForbidden(error.cause)) throw error;
      this.#options.log.warn(describeError(error));
    }
  }

  #noteFailure(reason: unknown): unknown {
    this.#unsavedWhy = reason instanceof Error ? reason.message : String(reason);
    return reason;
  }

  #warnings(graph: GraphName): readonly string[] {
    const notices = (this.#parts.shelf.get(graph)?.notices ?? []).slice(-WARNINGS_MAX);
    if (this.#unsavedWhy === undefined || graph.level !== 'user') return notices;
    return [`nothing can be saved: ${this.#unsavedWhy}`, ...notices];
  }

  #context(): Context {
    const { shelf } = this.#parts;
    return {
      now: this.#now(),
      limits: this.#options.limits ?? DEFAULT_LIMITS,
      freshSessionId: this.#freshSessionId(),
      eventTimes: (project) => [...shelf.toolEvents(project).events.values()].map((event) => event.last_ts),
      warnings: (graph) => this.#warnings(graph),
    };
  }

  #freshSessionId(): string {
    for (;;) {
      const id = randomBytes(4).toString('hex');
      if (!this.#parts.sessions.sessions.has(id)) return id;
    }
  }

  #now(): number {
    return this.#parts.clock.now() / 1000;
  }

  #send(events: readonly MemoryEvent[]): void {
    if (events.length === 0) return;
    for (const listener of this.#listeners) listener(events);
  }
}

function projectName(project: string): GraphName {
  return { level: 'project', project };
}

function sessionOf(operation: Operation): string | null {
  return 'session' in operation && typeof operation.session === 'string' ? operation.session : null;
}

const UNSAVED_HINT =
  'The change is kept in memory and saved with the next one, or within half a minute; free the disk, and do not stop the server before.';

/** Whether this process may write no more; the error then says what to do about that. */
function isForbidden(cause: unknown): cause is KgError {
  return cause instanceof KgError && cause.code === 'not-healthy';
}

function unsaved(cause: unknown): KgError {
  const mayNot = isForbidden(cause) ? cause.hint : undefined;
  const why = cause instanceof Error ? cause.message : String(cause);
  return new KgError('io', `not saved yet: ${why}`, { hint: mayNot ?? UNSAVED_HINT, cause });
}
