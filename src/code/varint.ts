/**
 * Columns of 32-bit integers as text that can stand in a JSON string as it is, one to seven characters a number.
 *
 * Each number is folded to an unsigned one (zigzag: 0, -1, 1, -2 … become 0, 1, 2, 3 …) and written in groups of five
 * bits, lowest first, one character of the base-64 alphabet each; the sixth bit says that another group follows. Source
 * maps do the same with another fold; this one reaches all 32 bits.
 *
 * Texts are made by our own encoder, so one that is not is a fault and throws. Nothing here checks who wrote them.
 */

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
/** Digits are bytes of ASCII. */
const CHARS = Uint8Array.from(ALPHABET, (char) => char.charCodeAt(0));
/** By byte: the digit it stands for, -1 for none. */
const DIGITS = new Int8Array(256).fill(-1);
for (let digit = 0; digit < CHARS.length; digit++) DIGITS[CHARS[digit] ?? 0] = digit;

const GROUP_BITS = 5;
const GROUP_MASK = 31;
const MORE = 32;
const CHARS_MAX = 7;
/** Numbers per piece: the encoder's scratch stays below half a megabyte however long the column. */
const PIECE = 1 << 16;

/** The numbers as they are. `length`: take only the first so many. */
export function encodeVarints(values: ArrayLike<number>, length = values.length): string {
  return join(encodePieces(values, length));
}

/** Inverse of {@link encodeVarints}. Throws on a text that it did not make. */
export function decodeVarints(text: string): Int32Array {
  return decodeVarintBytes(Buffer.from(text, 'latin1'));
}

/**
 * The text of a column in pieces of at most half a megabyte, as bytes, for columns that are written to a file. Each
 * piece is valid until the next is asked for.
 */
export function* encodePieces(values: ArrayLike<number>, length: number): Generator<Buffer> {
  const scratch = Buffer.allocUnsafe(Math.min(length, PIECE) * CHARS_MAX);
  for (let from = 0; from < length; from += PIECE) {
    const to = Math.min(from + PIECE, length);
    let end = 0;
    for (let at = from; at < to; at++) {
      end = writeVarint(scratch, end, values[at] ?? 0);
    }
    yield scratch.subarray(0, end);
  }
}

/** Writes one number at `at` and returns where it ends; there must be room for seven bytes. */
export function writeVarint(bytes: Uint8Array, at: number, value: number): number {
  let rest = ((value << 1) ^ (value >> 31)) >>> 0;
  let end = at;
  while (rest > GROUP_MASK) {
    bytes[end++] = CHARS[(rest & GROUP_MASK) | MORE] ?? 0;
    rest >>>= GROUP_BITS;
  }
  bytes[end++] = CHARS[rest] ?? 0;
  return end;
}

/** Like {@link decodeVarints}, from the text's bytes. */
export function decodeVarintBytes(bytes: Uint8Array): Int32Array {
  return decode(bytes, { isUnsigned: false, isSummed: false });
}

/** How numbers were changed before they were written. */
export interface DecodeOptions {
  /** Each was written as its {@link signedTwin}. */
  readonly isUnsigned: boolean;
  /** Each was written as the difference from the one before. */
  readonly isSummed: boolean;
}

/** Reads all numbers. */
export function decode(bytes: Uint8Array, options: DecodeOptions): Int32Array {
  const values = new Int32Array(bytes.length);
  const count = decodeInto(bytes, values, options);
  return bytes.length < KEEP_WHOLE ? values.slice(0, count) : values.subarray(0, count);
}

// Above this the array comes as pages that nobody has touched, and those that are not needed cost nothing.
const KEEP_WHOLE = 1 << 17;

/** Reads all numbers into an array that is long enough, in one pass; returns how many there were. */
export function decodeInto(
  bytes: Uint8Array,
  values: Int32Array,
  { isUnsigned, isSummed }: DecodeOptions,
): number {
  let count = 0;
  let next = 0;
  let seen = 0;
  let before = 0;
  while (next < bytes.length) {
    let digit = DIGITS[bytes[next++] ?? 0] ?? -1;
    let value = digit & GROUP_MASK;
    seen |= digit;
    for (let shift = GROUP_BITS; digit >= MORE; shift += GROUP_BITS) {
      // Behind the last byte there is no digit, which ends the number.
      digit = DIGITS[bytes[next++] ?? 0] ?? -1;
      value |= (digit & GROUP_MASK) << shift;
      seen |= digit;
    }
    if (!isUnsigned) value = (value >>> 1) ^ -(value & 1);
    before = isSummed ? (before + value) | 0 : value;
    values[count++] = before;
  }
  if (next > bytes.length) throw new Error('a column of numbers ends inside a number');
  if (seen < 0) throw new Error('a column of numbers holds a character that is no digit');
  return count;
}

/** Reads numbers one after the other from bytes that `writeVarint` or an encoder made; where it stands may be set. */
export class VarintReader {
  constructor(
    readonly bytes: Uint8Array,
    public at = 0,
  ) {}

  next(): number {
    const folded = this.nextUnsigned();
    return (folded >>> 1) ^ -(folded & 1);
  }

  /** The number as it was before `signedTwin`. */
  nextUnsigned(): number {
    let digit = DIGITS[this.bytes[this.at++] ?? 0] ?? -1;
    let value = digit & GROUP_MASK;
    for (let shift = GROUP_BITS; digit >= MORE; shift += GROUP_BITS) {
      digit = DIGITS[this.bytes[this.at++] ?? 0] ?? -1;
      value |= (digit & GROUP_MASK) << shift;
    }
    return value;
  }
}

/** The number that folds to `value`: written instead of a `value` that is never negative, it saves the bit of the sign. */
export function signedTwin(value: number): number {
  return (value >>> 1) ^ -(value & 1);
}

/** Inverse of {@link signedTwin}. */
export function unsignedTwin(twin: number): number {
  return (twin << 1) ^ (twin >> 31);
}

function join(pieces: Iterable<Buffer>): string {
  let text = '';
  for (const piece of pieces) text += piece.toString('latin1');
  return text;
}
