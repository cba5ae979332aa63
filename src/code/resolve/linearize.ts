/**
 * C3 linearisation (Barrett and others, 1996), as Python orders base classes. Inconsistent hierarchies, which Python would
 * refuse, and circular ones get the bases' orders one after another.
 */

/**
 * The order of `self` and what is behind its bases. `orders` are the orders of the bases, in the order of the bases.
 * `last` is an element that is moved to the end, since nothing is known of where it stands.
 */
export function linearize(self: number, orders: readonly (readonly number[])[], last: number): number[] {
  const hasLast = orders.some((order) => order.includes(last));
  const clean = orders.map((order) => order.filter((item) => item !== self && item !== last));
  const heads = clean.flatMap((order) => order.slice(0, 1));
  const merged = merge([...clean, heads]) ?? [...new Set(clean.flat())];
  return hasLast ? [self, ...merged, last] : [self, ...merged];
}

/** undefined when there is no order that keeps all of these. */
function merge(sequences: readonly (readonly number[])[]): number[] | undefined {
  let rest = sequences.filter((sequence) => sequence.length > 0);
  const merged: number[] = [];
  while (rest.length > 0) {
    const next = rest.map((sequence) => sequence[0]).find((head) => isFree(head, rest));
    if (next === undefined) return undefined;
    merged.push(next);
    rest = rest
      .map((sequence) => (sequence[0] === next ? sequence.slice(1) : sequence))
      .filter((sequence) => sequence.length > 0);
  }
  return merged;
}

function isFree(head: number | undefined, sequences: readonly (readonly number[])[]): boolean {
  return sequences.every((sequence) => sequence.indexOf(head ?? -1, 1) === -1);
}
