/**
 * What the store needs of the domain: how an operation changes the state, and what it needs for that. The store holds a state
 * and keeps it safe; it never looks into it.
 */
import type { GraphName, MemoryState, Session } from '../model.js';
import type { Maintain, Operation } from '../operations.js';
import type { Apply, Context, Outcome } from '../outcome.js';

export interface Domain {
  readonly apply: Apply;
  /** Absolute roots of the projects an operation needs, loaded or not. */
  readonly projectsNeeded: (
    sessions: ReadonlyMap<string, Session>,
    operation: Operation,
  ) => readonly string[];
  /** Whether an operation only asks: what it changes beside (who has seen what, and when) may be saved later. */
  readonly onlyAsks: (operation: Operation) => boolean;
  /** Whether an operation may change graphs, and not sessions alone. */
  readonly changesGraphs: (operation: Operation) => boolean;
  /** Whether what an operation changes in several graphs belongs together: all of it is there, or none. */
  readonly changesTogether: (operation: Operation) => boolean;
  /** The id that an operation changes wherever it stands, in graphs that are not loaded, too. */
  readonly idCarried: (operation: Operation) => string | undefined;
  /**
   * Computes in steps what an operation would take long for in one go: the operation with that, which its rules use when the
   * state is the same by then. `undefined` for one that needs nothing.
   */
  readonly prepare: (
    state: MemoryState,
    operation: Operation,
    now: number,
  ) => Generator<void, Operation> | undefined;
  /** Compacts one graph until nothing moves, in steps; nobody may change that graph meanwhile. */
  readonly comeToRest: (
    state: MemoryState,
    name: GraphName,
    context: Context,
  ) => Generator<void, Outcome<Maintain>>;
}
