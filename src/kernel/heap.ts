/**
 * How much of V8's heap is in use, and a word in time before it is full: V8 ends the process then, with a stack that tells
 * nobody what to do.
 *
 * What is in use counts garbage too, and comes close to the limit before V8 collects it. So when it is close, the guard has it
 * collected, which is due anyway, speaks when too much is left, and looks away until there is much more again.
 */
import { getHeapSpaceStatistics, getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { KgError } from './errors.js';

/** Bytes. */
export interface HeapUse {
  readonly used: number;
  /** What V8 may use at most: a quarter of the machine's memory, at most 4 GB, unless somebody has set it. */
  readonly limit: number;
}

/** Of all that is on the heap. */
export function heapUse(): HeapUse {
  const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics();
  return { used, limit };
}

/** V8's limit holds the young generation, too: three halves of 16 MB. */
const YOUNG = 3 * 16 * 2 ** 20;

/** Of what has outlived some collections: only a full one takes anything of it. Takes some 20 microseconds. */
function oldUse(): HeapUse {
  let used = 0;
  for (const { space_name: name, space_used_size: size } of getHeapSpaceStatistics()) {
    if (!name.startsWith('new_')) used += size;
  }
  return { used, limit: getHeapStatistics().heap_size_limit - YOUNG };
}

/** A full collection, which V8 offers to a context made after it was told to. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect === 'function') collect();
}

/** Of the limit, what may be alive: beyond it there would be little but collections. */
const ALIVE_MAX = 0.85;
/** V8 gives a process up when four collections on end found a heap full by four fifths: a small one is, long before the limit. */
const ROOM_MIN = 25 * 2 ** 20;
/** Of what is free, how much must have been filled before a collection is worth another one. */
const REFILL = 0.25;

/** How a guard knows the old generation, and has it collected. */
export interface Heap {
  readonly use: () => HeapUse;
  readonly collect: () => void;
}

export class HeapGuard {
  readonly #heap: Heap;
  /** Bytes in use below which there is nothing to do. */
  #quiet = 0;

  constructor(heap: Heap = { use: oldUse, collect: collectGarbage }) {
    this.#heap = heap;
  }

  /**
   * To be called often. Throws a KgError of code `not-healthy` when what is alive comes near the limit; `howFar` is for its text.
   */
  look(howFar: string): void {
    const { limit, used: before } = this.#heap.use();
    const most = Math.min(limit * ALIVE_MAX, limit - ROOM_MIN);
    if (before < Math.max(most, this.#quiet)) return;
    this.#heap.collect();
    const { used } = this.#heap.use();
    this.#quiet = used + (limit - used) * REFILL;
    if (used >= most) throw tooLittle({ used, limit }, howFar);
  }
}

function tooLittle({ used, limit }: HeapUse, howFar: string): KgError {
  const enough = Math.ceil((limit * 2) / 2 ** 30) * 1024;
  return new KgError(
    'not-healthy',
    `memory would not suffice: ${sizeText(used)} of at most ${sizeText(limit)} in use, ${howFar}`,
    {
      hint: `Give it more, by NODE_OPTIONS=--max-old-space-size=${enough} in the environment it is started in, or let it index less (KG_SOURCE_DIRS).`,
    },
  );
}

function sizeText(bytes: number): string {
  return bytes < 1e9 ? `${Math.round(bytes / 1e6)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
}
