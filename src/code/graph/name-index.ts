/**
 * Rows by their whole text: a hash table with chains (two integers a row), so that the nodes of one name are found without
 * looking at the others. The table is made when it pays: the first few questions are answered by looking through the bytes,
 * which is sooner done.
 */
import { lazy } from './lazy.js';
import type { TextRows } from './text-rows.js';
import { rowsContaining } from './text-search.js';

const SCANS_MAX = 8;
const END = -1;

export class NameIndex {
  private scans = 0;
  private readonly table = lazy(() => new HashTable(this.rows));

  constructor(private readonly rows: TextRows) {}

  /** Rows whose JSON text is `json`, a string, ascending. */
  find(json: string): number[] {
    if (this.scans >= SCANS_MAX) return this.table().find(json);
    this.scans++;
    // Quotes inside a row are escaped, so a hit from quote to quote at a row's start is the row.
    return rowsContaining(this.rows, json, ({ at, rowStart }) => at === rowStart);
  }
}

class HashTable {
  private readonly bytes: Buffer;
  private readonly heads: Int32Array;
  private readonly nexts: Int32Array;

  constructor(private readonly rows: TextRows) {
    this.bytes = rows.store.slice(0, rows.store.length);
    this.heads = new Int32Array(powerOfTwoAbove(rows.count)).fill(END);
    this.nexts = new Int32Array(rows.count);
    for (let row = rows.count - 1; row >= 0; row--) {
      const bucket = this.bucketOf(this.bytes, rows.start(row), rows.end(row));
      this.nexts[row] = this.heads[bucket] ?? END;
      this.heads[bucket] = row;
    }
  }

  find(json: string): number[] {
    const wanted = Buffer.from(json);
    const found: number[] = [];
    let row = this.heads[this.bucketOf(wanted, 0, wanted.length)] ?? END;
    for (; row !== END; row = this.nexts[row] ?? END) {
      if (wanted.equals(this.bytes.subarray(this.rows.start(row), this.rows.end(row)))) found.push(row);
    }
    return found;
  }

  /** FNV-1a with a last stir, since the table looks at the low bits only. */
  private bucketOf(bytes: Uint8Array, from: number, to: number): number {
    let hash = 0x811c9dc5;
    for (let at = from; at < to; at++) hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01000193);
    return (hash ^ (hash >>> 15)) & (this.heads.length - 1);
  }
}

function powerOfTwoAbove(count: number): number {
  return 2 ** Math.ceil(Math.log2(count + 1));
}
