/**
 * What code outside of the project runs in it by our call: functions handed to `map` or `sorted(key=…)`, special methods behind
 * `len(x)` and `str(x)`, hooks of library classes, modules behind `importlib.import_module('a.b')`. What does so is data:
 * `callbacks.ts`, `asked-methods.ts`.
 */
import { Op } from '../code.js';
import {
  argumentAt,
  argumentCount,
  isKeywordPassed,
  keywordArgument,
  positionalArgument,
  positionalCount,
} from './arguments.js';
import { ADDED, type Asked, SORTED, SPECIAL } from './asked-methods.js';
import { CALLING, type Handed, HOOKS } from './callbacks.js';
import { builtinTypeOf } from './container-types.js';
import { lookUp } from './imports.js';
import { elementsOfSet, valuesOf } from './items.js';
import { knownName } from './known.js';
import { typesParsed } from './parsed-arguments.js';
import type { Arguments, FileUnit, Session } from './session.js';
import { nextInstruction } from './stream.js';
import { isInstance, Kind } from './value-kinds.js';
import { EMPTY_SET, type SetId, setOf, type ValueId } from './value-table.js';

/**
 * Whether a callee may run code of the project by what it is given; remembered by value, as every call asks.
 */
export function mayComeBack(s: Session, value: ValueId): boolean {
  let may = s.comingBack[value];
  if (may === undefined) {
    const name = knownName(s, value);
    may =
      s.values.kind(value) === Kind.BUILTIN_METHOD ||
      s.values.kind(value) === Kind.GETTER ||
      CALLING.has(name) ||
      SPECIAL.has(name) ||
      HOOKS.has(name) ||
      IMPORTERS.has(name);
    s.comingBack[value] = may;
  }
  return may;
}

/** The last names of all these, and of `list.sort`: where to look for calls that hand functions on. */
export const CALLING_NAMES: readonly string[] = [
  ...new Set([...CALLING.keys()].map((dotted) => dotted.slice(dotted.lastIndexOf('.') + 1))),
  'sort',
];

/** Sets of values that the callee calls at once, among the arguments, each with what it is called with. */
export function handedOn(
  s: Session,
  passed: Arguments,
  callees: SetId,
): { readonly called: SetId; readonly leading: readonly SetId[] }[] {
  const found: { readonly called: SetId; readonly leading: readonly SetId[] }[] = [];
  for (const value of s.values.elements(callees)) {
    const handed = handedTo(s, value);
    if (handed === undefined || positionalCount(passed) < (handed.least ?? 0)) continue;
    if (handed.isLater === true && isNeverRead(passed)) continue;
    if (handed.isParsing === true) found.push({ called: typesParsed(s, passed.file), leading: [] });
    const called = s.values.union(
      handed.place === undefined ? EMPTY_SET : positionalArgument(s, passed, handed.place),
      handed.name === undefined ? EMPTY_SET : keywordArgument(s, passed, s.names.id(handed.name)),
    );
    if (called !== EMPTY_SET) found.push({ called, leading: givenTo(s, passed, value, handed) });
  }
  return found;
}

/** Whether what a call gives is bound to a name alone that nothing in the file reads: `rest = map(knead, doughs)`. */
function isNeverRead({ file, call }: Arguments): boolean {
  if (call < 0) return false;
  const { code, isNameHandedOn } = file.index;
  const next = nextInstruction(code, call);
  return code[next] === Op.BIND && code[next + 2] === call && isNameHandedOn[code[next + 1] ?? 0] === 0;
}

/** The elements that a function is called with, one after another. */
function givenTo(s: Session, passed: Arguments, callee: ValueId, handed: Handed): SetId[] {
  if (s.values.kind(callee) === Kind.BUILTIN_METHOD) return [s.element(s.values.a(callee))];
  if (handed.from === undefined) return [];
  if (handed.isDeep === true) {
    return [instancesWithin(s, positionalArgument(s, passed, handed.from), DEPTH_MAX)];
  }
  const end = handed.isMany === undefined ? handed.from + 1 : positionalCount(passed);
  const given: SetId[] = [];
  for (let place = handed.from; place < end; place++) {
    given.push(elementsOfSet(s, s.expand(positionalArgument(s, passed, place))));
  }
  return given;
}

/** Instances of the project among values and what these hold. */
function instancesWithin(s: Session, set: SetId, depth: number): SetId {
  return s.values.flatMap(s.expand(set), (value) => {
    if (isInstance(s.values.kind(value))) return setOf(value);
    const isHolder = HOLDERS.has(builtinTypeOf(s, value));
    return isHolder && depth > 0 ? instancesWithin(s, valuesOf(s, setOf(value)), depth - 1) : EMPTY_SET;
  });
}
/** Containers in containers that are looked into. */
const DEPTH_MAX = 3;
const HOLDERS: ReadonlySet<string> = new Set(['list', 'tuple', 'dict']);

function handedTo(s: Session, value: ValueId): Handed | undefined {
  if (s.values.kind(value) === Kind.BUILTIN_METHOD) {
    return s.names.text(s.values.b(value)) === 'sort' ? { name: 'key' } : undefined;
  }
  return CALLING.get(knownName(s, value));
}

/** An argument of a call, and what the callee asks of it. */
export interface AskedArgument {
  readonly argument: number;
  readonly asked: Asked;
  /** It is one of several of which each is asked what else elements are. */
  readonly isElement: boolean;
}

/** What a callee asks of the arguments of a call: each with what is asked of it. */
export function askedBySpecial(
  s: Session,
  file: FileUnit,
  call: number,
  callees: SetId,
): readonly AskedArgument[] {
  for (const value of s.values.elements(callees)) {
    const ofContainer = askedByContainer(s, file, call, value);
    if (ofContainer !== undefined) return [ofContainer];
    if (s.values.kind(value) !== Kind.EXTERNAL) continue;
    const asked = SPECIAL.get(s.names.text(s.values.a(value)));
    if (asked === undefined) continue;
    const applied = appliedToElements(s, file, call, value);
    if (applied !== undefined) return [applied];
    const from = asked.from ?? 0;
    const count = argumentCount(file.index, call);
    const isElement = asked.orArguments === true && byPosition(file, call, count).length > 1;
    const hasKey =
      asked.unlessKey === true && isKeywordPassed({ file, call, leading: [] }, s.names.id('key'));
    const end = asked.isMany === undefined && !isElement ? from + 1 : count;
    return byPosition(file, call, end)
      .slice(from)
      .map((argument) => ({ argument, asked: hasKey ? { ...asked, elements: [] } : asked, isElement }));
  }
  return [];
}

/** `map(str, cards)` asks each card what `str` does. */
function appliedToElements(
  s: Session,
  file: FileUnit,
  call: number,
  callee: ValueId,
): AskedArgument | undefined {
  if (knownName(s, callee) !== 'builtins.map' || argumentCount(file.index, call) !== 2) return undefined;
  const [first = 0, ...others] = s.values.elements(positionalArgument(s, { file, call, leading: [] }, 0));
  const each =
    s.values.kind(first) === Kind.EXTERNAL ? SPECIAL.get(s.names.text(s.values.a(first))) : undefined;
  if (each === undefined || others.length > 0) return undefined;
  const asked: Asked = { methods: [], isIterating: true, elements: each.methods };
  return { argument: argumentAt(file.index, call, 1), asked, isElement: false };
}

/** `cards.sort()` compares what the list holds, `hand.add(card)` asks the card for its hash. */
function askedByContainer(
  s: Session,
  file: FileUnit,
  call: number,
  callee: ValueId,
): AskedArgument | undefined {
  if (s.values.kind(callee) !== Kind.BUILTIN_METHOD) return undefined;
  const count = argumentCount(file.index, call);
  const type = builtinTypeOf(s, s.values.a(callee));
  const name = s.names.text(s.values.b(callee));
  if (
    type === 'list' &&
    name === 'sort' &&
    !isKeywordPassed({ file, call, leading: [] }, s.names.id('key'))
  ) {
    const { code } = file.index;
    return { argument: code[(code[call + 1] ?? 0) + 1] ?? 0, asked: SORTED, isElement: false };
  }
  if (type !== 'set' || name !== 'add' || count !== 1) return undefined;
  return { argument: argumentAt(file.index, call, 0), asked: ADDED, isElement: false };
}

/** Methods of a library class run these of the same instance. */
export function hooksOf(s: Session, callees: SetId): readonly string[] {
  return s.values
    .elements(callees)
    .flatMap((value) =>
      s.values.kind(value) === Kind.EXTERNAL ? (HOOKS.get(knownName(s, value)) ?? []) : [],
    );
}

/** Positions of the first `count` arguments, as far as they are passed by position. */
function byPosition({ index }: FileUnit, call: number, count: number): readonly number[] {
  const found: number[] = [];
  for (let i = 0; i < Math.min(count, argumentCount(index, call)); i++) {
    const argument = argumentAt(index, call, i);
    const op = index.code[argument];
    if (op === Op.KEYWORD || op === Op.STAR || op === Op.DOUBLE_STAR) break;
    found.push(argument);
  }
  return found;
}

/** The file of the project that a call imports by a literal name; undefined when it imports none. */
export function importedByCall(s: Session, passed: Arguments, callees: SetId): string | undefined {
  const { file, call } = passed;
  const { code, facts } = file.index;
  const isImport = s.values.elements(callees).some((value) => IMPORTERS.has(knownName(s, value)));
  const first = argumentCount(file.index, call) === 0 ? 0 : argumentAt(file.index, call, 0);
  if (!isImport || code[first] !== Op.STRING) return undefined;
  const target = lookUp(s, file, facts.code.strings[code[first + 1] ?? 0] ?? '');
  return target.kind === 'file' ? target.path : undefined;
}
const IMPORTERS: ReadonlySet<string> = new Set([
  'importlib.import_module',
  'importlib.__import__',
  'builtins.__import__',
]);
