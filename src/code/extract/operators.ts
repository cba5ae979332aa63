/**
 * Operators: `-a`, `a + b`, `a < b`. Emitted only where an operand may be an instance of a class that says what the operator
 * does; arithmetic on numbers and texts leaves nothing but the calls within it.
 */
import { ConstantKind, constantRef, OPERATORS, Op } from '../code.js';
import { OPAQUE, type Ref } from './emitter.js';
import type { Extraction } from './extraction.js';
import { isPunctuation, Kind } from './kinds.js';
import { integer } from './literals.js';
import { namePattern, percentPattern } from './name-patterns.js';
import { askFillings } from './text-fillings.js';

/** `-a`, `~a` of an instance; the number itself under a sign. */
export function unary(x: Extraction): Ref {
  const line = x.line();
  x.cursor.firstChild();
  const operator = x.source();
  const isMinus = x.kind() === Kind['"-"'];
  while (x.cursor.nextSibling() && isPunctuation(x.kind()));
  const isNumber = x.kind() === Kind.integer;
  let ref = OPAQUE;
  if (isMinus && isNumber) ref = integer(x, -1);
  else if (x.kind() === Kind.float) ref = constantRef(ConstantKind.FLOAT);
  else ref = operation(x, `u${operator}`, { left: x.expression(), right: OPAQUE, line });
  x.cursor.parent();
  return ref;
}

/** `a + b + c`: leans left, so the spine is walked in a loop. */
export function binary(x: Extraction): Ref {
  const line = x.line();
  let depth = 0;
  while (x.kind() === Kind.binary_operator && x.cursor.firstChild()) depth++;
  const first = x.kind() === Kind.string ? x.source() : '';
  let left = x.expression();
  const leaf = left;
  for (; depth > 0; depth--) {
    let operator = '';
    while (x.cursor.nextSibling()) {
      const kind = x.kind();
      if (kind === Kind.OTHER && operator === '') operator = x.source();
      else if (!isPunctuation(kind)) {
        const isFilled = operator === '%' && first !== '' && left === leaf;
        const filling = isFilled ? x.source() : '';
        const operands = { left, right: x.expression(), line };
        if (isFilled) askFillings(x, first, operands.right);
        const pattern = isFilled ? namePattern(x, percentPattern(first, filling)) : undefined;
        left = pattern ?? operation(x, operator, operands);
      }
    }
    x.cursor.parent();
  }
  return left;
}

/** `a < b <= c` is `a < b` and `b <= c`. */
export function comparison(x: Extraction): Ref {
  const line = x.line();
  let left: Ref | undefined;
  let operator = '';
  x.cursor.firstChild();
  do {
    const kind = x.kind();
    if (kind === Kind.comment || kind === Kind.line_continuation) continue;
    if (kind === Kind.OTHER) {
      operator = operator === '' ? x.source() : `${operator} ${x.source()}`;
      continue;
    }
    const right = x.expression();
    if (left !== undefined) operation(x, operator, { left, right, line });
    left = right;
    operator = '';
  } while (x.cursor.nextSibling());
  x.cursor.parent();
  return OPAQUE;
}

/** Emitted where an operand may be an instance of a class that says what the operator does. */
function operation(
  x: Extraction,
  operator: string,
  { left, right, line }: { readonly left: Ref; readonly right: Ref; readonly line: number },
): Ref {
  const place = PLACES.get(operator.replace(/\s+/g, ' ')) ?? 0;
  const isPlain = isConstant(x, left) && (right === OPAQUE || isConstant(x, right));
  if (isJoined(x, operator, left, right)) return x.out.emit(Op.OPERATION, [place, left, right, line]);
  if (place === 0 || isPlain) return OPAQUE;
  return x.out.emit(Op.OPERATION, [place, left, right, line]);
}

const PLACES: ReadonlyMap<string, number> = new Map(OPERATORS.map((operator, place) => [operator, place]));

/** Whether what stands at a ref leads to no definition, as numbers and texts do. */
export function isConstant(x: Extraction, ref: Ref): boolean {
  const op = x.out.at(ref);
  return op === Op.OPAQUE || op === Op.CONSTANT || op === Op.INTEGER || op === Op.STRING;
}

/** Whether a text that may be part of a name is joined with what may be the rest of it. */
function isJoined(x: Extraction, operator: string, left: Ref, right: Ref): boolean {
  if (operator !== '+') return false;
  if (isTextPart(x, left)) return !isConstant(x, right);
  return isTextPart(x, right) && !isConstant(x, left);
}

function isTextPart(x: Extraction, ref: Ref): boolean {
  const op = x.out.at(ref);
  return op === Op.STRING || op === Op.NAME_PATTERN || op === Op.FILLED;
}
