/** Work in steps, run to its end at one go: for callers who have nothing else to do, or little to wait for. */

/** Runs all steps and gives the result of the last one. */
export function runSteps<T>(steps: Generator<void, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
