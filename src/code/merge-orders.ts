/** The merge of C3 (Barrett and others, 1996), by which Python orders the bases of a class. */

/**
 * One order that keeps all of these, and the order of their first items; undefined when there is none. Linear in their
 * length.
 */
export function mergeOrders(orders: readonly (readonly number[])[]): number[] | undefined {
  if (orders.length < 2) return [...(orders[0] ?? [])];
  const sequences = [...orders, orders.flatMap((order) => order.slice(0, 1))];
  const heads = sequences.map(() => 0);
  const waiting = countBehind(sequences);
  const merged: number[] = [];
  for (;;) {
    let next: number | undefined;
    let isDone = true;
    for (const [i, sequence] of sequences.entries()) {
      const head = sequence[heads[i] ?? 0];
      if (head === undefined) continue;
      isDone = false;
      if (waiting.has(head)) continue;
      next = head;
      break;
    }
    if (next === undefined) return isDone ? merged : undefined;
    merged.push(next);
    for (const [i, sequence] of sequences.entries()) {
      if (sequence[heads[i] ?? 0] !== next) continue;
      heads[i] = (heads[i] ?? 0) + 1;
      release(waiting, sequence[heads[i] ?? 0]);
    }
  }
}

/** How often each item stands behind the first one of a sequence. */
function countBehind(sequences: readonly (readonly number[])[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const sequence of sequences) {
    for (const item of sequence.slice(1)) counts.set(item, (counts.get(item) ?? 0) + 1);
  }
  return counts;
}

/** One sequence fewer has the item behind another one. */
function release(waiting: Map<number, number>, item: number | undefined): void {
  if (item === undefined) return;
  const count = waiting.get(item) ?? 0;
  if (count > 1) waiting.set(item, count - 1);
  else waiting.delete(item);
}
