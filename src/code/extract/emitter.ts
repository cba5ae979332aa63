/**
 * Writes the instruction stream of one file. The buffer is kept between files; `code()` copies what was written.
 */
import { integerRef, Op, PROLOGUE } from '../code.js';
import type { Code } from '../facts.js';

/** A position in the stream. */
export type Ref = number;

/** Nothing known. */
export const OPAQUE: Ref = 0;

export class Emitter {
  #buffer = new Int32Array(1 << 16);
  #length = 0;
  #strings = new Map<string, number>();

  /** Begins the stream of another file. */
  reset(): void {
    this.#buffer.set(PROLOGUE);
    this.#length = PROLOGUE.length;
    this.#strings = new Map([['', 0]]);
  }

  /** The index of a string in the file's table; '' is always the first. */
  string(text: string): number {
    const known = this.#strings.get(text);
    if (known !== undefined) return known;
    const index = this.#strings.size;
    this.#strings.set(text, index);
    return index;
  }

  /** Whether a string has that index; adds none. */
  has(text: string, index: number): boolean {
    return this.#strings.get(text) === index;
  }

  integer(value: number): Ref {
    return integerRef(value) ?? this.emit1(Op.INTEGER, value);
  }

  emit0(op: number): Ref {
    const at = this.#reserve(1);
    this.#buffer[at] = op;
    return at;
  }

  emit1(op: number, a: number): Ref {
    const at = this.#reserve(2);
    this.#buffer[at] = op;
    this.#buffer[at + 1] = a;
    return at;
  }

  emit2(op: number, a: number, b: number): Ref {
    const at = this.#reserve(3);
    this.#buffer[at] = op;
    this.#buffer[at + 1] = a;
    this.#buffer[at + 2] = b;
    return at;
  }

  emit3(op: number, a: number, b: number, c: number): Ref {
    const at = this.#reserve(4);
    this.#buffer[at] = op;
    this.#buffer[at + 1] = a;
    this.#buffer[at + 2] = b;
    this.#buffer[at + 3] = c;
    return at;
  }

  /** Any instruction, operands spelt out: for those with lists. */
  emit(op: number, operands: readonly number[]): Ref {
    const at = this.#reserve(1 + operands.length);
    this.#buffer[at] = op;
    for (let i = 0; i < operands.length; i++) this.#buffer[at + 1 + i] = operands[i] ?? 0;
    return at;
  }

  /** What stands at a position: the operation, or with an offset one of its operands. */
  at(position: Ref, offset = 0): number {
    return this.#buffer[position + offset] ?? 0;
  }

  /** The stream as it is now. */
  code(): Code {
    return { strings: [...this.#strings.keys()], instructions: this.#buffer.slice(0, this.#length) };
  }

  #reserve(count: number): Ref {
    const at = this.#length;
    this.#length += count;
    if (this.#length > this.#buffer.length) {
      const larger = new Int32Array(Math.max(this.#buffer.length * 2, this.#length));
      larger.set(this.#buffer);
      this.#buffer = larger;
    }
    return at;
  }
}
