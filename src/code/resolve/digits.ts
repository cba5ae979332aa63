/**
 * Numbers as text, as short as plain characters allow: five bits a character, the sixth says that more follow, lowest first.
 * Numbers below 32 take one character.
 */

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

const VALUES = new Int8Array(128).fill(-1);
for (let i = 0; i < DIGITS.length; i++) VALUES[DIGITS.charCodeAt(i)] = i;

const MORE = 32;

export function encodeNumber(number: number): string {
  let text = '';
  let rest = number;
  while (rest >= MORE) {
    text += DIGITS.charAt((rest % MORE) + MORE);
    rest = Math.floor(rest / MORE);
  }
  return text + DIGITS.charAt(rest);
}

/**
 * Numbers that mostly grow, by their differences; they must not fall. Joined, not added up: V8 keeps a sum of texts as a tree of
 * its parts, which takes ten times the memory.
 */
export function encodeAscending(numbers: readonly number[]): string {
  return numbers.map((number, place) => encodeNumber(number - (numbers[place - 1] ?? 0))).join('');
}

/** Reads numbers one after another. */
export class DigitReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#text.length;
  }

  next(): number {
    let number = 0;
    for (let factor = 1; ; factor *= MORE) {
      const digit = VALUES[this.#text.charCodeAt(this.#at++)] ?? 0;
      number += (digit % MORE) * factor;
      if (digit < MORE || this.isAtEnd) return number;
    }
  }

  /** `count` numbers that were written by their differences. */
  ascending(count: number): number[] {
    let last = 0;
    return Array.from({ length: count }, () => {
      last += this.next();
      return last;
    });
  }

  skip(count: number): void {
    for (let i = 0; i < count; i++) this.next();
  }
}
