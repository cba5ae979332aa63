/**
 * Several tables of strings become one that is in order and holds only what is used: so the same strings give the same
 * table, whatever had been there before.
 */
import { sortInSteps } from './order.js';
import type { StringTable } from './string-table.js';

/** A table and which of its strings are wanted, by index. */
export interface UsedTable {
  readonly table: StringTable;
  readonly used: Uint8Array;
}

export interface MergedTable {
  /** In order (code units), each once. */
  readonly strings: readonly string[];
  /** For each table: the new index of each used string. */
  readonly maps: readonly Int32Array[];
}

// About two milliseconds of reading.
const STEP = 1 << 12;
// The same of counting.
const LONG_STEP = 1 << 17;

export function* mergeTables(tables: readonly UsedTable[]): Generator<void, MergedTable> {
  const all: string[] = [];
  for (const { table, used } of tables) {
    for (let index = 0; index < table.count; index++) {
      if (index % STEP === STEP - 1) yield;
      if (used[index] === 1) all.push(table.get(index));
    }
  }
  const order = Int32Array.from(all.keys());
  yield* sortInSteps(order, (a, b) => (all[a] ?? '') > (all[b] ?? ''));
  const strings: string[] = [];
  const ranks = new Int32Array(all.length);
  for (const [place, item] of order.entries()) {
    if (place % STEP === STEP - 1) yield;
    const text = all[item] ?? '';
    if (strings.length === 0 || strings.at(-1) !== text) strings.push(text);
    ranks[item] = strings.length - 1;
  }
  const maps: Int32Array[] = [];
  let item = 0;
  for (const { table, used } of tables) {
    const map = new Int32Array(table.count).fill(-1);
    for (let index = 0; index < table.count; index++) {
      if (index % LONG_STEP === LONG_STEP - 1) yield;
      if (used[index] === 1) map[index] = ranks[item++] ?? 0;
    }
    maps.push(map);
  }
  return { strings, maps };
}
