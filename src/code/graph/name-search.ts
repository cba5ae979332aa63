/** The search for a text anywhere in a name. Words of names are not searched: their rows are columns (`word-collector.ts`). */
import type { FoldedRows } from './text-rows.js';
import { escapeForJson, rowsContaining, startsWithCharacter } from './text-search.js';

/** Names that contain `text` (lower case), ascending. */
export function namesContaining(names: FoldedRows, text: string): number[] {
  if (text === '') return Array.from({ length: names.rows.count }, (_, row) => row);
  return rowsContaining(names.rows, escapeForJson(text), startsWithCharacter);
}
