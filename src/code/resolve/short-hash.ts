/** Texts as short hashes, for what is kept between runs. */

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Characters of a hash. */
export const HASH_LENGTH = 5;

/** Stands for the hash of an empty answer: most say that a class does not have a name. */
export const NOTHING = '-';

/** Five digits, 30 bits: two rounds of FNV-1a over UTF-16 units, mixed as in MurmurHash 3. */
export function shortHash(text: string): string {
  let low = 0x811c9dc5;
  let high = 0x1b873593;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    low = Math.imul(low ^ unit, 0x01000193);
    high = Math.imul(high ^ unit, 0x85ebca6b) ^ (high >>> 13);
  }
  low = mix(low ^ text.length);
  high = mix(high ^ low);
  let hash = '';
  for (let shift = 0; shift < 18; shift += 6) {
    hash += DIGITS.charAt((low >>> shift) & 63) + DIGITS.charAt((high >>> shift) & 63);
  }
  return hash.slice(0, HASH_LENGTH);
}

function mix(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}
