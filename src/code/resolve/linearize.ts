/**
 * C3 linearisation (Barrett and others, 1996), as Python orders base classes. Inconsistent hierarchies, which Python would
 * refuse, and circular ones get the bases' orders one after another.
 */
import { mergeOrders } from '../merge-orders.js';

/** More classes than this behind one are not listed: a chain of a thousand would else be half a million entries. */
const ORDER_MAX = 200;

/**
 * The order of `self` and what is behind its bases. `orders` are the orders of the bases, in the order of the bases.
 * `last` is an element that is moved to the end, since nothing is known of where it stands; it also ends an order that was cut.
 */
export function linearize(self: number, orders: readonly (readonly number[])[], last: number): number[] {
  const hasLast = orders.some((order) => order.includes(last));
  const clean = orders.map((order) => order.filter((item) => item !== self && item !== last));
  const merged = mergeOrders(clean) ?? [...new Set(clean.flat())];
  if (merged.length >= ORDER_MAX) return [self, ...merged.slice(0, ORDER_MAX), last];
  return hasLast ? [self, ...merged, last] : [self, ...merged];
}

/** Whether `linearize` has cut this order. */
export function isCutShort(order: readonly number[]): boolean {
  return order.length === ORDER_MAX + 2;
}
