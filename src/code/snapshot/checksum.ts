/**
 * xxHash32 (Yann Collet, https://github.com/Cyan4973/xxHash/blob/dev/doc/xxhash_spec.md), seed 0, over bytes that come in
 * pieces: two gigabytes a second in plain JavaScript, so that what is read is checked. It finds damage, not forgery.
 */

const PRIME_1 = 0x9e3779b1;
const PRIME_2 = 0x85ebca77;
const PRIME_3 = 0xc2b2ae3d;
const PRIME_4 = 0x27d4eb2f;
const PRIME_5 = 0x165667b1;
const LANES = 4;
const STRIPE_BYTES = 16;
// Stripes are read as words, for which they must lie at a multiple of four: they are copied here first.
const BLOCK_BYTES = 1 << 14;

/** A checksum in the making. */
export class Checksum {
  private readonly bytes = new Uint8Array(BLOCK_BYTES);
  private readonly words = new Int32Array(this.bytes.buffer);
  private readonly lanes = Int32Array.of(PRIME_1 + PRIME_2, PRIME_2, 0, -PRIME_1);
  private pending = 0;
  private length = 0;

  update(piece: Uint8Array): this {
    this.length += piece.length;
    let from = 0;
    while (from < piece.length) {
      const count = Math.min(piece.length - from, BLOCK_BYTES - this.pending);
      this.bytes.set(count === piece.length ? piece : piece.subarray(from, from + count), this.pending);
      this.pending += count;
      from += count;
      if (this.pending === BLOCK_BYTES) this.mixStripes();
    }
    return this;
  }

  /** The checksum of all bytes so far, 0 … 2³² - 1. More may follow only when their number was a multiple of 16. */
  digest(): number {
    const { lanes, length } = this;
    this.mixStripes();
    let hash = PRIME_5;
    if (length >= STRIPE_BYTES) {
      hash = rotate(lanes[0], 1) + rotate(lanes[1], 7) + rotate(lanes[2], 12) + rotate(lanes[3], 18);
    }
    return this.mixRest((hash + length) | 0);
  }

  /** Takes in the whole stripes of the block and moves what is left to its start. */
  private mixStripes(): void {
    const { lanes, words } = this;
    const end = this.pending - (this.pending % STRIPE_BYTES);
    let [first = 0, second = 0, third = 0, fourth = 0] = lanes;
    // Written out, since at a start this runs before it is compiled.
    for (let word = 0; word < end / LANES; word += LANES) {
      first += Math.imul(words[word] ?? 0, PRIME_2);
      first = Math.imul((first << 13) | (first >>> 19), PRIME_1);
      second += Math.imul(words[word + 1] ?? 0, PRIME_2);
      second = Math.imul((second << 13) | (second >>> 19), PRIME_1);
      third += Math.imul(words[word + 2] ?? 0, PRIME_2);
      third = Math.imul((third << 13) | (third >>> 19), PRIME_1);
      fourth += Math.imul(words[word + 3] ?? 0, PRIME_2);
      fourth = Math.imul((fourth << 13) | (fourth >>> 19), PRIME_1);
    }
    lanes.set([first, second, third, fourth]);
    this.bytes.copyWithin(0, end, this.pending);
    this.pending -= end;
  }

  private mixRest(start: number): number {
    let hash = start;
    let at = 0;
    for (; at + 4 <= this.pending; at += 4) {
      hash = Math.imul(rotate(hash + Math.imul(this.words[at / 4] ?? 0, PRIME_3), 17), PRIME_4);
    }
    for (; at < this.pending; at++) {
      hash = Math.imul(rotate(hash + Math.imul(this.bytes[at] ?? 0, PRIME_5), 11), PRIME_1);
    }
    hash = Math.imul(hash ^ (hash >>> 15), PRIME_2);
    hash = Math.imul(hash ^ (hash >>> 13), PRIME_3);
    return (hash ^ (hash >>> 16)) >>> 0;
  }
}

/** The checksum of some bytes. */
export function checksumOf(bytes: Uint8Array): number {
  return new Checksum().update(bytes).digest();
}

function rotate(value = 0, bits: number): number {
  return (value << bits) | (value >>> (32 - bits));
}
