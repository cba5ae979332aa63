/**
 * Finding a text in many rows: one search over all bytes, then the row of each hit. Rows are JSON, so a hit may be none (in
 * the middle of an escape, in a key, across two rows); a check given by the caller decides.
 *
 * The search is Node's `Buffer.indexOf`, which runs from one occurrence of the first byte to the next. So it is given the
 * part of the needle that starts with its rarest byte, and the rest is compared here: twice as fast.
 */
import type { TextRows } from './text-rows.js';

/** A place in a row that holds the searched bytes; it says so only while it is being checked. */
export interface Hit {
  row: number;
  /** A stretch of rows; positions below count from its start. */
  bytes: Buffer;
  rowStart: number;
  rowEnd: number;
  at: number;
}

/** Rows with at least one hit that passes the check, ascending. `needle` is a JSON text and not empty. */
export function rowsContaining(rows: TextRows, needle: string, isMatch: (hit: Hit) => boolean): number[] {
  const wanted = new Needle(needle);
  const found: number[] = [];
  const starts = rows.starts.all();
  for (const { bytes, offset, first } of blocksOf(rows, needle)) {
    const hit: Hit = { row: first, bytes, rowStart: 0, rowEnd: 0, at: wanted.next(bytes, 0) };
    while (hit.at >= 0) {
      hit.row = rows.rowAt(offset + hit.at, hit.row);
      hit.rowStart = (starts[hit.row] ?? 0) - offset;
      hit.rowEnd = (starts[hit.row + 1] ?? 0) - 1 - offset;
      const isHit = hit.at + wanted.length <= hit.rowEnd && isMatch(hit);
      if (isHit) found.push(hit.row);
      hit.at = wanted.next(bytes, isHit ? hit.rowEnd : hit.at + 1);
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

/** A stretch of whole rows. */
export interface Block {
  readonly bytes: Buffer;
  /** Where the block starts among the bytes of all rows. */
  readonly offset: number;
  /** Its rows: `first` … `end` - 1. */
  readonly first: number;
  readonly end: number;
}

// What one search adds to the filter at most, in stretches: about a millisecond.
const LEARNT_MAX = 32;

/**
 * The rows in blocks, less those that surely do not hold `needle`: as much at once as the store likes. A block's bytes are
 * valid until the next one is asked for.
 */
export function* blocksOf(rows: TextRows, needle = ''): Generator<Block> {
  const { store } = rows;
  const filter = rows.filter();
  let learnt = 0;
  for (const stretches of filter.mayHold(Buffer.from(needle), store.scanBytesMax)) {
    const [offset, end] = filter.range(stretches);
    const bytes = store.scan(offset, end);
    yield { bytes, offset, first: filter.firstRow(stretches.from), end: filter.firstRow(stretches.to) };
    if (!filter.learns) continue;
    for (let from = stretches.from; from < stretches.to && learnt < LEARNT_MAX; from++) {
      const [start, stop] = filter.range({ from, to: from + 1 });
      if (filter.learn(from, bytes.subarray(start - offset, stop - offset))) learnt++;
    }
  }
}

// Bytes of docstrings, signatures and names in JSON, the most frequent first (CPython's library); others are rarer.
const FREQUENT = Buffer.from(' etn"osari,ldhcmfu[]p\\.gbyw1v2\'_x');
// With up to so many bytes `indexOf` goes from one first byte to the next; above it prepares for something else.
const CORE_BYTES = 6;
// With fewer there would be too many places to compare here.
const CORE_BYTES_MIN = 4;
// What a call of `indexOf` costs, in bytes looked at here. Where the last hit was not as near, the next will not be.
const NEAR = 32;

/** Bytes to look for. */
class Needle {
  readonly length: number;
  private readonly wanted: Buffer;
  /** Where the core starts, and the core. */
  private readonly skipped: number;
  private readonly core: Buffer;
  private isDense = false;

  constructor(text: string) {
    this.wanted = Buffer.from(text);
    this.length = this.wanted.length;
    this.skipped = rarestUpTo(this.wanted, this.length - CORE_BYTES_MIN);
    this.core = this.wanted.subarray(this.skipped, this.skipped + CORE_BYTES);
  }

  /** Where it stands first from `from` on, -1 when nowhere. */
  next(bytes: Buffer, from: number): number {
    let at = this.nextCore(bytes, from + this.skipped);
    while (at >= 0 && !this.isAt(bytes, at - this.skipped)) at = this.nextCore(bytes, at + 1);
    return at < 0 ? -1 : at - this.skipped;
  }

  private nextCore(bytes: Buffer, from: number): number {
    const first = this.core[0];
    const near = this.isDense ? Math.min(from + NEAR, bytes.length) : from;
    for (let at = from; at < near; at++)
      if (bytes[at] === first && this.isAt(bytes, at - this.skipped)) return at;
    const found = near < bytes.length ? bytes.indexOf(this.core, near) : -1;
    this.isDense = found >= 0 && found - from < NEAR;
    return found;
  }

  private isAt(bytes: Buffer, from: number): boolean {
    for (let at = 0; at < this.length; at++) if (bytes[from + at] !== this.wanted[at]) return false;
    return true;
  }
}

/** Where the rarest of the bytes up to `last` stands. */
function rarestUpTo(bytes: Buffer, last: number): number {
  let rarest = 0;
  for (let at = 1; at <= last; at++) if (rankOf(bytes[at]) > rankOf(bytes[rarest])) rarest = at;
  return rarest;
}

function rankOf(byte = 0): number {
  const rank = FREQUENT.indexOf(byte);
  return rank < 0 ? FREQUENT.length : rank;
}
