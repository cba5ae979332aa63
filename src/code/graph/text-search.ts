/**
 * Finding a text in many rows: one search over all bytes, then the row of each hit. Rows are JSON, so a hit may be none (in
 * the middle of an escape, in a key, across two rows); a check given by the caller decides.
 *
 * The search is Node's `Buffer.indexOf`, which runs from one occurrence of the first byte to the next. So it is given the
 * part of the needle that starts with its rarest byte, and the rest is compared here: nearly twice as fast.
 */
import type { TextRows } from './text-rows.js';

/** A place in a row that holds the searched bytes. */
export interface Hit {
  readonly row: number;
  /** A stretch of rows; positions below count from its start. */
  readonly bytes: Buffer;
  readonly rowStart: number;
  readonly rowEnd: number;
  readonly at: number;
}

/** Rows with at least one hit that passes the check, ascending. `needle` is a JSON text and not empty. */
export function rowsContaining(rows: TextRows, needle: string, isMatch: (hit: Hit) => boolean): number[] {
  const wanted = new Needle(needle);
  const found: number[] = [];
  for (const { bytes, offset, first } of blocksOf(rows)) {
    let row = first;
    let at = wanted.next(bytes, 0);
    while (at >= 0) {
      row = rows.rowAt(offset + at, row);
      const rowStart = rows.start(row) - offset;
      const rowEnd = rows.end(row) - offset;
      const isHit = at + wanted.length <= rowEnd && isMatch({ row, bytes, rowStart, rowEnd, at });
      if (isHit) found.push(row);
      at = wanted.next(bytes, isHit ? rowEnd : at + 1);
    }
  }
  return found;
}

/** A needle as it stands inside the rows: escaped, without quotes. */
export function escapeForJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

const BACKSLASH = 0x5c;
const LETTER_U = 0x75;
// `\u001f`
const ESCAPE_CHARS = 6;

/** Whether a hit starts with a character, and not in the middle of an escape. */
export function startsWithCharacter({ bytes, rowStart, at }: Hit): boolean {
  let isNearEscape = false;
  for (let back = 1; back < ESCAPE_CHARS; back++) isNearEscape ||= bytes[at - back] === BACKSLASH;
  if (!isNearEscape) return true;
  let next = rowStart;
  while (next < at) {
    if (bytes[next] !== BACKSLASH) next++;
    else next += bytes[next + 1] === LETTER_U ? ESCAPE_CHARS : 2;
  }
  return next === at;
}

interface Block {
  readonly bytes: Buffer;
  /** Where the block starts among the bytes of all rows, and its first row. */
  readonly offset: number;
  readonly first: number;
}

/** Stretches of whole rows: everything at once in memory, some hundred kilobytes at a time from a file. */
function* blocksOf(rows: TextRows): Generator<Block> {
  const { store } = rows;
  let first = 0;
  while (first < rows.count) {
    const offset = rows.start(first);
    const last = Number.isFinite(store.scanBytesMax)
      ? Math.max(first, rows.rowAt(offset + store.scanBytesMax, first) - 1)
      : rows.count - 1;
    yield { bytes: store.scan(offset, rows.end(last)), offset, first };
    first = last + 1;
  }
}

// Bytes of docstrings, signatures and names in JSON, the most frequent first (CPython's library); others are rarer.
const FREQUENT = Buffer.from(' etn"osari,ldhcmfu[]p\\.gbyw1v2\'_x');
// With up to so many bytes `indexOf` goes from one first byte to the next; above it prepares for something else.
const CORE_BYTES = 6;
// With fewer there would be too many places to compare here.
const CORE_BYTES_MIN = 4;
// What a call of `indexOf` costs, in bytes looked at here.
const NEAR = 64;

/** Bytes to look for. */
class Needle {
  readonly length: number;
  private readonly wanted: Buffer;
  private readonly core: Buffer;
  private readonly coreStart: number;

  constructor(text: string) {
    this.wanted = Buffer.from(text);
    this.length = this.wanted.length;
    this.coreStart = rarestAt(this.wanted);
    this.core = this.wanted.subarray(this.coreStart, this.coreStart + CORE_BYTES);
  }

  /** Where it stands first from `from` on, -1 when nowhere. */
  next(bytes: Buffer, from: number): number {
    let at = this.nextCore(bytes, from + this.coreStart);
    while (at >= 0 && !this.isAt(bytes, at - this.coreStart)) at = this.nextCore(bytes, at + 1);
    return at < 0 ? -1 : at - this.coreStart;
  }

  private nextCore(bytes: Buffer, from: number): number {
    const first = this.core[0];
    const near = Math.min(from + NEAR, bytes.length);
    for (let at = from; at < near; at++)
      if (bytes[at] === first && this.isAt(bytes, at - this.coreStart)) return at;
    return near < bytes.length ? bytes.indexOf(this.core, near) : -1;
  }

  private isAt(bytes: Buffer, from: number): boolean {
    for (let at = 0; at < this.length; at++) if (bytes[from + at] !== this.wanted[at]) return false;
    return true;
  }
}

/** Where the rarest byte stands that has enough behind it. */
function rarestAt(bytes: Buffer): number {
  let rarest = 0;
  let rank = -1;
  for (let at = 0; at <= Math.max(0, bytes.length - CORE_BYTES_MIN); at++) {
    const found = FREQUENT.indexOf(bytes[at] ?? 0);
    const here = found < 0 ? FREQUENT.length : found;
    if (here > rank) {
      rarest = at;
      rank = here;
    }
  }
  return rarest;
}
