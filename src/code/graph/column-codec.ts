/**
 * How a column of integers becomes text: as variable-length integers (`varint.ts`) of the numbers themselves, of their
 * differences, or of runs. The form is chosen for each column by what its numbers are like; all are exact for any column
 * that fits the form.
 */
import {
  type DecodeOptions,
  decodeVarintBytes,
  encodePieces,
  signedTwin,
  unsignedTwin,
  writeVarint,
} from '../varint.js';
import { IntList } from './bytes.js';
import { ArrayInts, BLOCK, BLOCK_END, EncodedInts, type Ints } from './ints.js';

/**
 * `signed`: as they are. `unsigned`: none is negative, which saves a bit. `deltas`: differences. `ascending`: differences
 * that are never negative. `runs`: for each run of one value the difference from the run before and its length less one.
 */
export type ColumnForm = 'signed' | 'unsigned' | 'deltas' | 'ascending' | 'runs';

/** A column: small numbers may be held as bytes. */
export type Integers = Int32Array | Uint8Array;

/** The text of a column in pieces, each valid until the next is asked for. All but `runs` are in blocks, see `ints.ts`. */
export function* encodeColumn(form: ColumnForm, values: Integers): Generator<Buffer> {
  if (form === 'runs') yield* encodeRuns(values);
  else yield* encodeBlocks(values, optionsOf(form));
}

/**
 * Inverse of {@link encodeColumn}. Throws on a text that it did not make, at once or when a number is asked for, and before
 * runs become more than `lengthMax` numbers.
 */
export function decodeColumn(form: ColumnForm, bytes: Buffer, lengthMax = Number.POSITIVE_INFINITY): Ints {
  if (form !== 'runs') return new EncodedInts(bytes, optionsOf(form));
  const pairs = decodeVarintBytes(bytes);
  return new ArrayInts(expandRuns(pairs, new Int32Array(lengthOfRuns(pairs, lengthMax))));
}

function optionsOf(form: Exclude<ColumnForm, 'runs'>): DecodeOptions {
  return {
    isUnsigned: form === 'unsigned' || form === 'ascending',
    isSummed: form === 'deltas' || form === 'ascending',
  };
}

/** Numbers per piece, a multiple of BLOCK. */
const PIECE = 1 << 15;
// Seven characters a number, and a comma a block.
const CHARS_MAX = 8;

function* encodeBlocks(values: Integers, { isUnsigned, isSummed }: DecodeOptions): Generator<Buffer> {
  const scratch = Buffer.allocUnsafe(Math.min(PIECE, values.length) * CHARS_MAX);
  let before = 0;
  for (let from = 0; from < values.length; from += PIECE) {
    let end = 0;
    for (let at = from; at < Math.min(from + PIECE, values.length); at++) {
      const value = values[at] ?? 0;
      const isFirst = at % BLOCK === 0;
      if (isFirst && at > 0) scratch[end++] = BLOCK_END;
      const written = isSummed && !isFirst ? (value - before) | 0 : value;
      end = writeVarint(scratch, end, isUnsigned ? signedTwin(written) : written);
      before = value;
    }
    yield scratch.subarray(0, end);
  }
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
  yield* encodePieces(pairs.finish(), pairs.length);
}

/** The column of bytes that `encodeColumn` wrote as runs. Throws as `decodeColumn` does. */
export function decodeBytes(bytes: Uint8Array, lengthMax = Number.POSITIVE_INFINITY): Uint8Array {
  const pairs = decodeVarintBytes(bytes);
  return expandRuns(pairs, new Uint8Array(lengthOfRuns(pairs, lengthMax)));
}

function lengthOfRuns(pairs: Int32Array, lengthMax: number): number {
  let length = 0;
  for (let at = 1; at < pairs.length; at += 2) length += runLength(pairs[at] ?? 0);
  if (length > lengthMax) throw new Error(`runs of ${length} numbers where ${lengthMax} can be`);
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
  return (unsignedTwin(twin) >>> 0) + 1;
}
