/** The words of names in a new part, in order, each with its names: those of the parts it is made of, renumbered. */
import { type MergedTable, mergeTables, type UsedTable } from './merge-tables.js';
import type { PartWriter } from './part-writer.js';
import type { Plan } from './plan.js';

// About two milliseconds: of mentions that are renumbered, and of words whose names are put in order.
const STEP = 1 << 16;
const WORD_STEP = 1 << 12;

/** Writes the names of each word and returns the words. `names`: for each source the new number of each name, -1 for none. */
export function* assembleWords(
  plan: Plan,
  writer: PartWriter,
  { maps: names }: MergedTable,
): Generator<void, readonly string[]> {
  const words = yield* mergeTables(yield* usedWords(plan, names));
  const starts = new Int32Array(words.strings.length + 1);
  yield* eachMention(plan, names, (source, word) => {
    const after = (words.maps[source]?.[word] ?? 0) + 1;
    starts[after] = (starts[after] ?? 0) + 1;
  });
  for (let word = 1; word < starts.length; word++)
    starts[word] = (starts[word] ?? 0) + (starts[word - 1] ?? 0);
  const next = starts.slice();
  const ofWord = new Int32Array(starts.at(-1) ?? 0);
  yield* eachMention(plan, names, (source, word, name) => {
    const group = words.maps[source]?.[word] ?? 0;
    const at = next[group] ?? 0;
    ofWord[at] = name;
    next[group] = at + 1;
  });
  const written = writer.ints('wordNames');
  for (let word = 0; word < words.strings.length; word++) {
    if (word % WORD_STEP === WORD_STEP - 1) yield;
    writer.ints('wordNameStarts').push(written.length);
    let before = -1;
    // Both parts may have a name.
    for (const name of ofWord.subarray(starts[word], starts[word + 1]).sort()) {
      if (name !== before) written.push(name);
      before = name;
    }
  }
  writer.ints('wordNameStarts').push(written.length);
  return words.strings;
}

function* usedWords(plan: Plan, names: MergedTable['maps']): Generator<void, readonly UsedTable[]> {
  const tables = plan.sources.map(({ part }) => {
    const table = part.table('wordTable');
    return { table, used: new Uint8Array(table.count) };
  });
  yield* eachMention(plan, names, (source, word) => {
    const used = tables[source]?.used;
    if (used !== undefined) used[word] = 1;
  });
  return tables;
}

/** Calls `take` for each word of each name that goes in. */
function* eachMention(
  { sources }: Plan,
  names: MergedTable['maps'],
  take: (source: number, word: number, name: number) => void,
): Generator<void> {
  for (const [source, { part }] of sources.entries()) {
    const starts = part.wordNameStarts().all();
    const ofWord = part.wordNames().all();
    for (let word = 0; word + 1 < starts.length; word++) {
      const end = starts[word + 1] ?? 0;
      for (let at = starts[word] ?? 0; at < end; at++) {
        if (at % STEP === STEP - 1) yield;
        const name = names[source]?.[ofWord[at] ?? 0] ?? -1;
        if (name >= 0) take(source, word, name);
      }
    }
  }
}
