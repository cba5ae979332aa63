/**
 * The rows of a section as bytes that are read when they are asked for: block by block, each checked when it is first touched,
 * be it to give it out or to look through it, and never read again. The memory for all is taken at once and filled as blocks
 * are, so an answer that shows a few rows costs a few blocks, and every search after the first runs over memory.
 */
import type { ByteStore } from '../graph/bytes.js';
import { lazy } from '../graph/lazy.js';
import { checksumOf } from './checksum.js';
import { SnapshotDamage } from './damage.js';
import type { Sections } from './sections.js';

/** Bytes that have a checksum of their own. */
const CHECKED_BYTES = 1 << 14;
/** What one step of a search reads that is not there yet. */
const SCAN_BYTES = 1 << 18;

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
  private readonly bytes = lazy(() => Buffer.allocUnsafeSlow(this.length));
  /** By block: 1 when it is there. */
  private readonly isRead = lazy(() => new Uint8Array(Math.ceil(this.length / CHECKED_BYTES)));

  /** The section's value between its brackets; `checksums` has those of its blocks. */
  constructor(
    private readonly sections: Sections,
    private readonly name: string,
    private readonly checksums: () => Int32Array,
  ) {
    this.length = sections.place(name).length - 2;
  }

  slice(from: number, to: number): Buffer {
    this.readBlocks(from, to);
    return this.bytes().subarray(from, to);
  }

  text(from: number, to: number): string {
    this.readBlocks(from, to);
    return this.bytes().toString('utf8', from, to);
  }

  scan(from: number, to: number): Buffer {
    return this.slice(from, to);
  }

  /** Reads what is not there yet of the blocks that these bytes lie in, neighbours together. */
  private readBlocks(from: number, to: number): void {
    const isRead = this.isRead();
    const end = Math.ceil(to / CHECKED_BYTES);
    for (let block = Math.floor(from / CHECKED_BYTES); block < end; block++) {
      if (isRead[block] === 1) continue;
      let behind = block + 1;
      while (behind < end && isRead[behind] !== 1) behind++;
      this.read(block, behind);
      block = behind;
    }
  }

  private read(first: number, behind: number): void {
    const from = first * CHECKED_BYTES;
    const bytes = this.bytes().subarray(from, Math.min(behind * CHECKED_BYTES, this.length));
    this.sections.readInto(this.name, 1 + from, bytes);
    for (let block = first; block < behind; block++) {
      const at = (block - first) * CHECKED_BYTES;
      // Columns hold signed numbers.
      if ((checksumOf(bytes.subarray(at, at + CHECKED_BYTES)) | 0) !== this.checksums()[block]) {
        throw new SnapshotDamage(`section ${this.name} is damaged`);
      }
    }
    this.isRead().fill(1, first, behind);
  }
}
