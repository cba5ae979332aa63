/**
 * Records of a few integers, numbered from zero: a table that may grow to tens of millions of rows. It lies outside of V8's heap,
 * which is bounded, and in pages: growing copies nothing, and what is asked of one record lies together.
 */

/** Records to a page. */
const PAGE_BITS = 13;
const PAGE_MASK = 2 ** PAGE_BITS - 1;

export class IntRecords {
  /** Binary logarithm of the places of a record. */
  readonly #shift: number;
  readonly #pages: Int32Array[] = [];
  #count = 0;

  /** `fields`: how many integers a record has. */
  constructor(fields: number) {
    this.#shift = 32 - Math.clz32(fields - 1);
  }

  get count(): number {
    return this.#count;
  }

  /** Appends a record of zeros and returns its number. */
  add(): number {
    const record = this.#count++;
    if ((record & PAGE_MASK) === 0) this.#pages.push(new Int32Array(2 ** (PAGE_BITS + this.#shift)));
    return record;
  }

  /** 0 for a record that is not there. */
  get(record: number, field: number): number {
    return this.#pages[record >> PAGE_BITS]?.[((record & PAGE_MASK) << this.#shift) + field] ?? 0;
  }

  set(record: number, field: number, value: number): void {
    const page = this.#pages[record >> PAGE_BITS];
    if (page !== undefined) page[((record & PAGE_MASK) << this.#shift) + field] = value;
  }
}
