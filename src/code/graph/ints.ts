/**
 * A column of integers of which mostly a few are asked for: as it lies in a file it is decoded block by block, each when
 * one of its numbers is needed. A column that was just made, or that is needed whole, is an array.
 */
import { type DecodeOptions, decodeInto, VarintReader } from '../varint.js';
import { lazy } from './lazy.js';

/** Numbers per block: a power of two. Sums start anew in each. */
export const BLOCK = 256;
const BLOCK_BITS = 8;
/** What stands between blocks, a comma: no digit. */
export const BLOCK_END = 0x2c;

/** Integers by position. */
export interface Ints {
  readonly length: number;
  get(index: number): number;
  /** All of them, not to be changed. */
  all(): Int32Array;
  /** Whether there is a number at this position, and it is below `limit`. */
  isBelow(index: number, limit: number): boolean;
  /** In an ascending column: the first position from `from` on whose number is not below `wanted`. */
  lowerBound(wanted: number, from?: number): number;
}

/** A column as an array. */
export class ArrayInts implements Ints {
  readonly length: number;

  constructor(private readonly values: Int32Array) {
    this.length = values.length;
  }

  get(index: number): number {
    return this.values[index] ?? 0;
  }

  all(): Int32Array {
    return this.values;
  }

  isBelow(index: number, limit: number): boolean {
    return index < this.length && this.get(index) < limit;
  }

  lowerBound(wanted: number, from = 0): number {
    let low = from;
    let high = this.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.values[middle] ?? 0) < wanted) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** A column as text. */
export class EncodedInts implements Ints {
  readonly length: number;
  private readonly values: Int32Array;
  /** Where each block starts, and a comma behind the last one. */
  private readonly starts: readonly number[];
  private readonly isDecoded: Uint8Array;
  private readonly firsts = lazy(() => this.readFirsts());
  private readonly whole = lazy(() => this.decodeAll());

  constructor(
    private readonly bytes: Buffer,
    private readonly options: DecodeOptions,
  ) {
    const starts = [0];
    for (let at = bytes.indexOf(BLOCK_END); at >= 0; at = bytes.indexOf(BLOCK_END, at + 1))
      starts.push(at + 1);
    const full = (starts.length - 1) * BLOCK;
    starts.push(bytes.length + 1);
    this.starts = starts;
    this.isDecoded = new Uint8Array(starts.length - 1);
    this.values = new Int32Array(full + BLOCK);
    this.length = full + this.decodeBlock(starts.length - 2);
  }

  get(index: number): number {
    const block = index >> BLOCK_BITS;
    if (this.isDecoded[block] === 0) this.decodeBlock(block);
    return this.values[index] ?? 0;
  }

  all(): Int32Array {
    return this.whole();
  }

  private decodeAll(): Int32Array {
    for (let block = 0; block < this.isDecoded.length; block++) {
      if (this.isDecoded[block] === 0) this.decodeBlock(block);
    }
    return this.values.subarray(0, this.length);
  }

  isBelow(index: number, limit: number): boolean {
    return index < this.length && this.get(index) < limit;
  }

  lowerBound(wanted: number, from = 0): number {
    // Columns are walked in order mostly, so it is often right here.
    if (from >= this.length || this.get(from) >= wanted) return from;
    const firsts = this.firsts();
    // The last block that starts below holds it, or ends right before it.
    let block = from >> BLOCK_BITS;
    let end = this.isDecoded.length;
    for (let step = 1; block + step < end; step *= 2) {
      if ((firsts[block + step] ?? 0) >= wanted) end = block + step;
      else block += step;
    }
    while (block + 1 < end) {
      const middle = (block + end) >>> 1;
      if ((firsts[middle] ?? 0) < wanted) block = middle;
      else end = middle;
    }
    let low = Math.max(from, block << BLOCK_BITS);
    let high = Math.min(low - (low % BLOCK) + BLOCK, this.length);
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.get(middle) < wanted) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The first number of each block, which is no difference. */
  private readFirsts(): Int32Array {
    const reader = new VarintReader(this.bytes);
    return Int32Array.from(this.isDecoded, (_, block) => {
      reader.at = this.starts[block] ?? 0;
      return this.options.isUnsigned ? reader.nextUnsigned() : reader.next();
    });
  }

  /** Decodes a block and returns how many numbers it has. */
  private decodeBlock(block: number): number {
    const text = this.bytes.subarray(this.starts[block], (this.starts[block + 1] ?? 1) - 1);
    this.isDecoded[block] = 1;
    return decodeInto(text, this.values.subarray(block << BLOCK_BITS), this.options);
  }
}
