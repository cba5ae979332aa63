/**
 * Graphs that come to rest: a large one that nothing has compacted since it was loaded is compacted in steps before it is
 * changed, so that no write has to do it in one go. Whoever changes the graph waits; whoever reads it does not.
 *
 * It saves nothing: what moved goes with the change that waited for it, or with the next round of maintenance.
 */
import { setImmediate } from 'node:timers/promises';
import { runInSlices } from '../../kernel/slices.js';
import type { GraphName, MemoryState } from '../model.js';
import type { Context, MemoryEvent } from '../outcome.js';
import type { CompactionReport } from '../results.js';
import { NOTHING_COMPACTED } from '../work.js';
import type { Domain } from './domain.js';
import type { Shelf } from './shelf.js';
import type { ShelfGraph } from './shelf-graph.js';

export interface RestOptions {
  readonly shelf: Shelf;
  readonly domain: Domain;
  readonly state: () => MemoryState;
  readonly context: () => Context;
}

/** A smaller graph is compacted with the write that asks for it, in a few milliseconds. */
const SMALL_NODES = 300;

export class GraphRest {
  readonly #options: RestOptions;
  /** Graphs that have come to rest since they were loaded, and those that are about to. */
  readonly #rested = new WeakSet<ShelfGraph>();
  readonly #resting = new WeakMap<ShelfGraph, Promise<CompactionReport>>();
  #events: readonly MemoryEvent[] = [];

  constructor(options: RestOptions) {
    this.#options = options;
  }

  /** Whether a graph has to come to rest before it is changed. */
  isRestless(graph: ShelfGraph): boolean {
    return !this.#rested.has(graph) && graph.graph.nodes.size > SMALL_NODES;
  }

  /** Resolves when a graph is at rest; at once when it is. */
  async bring(name: GraphName): Promise<void> {
    const graph = this.#options.shelf.get(name);
    if (graph !== undefined && this.isRestless(graph)) await this.#rest(name, graph);
  }

  /** Brings a graph to rest in which much has changed, and tells what moved. */
  async again(name: GraphName, graph: ShelfGraph): Promise<CompactionReport> {
    this.#rested.delete(graph);
    return await this.#rest(name, graph);
  }

  /** What moved since the last call, to be told. */
  takeEvents(): readonly MemoryEvent[] {
    const events = this.#events;
    this.#events = [];
    return events;
  }

  #rest(name: GraphName, graph: ShelfGraph): Promise<CompactionReport> {
    const resting = this.#resting.get(graph) ?? this.#compact(name, graph);
    this.#resting.set(graph, resting);
    return resting.finally(() => this.#resting.delete(graph));
  }

  async #compact(name: GraphName, graph: ShelfGraph): Promise<CompactionReport> {
    const { domain, state, context } = this.#options;
    const before = graph.graph;
    const now = context();
    const outcome = await runInSlices(domain.comeToRest(partOf(state(), name), name, now));
    await setImmediate();
    this.#rested.add(graph);
    const { user, projects } = outcome.state;
    const after = name.level === 'user' ? user : projects.get(name.project);
    // Whoever changed it meanwhile compacted it, too.
    if (after === undefined || graph.graph !== before) return NOTHING_COMPACTED;
    if (after !== before) graph.set(after, { ts: now.now, session: null, op: 'maintain' });
    this.#events = [...this.#events, ...outcome.events];
    await setImmediate();
    return outcome.result.reports[0]?.report ?? NOTHING_COMPACTED;
  }
}

/** A state in which one graph is all there is. */
export function partOf(state: MemoryState, name: GraphName): MemoryState {
  const project = name.level === 'project' ? state.projects.get(name.project) : undefined;
  const isProject = name.level === 'project' && project !== undefined;
  return { ...state, projects: isProject ? new Map([[name.project, project]]) : new Map() };
}
