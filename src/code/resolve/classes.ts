/**
 * Classes: their bases, their order of lookup across files, what their bodies bind and what is assigned to their instances.
 * Bases that are not of the project stay in the order as what they are, so that a lookup knows what it cannot see.
 */
import { Op } from '../code.js';
import { keywordArgument, positionalArgument } from './arguments.js';
import { baseHash } from './callers.js';
import {
  type FileIndex,
  firstEvent,
  isBound,
  NO_SYMBOL,
  Occurrence,
  occurrencesOf,
  scopeAt,
} from './file-index.js';
import { linearize } from './linearize.js';
import { isSetAgain } from './overwritten-items.js';
import { BUILTIN_METHODS } from './python-data.js';
import { finalEvents } from './reach.js';
import { type Arguments, type FileUnit, Query, type Session } from './session.js';
import { nextInstruction } from './stream.js';
import { isAnyDerived, Kind } from './value-kinds.js';
import { EMPTY_SET, type SetId, setOf, UNKNOWN, type ValueId } from './value-table.js';

/** Answers that are lists are told from EMPTY_SET, the answer of a query not yet solved, by being one more. */
export function listAnswer(s: Session, items: readonly number[]): SetId {
  return s.values.list(items) + 1;
}
export function answeredList(s: Session, answer: SetId): readonly number[] {
  return s.values.listItems(answer - 1);
}

/** Positions of the base expressions of the class at a position, KEYWORDs included. */
function baseRefs(index: FileIndex, at: number): Int32Array {
  return index.code.subarray(at + 3, at + 3 + (index.code[at + 2] ?? 0));
}

/** Positions of the DECORATORs of the CLASS or FUNCTION at a position. */
export function decoratorRefs(index: FileIndex, at: number): Int32Array {
  const { code } = index;
  const counted = code[at] === Op.CLASS ? at + 3 + (code[at + 2] ?? 0) : at + 2;
  return code.subarray(counted + 1, counted + 1 + (code[counted] ?? 0));
}

/** BASES: classes and external names in order; UNKNOWN where a base cannot be told. */
export function basesOf(s: Session, file: FileUnit, definition: number): SetId {
  const { index } = file;
  const bases: ValueId[] = [];
  for (const ref of baseRefs(index, index.definitionAt[definition] ?? 0)) {
    if (index.code[ref] === Op.KEYWORD || index.code[ref] === Op.DOUBLE_STAR) continue;
    if (index.code[ref] === Op.STAR) bases.push(UNKNOWN);
    else bases.push(...inOrder(s, s.classValue(file, ref)).flatMap((value) => asBase(s, value)));
  }
  return listAnswer(s, [...new Set(bases)]);
}

/** METACLASS: what stands behind `metaclass=`; EMPTY_SET when nothing does. */
export function metaclassNamed(s: Session, file: FileUnit, definition: number): SetId {
  const { code, names } = file.index;
  const keyword = s.names.id('metaclass');
  for (const ref of baseRefs(file.index, file.index.definitionAt[definition] ?? 0)) {
    const isNamed = code[ref] === Op.KEYWORD && names[code[ref + 1] ?? 0] === keyword;
    if (isNamed) return s.classValue(file, code[ref + 2] ?? 0);
  }
  return EMPTY_SET;
}

function asBase(s: Session, value: ValueId): ValueId[] {
  switch (s.values.kind(value)) {
    case Kind.SUBCLASS:
      return [s.values.value(Kind.CLASS, s.values.a(value), s.values.b(value))];
    case Kind.CLASS:
    case Kind.EXTERNAL:
      return [value];
    case Kind.NONE:
      return [];
    default:
      return [UNKNOWN];
  }
}

/** The values of a set in an order that does not depend on when they were met: by kind, file, place, name. */
function inOrder(s: Session, set: SetId): readonly ValueId[] {
  const { values } = s;
  const elements = values.elements(set);
  if (elements.length < 2) return elements;
  const isNamed = (value: ValueId): boolean =>
    values.kind(value) === Kind.EXTERNAL || values.kind(value) === Kind.EXTERNAL_INSTANCE;
  return [...elements].sort((x, y) => {
    if (values.kind(x) !== values.kind(y)) return values.kind(x) - values.kind(y);
    if (isNamed(x)) return s.names.text(values.a(x)) < s.names.text(values.a(y)) ? -1 : 1;
    return values.a(x) - values.a(y) || values.b(x) - values.b(y);
  });
}

/** MRO. Python refuses circles of bases; here a base that derives from the class itself stands without what is behind it. */
export function orderOf(s: Session, file: FileUnit, definition: number): SetId {
  const self = s.values.value(Kind.CLASS, file.number, definition);
  const orders: (readonly ValueId[])[] = [];
  for (const base of answeredList(s, s.ask(Query.BASES, file, definition))) {
    if (isObject(s, base)) continue;
    const isFollowed = s.values.kind(base) === Kind.CLASS && !derivesFrom(s, base, self);
    const order = isFollowed ? classOrder(s, base) : [base];
    orders.push(order.length === 0 ? [base] : order);
  }
  return listAnswer(s, linearize(self, orders, UNKNOWN));
}

/**
 * Whether a class is among the bases of another one and theirs. Told by bases alone, so that no order rests on itself: orders do
 * not grow, and the fixed point of a circle of them would be whichever was asked for first.
 */
function derivesFrom(s: Session, derived: ValueId, base: ValueId): boolean {
  const seen = new Set([derived]);
  for (const each of seen) {
    if (each === base) return true;
    for (const next of answeredList(s, askClass(s, Query.BASES, each, 0))) {
      if (s.values.kind(next) === Kind.CLASS) seen.add(next);
    }
  }
  return false;
}

/** Classes that derive from one; with more of them, nothing is known. */
const DERIVED_MAX = 24;

/**
 * DERIVED: CLASS values, of the class's own file and of those that name it as a base (ADR 45: where to look is told by syntax,
 * what is there by the orders of lookup); of a class that many files derive from, those of its own file only.
 */
export function derivedClasses(s: Session, file: FileUnit, definition: number): SetId {
  const self = s.values.value(Kind.CLASS, file.number, definition);
  const found = new Set(derivingIn(s, file, self));
  const name = file.index.facts.definitions[definition]?.name ?? '';
  const hash = baseHash(name);
  file.callersAsked.add(hash);
  for (const number of s.callers.of(hash, file.number)) {
    const unit = s.files[number];
    if (unit === undefined) continue;
    for (const value of answeredList(s, s.ask(Query.DERIVING, unit, self))) found.add(value);
  }
  for (const value of [...found]) {
    for (const further of answeredList(s, askClass(s, Query.DERIVED, value, 0))) found.add(further);
    if (found.size > DERIVED_MAX) return listAnswer(s, []);
  }
  return listAnswer(s, inOrderOfPlace(s, found));
}

/** DERIVING: the classes of a file that derive from a class of another one. */
export function derivingFrom(s: Session, file: FileUnit, base: ValueId): SetId {
  return listAnswer(s, derivingIn(s, file, base));
}

function derivingIn(s: Session, file: FileUnit, base: ValueId): ValueId[] {
  file.classesWithBases ??= classesWithBases(s, file);
  return file.classesWithBases.filter((value) => value !== base && classOrder(s, value).includes(base));
}

/** CLASS values of a file, by syntax alone. */
function classesWithBases(s: Session, { index, number }: FileUnit): readonly ValueId[] {
  return index.facts.definitions.flatMap(({ kind, bases }, definition) =>
    kind === 'class' && bases.length > 0 ? [s.values.value(Kind.CLASS, number, definition)] : [],
  );
}

function inOrderOfPlace({ values }: Session, classes: Iterable<ValueId>): readonly ValueId[] {
  return [...classes].sort((x, y) => values.a(x) - values.a(y) || values.b(x) - values.b(y));
}

/** The classes that derive from the class of a value which may be of any of them; none for other values. */
export function derivedOf(s: Session, value: ValueId): readonly ValueId[] {
  return isAnyDerived(s.values.kind(value))
    ? answeredList(s, askClass(s, Query.DERIVED, value, 0))
    : NO_CLASSES;
}
const NO_CLASSES: readonly ValueId[] = [];

function isObject(s: Session, base: ValueId): boolean {
  return s.values.kind(base) === Kind.EXTERNAL && s.names.text(s.values.a(base)) === 'builtins.object';
}

/** The MRO of a class value (CLASS, SUBCLASS, INSTANCE or DECLARED). */
export function classOrder(s: Session, value: ValueId): readonly ValueId[] {
  const unit = s.files[s.values.a(value)];
  return unit === undefined ? [] : answeredList(s, s.ask(Query.MRO, unit, s.values.b(value)));
}

/** A query about the class that a value is, or is an instance of. */
export function askClass(s: Session, kind: Query, value: ValueId, name: number): SetId {
  const unit = s.files[s.values.a(value)];
  return unit === undefined ? EMPTY_SET : s.ask(kind, unit, s.values.b(value), name);
}

/** Whether the class's own body binds a name, and the binding reaches its end. */
export function isBoundInBody(index: FileIndex, definition: number, name: number): boolean {
  const symbol = index.symbols.find(index.definitionScope[definition] ?? 0, name);
  if (symbol === NO_SYMBOL || !isBound(index, symbol)) return false;
  const events: number[] = [];
  finalEvents(index, symbol, events);
  return events.some((event) => index.code[event] !== Op.UNBIND);
}

/** What the class's own body binds a name to. */
export function bodyValue(s: Session, file: FileUnit, definition: number, name: number): SetId {
  const { index } = file;
  const symbol = index.symbols.find(index.definitionScope[definition] ?? 0, name);
  const events: number[] = [];
  finalEvents(index, symbol, events);
  let set: SetId = EMPTY_SET;
  for (const event of events) set = s.values.union(set, s.eventValue(file, event));
  return set;
}

/** `self.name = …` in its methods, and the same through other names for its instances in the same file. */
export function assignedTo(s: Session, file: FileUnit, definition: number, name: number): SetId {
  const { index } = file;
  const { code } = index;
  let set: SetId = EMPTY_SET;
  for (const at of occurrencesOf(index, Occurrence.SET, name)) {
    const as = isSetAgain(index, at) ? 'none' : receiverKind(s, file, code[at + 1] ?? 0, definition);
    if (as === 'none') continue;
    const value = s.eventValue(file, at);
    set = s.values.union(set, as === 'class' ? boundToClass(s, file, definition, value) : value);
  }
  set = s.values.union(set, assignedByCall(s, file, definition, name));
  return isPassedField(file, definition, name)
    ? s.values.union(set, passedForField(s, file, definition, name))
    : set;
}

/** Whether the class's body only annotates the name, and no `__init__` stands there: what makes fields of that takes values for them. */
export function isPassedField({ index }: FileUnit, definition: number, name: number): boolean {
  const { facts, symbols, definitionScope, code } = index;
  const symbol = symbols.find(definitionScope[definition] ?? 0, name);
  if (symbol === NO_SYMBOL) return false;
  const event = index.events[firstEvent(index, symbol)] ?? 0;
  if (code[event] !== Op.ANNOTATE) return false;
  const owner = facts.definitions[definition];
  if (owner === undefined || (owner.decorators.length === 0 && owner.bases.length === 0)) return false;
  return !facts.definitions.some(
    ({ parent, name: own, isMethod }) => isMethod && parent === definition && own === '__init__',
  );
}

/** What the calls of the class in its own file pass for a field, by place or name. */
function passedForField(s: Session, file: FileUnit, definition: number, name: number): SetId {
  const { facts } = file.index;
  const own = s.values.value(Kind.CLASS, file.number, definition);
  const place = answeredList(s, s.ask(Query.FIELD_NAMES, file, definition)).indexOf(name);
  let set: SetId = EMPTY_SET;
  for (const call of file.callSites.named([s.names.id(facts.definitions[definition]?.name ?? '')])) {
    const isCall = file.index.code[call] === Op.CALL;
    if (!isCall || !s.values.has(s.evaluate(file, file.index.code[call + 1] ?? 0), own)) continue;
    const passed: Arguments = { file, call, leading: [] };
    set = s.values.union(
      set,
      s.values.union(positionalArgument(s, passed, place), keywordArgument(s, passed, name)),
    );
  }
  return set;
}

/** `setattr(receiver, 'name', value)`. */
function assignedByCall(s: Session, file: FileUnit, definition: number, name: number): SetId {
  const { code, names } = file.index;
  let set: SetId = EMPTY_SET;
  for (const at of occurrencesOf(file.index, Occurrence.CALL, s.names.setattr)) {
    if (code[at] !== Op.CALL || code[at + 3] !== 3) continue;
    const text = code[at + 5] ?? 0;
    const isSame = code[text] === Op.STRING && names[code[text + 1] ?? 0] === name;
    const as = isSame ? receiverKind(s, file, code[at + 4] ?? 0, definition) : 'none';
    if (as === 'none') continue;
    const value = s.evaluate(file, code[at + 6] ?? 0);
    set = s.values.union(set, as === 'class' ? boundToClass(s, file, definition, value) : value);
  }
  return set;
}

/** As what the expression at `ref` may be the receiver: the class alone, or an instance of it. */
function receiverKind(
  s: Session,
  file: FileUnit,
  ref: number,
  definition: number,
): 'class' | 'instance' | 'none' {
  let found: 'class' | 'none' = 'none';
  for (const value of s.values.elements(s.evaluate(file, ref))) {
    switch (s.values.kind(value)) {
      case Kind.PARAMETER:
        if (isSelfOf(s, file, value, definition)) return 'instance';
        if (!isPassedTo(s, file, value, definition)) break;
        if (!isClassPassed(s, value)) return 'instance';
        found = 'class';
        break;
      case Kind.PARAMETER_INSTANCE:
        if (s.values.elements(s.expand(setOf(value))).some((each) => isOf(s, file, each, definition)))
          return 'instance';
        break;
      case Kind.INSTANCE:
      case Kind.DECLARED:
        if (isOf(s, file, value, definition)) return 'instance';
        break;
      case Kind.CLASS:
      case Kind.SUBCLASS:
        if (isOf(s, file, value, definition)) found = 'class';
        break;
    }
  }
  return found;
}

/** Whether all that is passed to a PARAMETER are classes, as to that of a decorator of classes. */
function isClassPassed(s: Session, parameter: ValueId): boolean {
  return s.values
    .elements(s.expand(setOf(parameter)))
    .every((value) => s.values.kind(value) === Kind.CLASS || !HAS_CLASS.has(s.values.kind(value)));
}

/** Functions that a class is given later are methods of its instances. */
function boundToClass(s: Session, file: FileUnit, definition: number, set: SetId): SetId {
  const self = s.values.value(Kind.DECLARED, file.number, definition);
  return s.values.flatMap(set, (value) =>
    s.values.kind(value) === Kind.FUNCTION ? s.values.single(Kind.METHOD, value, self) : setOf(value),
  );
}

function isSelfOf(s: Session, file: FileUnit, parameter: ValueId, definition: number): boolean {
  if (s.values.a(parameter) !== file.number) return false;
  const isOwn = classAroundParameter(file.index, s.values.b(parameter)) === definition;
  const self = isOwn ? s.ask(Query.PARAMETER, file, s.values.b(parameter)) : EMPTY_SET;
  return s.values
    .elements(self)
    .some((value) => s.values.a(value) === file.number && s.values.b(value) === definition);
}

/** Whether the class or an instance of it is passed to a PARAMETER that is no `self`: `def setup(oven): oven.heat = …`. */
function isPassedTo(s: Session, file: FileUnit, parameter: ValueId, definition: number): boolean {
  if (s.values.a(parameter) !== file.number) return false;
  if (classAroundParameter(file.index, s.values.b(parameter)) >= 0) return false;
  return s.values.elements(s.expand(setOf(parameter))).some((value) => isOf(s, file, value, definition));
}

/** Whether a value is a class of a file or an instance of it. */
function isOf(s: Session, file: FileUnit, value: ValueId, definition: number): boolean {
  const isClass = HAS_CLASS.has(s.values.kind(value));
  return isClass && s.values.a(value) === file.number && s.values.b(value) === definition;
}
const HAS_CLASS: ReadonlySet<number> = new Set([Kind.INSTANCE, Kind.DECLARED, Kind.CLASS, Kind.SUBCLASS]);

const SCOPE_LENGTH = 3;

/** The class whose method has the PARAMETER at a position as its first; -1 when there is none. */
function classAroundParameter(index: FileIndex, position: number): number {
  const definition = functionOfFirstParameter(index, position);
  const facts = index.facts.definitions[definition];
  return facts?.isMethod === true ? facts.parent : -1;
}

/** The function whose first parameter stands at a position; -1 when it is not a first one. */
export function functionOfFirstParameter(index: FileIndex, position: number): number {
  const scope = scopeAt(index, position);
  return index.scopes.start[scope] === position - SCOPE_LENGTH ? (index.scopes.definition[scope] ?? -1) : -1;
}

/** The metaclass of the project that the first class of an order names which names any. */
export function metaclassOf(s: Session, order: readonly ValueId[]): ValueId | undefined {
  for (const each of order) {
    const unit = s.files[s.values.a(each)];
    if (unit === undefined) continue;
    const found = s.values
      .elements(s.ask(Query.METACLASS, unit, s.values.b(each)))
      .find((value) => s.values.kind(value) === Kind.CLASS);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** More classes of one metaclass than these are an open set, of which what it says of itself tells enough. */
const MADE_MAX = 8;

/** The classes of a file that a metaclass of the same file makes: what `cls` is in its methods. */
export function classesMadeBy(s: Session, file: FileUnit, metaclass: number): SetId {
  const self = s.values.value(Kind.CLASS, file.number, metaclass);
  if (!externalAncestors(s, self).includes('builtins.type')) return EMPTY_SET;
  const { definitions } = file.index.facts;
  let made: SetId = EMPTY_SET;
  let count = 0;
  for (const [definition, { kind }] of definitions.entries()) {
    if (kind !== 'class') continue;
    const value = s.values.value(Kind.CLASS, file.number, definition);
    const own = metaclassOf(s, projectOrder(s, value));
    if (own === undefined || !classOrder(s, own).includes(self)) continue;
    made = s.values.union(made, setOf(value));
    count++;
  }
  return count > MADE_MAX ? EMPTY_SET : made;
}

/** The classes of the project in the MRO of a class. */
export function projectOrder(s: Session, value: ValueId): readonly ValueId[] {
  return classOrder(s, value).filter((each) => s.values.kind(each) === Kind.CLASS);
}

/** METHOD_NAMES. */
export function methodNames(s: Session, file: FileUnit, definition: number): SetId {
  const names = new Set<string>();
  for (const facts of file.index.facts.definitions) {
    if (facts.isMethod && facts.parent === definition) names.add(facts.name);
  }
  return listAnswer(
    s,
    [...names].sort().map((name) => s.names.id(name)),
  );
}

/** FIELD_NAMES. */
export function fieldNames(s: Session, file: FileUnit, definition: number): SetId {
  const { index } = file;
  const scope = index.definitionScope[definition] ?? 0;
  const names: number[] = [];
  for (let at = index.scopes.start[scope] ?? 0; at < (index.scopes.end[scope] ?? 0); ) {
    if (index.code[at] === Op.ANNOTATE && scopeAt(index, at) === scope) {
      names.push(index.names[index.code[at + 1] ?? 0] ?? 0);
    }
    at = nextInstruction(index.code, at);
  }
  return listAnswer(s, names);
}

/** The dotted names of the external classes among a class's ancestors. */
export function externalAncestors(s: Session, value: ValueId): readonly string[] {
  return classOrder(s, value).flatMap((item) =>
    s.values.kind(item) === Kind.EXTERNAL ? [s.names.text(s.values.a(item))] : [],
  );
}

/** Whether a base that is not of the project may have the attribute, so that `__getattr__` is not asked. */
export function mayHaveFromOutside(s: Session, receiver: ValueId, name: string): boolean {
  return (
    classOrder(s, receiver).includes(UNKNOWN) ||
    externalAncestors(s, receiver).some((dotted) => {
      const builtin = BUILTIN_METHODS.get(dotted.replace(/^builtins\./, ''));
      return builtin === undefined ? !WITHOUT_ATTRIBUTES.test(dotted) : builtin.has(name);
    })
  );
}
const WITHOUT_ATTRIBUTES = /^(?:builtins|typing|typing_extensions|abc)\./;

/** The class object of an instance value, as far as known. */
export function classOfInstance(s: Session, value: ValueId): SetId {
  const kind = s.values.kind(value) === Kind.INSTANCE ? Kind.CLASS : Kind.SUBCLASS;
  return setOf(s.values.value(kind, s.values.a(value), s.values.b(value)));
}
