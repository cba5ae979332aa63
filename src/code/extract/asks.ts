/**
 * What Python asks of values without a call that is written: whether they are true, what they look like, what their hash is. Emitted
 * where the value may be an instance of a class that answers; which method that is, the linker knows.
 */
import { AskKind, Op } from '../code.js';
import type { Ref } from './emitter.js';
import type { Extraction } from './extraction.js';

/** Emits that something is asked of the value at a ref, unless it can be no instance. */
export function ask(x: Extraction, kind: number, ref: Ref, line: number): void {
  if (mayAnswer(x, kind, ref)) x.out.emit3(Op.ASK, kind, ref, line);
}

function mayAnswer(x: Extraction, kind: number, ref: Ref): boolean {
  const { out } = x;
  switch (out.at(ref)) {
    case Op.NAME:
    case Op.ATTRIBUTE:
    case Op.SUBSCRIPT:
    case Op.AWAIT:
      return true;
    case Op.CALL: {
      const callee = out.at(ref, 1);
      return kind !== AskKind.TRUTH || out.at(callee) !== Op.NAME || !isTest(x, out.at(callee, 1));
    }
    case Op.LIST:
    case Op.TUPLE:
    case Op.DICT:
      return kind === AskKind.FORMAT || kind === AskKind.HASH;
    default:
      return false;
  }
}

/** Builtins that give a truth value or a number. */
function isTest(x: Extraction, string: number): boolean {
  return TESTS.some((name) => x.out.has(name, string));
}
const TESTS: readonly string[] = [
  'isinstance',
  'issubclass',
  'hasattr',
  'callable',
  'len',
  'any',
  'all',
  'bool',
];
