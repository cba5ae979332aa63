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
  const check = new WordCheck(names, word);
  return rowsContaining(names.rows, word, (hit) => check.isWord(hit));
}

const BACKSLASH = 0x5c;
const ASCII_END = 0x80;

/** Tells whether a hit is a word of its name. Hits come in order, so that the capitals are walked along with them. */
class WordCheck {
  private readonly length: number;
  /** The first capital at or behind the start of the hit's row. */
  private capital = 0;
  /** From the positions in a hit to those of the capitals. */
  private offset = 0;
  private hit: Hit | undefined;

  constructor(
    private readonly names: FoldedRows,
    private readonly word: string,
  ) {
    this.length = word.length;
  }

  isWord(hit: Hit): boolean {
    const { names } = this;
    if (!names.isPlain() && !isPlain(names, hit))
      return splitWords(names.string(hit.row)).includes(this.word);
    const { bytes, at } = hit;
    const end = at + this.length;
    this.offset = names.rows.start(hit.row) - hit.rowStart;
    this.capital = names.capitals.lowerBound(hit.rowStart + this.offset, this.capital);
    const hasCapitals = names.capitals.isBelow(this.capital, hit.rowEnd + this.offset);
    if (!hasCapitals) return isEdge(bytes, at) && isEdge(bytes, end);
    this.hit = hit;
    if (!(isEdge(bytes, at) || this.isHump(at)) || !(isEdge(bytes, end) || this.isHump(end))) return false;
    for (let next = at + 1; next < end; next++) if (this.isHump(next)) return false;
    return true;
  }

  /** Whether a new word starts here because of camelCase: `fooBar`, `HTTPServer`, `v2Main`. */
  private isHump(at: number): boolean {
    if (!this.isCapital(at)) return false;
    const before = this.hit?.bytes[at - 1];
    if (isDigit(before)) return true;
    return this.isCapital(at - 1) ? this.isSmall(at + 1) : isLetter(before);
  }

  private isSmall(at: number): boolean {
    return isLetter(this.hit?.bytes[at]) && !this.isCapital(at);
  }

  private isCapital(at: number): boolean {
    const { capitals } = this.names;
    const position = at + this.offset;
    let next = this.capital;
    while (capitals.isBelow(next, position)) next++;
    return capitals.isBelow(next, position + 1);
  }
}

function isPlain(names: FoldedRows, { row, bytes, rowStart, rowEnd }: Hit): boolean {
  for (let at = rowStart; at < rowEnd; at++) {
    const byte = bytes[at] ?? 0;
    if (byte >= ASCII_END || byte === BACKSLASH) return false;
  }
  return !names.hasOriginal(row);
}

/** Whether there are not letters or digits on both sides. */
function isEdge(bytes: Buffer, at: number): boolean {
  return !isWordByte(bytes[at - 1]) || !isWordByte(bytes[at]);
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
