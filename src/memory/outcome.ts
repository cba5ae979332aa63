/**
 * What applying an operation takes beside the state, and what it gives. `apply` in `apply.ts` is pure: whoever holds the state
 * swaps the new one in, has `saves` on the disk, and only then answers and tells `events`. A save that fails takes nothing
 * back: the change is kept, said to be unsaved, and goes with the next one.
 */
import type { Limits } from './limits.js';
import type { GraphName, Level, MemoryEdge, MemoryNode, MemoryState } from './model.js';
import type { Operation } from './operations.js';
import type { CompactionReport, ResultOf } from './results.js';

/** What the outside tells an operation, so that it stays a function of values. */
export interface Context {
  /** Float seconds since the epoch. */
  readonly now: number;
  readonly limits: Limits;
  /** The id that a new session gets: 8 hex characters, not in use. */
  readonly freshSessionId: string;
  /** Last times of the project's tool events, which count as activity. */
  readonly eventTimes?: (project: string) => readonly number[];
  /** Lines of warning that a full read shows for a level whose file was damaged. */
  readonly warnings?: (graph: GraphName) => readonly string[];
}

/** What listeners are told. `project` is the root of a project-level change; `session` is who caused it. */
export type MemoryEvent = {
  readonly level: Level;
  readonly project?: string;
  readonly session: string | null;
} & (
  | { readonly type: 'node_updated'; readonly node: MemoryNode }
  | { readonly type: 'node_deleted'; readonly id: string }
  | { readonly type: 'node_renamed'; readonly id: string; readonly node: MemoryNode }
  | { readonly type: 'edge_updated'; readonly edge: MemoryEdge }
  | { readonly type: 'edge_deleted'; readonly edge: MemoryEdge }
  | { readonly type: 'node_recalled'; readonly node: MemoryNode; readonly rescued: readonly string[] }
  | ({ readonly type: 'compacted' } & CompactionReport)
);

/**
 * What has to be on disk before the answer. That a session was active or has seen a gist changes the state without asking
 * for a save: the next one, or the tick, takes it along.
 */
export interface Saves {
  readonly graphs: readonly GraphName[];
  readonly sessions: boolean;
}

/** What applying an operation gives. When nothing changed, `state` is the very value that was given. */
export interface Outcome<O extends Operation = Operation> {
  readonly state: MemoryState;
  readonly result: ResultOf<O>;
  readonly events: readonly MemoryEvent[];
  readonly saves: Saves;
}

/** The function in `apply.ts`. */
export type Apply = <O extends Operation>(state: MemoryState, operation: O, context: Context) => Outcome<O>;
