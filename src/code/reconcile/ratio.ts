/**
 * How alike two texts are: the ratio of Python's `difflib.SequenceMatcher` (Ratcliff and Obershelp's gestalt matching), digit
 * for digit, its rule for popular characters in long texts included. It works on code points, as Python's strings do.
 *
 * The algorithm is that of CPython's Lib/difflib.py: the longest common block, then the same to the left and to the right of
 * it. A text that others are compared with is prepared once. The ratio depends on the order of the two.
 */
import { addTo } from '../../kernel/groups.js';

/** A text as the matcher wants it. */
export interface Sequence {
  /** Code points. */
  readonly points: Int32Array;
  /** How often each of `BUCKETS` groups of code points occurs: for a bound that costs little. */
  readonly histogram: Uint16Array;
  /** The groups that occur. */
  readonly buckets: Uint8Array;
  /** Positions of each code point that is not popular, rising; made when the text first stands second. */
  positions?: ReadonlyMap<number, readonly number[]>;
}

// One bucket for each letter and digit of plain English, and the rest shared: collisions only raise the bound.
const BUCKETS = 64;
// Python's own: from this length on, what makes up more than one in a hundred characters (and one) is popular.
const POPULAR_FROM = 200;

/** Prepares a text. */
export function sequenceOf(text: string): Sequence {
  const points = Int32Array.from(text, (character) => character.codePointAt(0) ?? 0);
  const histogram = new Uint16Array(BUCKETS);
  for (const point of points) {
    const bucket = point % BUCKETS;
    histogram[bucket] = Math.min((histogram[bucket] ?? 0) + 1, 0xffff);
  }
  const buckets = Uint8Array.from([...histogram.keys()].filter((bucket) => histogram[bucket] !== 0));
  return { points, histogram, buckets };
}

/** A number that the ratio never exceeds, whatever the order: what it would be if all that may match did. */
export function ratioBound(a: Sequence, b: Sequence): number {
  if (Math.max(a.points.length, b.points.length) > 0xffff) return 1;
  let common = 0;
  for (let at = 0; at < a.buckets.length; at++) {
    const bucket = a.buckets[at] ?? 0;
    common += Math.min(a.histogram[bucket] ?? 0, b.histogram[bucket] ?? 0);
  }
  return ratioOf(common, a, b);
}

/** The same from the lengths alone: cheaper and weaker. */
export function lengthBound(a: Sequence, b: Sequence): number {
  return ratioOf(Math.min(a.points.length, b.points.length), a, b);
}

/** `SequenceMatcher(None, a, b).ratio()`: 1 for equal texts, 0 for texts with nothing in common. */
export function ratio(a: Sequence, b: Sequence): number {
  return new Matcher().ratio(a, b);
}

function ratioOf(matches: number, a: Sequence, b: Sequence): number {
  const length = a.points.length + b.points.length;
  return length === 0 ? 1 : (2 * matches) / length;
}

// A comparison of each with each is sooner done than looked up where both are short.
const CELLS_MAX = 4096;

/** Compares many texts with each other; what it needs for that it makes once. */
export class Matcher {
  /** Of the row at hand: length of the block that ends at each position of b, one behind it. */
  #lengths = new Int32Array(256);
  readonly #waiting: number[] = [];
  // The longest block of the range looked at last.
  #at = 0;
  #bt = 0;
  #size = 0;

  ratio(a: Sequence, b: Sequence): number {
    return ratioOf(this.#matched(a, b), a, b);
  }

  /** How many code points lie in matching blocks. */
  #matched(a: Sequence, b: Sequence): number {
    const isShort = b.points.length < POPULAR_FROM && a.points.length * b.points.length <= CELLS_MAX;
    if (this.#lengths.length <= b.points.length) this.#lengths = new Int32Array(2 * b.points.length);
    const waiting = this.#waiting;
    let sum = 0;
    waiting.push(0, a.points.length, 0, b.points.length);
    while (waiting.length > 0) {
      const bTo = waiting.pop() ?? 0;
      const bFrom = waiting.pop() ?? 0;
      const aTo = waiting.pop() ?? 0;
      const aFrom = waiting.pop() ?? 0;
      this.#at = aFrom;
      this.#bt = bFrom;
      this.#size = 0;
      if (isShort) this.#compare(a.points, b.points, aFrom, aTo, bFrom, bTo);
      else this.#lookUp(a, b, aFrom, aTo, bFrom, bTo);
      const [at, bt, size] = [this.#at, this.#bt, this.#size];
      if (size === 0) continue;
      sum += size;
      if (aFrom < at && bFrom < bt) waiting.push(aFrom, at, bFrom, bt);
      if (at + size < aTo && bt + size < bTo) waiting.push(at + size, aTo, bt + size, bTo);
    }
    return sum;
  }

  /**
   * Finds the longest block of a range; of several the first in a, and of those the first in b. Each row is walked from its end,
   * so that one row of lengths does: of blocks with the same start in a the last one met is the first in b.
   */
  #compare(a: Int32Array, b: Int32Array, aFrom: number, aTo: number, bFrom: number, bTo: number): void {
    const lengths = this.#lengths;
    lengths.fill(0, bFrom, bTo + 1);
    for (let i = aFrom; i < aTo; i++) {
      const point = a[i];
      for (let j = bTo - 1; j >= bFrom; j--) {
        if (b[j] !== point) lengths[j + 1] = 0;
        else {
          const length = (lengths[j] ?? 0) + 1;
          lengths[j + 1] = length;
          this.#offer(i - length + 1, j - length + 1, length);
        }
      }
    }
  }

  /** The same by a table of positions, in which popular code points are missing; they are taken in at both ends. */
  #lookUp(a: Sequence, b: Sequence, aFrom: number, aTo: number, bFrom: number, bTo: number): void {
    b.positions ??= positionsOf(b.points);
    let lengths = new Map<number, number>();
    for (let i = aFrom; i < aTo; i++) {
      const next = new Map<number, number>();
      for (const j of b.positions.get(a.points[i] ?? 0) ?? NOWHERE) {
        if (j < bFrom) continue;
        if (j >= bTo) break;
        const length = (lengths.get(j - 1) ?? 0) + 1;
        next.set(j, length);
        if (length > this.#size) this.#offer(i - length + 1, j - length + 1, length);
      }
      lengths = next;
    }
    this.#extend(a.points, b.points, aFrom, aTo, bFrom, bTo);
  }

  #offer(at: number, bt: number, size: number): void {
    if (size < this.#size || (size === this.#size && at !== this.#at)) return;
    this.#at = at;
    this.#bt = bt;
    this.#size = size;
  }

  #extend(a: Int32Array, b: Int32Array, aFrom: number, aTo: number, bFrom: number, bTo: number): void {
    while (this.#at > aFrom && this.#bt > bFrom && a[this.#at - 1] === b[this.#bt - 1]) {
      this.#at--;
      this.#bt--;
      this.#size++;
    }
    for (;;) {
      const [i, j] = [this.#at + this.#size, this.#bt + this.#size];
      if (i >= aTo || j >= bTo || a[i] !== b[j]) break;
      this.#size++;
    }
  }
}

const NOWHERE: readonly number[] = [];

function positionsOf(points: Int32Array): ReadonlyMap<number, readonly number[]> {
  const positions = new Map<number, number[]>();
  for (const [at, point] of points.entries()) addTo(positions, point, at);
  if (points.length < POPULAR_FROM) return positions;
  const seldom = Math.floor(points.length / 100) + 1;
  for (const [point, places] of positions) if (places.length > seldom) positions.delete(point);
  return positions;
}
