/**
 * The rows of a section as bytes that stay on the disk. They are checked block by block, each when it is first touched, be it
 * to give it out or to look through it.
 */
import type { ByteStore } from '../graph/bytes.js';
import { lazy } from '../graph/lazy.js';
import { checksumOf } from './checksum.js';
import { SnapshotDamage } from './damage.js';
import type { Sections } from './sections.js';

/** Bytes that have a checksum of their own. */
const CHECKED_BYTES = 1 << 14;
const SCAN_BYTES = 1 << 18;
/** 256 KB are kept of what was given out. */
const LATEST_MAX = 16;

/** The checksum of each block of a store, as 32-bit integers. */
export function blockChecksums(store: ByteStore): Int32Array {
  const count = Math.ceil(store.length / CHECKED_BYTES);
  return Int32Array.from({ length: count }, (_, block) => {
    const from = block * CHECKED_BYTES;
    return checksumOf(store.slice(from, Math.min(from + CHECKED_BYTES, store.length)));
  });
}

export class FileBytes implements ByteStore {
  readonly length: number;
  readonly scanBytesMax = SCAN_BYTES;
  private readonly scratch = lazy(() => Buffer.allocUnsafeSlow(SCAN_BYTES));
  /** The blocks that were read last, the latest one last: what stands in one file lies in a few of them. */
  private readonly latest = new Map<number, Buffer>();
  /** The block that a single row was read of last. */
  private begun = -1;
  /** By block: 1 when it has been checked. */
  private readonly isChecked = lazy(() => new Uint8Array(Math.ceil(this.length / CHECKED_BYTES)));

  /** The section's value between its brackets; `checksums` has those of its blocks. */
  constructor(
    private readonly sections: Sections,
    private readonly name: string,
    private readonly checksums: () => Int32Array,
  ) {
    this.length = sections.place(name).length - 2;
  }

  slice(from: number, to: number): Buffer {
    const bytes = Buffer.allocUnsafe(to - from);
    for (let at = from; at < to; ) {
      const block = Math.floor(at / CHECKED_BYTES);
      const start = block * CHECKED_BYTES;
      const end = Math.min(start + CHECKED_BYTES, to);
      const target = bytes.subarray(at - from, end - from);
      if (this.isFirstOfMany(block)) this.sections.readInto(this.name, 1 + at, target);
      else this.read(block).copy(target, 0, at - start, end - start);
      at = end;
    }
    return bytes;
  }

  text(from: number, to: number): string {
    const block = Math.floor(from / CHECKED_BYTES);
    const start = block * CHECKED_BYTES;
    if (to > start + CHECKED_BYTES) return this.slice(from, to).toString('utf8');
    if (this.isFirstOfMany(block)) {
      return this.sections.readInto(this.name, 1 + from, Buffer.allocUnsafe(to - from)).toString('utf8');
    }
    return this.read(block).toString('utf8', from - start, to - start);
  }

  /**
   * Whether to read no more than what is asked for: rows from all over the graph take one of each block. The second row of a
   * block has it read whole, since then those of one file are asked for.
   */
  private isFirstOfMany(block: number): boolean {
    if (this.latest.has(block) || this.isChecked()[block] !== 1) return false;
    if (this.begun === block) return false;
    this.begun = block;
    return true;
  }

  scan(from: number, to: number): Buffer {
    if (to - from > SCAN_BYTES) return this.slice(from, to);
    const bytes = this.sections.readInto(this.name, 1 + from, this.scratch().subarray(0, to - from));
    for (let block = Math.floor(from / CHECKED_BYTES); block * CHECKED_BYTES < to; block++) {
      const start = block * CHECKED_BYTES;
      const end = Math.min(start + CHECKED_BYTES, this.length);
      if (start < from || end > to) this.read(block);
      else this.check(block, bytes.subarray(start - from, end - from));
    }
    return bytes;
  }

  private read(block: number): Buffer {
    const known = this.latest.get(block);
    if (known !== undefined) {
      this.latest.delete(block);
      this.latest.set(block, known);
      return known;
    }
    const from = block * CHECKED_BYTES;
    const bytes = this.sections.readPart(this.name, 1 + from, Math.min(CHECKED_BYTES, this.length - from));
    this.check(block, bytes);
    this.latest.set(block, bytes);
    for (const oldest of this.latest.keys()) {
      if (this.latest.size <= LATEST_MAX) break;
      this.latest.delete(oldest);
    }
    return bytes;
  }

  private check(block: number, bytes: Buffer): void {
    const isChecked = this.isChecked();
    if (isChecked[block] === 1) return;
    // Columns hold signed numbers.
    if ((checksumOf(bytes) | 0) !== this.checksums()[block]) {
      throw new SnapshotDamage(`section ${this.name} is damaged`);
    }
    isChecked[block] = 1;
  }
}
