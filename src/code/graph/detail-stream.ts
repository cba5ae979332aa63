/**
 * The details of edges as a stream of variable-length integers: codes of pieces, and behind a piece that a line follows the
 * line. Codes are given by frequency, so that the common ones take one character; a detail's first line counts from the
 * line of the edge's source, each further one from the line before.
 */
import { runToEnd } from '../../kernel/run-to-end.js';
import { signedTwin, VarintReader, writeVarint } from '../varint.js';
import type { ByteWriter } from './bytes.js';
import { cutText, LINE_MARK, Next, nextOf, pieceOf } from './detail-pieces.js';
import type { Ints } from './ints.js';
import type { StringTable } from './string-table.js';

// A number of 32 bits.
const CHARS_MAX = 7;

// About a millisecond.
const ROWS_AT_ONCE = 1 << 12;

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
  readonly codes: Int32Array;
  private startsIndex: Int32Array | undefined;
  private latest = { edge: -1, position: 0 };

  constructor(
    readonly bytes: Buffer,
    private readonly columns: DetailColumns,
  ) {
    this.codes = columns.codes;
  }

  /** By row: where its first detail starts; found at one go when nobody has prepared it. */
  starts(): Int32Array {
    this.startsIndex ??= runToEnd(this.findStarts());
    return this.startsIndex;
  }

  /** Finds the starts before they are asked for, in steps. */
  *prepare(): Generator<void> {
    this.startsIndex ??= yield* this.findStarts();
  }

  /** The detail of a row's edge, as it was cut. */
  text(row: number, edge: number): string {
    const first = this.columns.edgeStarts[row] ?? 0;
    const { latest } = this;
    // A node's edges are mostly asked for one after the other.
    const isNear = latest.edge >= first && latest.edge <= edge;
    const reader = new VarintReader(this.bytes, isNear ? latest.position : this.starts()[row]);
    for (let at = isNear ? latest.edge : first; at < edge; at++) this.skip(reader);
    this.latest = { edge, position: reader.at };
    return this.read(reader.at, row);
  }

  /** The same by where it starts. */
  read(position: number, row: number): string {
    const reader = new VarintReader(this.bytes, position);
    let line = this.columns.lines.get(row);
    let text = '';
    for (;;) {
      const entry = this.codes[this.nextCode(reader)] ?? Next.NOTHING;
      const next = nextOf(entry);
      text += cutText(this.columns.pieces.get(pieceOf(entry)), next);
      if (next === Next.NOTHING) return text;
      if (next === Next.LINE) {
        line += reader.next();
        text += LINE_MARK + String(line);
      }
    }
  }

  /** Moves the reader behind the detail that it stands at. */
  skip(reader: VarintReader): void {
    for (;;) {
      const next = nextOf(this.codes[this.nextCode(reader)] ?? Next.NOTHING);
      if (next === Next.NOTHING) return;
      if (next === Next.LINE) reader.next();
    }
  }

  /** Calls `visit` with each code of the detail that starts at `position`. */
  eachCode(position: number, visit: (code: number) => void): void {
    const reader = new VarintReader(this.bytes, position);
    for (;;) {
      const code = this.nextCode(reader);
      visit(code);
      const next = nextOf(this.codes[code] ?? Next.NOTHING);
      if (next === Next.NOTHING) return;
      if (next === Next.LINE) reader.next();
    }
  }

  /** Throws behind the last one, where a stream that is not ours would go on without end. */
  private nextCode(reader: VarintReader): number {
    if (reader.at >= this.bytes.length) throw new RangeError('the details of edges end too early');
    return reader.nextUnsigned();
  }

  private *findStarts(): Generator<void, Int32Array> {
    const { edgeStarts } = this.columns;
    const starts = new Int32Array(edgeStarts.length);
    const reader = new VarintReader(this.bytes);
    for (let row = 0; row + 1 < edgeStarts.length; row++) {
      if (row % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) yield;
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
    if (reader.at >= details.bytes.length) throw new RangeError('the details of edges end too early');
    const code = reader.nextUnsigned();
    writeDetailNumber(to, signedTwin(newCodes[code] ?? 0));
    const next = nextOf(details.codes[code] ?? Next.NOTHING);
    if (next === Next.NOTHING) return;
    if (next === Next.LINE) writeDetailNumber(to, reader.next());
  }
}

/** Appends one number to a stream: the twin of a code, or a line as a difference. */
export function writeDetailNumber(stream: ByteWriter, value: number): void {
  const bytes = stream.reserve(CHARS_MAX);
  stream.length = writeVarint(bytes, stream.length, value);
}
