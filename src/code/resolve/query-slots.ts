/**
 * The queries of one file by what they ask: a hash table of numbers whose keys stand in the solver, since most files have few
 * queries and a large project has tens of thousands of files. It forgets nothing.
 */
import { hashPair } from './pair-table.js';
import type { Solver } from './solver.js';

const EMPTY = 0;
const SLOTS_MIN = 8;
/** More than there are queries, for mixing a query's kind into a key. */
const QUERY_RANGE = 64;

export class QuerySlots {
  /** The number of a query + 1, or EMPTY. */
  #slots = new Int32Array(SLOTS_MIN);
  #size = 0;

  /** The number that a query of the file has with the solver; a new one is added. */
  number(solver: Solver, file: number, kind: number, a: number, b: number): number {
    const mask = this.#slots.length - 1;
    let slot = hashPair(a * QUERY_RANGE + kind, b) & mask;
    for (; ; slot = (slot + 1) & mask) {
      const entry = this.#slots[slot] ?? EMPTY;
      if (entry === EMPTY) break;
      if (solver.isQuery(entry - 1, kind, a, b)) return entry - 1;
    }
    const query = solver.add(kind, file, a, b);
    this.#slots[slot] = query + 1;
    if (++this.#size * 2 > this.#slots.length) this.#grow(solver);
    return query;
  }

  #grow(solver: Solver): void {
    const before = this.#slots;
    const after = new Int32Array(before.length * 2);
    const mask = after.length - 1;
    for (const entry of before) {
      if (entry === EMPTY) continue;
      const query = entry - 1;
      let slot = hashPair(solver.a(query) * QUERY_RANGE + solver.kindOf(query), solver.b(query)) & mask;
      while (after[slot] !== EMPTY) slot = (slot + 1) & mask;
      after[slot] = entry;
    }
    this.#slots = after;
  }
}
