/**
 * The names that are near to a text: within so many edits (Levenshtein). Since a million names may have to be compared, two
 * bounds that cost next to nothing come first, told from the bytes: the lengths, and the letters that only one of the two
 * has.
 */
import { distance } from 'fastest-levenshtein';
import type { FoldedRows } from './text-rows.js';
import { blocksOf } from './text-search.js';

const ASCII_END = 0x80;
const BACKSLASH = 0x5c;

/** Rows whose name becomes `text` (lower case) by at most `share` × the longer one's length of edits, ascending. */
export function namesNear(names: FoldedRows, text: string, share: number): number[] {
  return rowsMaybeNear(names, Buffer.from(text), share).filter((row) => {
    const name = names.string(row).toLowerCase();
    return distance(text, name) <= Math.floor(Math.max(text.length, name.length) * share);
  });
}

function rowsMaybeNear(names: FoldedRows, wanted: Buffer, share: number): number[] {
  const letters = lettersOf(wanted, 0, wanted.length);
  const { rows } = names;
  const isUnsure = !isPlain(wanted, 0, wanted.length);
  const areAllPlain = names.isPlain();
  const found: number[] = [];
  for (const { bytes, offset, first, end } of blocksOf(rows)) {
    for (let row = first; row < end; row++) {
      // Without the quotes.
      const from = rows.start(row) - offset + 1;
      const to = rows.end(row) - offset - 1;
      const editsMax = Math.max(to - from, wanted.length) * share;
      const isNear =
        Math.abs(to - from - wanted.length) <= editsMax &&
        lettersApart(letters, lettersOf(bytes, from, to)) <= editsMax;
      if (isNear || isUnsure || !(areAllPlain || isPlain(bytes, from, to))) found.push(row);
    }
  }
  return found;
}

/** Which letters occur, as a set of 32: every letter is one of them. */
function lettersOf(ascii: Buffer, from: number, to: number): number {
  let letters = 0;
  for (let at = from; at < to; at++) letters |= 1 << ((ascii[at] ?? 0) & 31);
  return letters;
}

/** One edit mends at most one letter that is missing and one that is too many. */
function lettersApart(a: number, b: number): number {
  return Math.max(bitCount(a & ~b), bitCount(b & ~a));
}

function bitCount(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
}

/** Whether each byte is a letter: a name beyond ASCII has other lengths and letters than its bytes. */
function isPlain(bytes: Buffer, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    const byte = bytes[at] ?? 0;
    if (byte >= ASCII_END || byte === BACKSLASH) return false;
  }
  return true;
}
