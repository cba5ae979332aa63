/**
 * Tells which stretches of rows may hold a needle, so that a search looks at those alone: for each stretch the set of the
 * trigrams of its bytes, hashed (a Bloom filter with one hash; trigrams as in Cox, *Regular Expression Matching with a
 * Trigram Index*, 2012). The sets are made of what searches read anyway, some by each, and live in memory only.
 */
import type { Ints } from './ints.js';

const STRETCH_BYTES = 1 << 13;
// A stretch of source text sets about a sixth of them.
const SET_BITS = 1 << 13;
const GRAM = 3;
const GRAM_MASK = 0xffffff;

/** Where rows lie among their bytes. */
export interface RowPlaces {
  readonly count: number;
  /** Where each row starts, and one entry more. */
  readonly starts: Ints;
  start(row: number): number;
  end(row: number): number;
}

/** Stretches `from` … `to` - 1. */
export interface Stretches {
  readonly from: number;
  readonly to: number;
}

export class TextFilter {
  /** The first row of each stretch, and behind the last row. */
  private readonly rowStarts: readonly number[];
  private searches = 0;
  private readonly sets: (Int32Array | undefined)[] = [];

  constructor(private readonly rows: RowPlaces) {
    const rowStarts = [0];
    for (let row = 0; row < rows.count; ) {
      row = Math.min(rows.starts.lowerBound(rows.start(row) + STRETCH_BYTES, row + 1), rows.count);
      rowStarts.push(row);
    }
    this.rowStarts = rowStarts;
  }

  /** The first row of a stretch. */
  firstRow(stretch: number): number {
    return this.rowStarts[stretch] ?? 0;
  }

  /** Where the bytes of the stretches start and end. */
  range({ from, to }: Stretches): readonly [start: number, end: number] {
    return [this.rows.start(this.firstRow(from)), this.rows.end(this.firstRow(to) - 1)];
  }

  /** Whether stretches are to be learnt. The first search is the answer that a start is waited for. */
  get learns(): boolean {
    return this.searches > 1;
  }

  /** The stretches that may hold `needle`, in order; neighbours come together, up to `bytesMax`. */
  *mayHold(needle: Buffer, bytesMax: number): Generator<Stretches> {
    this.searches++;
    const grams = gramsOf(needle);
    const count = this.rowStarts.length - 1;
    for (let from = 0; from < count; ) {
      let to = from + 1;
      if (this.passes(from, grams)) {
        while (to < count && this.passes(to, grams) && this.spans({ from, to: to + 1 }) <= bytesMax) to++;
        yield { from, to };
      }
      from = to;
    }
  }

  /** Learns a stretch from its bytes; whether there was anything to learn. */
  learn(stretch: number, bytes: Buffer): boolean {
    if (this.sets[stretch] !== undefined) return false;
    const set = new Int32Array(SET_BITS >> 5);
    let gram = 0;
    for (let at = 0; at < bytes.length; at++) {
      gram = ((gram << 8) | (bytes[at] ?? 0)) & GRAM_MASK;
      const bit = bitOf(gram);
      set[bit >> 5] = (set[bit >> 5] ?? 0) | (1 << (bit & 31));
    }
    this.sets[stretch] = set;
    return true;
  }

  private passes(stretch: number, grams: readonly number[]): boolean {
    const set = this.sets[stretch];
    return set === undefined || grams.every((bit) => ((set[bit >> 5] ?? 0) >> (bit & 31)) & 1);
  }

  private spans(stretches: Stretches): number {
    const [start, end] = this.range(stretches);
    return end - start;
  }
}

/** The bits of a needle's trigrams; none when it is shorter than one. */
function gramsOf(needle: Buffer): readonly number[] {
  const bits: number[] = [];
  for (let at = 0; at + GRAM <= needle.length; at++) bits.push(bitOf(needle.readUIntBE(at, GRAM)));
  return bits;
}

/** Multiplicative hashing (Knuth, *The Art of Computer Programming* 3, 6.4). */
function bitOf(gram: number): number {
  return Math.imul(gram, 0x9e3779b1) >>> 19;
}
