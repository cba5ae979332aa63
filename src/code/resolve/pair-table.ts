/**
 * A hash table from pairs of integers to 0, 1, 2, … in order of arrival: open addressing over flat arrays, since the linker
 * asks it some ten million times for a large project. It forgets nothing.
 */

const EMPTY = 0;
const SLOTS_MIN = 16;

/** A finished table. */
export interface PairArrays {
  readonly slots: Int32Array;
  readonly firsts: Int32Array;
  readonly seconds: Int32Array;
}

function arraysFor(pairs: number): PairArrays {
  const capacity = slotsFor(pairs);
  return {
    slots: new Int32Array(capacity),
    firsts: new Int32Array(capacity / 2),
    seconds: new Int32Array(capacity / 2),
  };
}

/** A power of two, at least twice as many as there are pairs. */
function slotsFor(pairs: number): number {
  let capacity = SLOTS_MIN;
  while (capacity < pairs * 2) capacity *= 2;
  return capacity;
}

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

  /** Of how many pairs to make room for at first, or what `finish` gave: then nothing more may be added. */
  constructor(start: number | PairArrays = SLOTS_MIN) {
    const { slots, firsts, seconds } = typeof start === 'number' ? arraysFor(start) : start;
    this.#slots = slots;
    this.#mask = slots.length - 1;
    this.#firsts = firsts;
    this.#seconds = seconds;
    if (typeof start !== 'number') this.#size = firsts.length;
  }

  /** What it holds, with no room to spare. */
  finish(): PairArrays {
    const size = this.#size;
    const capacity = slotsFor(size + 1);
    const slots = capacity < this.#slots.length ? new Int32Array(capacity) : this.#slots;
    if (slots !== this.#slots) this.#place(slots);
    return { slots, firsts: this.#firsts.subarray(0, size), seconds: this.#seconds.subarray(0, size) };
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
    this.#place(this.#slots);
  }

  /** Writes where each pair is into empty slots. */
  #place(slots: Int32Array): void {
    const mask = slots.length - 1;
    for (let index = 0; index < this.#size; index++) {
      let slot = hashPair(this.first(index), this.second(index)) & mask;
      while (slots[slot] !== EMPTY) slot = (slot + 1) & mask;
      slots[slot] = index + 1;
    }
  }
}

function larger(array: Int32Array, length: number): Int32Array {
  const copy = new Int32Array(length);
  copy.set(array);
  return copy;
}
