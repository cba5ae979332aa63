/**
 * Expressions: a node's value as a position in the stream. `expression` is for values that may lead to a definition,
 * `scan` for the rest: formatted strings, slices, whose value nobody follows but whose calls count.
 */
import {
  ComprehensionKind,
  ConstantKind,
  constantRef,
  OPERATORS,
  Op,
  ScopeKind,
  SLICE_OPEN,
  SLICE_UNKNOWN,
} from '../code.js';
import { OPAQUE, type Ref } from './emitter.js';
import type { Extraction } from './extraction.js';
import { isPunctuation, Kind, type KindName } from './kinds.js';
import { Conjuncts, proven } from './narrowing.js';
import { emitParameters, type Parameter, readParameters } from './parameters.js';
import { stringParts } from './string-literal.js';
import { bind } from './targets.js';

const NONE = constantRef(ConstantKind.NONE);
const STRING_CONSTANT = constantRef(ConstantKind.STR);

/** A literal with more items than this, none of which leads anywhere, is kept without its items: a table of numbers. */
const PLAIN_ITEMS_MAX = 64;

function kindSet(...names: readonly KindName[]): Uint8Array {
  const set = new Uint8Array(256);
  for (const name of names) set[Kind[name]] = 1;
  return set;
}

/** What `scan` hands to `expression`: it calls, reads or binds. */
const EFFECTIVE = kindSet(
  'call',
  'attribute',
  'lambda',
  'list_comprehension',
  'set_comprehension',
  'dictionary_comprehension',
  'generator_expression',
  'named_expression',
  'await',
  'yield',
  'binary_operator',
  'comparison_operator',
);

/** What `scan` hands to `statement`: found below ERROR nodes. */
const STATEMENTS = kindSet(
  'function_definition',
  'class_definition',
  'decorated_definition',
  'import_statement',
  'import_from_statement',
  'expression_statement',
  'if_statement',
  'for_statement',
  'while_statement',
  'try_statement',
  'with_statement',
  'match_statement',
  'return_statement',
  'assignment',
);

/** Emits what happens within the node under the cursor, whose value does not matter. Walks without recursion. */
export function scan(x: Extraction): void {
  let depth = 0;
  for (;;) {
    const kind = x.kind();
    if (EFFECTIVE[kind]) expression(x);
    else if (STATEMENTS[kind]) x.statement();
    else if (kind !== Kind.identifier && kind !== Kind.comment && x.cursor.firstChild()) {
      depth++;
      continue;
    }
    for (;;) {
      if (depth === 0) return;
      if (x.cursor.nextSibling()) break;
      x.cursor.parent();
      depth--;
    }
  }
}

/** The value of the node under the cursor. */
export function expression(x: Extraction): Ref {
  if (!x.enter()) return OPAQUE;
  const ref = valueOfKind(x, x.kind());
  x.leave();
  return ref;
}

function valueOfKind(x: Extraction, kind: number): Ref {
  switch (kind) {
    case Kind.identifier:
      return x.out.emit1(Op.NAME, x.out.string(x.name()));
    case Kind.attribute:
      return attribute(x);
    case Kind.call:
      return call(x);
    case Kind.string:
      return stringLiteral(x);
    case Kind.integer:
      return integer(x, 1);
    case Kind.float:
      return constantRef(/[jJ]$/.test(x.source()) ? ConstantKind.COMPLEX : ConstantKind.FLOAT);
    case Kind.true:
    case Kind.false:
      return constantRef(ConstantKind.BOOL);
    case Kind.none:
      return NONE;
    case Kind.ellipsis:
      return constantRef(ConstantKind.ELLIPSIS);
    case Kind.concatenated_string:
      scan(x);
      return STRING_CONSTANT;
    case Kind.parenthesized_expression:
    case Kind.type:
      return wrapped(x);
    case Kind.subscript:
      return subscript(x);
    case Kind.tuple:
    case Kind.expression_list:
    case Kind.pattern_list:
    case Kind.tuple_pattern:
      return items(x, Op.TUPLE);
    case Kind.list:
    case Kind.list_pattern:
      return items(x, Op.LIST);
    case Kind.set:
      return items(x, Op.SET);
    case Kind.dictionary:
      return dictionary(x);
    case Kind.list_splat:
    case Kind.list_splat_pattern:
      return inner(x, Op.STAR);
    case Kind.dictionary_splat:
      return inner(x, Op.DOUBLE_STAR);
    case Kind.keyword_argument:
      return keywordArgument(x);
    case Kind.boolean_operator:
      return booleanOperator(x);
    case Kind.conditional_expression:
      return conditional(x);
    case Kind.lambda:
      return lambda(x);
    case Kind.list_comprehension:
      return comprehension(x, ComprehensionKind.LIST);
    case Kind.set_comprehension:
      return comprehension(x, ComprehensionKind.SET);
    case Kind.dictionary_comprehension:
      return comprehension(x, ComprehensionKind.DICT);
    case Kind.generator_expression:
      return comprehension(x, ComprehensionKind.GENERATOR);
    case Kind.named_expression:
      return namedExpression(x);
    case Kind.await:
      return inner(x, Op.AWAIT);
    case Kind.yield:
      return yieldExpression(x);
    case Kind.unary_operator:
      return unary(x);
    case Kind.binary_operator:
      return binary(x);
    case Kind.comparison_operator:
      return comparison(x);
    default:
      scan(x);
      return OPAQUE;
  }
}

function attribute(x: Extraction): Ref {
  const line = x.line();
  let base = OPAQUE;
  let name = 0;
  let isFirst = true;
  x.cursor.firstChild();
  do {
    const kind = x.kind();
    if (isFirst && kind !== Kind.comment) {
      base = expression(x);
      isFirst = false;
    } else if (kind === Kind.identifier) {
      name = x.out.string(x.name());
    }
  } while (x.cursor.nextSibling());
  x.cursor.parent();
  return x.out.emit3(Op.ATTRIBUTE, base, name, line);
}

function call(x: Extraction): Ref {
  const line = x.line();
  x.cursor.firstChild();
  const callee = expression(x);
  const operands = [callee, line, 0];
  while (x.cursor.nextSibling()) {
    const kind = x.kind();
    if (kind === Kind.argument_list) {
      argumentRefs(x, operands);
    } else if (kind === Kind.generator_expression) {
      operands.push(expression(x));
    }
  }
  x.cursor.parent();
  operands[2] = operands.length - 3;
  return x.out.emit(Op.CALL, operands);
}

/** Appends the arguments of the argument_list under the cursor. */
export function argumentRefs(x: Extraction, refs: Ref[]): void {
  if (!x.cursor.firstChild()) return;
  do {
    const kind = x.kind();
    if (!isPunctuation(kind)) refs.push(expression(x));
  } while (x.cursor.nextSibling());
  x.cursor.parent();
}

function keywordArgument(x: Extraction): Ref {
  x.cursor.firstChild();
  const name = x.out.string(x.name());
  let value = OPAQUE;
  while (x.cursor.nextSibling()) {
    const kind = x.kind();
    if (!isPunctuation(kind)) value = expression(x);
  }
  x.cursor.parent();
  return x.out.emit2(Op.KEYWORD, name, value);
}

/** The only expression within: parentheses, an annotation's `type` node. Nested ones are stepped through in a loop. */
function wrapped(x: Extraction): Ref {
  let depth = 0;
  let ref = OPAQUE;
  for (;;) {
    const kind = x.kind();
    if ((kind === Kind.parenthesized_expression || kind === Kind.type) && x.cursor.firstChild()) {
      depth++;
      while (isPunctuation(x.kind()) && x.cursor.nextSibling());
      continue;
    }
    ref = expression(x);
    break;
  }
  for (; depth > 0; depth--) x.cursor.parent();
  return ref;
}

/** `*x`, `**x`, `await x`: the operand's value under another operation. */
function inner(x: Extraction, op: number): Ref {
  let ref = OPAQUE;
  x.cursor.firstChild();
  do {
    if (!isPunctuation(x.kind())) ref = expression(x);
  } while (x.cursor.nextSibling());
  x.cursor.parent();
  return x.out.emit1(op, ref);
}

function unary(x: Extraction): Ref {
  const line = x.line();
  x.cursor.firstChild();
  const operator = x.source();
  const isMinus = x.kind() === Kind['"-"'];
  while (x.cursor.nextSibling() && isPunctuation(x.kind()));
  const isNumber = x.kind() === Kind.integer;
  let ref = OPAQUE;
  if (isMinus && isNumber) ref = integer(x, -1);
  else if (x.kind() === Kind.float) ref = constantRef(ConstantKind.FLOAT);
  else ref = operation(x, `u${operator}`, { left: expression(x), right: OPAQUE, line });
  x.cursor.parent();
  return ref;
}

/** `a + b + c`: leans left, so the spine is walked in a loop. */
function binary(x: Extraction): Ref {
  const line = x.line();
  let depth = 0;
  while (x.kind() === Kind.binary_operator && x.cursor.firstChild()) depth++;
  let left = expression(x);
  for (; depth > 0; depth--) {
    let operator = '';
    while (x.cursor.nextSibling()) {
      const kind = x.kind();
      if (kind === Kind.OTHER && operator === '') operator = x.source();
      else if (!isPunctuation(kind)) left = operation(x, operator, { left, right: expression(x), line });
    }
    x.cursor.parent();
  }
  return left;
}

/** `a < b <= c` is `a < b` and `b <= c`. */
function comparison(x: Extraction): Ref {
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
    const right = expression(x);
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
  if (place === 0 || isPlain || isOfNumbers(x, operator, right)) return OPAQUE;
  return x.out.emit(Op.OPERATION, [place, left, right, line]);
}
const PLACES: ReadonlyMap<string, number> = new Map(OPERATORS.map((operator, place) => [operator, place]));

function isConstant(x: Extraction, ref: Ref): boolean {
  const op = x.out.at(ref);
  return op === Op.OPAQUE || op === Op.CONSTANT || op === Op.INTEGER || op === Op.STRING;
}

/** `n + 1`, `n > 0`, `x == 'a'`: hardly ever instances, and very frequent. */
function isOfNumbers(x: Extraction, operator: string, right: Ref): boolean {
  if (operator === '*' || operator === '/' || operator.startsWith('u')) return false;
  return x.out.at(right) !== Op.OPAQUE && isConstant(x, right);
}

function integer(x: Extraction, sign: 1 | -1): Ref {
  const text = x.source();
  if (/^\d{1,6}$/.test(text)) return x.out.integer(sign * Number(text));
  return constantRef(/[jJ]$/.test(text) ? ConstantKind.COMPLEX : ConstantKind.INT);
}

/** `value[key]`. Several keys are one tuple; a key with a colon makes a slice. */
function subscript(x: Extraction): Ref {
  const line = x.line();
  x.cursor.firstChild();
  const value = expression(x);
  const keys: Ref[] = [];
  let bounds: Bounds | undefined;
  while (x.cursor.nextSibling()) {
    const kind = x.kind();
    if (kind === Kind.slice) {
      bounds = keys.length === 0 && bounds === undefined ? sliceBounds(x) : NO_BOUNDS;
      scan(x);
    } else if (!isPunctuation(kind)) {
      keys.push(kind === Kind.string ? keyString(x) : expression(x));
    }
  }
  x.cursor.parent();
  if (value === OPAQUE) return OPAQUE;
  if (bounds !== undefined) return x.out.emit3(Op.SLICE, value, bounds.from, bounds.to);
  const key = keys.length === 1 ? (keys[0] ?? OPAQUE) : x.out.emit(Op.TUPLE, [keys.length, ...keys]);
  return x.out.emit3(Op.SUBSCRIPT, value, key, line);
}

interface Bounds {
  readonly from: number;
  readonly to: number;
}
const NO_BOUNDS: Bounds = { from: SLICE_UNKNOWN, to: SLICE_UNKNOWN };
const SLICE_TEXT = /^\s*(-?\d{1,6})?\s*:\s*(-?\d{1,6})?\s*:?\s*$/;
/** Longer slices are not looked at. */
const SLICE_LENGTH_MAX = 40;

/** The bounds of the slice under the cursor, as far as they are numbers. */
function sliceBounds(x: Extraction): Bounds {
  const isShort = x.cursor.end() - x.cursor.start() <= SLICE_LENGTH_MAX;
  const found = isShort ? SLICE_TEXT.exec(x.source()) : null;
  if (found === null) return NO_BOUNDS;
  const [, from, to] = found;
  return {
    from: from === undefined ? 0 : Number(from),
    to: to === undefined ? SLICE_OPEN : Number(to),
  };
}

function items(x: Extraction, op: number): Ref {
  const operands = [0];
  if (x.cursor.firstChild()) {
    do {
      if (!isPunctuation(x.kind())) operands.push(expression(x));
    } while (x.cursor.nextSibling());
    x.cursor.parent();
  }
  return x.out.emit(op, counted(x, operands));
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

function dictionary(x: Extraction): Ref {
  const operands = [0];
  if (x.cursor.firstChild()) {
    do {
      const kind = x.kind();
      if (kind === Kind.pair) pair(x, operands);
      else if (kind === Kind.dictionary_splat) operands.push(expression(x), OPAQUE);
    } while (x.cursor.nextSibling());
    x.cursor.parent();
  }
  return x.out.emit(Op.DICT, counted(x, operands));
}

/** Appends the key and the value of the pair under the cursor. */
function pair(x: Extraction, refs: Ref[]): void {
  const before = refs.length;
  if (!x.cursor.firstChild()) return;
  do {
    const kind = x.kind();
    if (isPunctuation(kind)) continue;
    const isKey = refs.length === before;
    refs.push(isKey && kind === Kind.string ? keyString(x) : expression(x));
  } while (x.cursor.nextSibling());
  x.cursor.parent();
  while (refs.length < before + 2) refs.push(OPAQUE);
}

/** `a or b or c` leans to the left as deep as it is long, so its spine is walked in a loop. */
function booleanOperator(x: Extraction): Ref {
  let depth = 0;
  while (x.kind() === Kind.boolean_operator && x.cursor.firstChild()) depth++;
  const conjuncts = new Conjuncts(x);
  let last = expression(x);
  const refs = [last];
  for (; depth > 0; depth--) {
    while (x.cursor.nextSibling()) {
      const kind = x.kind();
      if (kind === Kind['"and"']) conjuncts.given(proven(x, last).whenTrue);
      else if (isPunctuation(kind)) conjuncts.close();
      else {
        last = expression(x);
        refs.push(last);
      }
    }
    x.cursor.parent();
  }
  conjuncts.close();
  return either(x, refs);
}

/** `a if condition else b`. */
function conditional(x: Extraction): Ref {
  const refs: Ref[] = [];
  x.cursor.firstChild();
  let place = 0;
  do {
    if (isPunctuation(x.kind())) continue;
    if (place === 1) scan(x);
    else refs.push(expression(x));
    place++;
  } while (x.cursor.nextSibling());
  x.cursor.parent();
  return either(x, refs);
}

function either(x: Extraction, refs: readonly Ref[]): Ref {
  return refs.every((ref) => ref === OPAQUE) ? OPAQUE : x.out.emit(Op.EITHER, [refs.length, ...refs]);
}

function lambda(x: Extraction): Ref {
  if (!x.cursor.firstChild()) return OPAQUE;
  let parameters: readonly Parameter[] = [];
  do {
    if (x.kind() === Kind.lambda_parameters) parameters = readParameters(x);
  } while (x.cursor.nextSibling());
  // The cursor stands on the body, the last child.
  const ref = x.out.emit0(Op.LAMBDA);
  x.inScope(ScopeKind.LAMBDA, -1, () => {
    emitParameters(x, parameters);
    x.out.emit1(Op.RETURN, expression(x));
  });
  x.cursor.parent();
  return ref;
}

/**
 * The first iterable belongs to the scope around, everything else to the comprehension's own; the element, written
 * first, is evaluated last.
 */
function comprehension(x: Extraction, kind: number): Ref {
  let key = OPAQUE;
  let value = OPAQUE;
  const firstIterable = firstClauseIterable(x);
  x.inScope(ScopeKind.COMPREHENSION, -1, () => {
    let isFirstClause = true;
    x.cursor.firstChild();
    do {
      if (x.kind() === Kind.for_in_clause) {
        clause(x, isFirstClause ? firstIterable : undefined);
        isFirstClause = false;
      } else if (x.kind() === Kind.if_clause) {
        scan(x);
      }
    } while (x.cursor.nextSibling());
    x.cursor.parent();
    x.cursor.firstChild();
    while (isPunctuation(x.kind()) && x.cursor.nextSibling());
    if (x.kind() === Kind.pair) {
      const refs: Ref[] = [];
      pair(x, refs);
      [key = OPAQUE, value = OPAQUE] = refs;
    } else {
      key = expression(x);
    }
    x.cursor.parent();
  });
  return x.out.emit3(Op.COMPREHENSION, kind, key, value);
}

function firstClauseIterable(x: Extraction): Ref {
  let ref = OPAQUE;
  x.cursor.firstChild();
  do {
    if (x.kind() === Kind.for_in_clause) {
      ref = clauseIterable(x);
      break;
    }
  } while (x.cursor.nextSibling());
  x.cursor.parent();
  return ref;
}

/** The value after `in` of the for_in_clause under the cursor. */
function clauseIterable(x: Extraction): Ref {
  let ref = OPAQUE;
  let isAfterTarget = false;
  x.cursor.firstChild();
  do {
    const kind = x.kind();
    if (isPunctuation(kind) || kind === Kind['"async"']) continue;
    if (isAfterTarget) ref = expression(x);
    isAfterTarget = true;
  } while (x.cursor.nextSibling());
  x.cursor.parent();
  return ref;
}

function clause(x: Extraction, known: Ref | undefined): void {
  const line = x.line();
  const iterable = known ?? clauseIterable(x);
  let op: number = Op.ELEMENT;
  x.cursor.firstChild();
  do {
    const kind = x.kind();
    if (kind === Kind['"async"']) op = Op.ASYNC_ELEMENT;
    else if (!isPunctuation(kind)) break;
  } while (x.cursor.nextSibling());
  bind(x, x.out.emit2(op, iterable, line));
  x.cursor.parent();
}

function namedExpression(x: Extraction): Ref {
  x.cursor.firstChild();
  const name = x.out.string(x.name());
  let value = OPAQUE;
  while (x.cursor.nextSibling()) {
    if (!isPunctuation(x.kind())) value = expression(x);
  }
  x.cursor.parent();
  if (x.scope === ScopeKind.COMPREHENSION) x.out.emit1(Op.NONLOCAL, name);
  x.out.emit2(Op.BIND, name, value);
  return value;
}

function yieldExpression(x: Extraction): Ref {
  const line = x.line();
  let isFrom = false;
  let ref = NONE;
  x.cursor.firstChild();
  do {
    const kind = x.kind();
    if (kind === Kind['"from"']) isFrom = true;
    else if (!isPunctuation(kind)) ref = expression(x);
  } while (x.cursor.nextSibling());
  x.cursor.parent();
  return isFrom ? x.out.emit2(Op.YIELD_FROM, ref, line) : x.out.emit1(Op.YIELD, ref);
}

/** Words, names, and what might be the key of a small table: `+`, `>=`, `1`. */
const WORD = /^(?:\.{0,3}[A-Za-z_][\w.-]{0,63}|[^\\\s]{1,2})$/;
/** Keys may be any short text on one line without escapes. */
const KEY = /^[^\\\n]{1,48}$/;

function stringLiteral(x: Extraction): Ref {
  return stringOf(x, WORD);
}

function keyString(x: Extraction): Ref {
  return stringOf(x, KEY);
}

/** A STRING when the content matches; else only what kind of constant it is, and what formatted parts do. */
function stringOf(x: Extraction, kept: RegExp): Ref {
  const parts = stringParts(x.source());
  if (parts.isFormatted) {
    scan(x);
    return STRING_CONSTANT;
  }
  if (parts.isOpen) x.hasOpenText = true;
  if (parts.isBytes) return constantRef(ConstantKind.BYTES);
  return kept.test(parts.content) ? x.out.emit1(Op.STRING, x.out.string(parts.content)) : STRING_CONSTANT;
}
