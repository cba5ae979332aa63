/**
 * The first few of many in a total order, without sorting the many: a binary heap of the best so far whose root is the
 * worst of them. n comparisons when nothing gets in, n log k at most.
 */

type Compare<T> = (a: T, b: T) => number;

/** The `count` smallest items by `compare`, in order. `compare` must never answer 0 for two different items. */
export function selectFirst<T>(items: Iterable<T>, count: number, compare: Compare<T>): T[] {
  const few = new FirstFew(count, compare);
  for (const item of items) few.offer(item);
  return few.inOrder();
}

/** Keeps the first few of the items it is offered. For one `count` only, 1 or more; 0 keeps none. */
export class FirstFew<T> {
  readonly #heap: T[] = [];

  constructor(
    private readonly count: number,
    private readonly compare: Compare<T>,
  ) {}

  /** The last of the few once they are complete: what does not come before it need not be offered. */
  get last(): T | undefined {
    return this.#heap.length === this.count ? this.#heap[0] : undefined;
  }

  offer(item: T): void {
    const heap = this.#heap;
    if (heap.length < this.count) {
      heap.push(item);
      siftUp(heap, this.compare);
    } else if (heap.length > 0 && this.compare(item, heap[0] as T) < 0) {
      heap[0] = item;
      siftDown(heap, this.compare);
    }
  }

  inOrder(): T[] {
    return [...this.#heap].sort(this.compare);
  }
}

function siftUp<T>(heap: T[], compare: Compare<T>): void {
  let at = heap.length - 1;
  const item = heap[at] as T;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    const other = heap[parent] as T;
    if (compare(item, other) <= 0) break;
    heap[at] = other;
    at = parent;
  }
  heap[at] = item;
}

function siftDown<T>(heap: T[], compare: Compare<T>): void {
  const item = heap[0] as T;
  let at = 0;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= heap.length) break;
    if (child + 1 < heap.length && compare(heap[child + 1] as T, heap[child] as T) > 0) child++;
    const other = heap[child] as T;
    if (compare(other, item) <= 0) break;
    heap[at] = other;
    at = child;
  }
  heap[at] = item;
}
