/**
 * An instruction stream written anew with changes: instructions left out, put in, or replaced, while every reference goes on
 * to mean what it meant. It knows the shapes of operands and nothing of what they stand for.
 */
import { instructionLength, OPERAND_SHAPES, PROLOGUE } from '../code.js';
import type { Code } from '../facts.js';

/** Instructions with this line stand in no source: they make no edges of their own. */
export const NO_LINE = 0;

const REF = 'r';
const REFS = 'R';
const STRING = 's';

/** A stream in the making, with its table of strings. */
export class Rewriting {
  readonly #strings: Map<string, number>;
  readonly #out: number[];

  /** Begins with the prologue, and with strings whose numbers must stay as they are. */
  constructor(strings: readonly string[]) {
    this.#strings = new Map();
    this.#table = [...strings];
    for (const [index, text] of strings.entries())
      if (!this.#strings.has(text)) this.#strings.set(text, index);
    this.#out = [...PROLOGUE];
  }

  readonly #table: string[];

  string(text: string): number {
    let index = this.#strings.get(text);
    if (index === undefined) {
      index = this.#table.length;
      this.#table.push(text);
      this.#strings.set(text, index);
    }
    return index;
  }

  /** Appends an instruction; returns its position. */
  emit(op: number, ...operands: readonly number[]): number {
    const at = this.#out.length;
    this.#out.push(op);
    for (const operand of operands) this.#out.push(operand);
    return at;
  }

  /** Appends an instruction of another stream, its refs and strings as the two functions say. */
  copy(
    code: Code,
    at: number,
    refOf: (ref: number) => number,
    stringOf: (index: number) => number = (index) => index,
  ): number {
    const { instructions } = code;
    const start = this.#out.length;
    const shapes = OPERAND_SHAPES[instructions[at] ?? 0] ?? '';
    this.#out.push(instructions[at] ?? 0);
    let from = at + 1;
    for (const shape of shapes) {
      let count = 1;
      if (shape === REFS) {
        count = instructions[from++] ?? 0;
        this.#out.push(count);
      }
      for (; count > 0; count--) {
        const operand = instructions[from++] ?? 0;
        if (shape === REF || shape === REFS) this.#out.push(refOf(operand));
        else this.#out.push(shape === STRING ? stringOf(operand) : operand);
      }
    }
    return start;
  }

  /** Changes an operand of what was written. */
  patch(position: number, value: number): void {
    this.#out[position] = value;
  }

  code(): Code {
    return { strings: this.#table, instructions: Int32Array.from(this.#out) };
  }
}

/** Every instruction behind the prologue, by position. */
export function* instructionsOf({ instructions }: Code): Generator<number, void, void> {
  for (let at = PROLOGUE.length; at < instructions.length; at += instructionLength(instructions, at))
    yield at;
}
