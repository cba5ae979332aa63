/**
 * Rows by their whole text: a hash table with chains (two integers a row), so that the nodes of one name are found without
 * looking at the others.
 */
import type { TextRows } from './text-rows.js';

export interface NameIndex {
  /** Rows whose JSON text is `json`, ascending. */
  find(json: string): number[];
}

const END = -1;

export function indexNames(rows: TextRows): NameIndex {
  const bytes = rows.store.slice(0, rows.store.length);
  const heads = new Int32Array(powerOfTwoAbove(rows.count)).fill(END);
  const nexts = new Int32Array(rows.count);
  const mask = heads.length - 1;
  for (let row = rows.count - 1; row >= 0; row--) {
    const bucket = hash(bytes, rows.start(row), rows.end(row)) & mask;
    nexts[row] = heads[bucket] ?? END;
    heads[bucket] = row;
  }
  return {
    find(json) {
      const wanted = Buffer.from(json);
      const found: number[] = [];
      let row = heads[hash(wanted, 0, wanted.length) & mask] ?? END;
      for (; row !== END; row = nexts[row] ?? END) {
        if (wanted.equals(bytes.subarray(rows.start(row), rows.end(row)))) found.push(row);
      }
      return found;
    },
  };
}

/** FNV-1a with a last stir, since the table looks at the low bits only. */
function hash(bytes: Uint8Array, from: number, to: number): number {
  let value = 0x811c9dc5;
  for (let at = from; at < to; at++) value = Math.imul(value ^ (bytes[at] ?? 0), 0x01000193);
  return value ^ (value >>> 15);
}

function powerOfTwoAbove(count: number): number {
  return 2 ** Math.ceil(Math.log2(count + 1));
}
