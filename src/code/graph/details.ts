/**
 * What edges carry, made small without knowing its form: the JSON text is cut at each `"line":`, the number behind it
 * goes into the stream, and the pieces between are few and kept once. A call with one site is two pieces and a line.
 *
 * In the stream a detail is: code of a piece, line, code, line …, code of a piece that ends it. Codes are given by
 * frequency, so that the common ones take one character; the first line counts from the line of the edge's source, each
 * further one from the line before. Inside a JSON string quotes are escaped, so the cut never falls into one.
 */
import { signedTwin, VarintReader, writeVarint } from '../varint.js';
import type { ByteWriter } from './bytes.js';
import { lazy } from './lazy.js';
import type { StringTable } from './string-table.js';

const MARK = '"line":';
/** Behind pieces that a line follows; JSON has no such character outside of strings, nor unescaped inside. */
const GOES_ON = '\n';
// A number of 32 bits in the stream.
const CHARS_MAX = 7;
// The largest number of digits that is always a 32-bit integer.
const DIGITS_MAX = 9;

/** Cuts a detail; calls `piece` and `line` in turn, beginning and ending with a piece. */
export function cutDetail(detail: string, piece: (text: string) => void, line: (line: number) => void): void {
  let from = 0;
  let mark = detail.indexOf(MARK);
  while (mark >= 0) {
    const digits = mark + MARK.length;
    const end = numberEnd(detail, digits);
    if (end > digits) {
      piece(detail.slice(from, mark) + GOES_ON);
      line(Number(detail.slice(digits, end)));
      from = end;
    }
    mark = detail.indexOf(MARK, digits);
  }
  piece(detail.slice(from));
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

/** Whether a detail ends with this piece. */
export function isLastPiece(piece: string): boolean {
  return !piece.endsWith(GOES_ON);
}

/** What a stream needs to be read. */
interface DetailColumns {
  /** By row: where its edges start. */
  readonly edgeStarts: Int32Array;
  /** By row. */
  readonly lines: Int32Array;
  /** By code: the piece, twice, plus 1 when it ends a detail. */
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
    let line = this.columns.lines[row] ?? 0;
    let text = '';
    for (;;) {
      const code = this.codes[reader.nextUnsigned()] ?? 1;
      const piece = this.columns.pieces.get(code >> 1);
      if (code & 1) return text + piece;
      line += reader.next();
      text += piece.slice(0, -GOES_ON.length) + MARK + String(line);
    }
  }

  /** Moves the reader behind the detail that it stands at. */
  skip(reader: VarintReader): void {
    while (((this.codes[reader.nextUnsigned()] ?? 1) & 1) === 0) reader.next();
  }

  /** Calls `visit` with each code of the detail that starts at `position`. */
  eachCode(position: number, visit: (code: number) => void): void {
    const reader = new VarintReader(this.bytes, position);
    for (;;) {
      const code = reader.nextUnsigned();
      visit(code);
      if ((this.codes[code] ?? 1) & 1) return;
      reader.next();
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
    if ((details.codes[code] ?? 1) & 1) return;
    writeDetailNumber(to, reader.next());
  }
}

/** Appends one number to a stream: the twin of a code, or a line as a difference. */
export function writeDetailNumber(stream: ByteWriter, value: number): void {
  const bytes = stream.reserve(CHARS_MAX);
  stream.length = writeVarint(bytes, stream.length, value);
}
