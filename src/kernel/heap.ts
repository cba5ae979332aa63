/**
 * How much of V8's heap is in use, and a word in time before it is full: V8 ends the process then, with a stack that tells
 * nobody what to do.
 *
 * What is in use counts garbage too, and may come close to the limit at any time. What a collection leaves does not: so the guard
 * looks at the lows, and speaks when one of them is high.
 */
import { getHeapStatistics } from 'node:v8';
import { KgError } from './errors.js';

/** Bytes. */
export interface HeapUse {
  readonly used: number;
  /** What V8 may use at most: a quarter of the machine's memory, at most 4 GB, unless somebody has set it. */
  readonly limit: number;
}

export function heapUse(): HeapUse {
  const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics();
  return { used, limit };
}

/** Of the limit. The next collection comes when the rest is used up, and may find all of that alive. */
const LOW_MAX = 0.85;
/** Of what was in use: less of a drop is the garbage of the young, whose collection says nothing of the rest. */
const DROP_MIN = 0.05;

export class HeapGuard {
  readonly #read: () => HeapUse;
  #last = 0;

  /** `read` tells how the heap is. */
  constructor(read: () => HeapUse = heapUse) {
    this.#read = read;
  }

  /**
   * To be called often. Throws a KgError of code `not-healthy` when what is alive comes near the limit; `howFar`
   * is for its text.
   */
  look(howFar: string): void {
    const { used, limit } = this.#read();
    const isLow = used < this.#last * (1 - DROP_MIN);
    this.#last = used;
    if (!isLow || used < limit * LOW_MAX) return;
    const [have, most] = [used, limit].map((bytes) => `${(bytes / 1e9).toFixed(1)} GB`);
    const enough = Math.ceil((limit * 2) / 2 ** 30) * 1024;
    throw new KgError(
      'not-healthy',
      `memory would not suffice: ${have} of at most ${most} in use, ${howFar}`,
      {
        hint: `Give it more, by NODE_OPTIONS=--max-old-space-size=${enough} in the environment it is started in, or let it index less (KG_SOURCE_DIRS).`,
      },
    );
  }
}
