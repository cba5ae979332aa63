/** Walking an instruction stream fast: millions of steps a run. */

import { instructionLength, OPERAND_SHAPES, Op } from '../code.js';
import { type FileIndex, scopeAt } from './file-index.js';

/** Length of each operation; 0 for those with lists of operands. */
const FIXED = Int8Array.from(OPERAND_SHAPES, (shape) => (shape.includes('R') ? 0 : 1 + shape.length));

/** Where the count of the only list stands, behind which the instruction ends; 0 when it is not that simple. */
const COUNT_AT = Int8Array.from(OPERAND_SHAPES, (shape) =>
  shape.indexOf('R') === shape.length - 1 && shape.length > 0 ? shape.length : 0,
);

/** The position of the instruction behind the one at `at`. */
export function nextInstruction(code: Int32Array, at: number): number {
  const op = code[at] ?? 0;
  const fixed = FIXED[op] ?? 0;
  if (fixed !== 0) return at + fixed;
  const countAt = COUNT_AT[op] ?? 0;
  if (countAt !== 0) return at + countAt + 1 + (code[at + countAt] ?? 0);
  return at + instructionLength(code, at);
}

/** Whether a block that never runs begins at a position. */
export function isNeverRun(instructions: Int32Array, at: number): boolean {
  return instructions[at] === Op.BLOCK && instructions[at + 3] === Op.EXIT;
}

/** The instruction behind the one at a position in the same scope: scopes that open there are passed over. */
export function nextInScope(index: FileIndex, at: number): number {
  const next = nextInstruction(index.code, at);
  if (index.code[next] !== Op.SCOPE) return next;
  return nextInScope(index, index.scopes.end[scopeAt(index, next)] ?? next);
}
