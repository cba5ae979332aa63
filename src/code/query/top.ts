/**
 * The first few of many in a total order, without sorting the many: a binary heap of the best so far whose root is the
 * worst of them. n comparisons when nothing gets in, n log k at most.
 */

/** The `count` smallest items by `compare`, in order. `compare` must never answer 0 for two different items. */
export function selectFirst<T>(items: Iterable<T>, count: number, compare: (a: T, b: T) => number): T[] {
  if (count <= 0) return [];
  const heap: T[] = [];
  for (const item of items) {
    if (heap.length < count) {
      heap.push(item);
      siftUp(heap, compare);
    } else if (compare(item, heap[0] as T) < 0) {
      heap[0] = item;
      siftDown(heap, compare);
    }
  }
  return heap.sort(compare);
}

function siftUp<T>(heap: T[], compare: (a: T, b: T) => number): void {
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

function siftDown<T>(heap: T[], compare: (a: T, b: T) => number): void {
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
