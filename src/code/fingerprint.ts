/**
 * Fingerprints: 32 characters that stand for a stretch of source text, so that it can be known again when it is renamed,
 * moved or changed, by whoever has two of them and neither text.
 *
 * A text is taken as its words and operators. White space, line breaks, commas, semicolons, brackets of calls and the style of
 * quotes are no part of it, nor are capitals in numbers and before strings: a formatter changes them and nobody means anything
 * by it. The first five bytes are a hash of all words in order, one byte is the logarithm of their number, and 24 numbers of six
 * bits are a sketch of its trigrams: a one-permutation MinHash (Li, Owen, Zhang, *One Permutation Hashing*, NIPS 2012) with
 * b-bit values (Li, König, *b-Bit Minwise Hashing*, WWW 2010), of which the share that agrees estimates Jaccard's index, with a
 * standard error of a tenth at one half.
 */
import { lowerBound } from './graph/bytes.js';

const HASH_BYTES = 5;
const BUCKETS = 24;
const VALUE_BITS = 6;
const BYTES = HASH_BYTES + 1 + (BUCKETS * VALUE_BITS) / 8;
/** Characters of a fingerprint. */
export const FINGERPRINT_LENGTH = (BYTES * 4) / 3;
/** Characters that say whether two texts are the same: the hash and the size. */
const SAME_LENGTH = ((HASH_BYTES + 1) * 4) / 3;
// Sizes are told apart by steps of a twelfth of a doubling.
const SIZE_STEPS = 12;

/** Where the values of the sketch stand: each is one character, since both have six bits. */
export const SKETCH_FROM = SAME_LENGTH;

/** Whether two fingerprints are of one text, but for what a formatter changes. An empty one is of no text. */
export function sameText(a: string, b: string): boolean {
  return a !== '' && a.slice(0, SAME_LENGTH) === b.slice(0, SAME_LENGTH);
}

/** What `sameText` compares: equal for the same text. */
export function textKey(fingerprint: string): string {
  return fingerprint.slice(0, SAME_LENGTH);
}

/** About how much of two texts is the same, 0 to 1: Jaccard's index of their trigrams of words. 0 when one is empty. */
export function likeness(a: string, b: string): number {
  if (a === '' || b === '') return 0;
  if (sameText(a, b)) return 1;
  let agreeing = 0;
  for (let at = SKETCH_FROM; at < FINGERPRINT_LENGTH; at++) if (a[at] === b[at]) agreeing++;
  return likenessOf(agreeing);
}

/** What `likeness` says of two sketches of which so many values agree; one in 64 does by chance. */
export function likenessOf(agreeing: number): number {
  const byChance = 1 / (1 << VALUE_BITS);
  return Math.max(0, (agreeing / BUCKETS - byChance) / (1 - byChance));
}

/** About how many words and operators a text has; 0 of an empty fingerprint. */
export function textSize(fingerprint: string): number {
  if (fingerprint === '') return 0;
  return Math.round(2 ** ((Buffer.from(fingerprint, 'base64')[HASH_BYTES] ?? 0) / SIZE_STEPS)) - 1;
}

/** Makes fingerprints of stretches of one text after another; keeps its buffers. */
export class Fingerprinter {
  #count = 0;
  /** By word: its hash, that of the trigram it begins, and where it ends. */
  #words = new Int32Array(1 << 12);
  #grams = new Int32Array(1 << 12);
  #ends = new Int32Array(1 << 12);
  readonly #minima = new Float64Array(BUCKETS);

  /** Takes the text of which stretches are asked for next. */
  read(text: string): void {
    this.#count = 0;
    let hash = 0;
    let start = 0;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      const role = code < ROLES.length ? ROLES[code] : WORD;
      if (role === WORD) {
        if (hash === 0) start = at;
        hash = Math.imul(hash ^ code, FNV_PRIME);
        continue;
      }
      if (hash !== 0) this.#push(asFormatted(text, start, at) ?? hash, at);
      hash = 0;
      if (role === OPERATOR) this.#push(Math.imul(code ^ OPERATOR_SEED, FNV_PRIME), at + 1);
    }
    if (hash !== 0) this.#push(asFormatted(text, start, text.length) ?? hash, text.length);
    this.#makeGrams();
  }

  /** The fingerprint of what lies between two offsets; '' when there is no word. */
  of(from: number, to: number): string {
    const first = lowerBound(this.#ends, from + 1, 0, this.#count);
    const end = lowerBound(this.#ends, to + 1, first, this.#count);
    if (first >= end) return '';
    const bytes = Buffer.alloc(BYTES);
    this.#writeHash(bytes, first, end);
    bytes[HASH_BYTES] = Math.min(255, Math.round(Math.log2(end - first + 1) * SIZE_STEPS));
    this.#writeSketch(bytes, first, end);
    return bytes.toString('base64');
  }

  #push(hash: number, end: number): void {
    if (this.#count === this.#words.length) {
      this.#words = doubled(this.#words);
      this.#ends = doubled(this.#ends);
      this.#grams = new Int32Array(this.#words.length);
    }
    this.#words[this.#count] = hash;
    this.#ends[this.#count] = end;
    this.#count++;
  }

  #makeGrams(): void {
    let [second, third] = [0, 0];
    for (let at = this.#count - 1; at >= 0; at--) {
      const first = this.#words[at] ?? 0;
      this.#grams[at] = mix(Math.imul(Math.imul(first, 31) + second, 31) + third);
      third = second;
      second = first;
    }
  }

  #writeHash(bytes: Buffer, first: number, end: number): void {
    let [a, b] = [0, 0];
    for (let at = first; at < end; at++) {
      const word = this.#words[at] ?? 0;
      a = Math.imul(a ^ word, FNV_PRIME);
      b = (Math.imul(b, 31) + mix(word)) | 0;
    }
    bytes.writeUInt32BE(mix(a) >>> 0, 0);
    bytes[HASH_BYTES - 1] = mix(b) & 0xff;
  }

  /** A text of less than three words has no trigram: its words stand for them. */
  #writeSketch(bytes: Buffer, first: number, end: number): void {
    const minima = this.#minima.fill(Number.POSITIVE_INFINITY);
    const isShort = end - first < GRAM_WORDS;
    const last = isShort ? end : end - GRAM_WORDS + 1;
    for (let at = first; at < last; at++) {
      const gram = isShort ? mix(this.#words[at] ?? 0) : (this.#grams[at] ?? 0);
      // The upper half chooses the bucket, all of it the order within.
      const bucket = ((gram >>> 16) * BUCKETS) >>> 16;
      const rank = Math.imul(gram, 0x9e3779b1) >>> 0;
      if (rank < (minima[bucket] ?? 0)) minima[bucket] = rank;
    }
    for (let bucket = 0; bucket < BUCKETS; bucket++) {
      const value = mix(filled(minima, bucket)) & ((1 << VALUE_BITS) - 1);
      const bit = bucket * VALUE_BITS;
      const at = HASH_BYTES + 1 + (bit >> 3);
      const pair = value << (16 - VALUE_BITS - (bit & 7));
      bytes[at] = (bytes[at] ?? 0) | (pair >> 8);
      if (at + 1 < BYTES) bytes[at + 1] = (bytes[at + 1] ?? 0) | (pair & 0xff);
    }
  }
}

const GRAM_WORDS = 3;
const FNV_PRIME = 0x01000193;
const OPERATOR_SEED = 0x811c9dc5;
const DISTANCE_SEED = 0x9e3779b1;

/** What a character is: part of a word, an operator by itself, or nothing. All beyond ASCII are parts of words. */
const WORD = 1;
const OPERATOR = 2;
const ROLES = Uint8Array.from({ length: 0x80 }, (_, code) => {
  const char = String.fromCharCode(code);
  if (/\w/.test(char)) return WORD;
  // White space, quotes, commas, semicolons, parentheses, and the backslash that joins lines.
  return code <= 0x20 || '"\'`,;()\\'.includes(char) ? 0 : OPERATOR;
});

const DIGIT_0 = 0x30;
const DIGIT_9 = 0x39;

/** The hash of a word that formatters spell in one way, which is not that of its letters: `0XFF`, and `bR` before a quote. */
function asFormatted(text: string, start: number, end: number): number | undefined {
  if (end - start === 1) return undefined;
  const first = text.charCodeAt(start);
  if (first >= DIGIT_0 && first <= DIGIT_9) return hashOf(text.slice(start, end).toLowerCase());
  if (end - start > 2 || !(text[end] === '"' || text[end] === "'")) return undefined;
  const prefix = text.slice(start, end).toLowerCase();
  if (prefix === 'rb' || prefix === 'br') return hashOf('rb');
  return prefix === 'rf' || prefix === 'fr' ? hashOf('rf') : undefined;
}

function hashOf(word: string): number {
  let hash = 0;
  for (let at = 0; at < word.length; at++) hash = Math.imul(hash ^ word.charCodeAt(at), FNV_PRIME);
  return hash;
}

/** The finalizer of MurmurHash3, which spreads every bit. */
function mix(value: number): number {
  let hash = value | 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}

/** The minimum of a bucket, or of the next that has one, with the distance mixed in (densification by rotation). */
function filled(minima: Float64Array, bucket: number): number {
  for (let distance = 0; distance < BUCKETS; distance++) {
    const minimum = minima[(bucket + distance) % BUCKETS] ?? Number.POSITIVE_INFINITY;
    if (Number.isFinite(minimum)) return (minimum + distance * DISTANCE_SEED) | 0;
  }
  return 0;
}

function doubled(values: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(values.length * 2);
  larger.set(values);
  return larger;
}
