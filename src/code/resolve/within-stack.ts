/**
 * The last resort: the solver bounds its depth long before the stack ends. Should some chain yet be as deep, it costs what
 * is worked on, not the project.
 */
import type { Session } from './session.js';

/** What `work` gives; when the stack ends, the solver drops what it was at, and `otherwise` is asked. */
export function withinStack<Result>(s: Session, work: () => Result, otherwise: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    s.solver.abandon();
    return otherwise();
  }
}
