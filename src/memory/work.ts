/**
 * One operation at work: the drafts it opened, the sessions it changed, what it will tell. It hides which graph a level is
 * for an asker, and runs compaction on what was written before the outcome is made. Handlers (`operations/`) hold the rules.
 */

import { runToEnd } from '../kernel/run-to-end.js';
import { compactInSteps, type RunReport } from './compact.js';
import { type Author, GraphDraft } from './draft.js';
import { MemoryError } from './errors.js';
import {
  type GraphName,
  graphKey,
  type Level,
  type MemoryGraph,
  type MemoryState,
  type Session,
} from './model.js';
import type { Asker } from './operations.js';
import type { Context, MemoryEvent, Outcome } from './outcome.js';
import type { CompactionReport } from './results.js';

/** Who asks, found: a known session or none, and the project or none. */
export interface Who {
  readonly session: string | null;
  readonly project?: string;
}

// `Omit` would forget that an event is one of several.
type WithoutOrigin<E> = E extends MemoryEvent ? Omit<E, 'level' | 'project' | 'session'> : never;

export const NOTHING_COMPACTED: CompactionReport = { archived: [], restored: [], orphaned: [], deleted: [] };

/** The state in the course of one operation. */
export class Work {
  readonly context: Context;
  readonly #state: MemoryState;
  readonly #drafts = new Map<string, { readonly name: GraphName; readonly draft: GraphDraft }>();
  readonly #spared = new Map<GraphDraft, Set<string>>();
  #sessions: Map<string, Session> | undefined;
  #mustSaveSessions = false;
  readonly #events: MemoryEvent[] = [];

  constructor(state: MemoryState, context: Context) {
    this.#state = state;
    this.context = context;
  }

  get sessions(): ReadonlyMap<string, Session> {
    return this.#sessions ?? this.#state.sessions;
  }

  get loadedProjects(): readonly string[] {
    return [...this.#state.projects.keys()];
  }

  /** Finds the asker and counts the call; an unknown session without a project is refused. */
  openAsker({ session: id, project }: Asker): Who {
    const session = id === undefined ? undefined : this.sessions.get(id);
    if (id === undefined || session === undefined) {
      if (id !== undefined && project === undefined) throw unknownSession(id);
      return { session: null, ...(project === undefined ? {} : { project }) };
    }
    this.setSession(id, { ...session, last_activity: this.context.now, op_count: session.op_count + 1 });
    const own = project ?? session.project_path;
    return { session: id, ...(own === null ? {} : { project: own }) };
  }

  /** Replaces a session; `mustSave` when the answer has to wait for the disk. */
  setSession(id: string, session: Session, mustSave = false): void {
    this.#sessions ??= new Map(this.#state.sessions);
    this.#sessions.set(id, session);
    this.#mustSaveSessions ||= mustSave;
  }

  deleteSession(id: string): void {
    this.#sessions ??= new Map(this.#state.sessions);
    this.#sessions.delete(id);
    this.#mustSaveSessions = true;
  }

  author({ session }: Who): Author {
    return { now: this.context.now, session };
  }

  /** The name of an asker's graph of a level; the project's is refused to whoever has none. */
  nameOf(level: Level, { project }: Who): GraphName {
    if (level === 'user') return { level };
    if (project === undefined)
      throw new MemoryError(
        'no-project',
        'nothing says which project, so there is no project level',
        'Name the project folder (cwd, by REST project_path), or use the session_id that kg_read with cwd returns.',
      );
    return { level, project };
  }

  /** The names of all graphs of an asker, the user's first. */
  namesOf(who: Who): GraphName[] {
    const user: GraphName = { level: 'user' };
    return who.project === undefined ? [user] : [user, { level: 'project', project: who.project }];
  }

  /** A graph to read, with what this operation wrote. */
  graph(name: GraphName): MemoryGraph {
    return this.#drafts.get(graphKey(name))?.draft.graph ?? this.#base(name);
  }

  isLoaded(name: GraphName): boolean {
    return name.level === 'user' || this.#state.projects.has(name.project);
  }

  /** A graph to write. */
  draft(name: GraphName): GraphDraft {
    const open = this.#drafts.get(graphKey(name));
    if (open !== undefined) return open.draft;
    const draft = new GraphDraft(this.#base(name));
    this.#drafts.set(graphKey(name), { name, draft });
    return draft;
  }

  /** Keeps compaction in this operation from taking a node further away. */
  spare(name: GraphName, id: string): void {
    const draft = this.draft(name);
    const ids = this.#spared.get(draft) ?? new Set();
    this.#spared.set(draft, ids.add(id));
  }

  tell(name: GraphName, who: Who, event: WithoutOrigin<MemoryEvent>): void {
    const project = name.level === 'project' ? { project: name.project } : {};
    this.#events.push({ ...event, level: name.level, ...project, session: who.session });
  }

  /** Compacts every graph that was written; the report of the first one named, or of all when none is. */
  settle(of?: GraphName): CompactionReport {
    let wanted = NOTHING_COMPACTED;
    for (const [key, { name, draft }] of this.#drafts) {
      if (!draft.hasChanged) continue;
      const { isStalled: _, ...report } = this.compactOne(name);
      if (of === undefined || graphKey(of) === key) wanted = joinReports(wanted, report);
    }
    return wanted;
  }

  /** One run over one graph, told to listeners when it moved anything. */
  compactOne(name: GraphName): RunReport {
    return runToEnd(this.compactInSteps(name));
  }

  /** The same in steps. */
  *compactInSteps(name: GraphName): Generator<void, RunReport> {
    const draft = this.draft(name);
    const report = yield* compactInSteps(draft, this.context, this.#spared.get(draft));
    const { isStalled: _, ...moves } = report;
    if (moves.archived.length + moves.restored.length + moves.orphaned.length > 0)
      this.tell(name, { session: null }, { type: 'compacted', ...moves });
    return report;
  }

  /** The outcome with its result; nothing must be written after it. */
  finish<R>(result: R): Omit<Outcome, 'result'> & { readonly result: R } {
    const written = [...this.#drafts.values()].filter(({ draft }) => draft.hasChanged);
    let { user, projects } = this.#state;
    for (const { name, draft } of written) {
      if (name.level === 'user') user = draft.finish();
      else projects = new Map(projects).set(name.project, draft.finish());
    }
    const hasChanged = written.length > 0 || this.#sessions !== undefined;
    return {
      state: hasChanged ? { user, projects, sessions: this.sessions } : this.#state,
      result,
      events: this.#events,
      saves: { graphs: written.map(({ name }) => name), sessions: this.#mustSaveSessions },
    };
  }

  #base(name: GraphName): MemoryGraph {
    const graph = name.level === 'user' ? this.#state.user : this.#state.projects.get(name.project);
    if (graph === undefined)
      throw new Error(`the graph of ${graphKey(name)} has to be loaded before an operation is applied`);
    return graph;
  }
}

/** The error for a session that is not known (any more). */
export function unknownSession(id: string): MemoryError {
  return new MemoryError(
    'unknown-session',
    `there is no session ${JSON.stringify(id.slice(0, 60))}`,
    'Call kg_read with cwd set to the project folder; it returns a session_id to use from then on.',
  );
}

/** Two reports as one. */
export function joinReports(a: CompactionReport, b: CompactionReport): CompactionReport {
  return {
    archived: [...a.archived, ...b.archived],
    restored: [...a.restored, ...b.restored],
    orphaned: [...a.orphaned, ...b.orphaned],
    deleted: [...a.deleted, ...b.deleted],
  };
}
