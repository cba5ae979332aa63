/**
 * Expressions: a node's value as a position in the stream. `expression` is for values that may lead to a definition,
 * `scan` for the rest: formatted strings, slices, whose value nobody follows but whose calls count.
 */
import {
  AskKind,
  ComprehensionKind,
  ConstantKind,
  constantRef,
  Op,
  ScopeKind,
  SLICE_OPEN,
  SLICE_UNKNOWN,
} from '../code.js';
import { ask } from './asks.js';
import { comprehension } from './comprehensions.js';
import { dictionary, items, starred } from './displays.js';
import { OPAQUE, type Ref } from './emitter.js';
import { evaluatedText } from './evaluated-text.js';
import type { Extraction } from './extraction.js';
import { isPunctuation, Kind, type KindName } from './kinds.js';
import { fieldNamesInText, integer, keyString, STRING_CONSTANT, stringLiteral } from './literals.js';
import { formattedPattern, formattedText, namePattern } from './name-patterns.js';
import { type Condition, Conjuncts, condition, proven } from './narrowing.js';
import { binary, comparison, unary } from './operators.js';
import { emitParameters, type Parameter, readParameters } from './parameters.js';
import { askFields } from './text-fillings.js';

const NONE = constantRef(ConstantKind.NONE);

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
  'not_operator',
  'boolean_operator',
  'conditional_expression',
  'unary_operator',
  'subscript',
  'set',
  'dictionary',
  'interpolation',
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
      return constantRef(ConstantKind.TRUE);
    case Kind.false:
      return constantRef(ConstantKind.FALSE);
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
      return starred(x);
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
    case Kind.not_operator:
      condition(x);
      return constantRef(ConstantKind.BOOL);
    case Kind.interpolation:
      return interpolation(x);
    default:
      scan(x);
      return OPAQUE;
  }
}

/** Its line is the one where its name stands, of several in a chain. */
function attribute(x: Extraction): Ref {
  let line = x.line();
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
      line = x.line();
      name = x.out.string(x.name());
    }
  } while (x.cursor.nextSibling());
  x.cursor.parent();
  return x.out.emit3(Op.ATTRIBUTE, base, name, line);
}

/** Its line is the one where the called name stands. */
function call(x: Extraction): Ref {
  const start = x.line();
  x.cursor.firstChild();
  const callee = expression(x);
  const line = x.out.at(callee) === Op.ATTRIBUTE ? x.out.at(callee, 3) : start;
  const isOnText = x.out.at(callee) === Op.ATTRIBUTE && isText(x, x.out.at(callee, 1));
  const filled = isOnText ? formattedText(x.source()) : undefined;
  const operands = [callee, line, 0];
  let evaluated: Ref | undefined;
  while (x.cursor.nextSibling()) {
    const kind = x.kind();
    if (kind === Kind.argument_list) {
      argumentRefs(x, operands, isNamed(x, callee, 'namedtuple') ? fieldNames : expression);
      evaluated = evaluatedText(x, callee, line);
    } else if (kind === Kind.generator_expression) {
      operands.push(expression(x));
    }
  }
  x.cursor.parent();
  operands[2] = operands.length - 3;
  if (filled !== undefined) askFields(x, filled, operands.slice(3), line);
  const ref = x.out.emit(Op.CALL, operands);
  return evaluated ?? namePattern(x, filled === undefined ? undefined : formattedPattern(filled)) ?? ref;
}

function isText(x: Extraction, ref: Ref): boolean {
  return ref === STRING_CONSTANT || x.out.at(ref) === Op.STRING;
}

/** Appends the arguments of the argument_list under the cursor, each as `read` emits it. */
export function argumentRefs(x: Extraction, refs: Ref[], read: (x: Extraction) => Ref = expression): void {
  if (!x.cursor.firstChild()) return;
  do {
    const kind = x.kind();
    if (!isPunctuation(kind)) refs.push(read(x));
  } while (x.cursor.nextSibling());
  x.cursor.parent();
}

/** An argument of `namedtuple`: several names in one text are a tuple of them. */
function fieldNames(x: Extraction): Ref {
  return (x.kind() === Kind.string ? fieldNamesInText(x) : undefined) ?? expression(x);
}

/** Whether a callee is written as a name, or as an attribute of that name. */
function isNamed(x: Extraction, callee: Ref, name: string): boolean {
  const op = x.out.at(callee);
  return (op === Op.NAME || op === Op.ATTRIBUTE) && x.out.has(name, x.out.at(callee, op === Op.NAME ? 1 : 2));
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

/** `{value!r:>10}` in a text: the value is shown, as it likes or as the letter behind the mark says. */
function interpolation(x: Extraction): Ref {
  const line = x.line();
  let ref: Ref | undefined;
  let shown: number = AskKind.FORMAT;
  if (!x.cursor.firstChild()) return OPAQUE;
  do {
    if (ref === undefined) {
      if (!isPunctuation(x.kind())) ref = expression(x);
      continue;
    }
    const sign = x.text.slice(x.cursor.start(), x.cursor.start() + 2);
    if (sign.startsWith(':')) scan(x);
    else if (sign.startsWith('=') || sign === '!r' || sign === '!a') shown = AskKind.REPR;
    else if (sign === '!s') shown = AskKind.STR;
  } while (x.cursor.nextSibling());
  x.cursor.parent();
  ask(x, shown, ref ?? OPAQUE, line);
  return ref ?? OPAQUE;
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

/** `a or b or c` leans to the left as deep as it is long, so its spine is walked in a loop. */
function booleanOperator(x: Extraction): Ref {
  let depth = 0;
  while (x.kind() === Kind.boolean_operator && x.cursor.firstChild()) depth++;
  const conjuncts = new Conjuncts(x);
  let line = x.line();
  let last = expression(x);
  const refs = [last];
  for (; depth > 0; depth--) {
    ask(x, AskKind.TRUTH, last, line);
    while (x.cursor.nextSibling()) {
      const kind = x.kind();
      if (kind === Kind['"and"']) conjuncts.given(proven(x, last).whenTrue);
      else if (isPunctuation(kind)) conjuncts.close();
      else {
        line = x.line();
        last = expression(x);
        refs.push(last);
      }
    }
    x.cursor.parent();
  }
  conjuncts.close();
  return either(x, refs);
}

/** `a if condition else b`: the condition runs first, and both stand where what it proves holds. */
function conditional(x: Extraction): Ref {
  let tested: Condition = condition.none;
  eachOperand(x, (place) => {
    if (place === 1) tested = condition(x);
  });
  const refs: Ref[] = [];
  eachOperand(x, (place) => {
    if (place === 1) return;
    const conjuncts = new Conjuncts(x);
    conjuncts.given(place === 0 ? tested.whenTrue : tested.whenFalse);
    refs.push(expression(x));
    conjuncts.close();
  });
  return either(x, refs);
}

function eachOperand(x: Extraction, visit: (place: number) => void): void {
  x.cursor.firstChild();
  let place = 0;
  do {
    if (!isPunctuation(x.kind())) visit(place++);
  } while (x.cursor.nextSibling());
  x.cursor.parent();
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
