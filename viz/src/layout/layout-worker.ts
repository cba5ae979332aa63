/** The layout in a thread of its own: takes one task, tells the positions now and then, and ends with the last. */
import { runForces } from './forces.js';
import type { LayoutTask } from './layout-task.js';

/** What the page is told. */
export interface LayoutNews {
  /** x and y of each node. */
  readonly places: Float32Array;
  readonly isLast: boolean;
}

// As often as a picture of ten thousand nodes can be drawn without hands noticing.
const TELL_MS = 160;

const thread = globalThis as unknown as {
  onmessage: ((event: MessageEvent<LayoutTask>) => void) | null;
  postMessage(news: LayoutNews): void;
};

thread.onmessage = ({ data: task }) => {
  let told = performance.now();
  let last: Float32Array | undefined;
  for (const places of runForces(task)) {
    last = places;
    if (performance.now() - told < TELL_MS) continue;
    thread.postMessage({ places, isLast: false });
    told = performance.now();
  }
  thread.postMessage({ places: last ?? new Float32Array(0), isLast: true });
};
