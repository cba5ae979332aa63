/** Targets: what assignments, loops, `with` and unpackings bind. */
import { AskKind, Op, SLICE_UNKNOWN } from '../code.js';
import { ask } from './asks.js';
import { OPAQUE, type Ref } from './emitter.js';
import type { Extraction } from './extraction.js';
import { Kind } from './kinds.js';
import { eachPlace } from './places.js';

/** Binds the target under the cursor to a value. A name is bound even when nothing is known of the value: it hides others. */
export function bind(x: Extraction, value: Ref): void {
  if (!x.enter()) return;
  switch (x.kind()) {
    case Kind.identifier:
      x.out.emit2(Op.BIND, x.out.string(x.name()), value);
      break;
    case Kind.attribute:
      bindAttribute(x, value);
      break;
    case Kind.subscript:
      bindItem(x, value);
      break;
    case Kind.tuple_pattern:
      if (isParenthesized(x)) x.eachPart(() => bind(x, value));
      else unpackAsked(x, value);
      break;
    case Kind.tuple:
    case Kind.list:
    case Kind.list_pattern:
    case Kind.pattern_list:
    case Kind.expression_list:
      unpackAsked(x, value);
      break;
    case Kind.list_splat:
    case Kind.list_splat_pattern:
      starred(x, value, SLICE_UNKNOWN, SLICE_UNKNOWN);
      break;
    case Kind.parenthesized_expression:
    case Kind.as_pattern_target:
      x.eachPart(() => bind(x, value));
      break;
    default:
      x.scan();
  }
  x.leave();
}

/** `(name)`, which the grammar takes for a tuple. */
function isParenthesized(x: Extraction): boolean {
  return !x.source().includes(',') && x.source() !== '()';
}

function isStar(kind: number): boolean {
  return kind === Kind.list_splat || kind === Kind.list_splat_pattern;
}

/** `*rest`, which takes what stands from one place up to another. */
function starred(x: Extraction, value: Ref, from: number, to: number): void {
  x.eachPart(() => bind(x, value === OPAQUE ? OPAQUE : x.out.emit3(Op.SLICE, value, from, to)));
}

function unpackAsked(x: Extraction, value: Ref): void {
  ask(x, AskKind.ITERATE, value, x.line());
  unpack(x, value);
}

function unpack(x: Extraction, value: Ref): void {
  eachPlace(x, {
    isStarred: () => isStar(x.kind()),
    takeItem: (place) => {
      const key = x.out.integer(place);
      bind(x, value === OPAQUE ? OPAQUE : x.out.emit2(Op.UNPACKED, value, key));
    },
    takeRest: (from, to) => starred(x, value, from, to),
  });
}

/** The object and the name of the attribute under the cursor. */
export function attributeParts(x: Extraction): { readonly base: Ref; readonly name: number } {
  let base: Ref | undefined;
  let name = 0;
  x.eachPart(() => {
    if (base === undefined) base = x.expression();
    else name = x.out.string(x.name());
  });
  return { base: base ?? OPAQUE, name };
}

function bindAttribute(x: Extraction, value: Ref): void {
  const line = x.line();
  const { base, name } = attributeParts(x);
  if (base !== OPAQUE) x.out.emit(Op.SET_ATTRIBUTE, [base, name, value, line]);
}

function bindItem(x: Extraction, value: Ref): void {
  const line = x.line();
  const refs: Ref[] = [];
  x.eachPart(() => refs.push(x.expression()));
  const [base = OPAQUE, key = OPAQUE] = refs;
  if (base !== OPAQUE) x.out.emit(Op.SET_ITEM, [base, refs.length === 2 ? key : OPAQUE, value, line]);
}
