/**
 * Long texts as bytes outside the heap, behind an interface that memory and a file can both serve: a graph that was built
 * and one that was loaded are read in the same way. Nothing here knows what the bytes mean.
 */

/** Bytes that do not change. Positions count from the start of this store. */
export interface ByteStore {
  readonly length: number;
  /** The bytes from `from` up to `to`, to keep. */
  slice(from: number, to: number): Buffer;
  /** The same as text (UTF-8). */
  text(from: number, to: number): string;
  /** The same to look through: unchecked where a store checks what it gives, and valid until the next call. */
  scan(from: number, to: number): Buffer;
  /** The most that one `scan` should ask for. */
  readonly scanBytesMax: number;
}

/** Bytes in memory. */
export class MemoryBytes implements ByteStore {
  readonly length: number;
  readonly scanBytesMax = Number.POSITIVE_INFINITY;

  constructor(private readonly bytes: Buffer) {
    this.length = bytes.length;
  }

  slice(from: number, to: number): Buffer {
    return this.bytes.subarray(from, to);
  }

  text(from: number, to: number): string {
    return this.bytes.toString('utf8', from, to);
  }

  scan(from: number, to: number): Buffer {
    return this.bytes.subarray(from, to);
  }
}

const BYTES_MIN = 1024;
// A UTF-16 code unit becomes at most three bytes.
const UTF8_BYTES_MAX = 3;

/** Bytes that are appended until `finish`. */
export class ByteWriter {
  length = 0;
  private bytes = Buffer.allocUnsafeSlow(BYTES_MIN);

  /** Appends a text as UTF-8. */
  text(text: string): void {
    this.reserve(text.length * UTF8_BYTES_MAX);
    this.length += this.bytes.write(text, this.length, 'utf8');
  }

  /** Appends bytes. */
  copy(bytes: Uint8Array): void {
    this.reserve(bytes.length);
    this.bytes.set(bytes, this.length);
    this.length += bytes.length;
  }

  /** Appends one byte. */
  byte(byte: number): void {
    this.reserve(1);
    this.bytes[this.length++] = byte;
  }

  /** Makes room for `count` bytes and returns the buffer; who writes into it at `length` moves `length` on. */
  reserve(count: number): Buffer {
    if (this.length + count > this.bytes.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(this.bytes.length * 2, this.length + count));
      this.bytes.copy(larger, 0, 0, this.length);
      this.bytes = larger;
    }
    return this.bytes;
  }

  finish(): Buffer {
    return this.bytes.subarray(0, this.length);
  }
}

/** Integers that are appended until `finish`. */
export class IntList {
  length = 0;
  private values = new Int32Array(BYTES_MIN);

  push(value: number): void {
    if (this.length === this.values.length) {
      const larger = new Int32Array(this.values.length * 2);
      larger.set(this.values);
      this.values = larger;
    }
    this.values[this.length++] = value;
  }

  get(index: number): number {
    return this.values[index] ?? 0;
  }

  finish(): Int32Array {
    return this.values.subarray(0, this.length);
  }
}

/** The first position in an ascending column whose value is not below `wanted`. */
export function lowerBound(values: Int32Array, wanted: number, from = 0, to = values.length): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((values[middle] ?? 0) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
