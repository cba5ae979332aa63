/**
 * Generic classes and functions: what a type variable stands for on a receiver. An instance whose type has arguments
 * (`Box[Loaf]`) carries them; a value known by the bound of a variable carries the variable. Where a method or attribute of
 * the one gives the other, the bound makes room for the argument: through the class's own variables, else through what the
 * classes along its bases are given (`class Shelf(Box[Loaf])`).
 *
 * Not followed: constraints, variadic variables, variance.
 */
import { Op, ScopeKind } from '../code.js';
import { parametersOf, passedFor } from './arguments.js';
import { answeredList, askClass, listAnswer } from './classes.js';
import type { FileIndex } from './file-index.js';
import { constructionOf } from './members.js';
import { type Arguments, type FileUnit, Query, type Session } from './session.js';
import { nextInstruction } from './stream.js';
import { Kind } from './value-kinds.js';
import { EMPTY_SET, type SetId, setOf, UNKNOWN_SET, type ValueId } from './value-table.js';

/** Positions of the keys of the SUBSCRIPT at a position. */
export function keyRefs({ code }: FileIndex, subscript: number): Int32Array {
  const key = code[subscript + 2] ?? 0;
  return code[key] === Op.TUPLE
    ? code.subarray(key + 2, key + 2 + (code[key + 1] ?? 0))
    : code.subarray(subscript + 2, subscript + 3);
}

/** An instance, or a class, with the types in the brackets behind its name. */
export function applied(s: Session, file: FileUnit, value: ValueId, subscript: number): SetId {
  const types = [...keyRefs(file.index, subscript)].map((ref) => s.typeOf(file, ref));
  return setOf(types.every((type) => type === UNKNOWN_SET) ? value : s.values.withArguments(value, types));
}

/** TYPE_NAMES: the names of a class's variables, in the order in which its arguments stand. */
export function typeNames(s: Session, file: FileUnit, definition: number): SetId {
  const { index } = file;
  const own = declaredNames(index, definition);
  if (own.length > 0) return listAnswer(s, own);
  const found: number[] = [];
  for (const base of genericBases(index, definition)) {
    const names = [...keyRefs(index, base)].filter((ref) => isVariable(s, file, ref));
    const ids = names.map((ref) => index.names[index.code[ref + 1] ?? 0] ?? 0);
    if (isGeneric(index, index.code[base + 1] ?? 0)) return listAnswer(s, ids);
    for (const id of ids) if (!found.includes(id)) found.push(id);
  }
  return listAnswer(s, found);
}

/** The names in `class Box[T]` (PEP 695). */
function declaredNames(index: FileIndex, definition: number): number[] {
  const { code, scopes, names } = index;
  const scope = index.definitionScope[definition] ?? 0;
  const around = scopes.parent[scope] ?? 0;
  if (scopes.kind[around] !== ScopeKind.TYPE_PARAMETERS) return [];
  const found: number[] = [];
  const end = scopes.start[scope] ?? 0;
  for (let at = scopes.start[around] ?? 0; at < end; at = nextInstruction(code, at)) {
    if (code[at] === Op.BIND && code[code[at + 2] ?? 0] === Op.TYPE_PARAMETER) {
      found.push(names[code[at + 1] ?? 0] ?? 0);
    }
  }
  return found;
}

/** Positions of the bases with brackets. */
function genericBases(index: FileIndex, definition: number): readonly number[] {
  const { code } = index;
  const at = index.definitionAt[definition] ?? 0;
  return [...code.subarray(at + 3, at + 3 + (code[at + 2] ?? 0))].filter((ref) => code[ref] === Op.SUBSCRIPT);
}

function isVariable(s: Session, file: FileUnit, ref: number): boolean {
  if (file.index.code[ref] !== Op.NAME) return false;
  return s.values.elements(s.classValue(file, ref)).every((value) => {
    const kind = s.values.kind(value);
    return kind !== Kind.CLASS && kind !== Kind.EXTERNAL;
  });
}

function isGeneric({ code, facts }: FileIndex, head: number): boolean {
  const string = code[head] === Op.NAME ? code[head + 1] : code[head + 2];
  const name = facts.code.strings[string ?? 0] ?? '';
  return name === 'Generic' || name === 'Protocol';
}

/**
 * TYPE_ARGUMENT: a list of whether a base of the class is given something for the variable, and what. Of no name: whether one
 * is given anything.
 */
export function typeArgument(s: Session, file: FileUnit, definition: number, name: number): SetId {
  const { index } = file;
  const { code } = index;
  const at = index.definitionAt[definition] ?? 0;
  for (const ref of code.subarray(at + 3, at + 3 + (code[at + 2] ?? 0))) {
    const head = code[ref] === Op.SUBSCRIPT ? (code[ref + 1] ?? 0) : ref;
    const keys = code[ref] === Op.SUBSCRIPT ? keyRefs(index, ref) : NO_KEYS;
    for (const base of s.values.elements(s.classValue(file, head))) {
      if (s.values.kind(base) !== Kind.CLASS) continue;
      if (name === s.names.empty && keys.length > 0) return listAnswer(s, [1, EMPTY_SET]);
      const given = givenBy(s, file, base, keys, name);
      if (given !== undefined) return listAnswer(s, [1, given]);
    }
  }
  return listAnswer(s, [0, EMPTY_SET]);
}
const NO_KEYS = new Int32Array(0);

/** What `base[keys]` says of a variable of the base or of one behind it; undefined when it says nothing. */
function givenBy(
  s: Session,
  file: FileUnit,
  base: ValueId,
  keys: Int32Array,
  name: number,
): SetId | undefined {
  const names = namesOf(s, base);
  const key = keys[names.indexOf(name)];
  if (names.includes(name)) return key === undefined ? undefined : s.typeOf(file, key);
  const behind = answeredList(s, askClass(s, Query.TYPE_ARGUMENT, base, name));
  if (behind[0] !== 1) return undefined;
  return s.values.flatMap(behind[1] ?? EMPTY_SET, (value) => {
    const ref = keys[names.indexOf(s.values.variable(value))];
    return ref === undefined ? setOf(value) : s.typeOf(file, ref);
  });
}

function namesOf(s: Session, value: ValueId): readonly number[] {
  return answeredList(s, askClass(s, Query.TYPE_NAMES, value, 0));
}

/** A set with the variables that the receiver knows replaced by what they are for it. */
export function typesFor(s: Session, set: SetId, receiver: ValueId): SetId {
  if (!HAS_TYPES.has(s.values.kind(receiver)) || !mayHoldTypes(s, set)) return set;
  return replaceVariables(s, set, (value) => {
    const kind = s.values.kind(value);
    if (kind === Kind.GENERATOR || kind === Kind.COROUTINE) return suspended(s, value, receiver);
    const name = variableOf(s, value);
    if (name === s.names.empty) return setOf(value);
    const own = ownArgument(s, receiver, name);
    if (own !== undefined) return own;
    const [isGiven, given = EMPTY_SET] = answeredList(s, askClass(s, Query.TYPE_ARGUMENT, receiver, name));
    if (isGiven !== 1) return isGiven === undefined ? EMPTY_SET : setOf(value);
    return s.values.flatMap(given, (each) => {
      return ownArgument(s, receiver, variableOf(s, each)) ?? setOf(each);
    });
  });
}
/** Only what is made from a variable, and what gives it later, is worth a look. */
function mayHoldTypes(s: Session, set: SetId): boolean {
  return s.values.elements(set).some((value) => {
    return HOLDERS.has(s.values.kind(value)) || s.values.variable(value) !== 0;
  });
}
const HOLDERS: ReadonlySet<number> = new Set([
  Kind.TYPED,
  Kind.TUPLE,
  Kind.PARAMETER,
  Kind.GENERATOR,
  Kind.COROUTINE,
]);

/** The variable that a value stands for: as its bound, or as a parameter that it annotates. */
function variableOf(s: Session, value: ValueId): number {
  if (s.values.kind(value) !== Kind.PARAMETER) return s.values.variable(value);
  const file = s.files[s.values.a(value)];
  return file === undefined ? s.names.empty : s.names.id(annotationName(file.index, s.values.b(value)));
}

/** A generator or coroutine keeps the receiver that it was made for, since its results are asked for later. */
function suspended(s: Session, value: ValueId, receiver: ValueId): SetId {
  const isGiven = (): boolean =>
    answeredList(s, askClass(s, Query.TYPE_ARGUMENT, receiver, s.names.empty))[0] === 1;
  const hasTypes = s.values.argumentsOf(receiver).length > 0 || isGiven();
  return setOf(hasTypes ? s.values.withArguments(value, [setOf(receiver)]) : value);
}

/** What a generator or coroutine gives, for the receiver that it was made for. */
export function resultFor(s: Session, result: SetId, suspended: ValueId): SetId {
  const [receivers = EMPTY_SET] = s.values.argumentsOf(suspended);
  if (receivers === EMPTY_SET) return result;
  return s.values.flatMap(receivers, (receiver) => typesFor(s, result, receiver));
}

const HAS_TYPES: ReadonlySet<number> = new Set([Kind.INSTANCE, Kind.DECLARED, Kind.CLASS, Kind.SUBCLASS]);

/** What the arguments of the receiver's own type say; undefined when they say nothing. */
function ownArgument(s: Session, receiver: ValueId, name: number): SetId | undefined {
  const types = s.values.argumentsOf(receiver);
  return name === s.names.empty || types.length === 0 ? undefined : types[namesOf(s, receiver).indexOf(name)];
}

/** A set with the variables of a called function replaced by what is passed where they annotate a parameter. */
export function typesPassed(
  s: Session,
  set: SetId,
  callee: { readonly file: FileUnit; readonly scope: number },
  passed: Arguments,
): SetId {
  if (!s.values.hasVariables) return set;
  return replaceVariables(s, set, (value) => {
    const name = s.values.variable(value);
    return name === 0 ? setOf(value) : (passedAs(s, name, callee, passed) ?? setOf(value));
  });
}

/** What is passed for the first parameter that is annotated with the variable alone. */
function passedAs(
  s: Session,
  name: number,
  { file, scope }: { readonly file: FileUnit; readonly scope: number },
  passed: Arguments,
): SetId | undefined {
  const { index } = file;
  const parameters = parametersOf(index, scope);
  const position = parameters.find((at) => annotationName(index, at) === s.names.text(name));
  if (position === undefined) return undefined;
  const given = s.expand(passedFor(s, { index, parameters }, position, passed));
  return given === EMPTY_SET || s.values.has(given, UNKNOWN_SET >> 1) ? undefined : given;
}

/** The name that alone annotates the PARAMETER at a position; '' when it is none. */
export function annotationName({ code, facts }: FileIndex, parameter: number): string {
  const ref = code[parameter + 3] ?? 0;
  return code[ref] === Op.NAME ? (facts.code.strings[code[ref + 1] ?? 0] ?? '') : '';
}

/** What making an instance of a generic class gives: its `__init__` is passed what its variables stand for. */
export function madeInstance(s: Session, value: ValueId, instance: ValueId, passed: Arguments): ValueId {
  const known = s.values.argumentsOf(value);
  if (known.length > 0) return s.values.withArguments(instance, known);
  const names = namesOf(s, value);
  if (names.length === 0) return instance;
  for (const init of s.values.elements(constructionOf(s, value).init)) {
    const file = s.values.kind(init) === Kind.FUNCTION ? s.files[s.values.a(init)] : undefined;
    if (file === undefined) continue;
    const scope = file.index.definitionScope[s.values.b(init)] ?? 0;
    const call = { ...passed, leading: [setOf(instance), ...passed.leading] };
    const types = names.map((name) => passedAs(s, name, { file, scope }, call) ?? UNKNOWN_SET);
    if (types.some((type) => type !== UNKNOWN_SET)) return s.values.withArguments(instance, types);
  }
  return instance;
}

/** Each value that stands for a variable as `change` has it, within containers too. */
function replaceVariables(s: Session, set: SetId, change: (value: ValueId) => SetId): SetId {
  const { values } = s;
  return values.flatMap(set, (value) => {
    if (values.variable(value) !== 0) return change(value);
    const kind = values.kind(value);
    if (kind === Kind.PARAMETER || kind === Kind.GENERATOR || kind === Kind.COROUTINE) return change(value);
    if (kind === Kind.TYPED) {
      const element = values.typedElement(value);
      const key = values.typedKey(value);
      const elementNow = replaceVariables(s, element, change);
      const keyNow = replaceVariables(s, key, change);
      return element === elementNow && key === keyNow
        ? setOf(value)
        : values.typed(values.a(value), elementNow, keyNow);
    }
    if (kind === Kind.TUPLE) {
      const items = values.listItems(values.a(value));
      const now = items.map((item) => replaceVariables(s, item, change));
      return now.every((item, i) => item === items[i]) ? setOf(value) : values.tuple(now);
    }
    return setOf(value);
  });
}
