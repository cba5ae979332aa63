/**
 * How a column of integers becomes text: as variable-length integers (`varint.ts`) of the numbers themselves, of their
 * differences, or of runs. The form is chosen for each column by what its numbers are like; all are exact for any column
 * that fits the form.
 */
import { decodeVarintBytes, encodePieces, signedTwin, sumDeltas, unsignedTwin } from '../varint.js';
import { IntList } from './bytes.js';

/**
 * `signed`: as they are. `unsigned`: none is negative, which saves a bit. `deltas`: differences. `ascending`: differences
 * that are never negative. `runs`: for each run of one value the difference from the run before and its length less one.
 */
export type ColumnForm = 'signed' | 'unsigned' | 'deltas' | 'ascending' | 'runs';

/** A column: small numbers may be held as bytes. */
export type Integers = Int32Array | Uint8Array;

/** The text of a column in pieces, each valid until the next is asked for. */
export function* encodeColumn(form: ColumnForm, values: Integers): Generator<Buffer> {
  if (form === 'signed') yield* encodePieces(values, values.length, false);
  else if (form === 'deltas') yield* encodePieces(values, values.length, true);
  else if (form === 'runs') yield* encodeRuns(values);
  else yield* encodeUnsigned(values, form === 'ascending');
}

/** Inverse of {@link encodeColumn}. Throws on a text that it did not make. */
export function decodeColumn(form: ColumnForm, bytes: Uint8Array): Int32Array {
  const values = decodeVarintBytes(bytes);
  if (form === 'signed') return values;
  if (form === 'deltas') return sumDeltas(values);
  if (form === 'runs') return expandRuns(values, new Int32Array(lengthOfRuns(values)));
  return unfoldUnsigned(values, form === 'ascending');
}

/** Numbers per piece. */
const PIECE = 1 << 16;

function* encodeUnsigned(values: Integers, isAscending: boolean): Generator<Buffer> {
  const scratch = new Int32Array(Math.min(PIECE, values.length));
  let before = 0;
  for (let from = 0; from < values.length; from += PIECE) {
    const count = Math.min(PIECE, values.length - from);
    for (let at = 0; at < count; at++) {
      const value = values[from + at] ?? 0;
      scratch[at] = signedTwin(isAscending ? value - before : value);
      before = value;
    }
    yield* encodePieces(scratch, count, false);
  }
}

function unfoldUnsigned(values: Int32Array, isAscending: boolean): Int32Array {
  let before = 0;
  for (let at = 0; at < values.length; at++) {
    const value = unsignedTwin(values[at] ?? 0);
    before = isAscending ? (before + value) | 0 : value;
    values[at] = before;
  }
  return values;
}

function* encodeRuns(values: Integers): Generator<Buffer> {
  const pairs = new IntList();
  let before = 0;
  for (let from = 0; from < values.length; ) {
    const value = values[from] ?? 0;
    let to = from + 1;
    while (to < values.length && values[to] === value) to++;
    pairs.push((value - before) | 0);
    pairs.push(signedTwin(to - from - 1));
    before = value;
    from = to;
  }
  yield* encodePieces(pairs.finish(), pairs.length, false);
}

/** The column of bytes that `encodeColumn` wrote as runs. */
export function decodeBytes(bytes: Uint8Array): Uint8Array {
  const pairs = decodeVarintBytes(bytes);
  return expandRuns(pairs, new Uint8Array(lengthOfRuns(pairs)));
}

function lengthOfRuns(pairs: Int32Array): number {
  let length = 0;
  for (let at = 1; at < pairs.length; at += 2) length += runLength(pairs[at] ?? 0);
  return length;
}

function expandRuns<T extends Integers>(pairs: Int32Array, values: T): T {
  let value = 0;
  let from = 0;
  for (let at = 0; at + 1 < pairs.length; at += 2) {
    value = (value + (pairs[at] ?? 0)) | 0;
    const to = from + runLength(pairs[at + 1] ?? 0);
    values.fill(value, from, to);
    from = to;
  }
  return values;
}

function runLength(twin: number): number {
  return unsignedTwin(twin) + 1;
}
