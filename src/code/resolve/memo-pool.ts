/**
 * Arrays for remembering the values of expressions by position, lent to files while they are worked on: all of them at once
 * would be as large as all instructions of the project, and fresh memory is what costs most. What matters across files is
 * remembered by queries.
 */

/** The smallest array, in places; smaller ones are not worth their own. */
const LENGTH_MIN = 4096;
/** Places that are kept for the next round, 8 MB: few files need more, and those who do are given fresh ones. */
const FREE_MAX = 2 ** 21;

/** A file that remembers values. */
export interface Borrower {
  /** Gives up the array that it was lent. */
  returnMemo(): Int32Array;
}

export class MemoPool {
  /** By binary logarithm of the length. */
  readonly #free: Int32Array[][] = [];
  #freePlaces = 0;
  readonly #borrowers: Borrower[] = [];

  /** An array of at least this length, filled with 0. */
  lend(borrower: Borrower, length: number): Int32Array {
    const size = sizeClass(length);
    this.#borrowers.push(borrower);
    const array = this.#free[size]?.pop();
    if (array === undefined) return new Int32Array(2 ** size);
    this.#freePlaces -= array.length;
    return array.fill(0);
  }

  /** Takes everything back. */
  takeBack(): void {
    for (const borrower of this.#borrowers) {
      const array = borrower.returnMemo();
      if (this.#freePlaces + array.length > FREE_MAX) continue;
      this.#freePlaces += array.length;
      const size = sizeClass(array.length);
      const free = this.#free[size];
      if (free === undefined) this.#free[size] = [array];
      else free.push(array);
    }
    this.#borrowers.length = 0;
  }
}

function sizeClass(length: number): number {
  return 32 - Math.clz32(Math.max(LENGTH_MIN, length) - 1);
}
