/** Work that comes in steps, done in one go, for whoever need not let others have their turn. */
export function runToEnd<Result>(work: Generator<unknown, Result, void>): Result {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}
