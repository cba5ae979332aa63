/**
 * What edges carry, made small without knowing its form: the JSON text is cut at each `"line":` and around the string
 * behind each `"why":`. The lines are numbers, and the pieces between them are few and kept once. Inside a JSON string
 * quotes are escaped, so no cut falls into one.
 */
import { stringEnd } from './json-text.js';

/** What stands before a line. */
export const LINE_MARK = '"line":';
const REASON_MARK = '"why":"';
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

/** What follows the piece in an entry of the column of codes. */
export function nextOf(entry: number): Next {
  const next = entry & NEXT_MASK;
  return next === Next.LINE || next === Next.PIECE ? next : Next.NOTHING;
}

/** A piece of the table as it was cut. */
export function cutText(piece: string, next: Next): string {
  return next === Next.NOTHING ? piece : piece.slice(0, -1);
}
