/**
 * Which rows have which value: a counting sort into one array of rows and one of where each group starts. All indexes of a
 * part are made of it; it takes linear time and eight bytes a row.
 */
import { runToEnd } from '../../kernel/run-to-end.js';

/** Rows by group, in each group in ascending order. */
export interface Groups {
  /** One entry more than there are groups. */
  readonly starts: Int32Array;
  readonly rows: Int32Array;
}

/** Groups the rows 0 … values.length - 1 by their value, which lies in 0 … groupCount - 1. */
export function groupRows(values: Int32Array | Uint8Array, groupCount: number): Groups {
  return runToEnd(groupRowsInSteps(values, groupCount));
}

// About two milliseconds.
const STEP = 1 << 18;

/** The same in steps. */
export function* groupRowsInSteps(
  values: Int32Array | Uint8Array,
  groupCount: number,
): Generator<void, Groups> {
  const starts = new Int32Array(groupCount + 1);
  for (let row = 0; row < values.length; row++) {
    if (row % STEP === STEP - 1) yield;
    const after = (values[row] ?? 0) + 1;
    starts[after] = (starts[after] ?? 0) + 1;
  }
  for (let group = 0; group < groupCount; group++) {
    starts[group + 1] = (starts[group + 1] ?? 0) + (starts[group] ?? 0);
  }
  yield;
  const next = starts.slice();
  const rows = new Int32Array(values.length);
  for (let row = 0; row < values.length; row++) {
    if (row % STEP === STEP - 1) yield;
    const group = values[row] ?? 0;
    const at = next[group] ?? 0;
    rows[at] = row;
    next[group] = at + 1;
  }
  return { starts, rows };
}

/** The rows of one group; a view into the groups, not to be changed. */
export function rowsOf(groups: Groups, group: number): Int32Array {
  return groups.rows.subarray(groups.starts[group] ?? 0, groups.starts[group + 1] ?? 0);
}

/** Of so many rows at least one in this many is sooner found by its bit than sorted. */
const SHARE_OF_BITS = 64;

/** The same numbers in ascending order; they are distinct and lie below `limit`. */
export function ascending(numbers: number[], limit: number): number[] {
  if (numbers.length * SHARE_OF_BITS < limit) return numbers.sort((a, b) => a - b);
  const bits = new Int32Array((limit + 31) >> 5);
  for (const each of numbers) bits[each >> 5] = (bits[each >> 5] ?? 0) | (1 << (each & 31));
  let count = 0;
  for (let word = 0; word < bits.length; word++) {
    for (let rest = bits[word] ?? 0; rest !== 0; rest &= rest - 1) {
      numbers[count++] = (word << 5) + 31 - Math.clz32(rest & -rest);
    }
  }
  return numbers;
}
