/** From the arguments of a call to the parameters of what is called, as Python binds them. */
import { Op, ParameterKind } from '../code.js';
import type { FileIndex } from './file-index.js';
import type { Arguments, Session } from './session.js';
import { INTEGER_BIAS, Kind } from './value-kinds.js';
import { EMPTY_SET, type SetId, setOf, UNKNOWN_SET, type ValueId } from './value-table.js';

const SCOPE_LENGTH = 3;
const PARAMETER_LENGTH = 5;

/** Positions of the PARAMETERs of a function's or lambda's scope, in order. */
export function parametersOf(index: FileIndex, scope: number): number[] {
  const positions: number[] = [];
  let at = (index.scopes.start[scope] ?? 0) + SCOPE_LENGTH;
  for (; index.code[at] === Op.PARAMETER; at += PARAMETER_LENGTH) positions.push(at);
  return positions;
}

/** Position of the return annotation of a function's scope, 0 when there is none. */
export function returnAnnotation(index: FileIndex, scope: number): number {
  const start = (index.scopes.start[scope] ?? 0) + SCOPE_LENGTH;
  const behind = (parametersOf(index, scope).at(-1) ?? start - PARAMETER_LENGTH) + PARAMETER_LENGTH;
  return index.code[behind] === Op.RETURNS ? (index.code[behind + 1] ?? 0) : 0;
}

/** How many arguments the CALL at a position has, KEYWORD, STAR and DOUBLE_STAR included; 0 when there is no CALL. */
export function argumentCount(index: FileIndex, call: number): number {
  return call < 0 ? 0 : (index.code[call + 3] ?? 0);
}

/** The position of an argument of the CALL. */
export function argumentAt(index: FileIndex, call: number, place: number): number {
  return index.code[call + 4 + place] ?? 0;
}

/** How many arguments are passed by position; a star counts as one. */
export function positionalCount({ file, call, leading, isByNameOnly }: Arguments): number {
  let count = leading.length;
  if (isByNameOnly) return count;
  for (let i = 0; i < argumentCount(file.index, call); i++) {
    const op = file.index.code[argumentAt(file.index, call, i)];
    if (op !== Op.KEYWORD && op !== Op.DOUBLE_STAR) count++;
  }
  return count;
}

/** Whether an argument is passed by this name. */
export function isKeywordPassed({ file, call }: Arguments, name: number): boolean {
  const { code, names } = file.index;
  for (let i = 0; i < argumentCount(file.index, call); i++) {
    const ref = argumentAt(file.index, call, i);
    if (code[ref] === Op.KEYWORD && names[code[ref + 1] ?? 0] === name) return true;
  }
  return false;
}

/** Whether a star is among the arguments, so that anything may be passed. */
export function hasStars({ file, call, isByNameOnly }: Arguments): boolean {
  if (isByNameOnly) return false;
  for (let i = 0; i < argumentCount(file.index, call); i++) {
    const op = file.index.code[argumentAt(file.index, call, i)];
    if (op === Op.STAR || op === Op.DOUBLE_STAR) return true;
  }
  return false;
}

/** The value at place `place` (what stands before included); EMPTY_SET when none is passed there. */
export function positionalArgument(s: Session, passed: Arguments, place: number): SetId {
  const leading = passed.leading[place];
  if (leading !== undefined) return leading;
  if (passed.isByNameOnly) return EMPTY_SET;
  const { code } = passed.file.index;
  let next = passed.leading.length;
  for (let i = 0; i < argumentCount(passed.file.index, passed.call); i++) {
    const ref = argumentAt(passed.file.index, passed.call, i);
    const op = code[ref];
    if (op === Op.KEYWORD || op === Op.DOUBLE_STAR) continue;
    if (op === Op.STAR) return starred(s, passed, code[ref + 1] ?? 0, place - next);
    if (next === place) return s.evaluate(passed.file, ref);
    next++;
  }
  return EMPTY_SET;
}

/** What `*value` passes at a place behind it. */
function starred(s: Session, passed: Arguments, ref: number, place: number): SetId {
  const key = s.values.single(Kind.INTEGER, place + INTEGER_BIAS);
  return s.values.flatMap(s.expand(s.evaluate(passed.file, ref)), (value) => s.item(value, key));
}

/** The value passed by name; EMPTY_SET when there is none. */
export function keywordArgument(s: Session, passed: Arguments, name: number): SetId {
  const { code, names } = passed.file.index;
  let set: SetId = EMPTY_SET;
  for (let i = 0; i < argumentCount(passed.file.index, passed.call); i++) {
    const ref = argumentAt(passed.file.index, passed.call, i);
    if (code[ref] === Op.KEYWORD && names[code[ref + 1] ?? 0] === name) {
      return s.evaluate(passed.file, code[ref + 2] ?? 0);
    }
    if (code[ref] === Op.DOUBLE_STAR) {
      const key = s.values.single(Kind.TEXT, name);
      for (const value of s.values.elements(s.expand(s.evaluate(passed.file, code[ref + 1] ?? 0)))) {
        set = s.values.union(set, s.item(value, key));
      }
    }
  }
  return set;
}

/** The argument at a place or by name. */
export function argument(s: Session, passed: Arguments, place: number, name: string): SetId {
  return s.values.union(positionalArgument(s, passed, place), keywordArgument(s, passed, s.names.id(name)));
}

/** Whether a call passes something for the PARAMETER at `position`; syntax alone decides. */
export function isPassed(
  callee: { readonly index: FileIndex; readonly parameters: readonly number[] },
  position: number,
  passed: Arguments,
): boolean {
  const { code, names } = callee.index;
  const kind = code[position + 1];
  if (kind === ParameterKind.VARIADIC || kind === ParameterKind.KEYWORDS || hasStars(passed)) return true;
  if (isKeywordPassed(passed, names[code[position + 2] ?? 0] ?? 0)) return true;
  return kind !== ParameterKind.KEYWORD_ONLY && callee.parameters.indexOf(position) < positionalCount(passed);
}

/**
 * What a call passes for the PARAMETER at `position` among `parameters` (all of the function's); EMPTY_SET when nothing is.
 */
export function passedFor(
  s: Session,
  callee: { readonly index: FileIndex; readonly parameters: readonly number[] },
  position: number,
  passed: Arguments,
): SetId {
  const { code, names } = callee.index;
  const kind = code[position + 1];
  const name = names[code[position + 2] ?? 0] ?? 0;
  const place = callee.parameters.indexOf(position);
  if (kind === ParameterKind.VARIADIC) return restOf(s, passed, place);
  if (kind === ParameterKind.KEYWORDS) return keywordsBeside(s, callee, passed);
  if (kind === ParameterKind.KEYWORD_ONLY) return keywordArgument(s, passed, name);
  const positional = positionalArgument(s, passed, place);
  // Where a star may reach or not, a keyword may give it too.
  return kind === ParameterKind.POSITIONAL_ONLY
    ? positional
    : s.values.union(positional, keywordArgument(s, passed, name));
}

/** The tuple that `*args` is. */
function restOf(s: Session, passed: Arguments, from: number): SetId {
  const { code } = passed.file.index;
  const items: SetId[] = passed.leading.slice(from);
  let place = passed.leading.length;
  let hasStar = false;
  for (let i = 0; i < argumentCount(passed.file.index, passed.call); i++) {
    const ref = argumentAt(passed.file.index, passed.call, i);
    if (code[ref] === Op.KEYWORD || code[ref] === Op.DOUBLE_STAR || passed.isByNameOnly) continue;
    if (code[ref] === Op.STAR) {
      hasStar = true;
      for (const value of s.values.elements(s.expand(s.evaluate(passed.file, code[ref + 1] ?? 0)))) {
        items.push(s.element(value));
      }
    } else {
      if (place >= from) items.push(s.evaluate(passed.file, ref));
      place++;
    }
  }
  if (!hasStar) return s.values.tuple(items);
  const all = items.reduce((set, item) => s.values.union(set, item), EMPTY_SET);
  return s.values.typed(s.names.tuple, all);
}

/** The dictionary that `**kwargs` is: what is passed by name and no other parameter takes, and what `**other` has. */
function keywordsBeside(
  s: Session,
  callee: { readonly index: FileIndex; readonly parameters: readonly number[] },
  passed: Arguments,
): SetId {
  const taken = new Set(
    callee.parameters.map((at) => callee.index.names[callee.index.code[at + 2] ?? 0] ?? 0),
  );
  const { code, names } = passed.file.index;
  const fields: number[] = [];
  let others: SetId = EMPTY_SET;
  let hasOthers = false;
  for (let i = 0; i < argumentCount(passed.file.index, passed.call); i++) {
    const ref = argumentAt(passed.file.index, passed.call, i);
    const name = names[code[ref + 1] ?? 0] ?? 0;
    if (code[ref] === Op.KEYWORD && !taken.has(name)) {
      fields.push(name, s.evaluate(passed.file, code[ref + 2] ?? 0));
    } else if (code[ref] === Op.DOUBLE_STAR) {
      hasOthers = true;
      const given = s.expand(s.evaluate(passed.file, code[ref + 1] ?? 0));
      others = s.values.union(
        others,
        s.values.flatMap(given, (value) => asKeywords(s, value)),
      );
    }
  }
  return hasOthers && fields.length === 0 ? others : s.values.union(others, s.values.record(fields));
}

/** A mapping as keyword arguments; anything else may have any key. */
function asKeywords(s: Session, value: ValueId): SetId {
  const kind = s.values.kind(value);
  const isMapping =
    kind === Kind.RECORD ||
    kind === Kind.CONTAINER ||
    (kind === Kind.TYPED && s.values.a(value) === s.names.dict);
  if (isMapping) return setOf(value);
  const text = s.values.single(Kind.EXTERNAL_INSTANCE, s.names.str);
  return s.values.typed(s.names.dict, UNKNOWN_SET, text);
}
