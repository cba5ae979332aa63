/**
 * What the store needs of the domain: how an operation changes the state, and which projects it needs for that. The store
 * holds a state and keeps it safe; it never looks into it.
 */
import type { Session } from '../model.js';
import type { Apply, Operation } from '../operations.js';

export interface Domain {
  readonly apply: Apply;
  /** Absolute roots of the projects an operation needs, loaded or not. */
  readonly projectsNeeded: (
    sessions: ReadonlyMap<string, Session>,
    operation: Operation,
  ) => readonly string[];
}
