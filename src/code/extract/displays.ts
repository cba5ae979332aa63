/**
 * Displays: `(a, b)`, `[a, b]`, `{a, b}`, `{a: b}`, with what each item leads to. Comprehensions are told elsewhere.
 */
import { AskKind, Op } from '../code.js';
import { ask } from './asks.js';
import { OPAQUE, type Ref } from './emitter.js';
import type { Extraction } from './extraction.js';
import { isPunctuation, Kind } from './kinds.js';
import { keyString } from './literals.js';

/** A literal with more items than this, none of which leads anywhere, is kept without its items: a table of numbers. */
const PLAIN_ITEMS_MAX = 64;

/** `(a, *b)` and its like: `op` with the values of its items. */
export function items(x: Extraction, op: number): Ref {
  const operands = [0];
  if (x.cursor.firstChild()) {
    do {
      if (isPunctuation(x.kind())) continue;
      const line = x.line();
      const item = x.expression();
      if (op === Op.SET) ask(x, AskKind.HASH, item, line);
      operands.push(item);
    } while (x.cursor.nextSibling());
    x.cursor.parent();
  }
  return x.out.emit(op, counted(x, operands));
}

/** `*value`: what is iterated over. */
export function starred(x: Extraction): Ref {
  const line = x.line();
  let ref = OPAQUE;
  x.eachPart(() => {
    ref = x.expression();
  });
  ask(x, AskKind.ITERATE, ref, line);
  return x.out.emit1(Op.STAR, ref);
}

/** Puts the count in front; drops the items of a long literal none of which leads anywhere. */
function counted(x: Extraction, operands: number[]): number[] {
  const isTable = operands.length > PLAIN_ITEMS_MAX && operands.every((ref) => isPlain(x.out.at(ref)));
  if (isTable) return [0];
  operands[0] = operands.length - 1;
  return operands;
}

function isPlain(op: number): boolean {
  return op === Op.OPAQUE || op === Op.CONSTANT || op === Op.INTEGER;
}

/** `{a: b, **c}`: keys and values in turn; `**` has no value of its own. */
export function dictionary(x: Extraction): Ref {
  const operands = [0];
  if (x.cursor.firstChild()) {
    do {
      const kind = x.kind();
      if (kind === Kind.pair) pair(x, operands);
      else if (kind === Kind.dictionary_splat) operands.push(x.expression(), OPAQUE);
    } while (x.cursor.nextSibling());
    x.cursor.parent();
  }
  return x.out.emit(Op.DICT, counted(x, operands));
}

/** Appends the key and the value of the pair under the cursor. */
export function pair(x: Extraction, refs: Ref[]): void {
  const before = refs.length;
  if (!x.cursor.firstChild()) return;
  do {
    const kind = x.kind();
    if (isPunctuation(kind)) continue;
    const isKey = refs.length === before;
    const line = x.line();
    refs.push(isKey && kind === Kind.string ? keyString(x) : x.expression());
    if (isKey) ask(x, AskKind.HASH, refs.at(-1) ?? OPAQUE, line);
  } while (x.cursor.nextSibling());
  x.cursor.parent();
  while (refs.length < before + 2) refs.push(OPAQUE);
}
