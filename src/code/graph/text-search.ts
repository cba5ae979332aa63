/**
 * Finding a text in many rows: one search over all bytes, then the row of each hit. Rows are JSON, so a hit may be none (in
 * the middle of an escape, in a key, across two rows); a check given by the caller decides.
 *
 * The search is Node's `Buffer.indexOf`; since each call of it costs as much as looking at some hundred bytes, the bytes
 * next to a hit are looked at first.
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
  const wanted = Buffer.from(needle);
  const found: number[] = [];
  for (const { bytes, offset, first } of blocksOf(rows)) {
    let row = first;
    let at = nextHit(bytes, wanted, 0);
    while (at >= 0) {
      row = rows.rowAt(offset + at, row);
      const rowStart = rows.start(row) - offset;
      const rowEnd = rows.end(row) - offset;
      const isHit = at + wanted.length <= rowEnd && isMatch({ row, bytes, rowStart, rowEnd, at });
      if (isHit) found.push(row);
      at = nextHit(bytes, wanted, isHit ? rowEnd : at + 1);
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

// What a call of `indexOf` costs, in bytes looked at here.
const NEAR = 128;

function nextHit(bytes: Buffer, wanted: Buffer, from: number): number {
  const first = wanted[0];
  const near = Math.min(from + NEAR, bytes.length - wanted.length + 1);
  for (let at = from; at < near; at++) {
    if (bytes[at] !== first) continue;
    let length = 1;
    while (length < wanted.length && bytes[at + length] === wanted[length]) length++;
    if (length === wanted.length) return at;
  }
  return near < bytes.length ? bytes.indexOf(wanted, Math.max(near, from)) : -1;
}
