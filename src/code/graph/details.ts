/**
 * What edges carry, made small without knowing its form: the JSON text is cut at each `"line":` and around the string
 * behind each `"why":`. Lines go into a stream as numbers, the pieces between are few and kept once.
 *
 * In the stream a detail is codes of pieces, and behind a piece that a line follows the line. Codes are given by frequency,
 * so that the common ones take one character; a detail's first line counts from the line of the edge's source, each further
 * one from the line before. Inside a JSON string quotes are escaped, so no cut falls into one.
 */
import { signedTwin, VarintReader, writeVarint } from '../varint.js';
import type { ByteWriter } from './bytes.js';
import type { Ints } from './ints.js';
import { stringEnd } from './json-text.js';
import { lazy } from './lazy.js';
import type { StringTable } from './string-table.js';

const LINE_MARK = '"line":';
const REASON_MARK = '"why":"';
// A number of 32 bits in the stream.
const CHARS_MAX = 7;
// The largest number of digits that is always a 32-bit integer.
const DIGITS_MAX = 9;

/** What follows a piece in a stream. */
export const Next = { NOTHING: 0, LINE: 1, PIECE: 2 } as const;
export type Next = (typeof Next)[keyof typeof Next];
const NEXT_BITS = 2;
const NEXT_MASK = 3;
// In the table each piece ends with what follows it; JSON has no such characters, but escaped.
const MARKS = ['', '\n', '\t'] as const;

/** Cuts a detail; calls `piece` for each piece, and `line` behind each that a line follows. */
export function cutDetail(
  detail: string,
  piece: (text: string, next: Next) => void,
  line: (line: number) => void,
): void {
  let from = 0;
  let mark = detail.indexOf(LINE_MARK);
  let reason = detail.indexOf(REASON_MARK);
  while (mark >= 0 || reason >= 0) {
    if (reason < 0 || (mark >= 0 && mark < reason)) {
      const digits = mark + LINE_MARK.length;
      const end = numberEnd(detail, digits);
      if (end > digits) {
        piece(detail.slice(from, mark), Next.LINE);
        line(Number(detail.slice(digits, end)));
        from = end;
      }
      mark = detail.indexOf(LINE_MARK, digits);
    } else {
      const quote = reason + REASON_MARK.length - 1;
      const end = stringEnd(detail, quote);
      piece(detail.slice(from, quote), Next.PIECE);
      piece(detail.slice(quote, end), Next.PIECE);
      from = end;
      reason = detail.indexOf(REASON_MARK, end);
    }
  }
  piece(detail.slice(from), Next.NOTHING);
}

/** Behind a number as JSON writes it, or where it would start when there is none that fits. */
function numberEnd(text: string, from: number): number {
  let end = from;
  while (isDigit(text.charCodeAt(end))) end++;
  const isPlain = text.charCodeAt(from) !== ZERO || end === from + 1;
  return isPlain && end - from <= DIGITS_MAX ? end : from;
}

const ZERO = 0x30;

function isDigit(code: number): boolean {
  return code >= ZERO && code <= 0x39;
}

/** Numbers for pieces, given in order of appearance. */
export class PieceNumbers {
  /** As in the table. */
  readonly pieces: string[] = [];
  private readonly numbers = MARKS.map(() => new Map<string, number>());

  number(text: string, next: Next): number {
    const known = this.numbers[next]?.get(text);
    if (known !== undefined) return known;
    this.numbers[next]?.set(text, this.pieces.length);
    return this.pieces.push(text + MARKS[next]) - 1;
  }
}

/** A piece's entry in the column of codes: its index in the table, and what follows it. */
export function codeEntry(index: number, piece: string): number {
  const next = piece.endsWith(MARKS[Next.LINE])
    ? Next.LINE
    : piece.endsWith(MARKS[Next.PIECE])
      ? Next.PIECE
      : Next.NOTHING;
  return (index << NEXT_BITS) | next;
}

/** The index of the piece in an entry of the column of codes. */
export function pieceOf(entry: number): number {
  return entry >> NEXT_BITS;
}

/** What a stream needs to be read. */
interface DetailColumns {
  /** By row: where its edges start. */
  readonly edgeStarts: Int32Array;
  /** By row. */
  readonly lines: Ints;
  /** By code: see `codeEntry`. */
  readonly codes: Int32Array;
  readonly pieces: StringTable;
}

/** The details of a part's edges, row after row. */
export class DetailStream {
  /** By row: where its first detail starts. */
  readonly starts = lazy(() => this.findStarts());
  readonly codes: Int32Array;

  constructor(
    readonly bytes: Buffer,
    private readonly columns: DetailColumns,
  ) {
    this.codes = columns.codes;
  }

  /** The detail of a row's edge, as it was cut. */
  text(row: number, edge: number): string {
    const reader = new VarintReader(this.bytes, this.starts()[row]);
    for (let at = this.columns.edgeStarts[row] ?? 0; at < edge; at++) this.skip(reader);
    return this.read(reader.at, row);
  }

  /** The same by where it starts. */
  read(position: number, row: number): string {
    const reader = new VarintReader(this.bytes, position);
    let line = this.columns.lines.get(row);
    let text = '';
    for (;;) {
      const entry = this.codes[reader.nextUnsigned()] ?? Next.NOTHING;
      const piece = this.columns.pieces.get(pieceOf(entry));
      const next = entry & NEXT_MASK;
      if (next === Next.NOTHING) return text + piece;
      text += piece.slice(0, -1);
      if (next === Next.LINE) {
        line += reader.next();
        text += LINE_MARK + String(line);
      }
    }
  }

  /** Moves the reader behind the detail that it stands at. */
  skip(reader: VarintReader): void {
    for (;;) {
      const next = (this.codes[reader.nextUnsigned()] ?? Next.NOTHING) & NEXT_MASK;
      if (next === Next.NOTHING) return;
      if (next === Next.LINE) reader.next();
    }
  }

  /** Calls `visit` with each code of the detail that starts at `position`. */
  eachCode(position: number, visit: (code: number) => void): void {
    const reader = new VarintReader(this.bytes, position);
    for (;;) {
      const code = reader.nextUnsigned();
      visit(code);
      const next = (this.codes[code] ?? Next.NOTHING) & NEXT_MASK;
      if (next === Next.NOTHING) return;
      if (next === Next.LINE) reader.next();
    }
  }

  private findStarts(): Int32Array {
    const { edgeStarts } = this.columns;
    const starts = new Int32Array(edgeStarts.length);
    const reader = new VarintReader(this.bytes);
    for (let row = 0; row + 1 < edgeStarts.length; row++) {
      starts[row] = reader.at;
      const end = edgeStarts[row + 1] ?? 0;
      for (let edge = edgeStarts[row] ?? 0; edge < end; edge++) this.skip(reader);
    }
    return starts;
  }
}

/** Writes the detail that starts at `position` again, with other codes. */
export function copyDetail(
  details: DetailStream,
  position: number,
  newCodes: Int32Array,
  to: ByteWriter,
): void {
  const reader = new VarintReader(details.bytes, position);
  for (;;) {
    const code = reader.nextUnsigned();
    writeDetailNumber(to, signedTwin(newCodes[code] ?? 0));
    const next = (details.codes[code] ?? Next.NOTHING) & NEXT_MASK;
    if (next === Next.NOTHING) return;
    if (next === Next.LINE) writeDetailNumber(to, reader.next());
  }
}

/** Appends one number to a stream: the twin of a code, or a line as a difference. */
export function writeDetailNumber(stream: ByteWriter, value: number): void {
  const bytes = stream.reserve(CHARS_MAX);
  stream.length = writeVarint(bytes, stream.length, value);
}
