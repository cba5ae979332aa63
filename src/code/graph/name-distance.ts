/**
 * The names that are near to a text: within so many edits (Levenshtein). Since a million names may have to be compared, two
 * bounds that cost next to nothing come first: the lengths, and the letters and digits that only one of the two has. What letters
 * a name has is looked up once and kept, eight bytes a name.
 */
import { distance } from 'fastest-levenshtein';
import type { FoldedRows } from './text-rows.js';
import { blocksOf } from './text-search.js';

/** How near: at most `share` × the longer one's length of edits, and at most `editsMax`. */
export interface Nearness {
  readonly share: number;
  readonly editsMax: number;
}

/** Which letters and which other characters each name has, as sets of 32. */
export class NameLetters {
  readonly letters: Int32Array;
  readonly others: Int32Array;

  constructor({ rows }: FoldedRows) {
    this.letters = new Int32Array(rows.count);
    this.others = new Int32Array(rows.count);
    const starts = rows.starts.all();
    for (const { bytes, offset, first, end } of blocksOf(rows)) {
      for (let row = first; row < end; row++) {
        // Without the quotes.
        const from = (starts[row] ?? 0) - offset + 1;
        const { letters, others } = lettersOf(bytes, from, (starts[row + 1] ?? 0) - offset - 2);
        this.letters[row] = letters;
        this.others[row] = others;
      }
    }
  }
}

const ASCII_END = 0x80;
const BACKSLASH = 0x5c;
const LETTER_A = 0x61;
/** Of a name beyond ASCII, which has other lengths and letters than its bytes. No set of small letters has all 32. */
const UNSURE = -1;

/** Names that become `text` (lower case) by few edits, ascending. */
export function namesNear(names: FoldedRows, known: NameLetters, text: string, near: Nearness): number[] {
  const { share, editsMax } = near;
  const { length } = Buffer.from(text);
  const wanted = lettersOf(Buffer.from(text), 0, length);
  const starts = names.rows.starts.all();
  const found: number[] = [];
  for (let row = 0; row < names.rows.count; row++) {
    const letters = known.letters[row] ?? 0;
    const isUnsure = wanted.letters === UNSURE || letters === UNSURE;
    // Without the quotes and the comma.
    const rowLength = (starts[row + 1] ?? 0) - (starts[row] ?? 0) - 3;
    const limit = Math.min(editsMax, Math.max(rowLength, length) * share);
    const isFar =
      Math.abs(rowLength - length) > limit || lettersApart(wanted, letters, known.others[row] ?? 0) > limit;
    if (isFar && !isUnsure) continue;
    const name = isUnsure ? names.string(row).toLowerCase() : names.rows.json(row).slice(1, -1);
    const allowed = Math.min(editsMax, Math.floor(Math.max(text.length, name.length) * share));
    if (distance(text, name) <= allowed) found.push(row);
  }
  return found;
}

/** One edit mends at most one that is missing and one that is too many. */
function lettersApart(wanted: Letters, letters: number, others: number): number {
  const missing = bitCount(wanted.letters & ~letters) + bitCount(wanted.others & ~others);
  return Math.max(missing, bitCount(letters & ~wanted.letters) + bitCount(others & ~wanted.others));
}

interface Letters {
  readonly letters: number;
  readonly others: number;
}
const UNSURE_LETTERS: Letters = { letters: UNSURE, others: UNSURE };

/** Of what lies between two positions. */
function lettersOf(bytes: Buffer, from: number, to: number): Letters {
  let letters = 0;
  let others = 0;
  for (let at = from; at < to; at++) {
    const byte = bytes[at] ?? 0;
    if (byte >= ASCII_END || byte === BACKSLASH) return UNSURE_LETTERS;
    if (byte >= LETTER_A) letters |= 1 << (byte & 31);
    else others |= 1 << (byte & 31);
  }
  return { letters, others };
}

function bitCount(bits: number): number {
  let rest = bits - ((bits >>> 1) & 0x55555555);
  rest = (rest & 0x33333333) + ((rest >>> 2) & 0x33333333);
  return Math.imul((rest + (rest >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
