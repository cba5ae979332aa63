/**
 * Arrays for remembering the values of expressions by position, lent to files while they are worked on: all of them at once
 * would be as large as all instructions of the project, and fresh memory is what costs most. What matters across files is
 * remembered by queries.
 */

/** The smallest array, in places; smaller ones are not worth their own. */
const LENGTH_MIN = 4096;

export class MemoPool {
  /** By binary logarithm of the length. */
  readonly #free: Int32Array[][] = [];
  readonly #lent: Int32Array[] = [];
  #round = 1;

  /** Arrays are good for the round in which they were lent. */
  get round(): number {
    return this.#round;
  }

  /** An array of at least this length, filled with 0. */
  lend(length: number): Int32Array {
    const size = sizeClass(length);
    const array = this.#free[size]?.pop()?.fill(0) ?? new Int32Array(2 ** size);
    this.#lent.push(array);
    return array;
  }

  /** Takes everything back and begins another round. */
  takeBack(): void {
    for (const array of this.#lent) {
      const size = sizeClass(array.length);
      const free = this.#free[size];
      if (free === undefined) this.#free[size] = [array];
      else free.push(array);
    }
    this.#lent.length = 0;
    this.#round++;
  }
}

function sizeClass(length: number): number {
  return 32 - Math.clz32(Math.max(LENGTH_MIN, length) - 1);
}
