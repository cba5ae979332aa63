/**
 * The two searches in names: a text anywhere in a name, and a word of a name. Words are those of `splitWords`; where a name
 * is plain ASCII its bytes and the positions of its capitals tell them, for any other one the name itself is split.
 */
import { splitWords } from '../query/words.js';
import type { FoldedRows } from './text-rows.js';
import { escapeForJson, type Hit, rowsContaining, startsWithCharacter } from './text-search.js';

// In ASCII it is easy to say what never is a word; beyond, `splitWords` decides name by name.
const NO_WORD = /^$|[^a-z0-9\u0080-\uffff]/;

/** Rows whose name contains `text` (lower case), ascending. */
export function namesContaining(names: FoldedRows, text: string): number[] {
  if (text === '') return Array.from({ length: names.rows.count }, (_, row) => row);
  return rowsContaining(names.rows, escapeForJson(text), startsWithCharacter);
}

/** Rows with `word` (lower case) among the words of their name, ascending. */
export function namesWithWord(names: FoldedRows, word: string): number[] {
  if (NO_WORD.test(word)) return [];
  return rowsContaining(names.rows, word, (hit) =>
    isPlain(names, hit) ? isWord(names, hit, word.length) : splitWords(names.string(hit.row)).includes(word),
  );
}

const BACKSLASH = 0x5c;
const ASCII_END = 0x80;

function isPlain(names: FoldedRows, { row, bytes, rowStart, rowEnd }: Hit): boolean {
  for (let at = rowStart; at < rowEnd; at++) {
    const byte = bytes[at] ?? 0;
    if (byte >= ASCII_END || byte === BACKSLASH) return false;
  }
  return !names.hasOriginal(row);
}

/** Whether the hit starts and ends where a word does, and no word starts inside. */
function isWord(names: FoldedRows, hit: Hit, length: number): boolean {
  const { bytes, at } = hit;
  const isHump = hasCapitals(names, hit) ? humpsOf(names, hit) : never;
  const isBreak = (next: number) => !isWordByte(bytes[next - 1]) || !isWordByte(bytes[next]) || isHump(next);
  if (!isBreak(at) || !isBreak(at + length)) return false;
  for (let next = at + 1; next < at + length; next++) if (isHump(next)) return false;
  return true;
}

function never(): boolean {
  return false;
}

/** Whether the first capital at or behind the row's start lies in the row. */
function hasCapitals(names: FoldedRows, { row }: Hit): boolean {
  const { capitals, rows } = names;
  return capitals.isBelow(capitals.lowerBound(rows.start(row)), rows.end(row));
}

/** Tells whether a new word starts at a position because of camelCase: `fooBar`, `HTTPServer`, `v2Main`. */
function humpsOf(names: FoldedRows, { row, bytes, rowStart }: Hit): (at: number) => boolean {
  const { capitals, rows } = names;
  const start = rows.start(row);
  const first = capitals.lowerBound(start);
  const isCapital = (at: number) => {
    let next = first;
    while (capitals.isBelow(next, start + at - rowStart)) next++;
    return next < capitals.length && capitals.get(next) === start + at - rowStart;
  };
  const isLower = (at: number) => isLetter(bytes[at]) && !isCapital(at);
  return (at) => {
    if (!isCapital(at)) return false;
    return isLower(at - 1) || isDigit(bytes[at - 1]) || (isCapital(at - 1) && isLower(at + 1));
  };
}

function isWordByte(byte: number | undefined): boolean {
  return isLetter(byte) || isDigit(byte);
}

/** Names are folded, so their letters are small. */
function isLetter(byte = 0): boolean {
  return byte >= 0x61 && byte <= 0x7a;
}

function isDigit(byte = 0): boolean {
  return byte >= 0x30 && byte <= 0x39;
}
