/**
 * A hash table from pairs of integers to 0, 1, 2, … in order of arrival: open addressing over flat arrays, since the linker
 * asks it some ten million times for a large project. It forgets nothing.
 */

const EMPTY = 0;

/** A hash of two integers, to be cut to as many low bits as wanted. */
export function hashPair(a: number, b: number): number {
  let h = Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b);
  h ^= h >>> 15;
  h = Math.imul(h, 0x2c1b3c6d);
  return h ^ (h >>> 13);
}

export class PairTable {
  /** Index + 1, or EMPTY. */
  #slots: Int32Array;
  #mask: number;
  #firsts: Int32Array;
  #seconds: Int32Array;
  #size = 0;

  /** `expected`: how many pairs to make room for at first. */
  constructor(expected = 16) {
    let capacity = 16;
    while (capacity < expected * 2) capacity *= 2;
    this.#slots = new Int32Array(capacity);
    this.#mask = capacity - 1;
    this.#firsts = new Int32Array(capacity / 2);
    this.#seconds = new Int32Array(capacity / 2);
  }

  get size(): number {
    return this.#size;
  }

  /** The first and second number of the pair with this index. */
  first(index: number): number {
    return this.#firsts[index] ?? 0;
  }

  second(index: number): number {
    return this.#seconds[index] ?? 0;
  }

  /** The pair's index, -1 when it was never added. */
  find(a: number, b: number): number {
    for (let slot = hashPair(a, b) & this.#mask; ; slot = (slot + 1) & this.#mask) {
      const entry = this.#slots[slot] ?? EMPTY;
      if (entry === EMPTY) return -1;
      if (this.#firsts[entry - 1] === a && this.#seconds[entry - 1] === b) return entry - 1;
    }
  }

  /** The pair's index; a new one is appended. */
  add(a: number, b: number): number {
    let slot = hashPair(a, b) & this.#mask;
    for (; ; slot = (slot + 1) & this.#mask) {
      const entry = this.#slots[slot] ?? EMPTY;
      if (entry === EMPTY) break;
      if (this.#firsts[entry - 1] === a && this.#seconds[entry - 1] === b) return entry - 1;
    }
    const index = this.#size++;
    this.#slots[slot] = index + 1;
    this.#firsts[index] = a;
    this.#seconds[index] = b;
    if (this.#size * 2 >= this.#slots.length) this.#grow();
    return index;
  }

  #grow(): void {
    const capacity = this.#slots.length * 2;
    this.#slots = new Int32Array(capacity);
    this.#mask = capacity - 1;
    this.#firsts = larger(this.#firsts, capacity / 2);
    this.#seconds = larger(this.#seconds, capacity / 2);
    for (let index = 0; index < this.#size; index++) {
      let slot = hashPair(this.first(index), this.second(index)) & this.#mask;
      while (this.#slots[slot] !== EMPTY) slot = (slot + 1) & this.#mask;
      this.#slots[slot] = index + 1;
    }
  }
}

function larger(array: Int32Array, length: number): Int32Array {
  const copy = new Int32Array(length);
  copy.set(array);
  return copy;
}
