/** The words of names in a new part, in order, each with its rows: those of the parts it is made of, renumbered. */
import { mergeTables, type UsedTable } from './merge-tables.js';
import type { PartWriter } from './part-writer.js';
import { eachRow, type Plan } from './plan.js';

// About two milliseconds of renumbering.
const STEP = 1 << 16;

/** Writes the rows of each word and returns the words. */
export function* assembleWords(plan: Plan, writer: PartWriter): Generator<void, readonly string[]> {
  const newRows = plan.sources.map(({ part }) => new Int32Array(part.rows).fill(-1));
  yield* eachRow(plan, (_source, row, newRow, number) => {
    const map = newRows[number];
    if (map !== undefined) map[row] = newRow;
  });
  const words = yield* mergeTables(yield* usedWords(plan, newRows));
  const next = new Int32Array(words.strings.length + 1);
  yield* eachMention(plan, newRows, (source, word) => {
    const after = (words.maps[source]?.[word] ?? 0) + 1;
    next[after] = (next[after] ?? 0) + 1;
  });
  for (let word = 1; word < next.length; word++) next[word] = (next[word] ?? 0) + (next[word - 1] ?? 0);
  const starts = next.slice();
  const rows = new Int32Array(starts.at(-1) ?? 0);
  yield* eachMention(plan, newRows, (source, word, newRow) => {
    const group = words.maps[source]?.[word] ?? 0;
    const at = next[group] ?? 0;
    rows[at] = newRow;
    next[group] = at + 1;
  });
  for (let word = 0; word + 1 < starts.length; word++) rows.subarray(starts[word], starts[word + 1]).sort();
  for (const start of starts) writer.ints('wordRowStarts').push(start);
  for (const row of rows) writer.ints('wordRows').push(row);
  return words.strings;
}

function* usedWords(plan: Plan, newRows: readonly Int32Array[]): Generator<void, readonly UsedTable[]> {
  const tables = plan.sources.map(({ part }) => {
    const table = part.table('wordTable');
    return { table, used: new Uint8Array(table.count) };
  });
  yield* eachMention(plan, newRows, (source, word) => {
    const used = tables[source]?.used;
    if (used !== undefined) used[word] = 1;
  });
  return tables;
}

/** Calls `take` for each word of each row that goes in. */
function* eachMention(
  { sources }: Plan,
  newRows: readonly Int32Array[],
  take: (source: number, word: number, newRow: number) => void,
): Generator<void> {
  for (const [source, { part }] of sources.entries()) {
    const starts = part.wordRowStarts().all();
    const rows = part.wordRows().all();
    for (let word = 0; word + 1 < starts.length; word++) {
      const end = starts[word + 1] ?? 0;
      for (let at = starts[word] ?? 0; at < end; at++) {
        if (at % STEP === STEP - 1) yield;
        const newRow = newRows[source]?.[rows[at] ?? 0] ?? -1;
        if (newRow >= 0) take(source, word, newRow);
      }
    }
  }
}
