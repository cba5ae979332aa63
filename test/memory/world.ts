/**
 * A small world for tests of the memory: graphs from short lists, a state, and a hand that applies operations at times it
 * chooses. It invents no behaviour: everything goes through `apply`.
 */
import { apply } from '../../src/memory/apply.js';
import { buildGraph, emptyGraph } from '../../src/memory/build-graph.js';
import { DEFAULT_LIMITS, type Limits } from '../../src/memory/limits.js';
import type { MemoryEdge, MemoryGraph, MemoryNode, MemoryState, Version } from '../../src/memory/model.js';
import type { Change, Operation } from '../../src/memory/operations.js';
import type { Context, Outcome } from '../../src/memory/outcome.js';
import type { ResultOf } from '../../src/memory/results.js';
import { historyOf } from '../../src/memory/store/history.js';
import { recordOf } from '../../src/memory/store/journal-record.js';

export const DAY = 86_400;
/** A moment in 2026, at noon UTC, so that a few hours stay within a day. */
export const NOON = 1_780_315_200;
export const SHIPYARD = '/home/mira/shipyard';

/** An edge from `from rel to`. */
export function edge(text: string): MemoryEdge {
  const [from = '', rel = '', to = ''] = text.split(' ');
  return { from, rel, to };
}

/** A node long past its grace. */
export function node(id: string, gist = `about ${id}`, more: Partial<MemoryNode> = {}): MemoryNode {
  return { id, gist, _created_ts: NOON - 100 * DAY, ...more };
}

/** A graph of these nodes and edges (`from rel to`). */
export function graph(
  nodes: readonly MemoryNode[],
  edges: readonly string[] = [],
  versions: readonly [string, Version][] = [],
): MemoryGraph {
  return buildGraph(nodes, edges.map(edge), { versions: new Map(versions) });
}

/** A server's memory that tests write to; `now` moves by a second with every operation. */
export class World {
  state: MemoryState;
  now = NOON;
  limits: Limits;
  #sessions = 0;

  constructor(user: MemoryGraph = emptyGraph(), project = emptyGraph(SHIPYARD), limits = DEFAULT_LIMITS) {
    this.state = { user, projects: new Map([[SHIPYARD, project]]), sessions: new Map() };
    this.limits = limits;
  }

  get user(): MemoryGraph {
    return this.state.user;
  }

  get project(): MemoryGraph {
    return this.state.projects.get(SHIPYARD) ?? emptyGraph();
  }

  context(more: Partial<Context> = {}): Context {
    const freshSessionId = `5e55${String(this.#sessions).padStart(4, '0')}`;
    return { now: this.now, limits: this.limits, freshSessionId, ...more };
  }

  apply<O extends Operation>(operation: O, more: Partial<Context> = {}): Outcome<O> {
    this.now++;
    const outcome = apply(this.state, operation, this.context(more));
    if (outcome.state.sessions.size > this.state.sessions.size) this.#sessions++;
    this.state = outcome.state;
    return outcome;
  }

  do<O extends Operation>(operation: O, more: Partial<Context> = {}): ResultOf<O> {
    return this.apply(operation, more).result;
  }

  /** What has happened to the project's graph, as its history tells it. */
  changesSince(before: MemoryGraph): readonly Change[] {
    const record = recordOf(before, this.project, { n: 1, ts: this.now, session: null, op: 'since' });
    const records = record === undefined ? [] : [record];
    return historyOf({ level: 'project', project: SHIPYARD }, records).flatMap(({ changes }) => changes);
  }

  /** A new session in the shipyard. */
  session(): string {
    return this.do({ kind: 'register-session', project: SHIPYARD }).session;
  }

  put(session: string, id: string, gist = `about ${id}`, level: 'user' | 'project' = 'project') {
    return this.do({ kind: 'put-node', session, level, id, gist });
  }
}
