/**
 * C3 linearisation (Barrett and others, 1996), as Python orders base classes. Inconsistent hierarchies, which Python would
 * refuse, and circular ones get the bases' orders one after another.
 */

/** More classes than this behind one are not listed: a chain of a thousand would else be half a million entries. */
const ORDER_MAX = 200;

/**
 * The order of `self` and what is behind its bases. `orders` are the orders of the bases, in the order of the bases.
 * `last` is an element that is moved to the end, since nothing is known of where it stands; it also ends an order that was cut.
 */
export function linearize(self: number, orders: readonly (readonly number[])[], last: number): number[] {
  const hasLast = orders.some((order) => order.includes(last));
  const clean = orders.map((order) => order.filter((item) => item !== self && item !== last));
  const merged = merge(clean) ?? [...new Set(clean.flat())];
  if (merged.length >= ORDER_MAX) return [self, ...merged.slice(0, ORDER_MAX), last];
  return hasLast ? [self, ...merged, last] : [self, ...merged];
}

/** Whether `linearize` has cut this order. */
export function isCutShort(order: readonly number[]): boolean {
  return order.length === ORDER_MAX + 2;
}

/** undefined when there is no order that keeps all of these, and the order of their first items. */
function merge(orders: readonly (readonly number[])[]): number[] | undefined {
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
