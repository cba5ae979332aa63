/**
 * Containers: what displays, comprehensions and calls like `list(…)` hold, by literal key where there is one, with what the
 * file adds to them later (`append`, `d[k] = …`) under the names they are bound to. And what iterating and subscribing give.
 */

import { ComprehensionKind, Op } from '../code.js';
import { argumentAt, argumentCount } from './arguments.js';
import { answeredList, externalAncestors } from './classes.js';
import { copiedItem } from './copied-items.js';
import { type FileIndex, Occurrence, occurrencesOf } from './file-index.js';
import { resultFor, typesFor } from './generics.js';
import { memberOf } from './members.js';
import { isJoined, isMerged, joinedElements, joinedItem } from './sequences.js';
import { type Arguments, type FileUnit, Query, type Session } from './session.js';
import { nextInstruction } from './stream.js';
import {
  ANYTHING_SET,
  EMPTY_SET,
  INTEGER_BIAS,
  isInstance,
  Kind,
  type SetId,
  setOf,
  UNKNOWN,
  UNKNOWN_SET,
  type ValueId,
} from './values.js';

/** The name of the builtin type that a value is an instance of; '' when it is none or unknown. */
export function builtinTypeOf(s: Session, value: ValueId): string {
  const { values } = s;
  switch (values.kind(value)) {
    case Kind.TEXT:
      return 'str';
    case Kind.INTEGER:
      return 'int';
    case Kind.TUPLE:
      return 'tuple';
    case Kind.RECORD:
      return 'dict';
    case Kind.CONTAINER:
      return containerType(s, value);
    case Kind.TYPED:
    case Kind.EXTERNAL_INSTANCE: {
      const dotted = s.names.text(values.a(value));
      return dotted.startsWith('builtins.') ? dotted.slice('builtins.'.length) : '';
    }
    default:
      return '';
  }
}

function containerType(s: Session, value: ValueId): string {
  const unit = s.files[s.values.a(value)];
  if (unit === undefined) return '';
  const { code } = unit.index;
  const at = s.values.b(value);
  switch (code[at]) {
    case Op.LIST:
      return 'list';
    case Op.SET:
      return 'set';
    case Op.DICT:
      return 'dict';
    case Op.TUPLE:
      return 'tuple';
    case Op.COMPREHENSION:
      return COMPREHENSION_TYPES[code[at + 1] ?? 0] ?? '';
    case Op.SLICE:
      return 'list';
    case Op.OPERATION:
      return isMerged(unit.index, at) ? 'dict' : 'list';
    case Op.NAME:
      // What `defaultdict(list)` makes.
      return unit.index.facts.code.strings[code[at + 1] ?? 0] ?? '';
    default:
      return madeBy(unit.index, at);
  }
}
const COMPREHENSION_TYPES: readonly string[] = ['list', 'set', 'dict', ''];

/** `list(…)`, `dict(…)`: the name that is called. */
function madeBy(index: FileIndex, call: number): string {
  const callee = index.code[call + 1] ?? 0;
  const string = index.code[callee] === Op.NAME ? index.code[callee + 1] : index.code[callee + 2];
  const name = index.facts.code.strings[string ?? 0] ?? '';
  return name === 'defaultdict' || name === 'OrderedDict' ? 'dict' : name === 'deque' ? 'list' : name;
}

/** The factory that `defaultdict(factory)` is given; 0 for other calls. */
function factoryOf(index: FileIndex, at: number): number {
  const { code, facts } = index;
  if (code[at] !== Op.CALL || argumentCount(index, at) === 0) return 0;
  const callee = code[at + 1] ?? 0;
  const string = code[callee] === Op.NAME ? code[callee + 1] : code[callee + 2];
  if (facts.code.strings[string ?? 0] !== 'defaultdict') return 0;
  const first = argumentAt(index, at, 0);
  return code[first] === Op.KEYWORD ? 0 : first;
}

/** What a `defaultdict` puts under a key that is missing. */
function madeByFactory(s: Session, file: FileUnit, factory: number): SetId {
  return s.values.flatMap(s.evaluate(file, factory), (value) => {
    const isDisplay =
      s.values.kind(value) === Kind.EXTERNAL && MADE_EMPTY.has(s.names.text(s.values.a(value)));
    if (isDisplay && file.index.code[factory] === Op.NAME) {
      return s.values.single(Kind.CONTAINER, file.number, factory);
    }
    return s.call(value, { file, call: -1, leading: [] });
  });
}
const MADE_EMPTY: ReadonlySet<string> = new Set(['builtins.list', 'builtins.set', 'builtins.dict']);

function isMapping(s: Session, value: ValueId): boolean {
  return builtinTypeOf(s, value) === 'dict';
}

function unitOf(s: Session, value: ValueId): FileUnit | undefined {
  return s.files[s.values.a(value)];
}

/** What iterating over a value gives. */
export function element(s: Session, value: ValueId): SetId {
  const { values } = s;
  switch (values.kind(value)) {
    case Kind.ANYTHING:
      return ANYTHING_SET;
    case Kind.NONE:
      return EMPTY_SET;
    case Kind.CONTAINER: {
      const unit = unitOf(s, value);
      const query = isMapping(s, value) ? Query.KEYS : Query.ELEMENTS;
      return unit === undefined ? UNKNOWN_SET : s.ask(query, unit, values.b(value));
    }
    case Kind.TYPED: {
      const key = values.typedKey(value);
      return key === EMPTY_SET ? values.typedElement(value) : key;
    }
    case Kind.TUPLE:
      return values.listItems(values.a(value)).reduce((set, item) => values.union(set, item), EMPTY_SET);
    case Kind.TEXT:
    case Kind.RECORD:
      return values.single(Kind.EXTERNAL_INSTANCE, s.names.str);
    case Kind.GENERATOR: {
      const unit = unitOf(s, value);
      return unit === undefined
        ? UNKNOWN_SET
        : resultFor(s, s.ask(Query.YIELD, unit, values.b(value)), value);
    }
    case Kind.PARAMETER:
    case Kind.PARAMETER_INSTANCE:
      return values.flatMap(s.expand(setOf(value)), (inner) =>
        inner === value ? UNKNOWN_SET : s.element(inner),
      );
    case Kind.INSTANCE:
    case Kind.DECLARED:
      return iterated(s, value);
    case Kind.CLASS:
      return values.single(Kind.INSTANCE, values.a(value), values.b(value));
    case Kind.EXTERNAL_INSTANCE:
      return builtinTypeOf(s, value) === 'str' ? setOf(value) : UNKNOWN_SET;
    default:
      return UNKNOWN_SET;
  }
}

/** The fields of an instance of a `NamedTuple`, as a tuple; undefined for others. */
function asTuple(s: Session, value: ValueId): ValueId | undefined {
  if (!externalAncestors(s, value).includes('typing.NamedTuple')) return undefined;
  const unit = unitOf(s, value);
  if (unit === undefined) return undefined;
  const names = answeredList(s, s.ask(Query.FIELD_NAMES, unit, s.values.b(value)));
  return s.values.tuple(names.map((name) => s.attribute(value, name))) >> 1;
}

/** Through `__iter__` and `__next__`, or `__getitem__`. */
function iterated(s: Session, value: ValueId): SetId {
  const tuple = asTuple(s, value);
  if (tuple !== undefined) return s.element(tuple);
  const iterators = methodResult(s, value, '__iter__');
  if (iterators === undefined) return methodResult(s, value, '__getitem__') ?? UNKNOWN_SET;
  return s.values.flatMap(s.expand(iterators), (iterator) => nextItem(s, iterator));
}

/** `next(value)`. */
export function nextItem(s: Session, value: ValueId): SetId {
  if (!isInstance(s.values.kind(value))) return s.element(value);
  return methodResult(s, value, '__next__') ?? UNKNOWN_SET;
}

/** What a special method of an instance returns; undefined when its class has none in the project. */
export function methodResult(s: Session, value: ValueId, name: string, call?: Arguments): SetId | undefined {
  const { isBound, bound } = memberOf(s, value, s.names.id(name));
  const file = s.files[s.solver.file];
  if (!isBound || file === undefined) return undefined;
  const passed: Arguments =
    call === undefined
      ? { file, call: -1, leading: [setOf(value)] }
      : { ...call, leading: [setOf(value), ...call.leading] };
  const result = s.values.flatMap(bound, (member) => {
    // An instance that stands for a method may be one of the same class.
    return isInstance(s.values.kind(member)) ? UNKNOWN_SET : s.call(member, passed);
  });
  return typesFor(s, result, value);
}

/** `value[key]`. */
export function item(s: Session, value: ValueId, key: SetId): SetId {
  const { values } = s;
  switch (values.kind(value)) {
    case Kind.ANYTHING:
      return ANYTHING_SET;
    case Kind.NONE:
      return EMPTY_SET;
    case Kind.CONTAINER:
      return itemOfContainer(s, value, key);
    case Kind.TYPED:
      return values.typedElement(value);
    case Kind.TUPLE:
      return itemOfTuple(s, value, key);
    case Kind.RECORD:
      return itemOfRecord(s, value, key);
    case Kind.MODULE:
      return itemOfModule(s, value, key);
    case Kind.TEXT:
      return values.single(Kind.EXTERNAL_INSTANCE, s.names.str);
    case Kind.CLASS:
    case Kind.SUBCLASS:
    case Kind.EXTERNAL:
      return setOf(value);
    case Kind.PARAMETER:
      return values.flatMap(s.expand(setOf(value)), (inner) => s.item(inner, key));
    case Kind.INSTANCE:
    case Kind.DECLARED: {
      const tuple = asTuple(s, value);
      return tuple === undefined
        ? (methodResult(s, value, '__getitem__') ?? UNKNOWN_SET)
        : s.item(tuple, key);
    }
    default:
      return UNKNOWN_SET;
  }
}

function itemOfContainer(s: Session, value: ValueId, key: SetId): SetId {
  const unit = unitOf(s, value);
  if (unit === undefined) return UNKNOWN_SET;
  const at = s.values.b(value);
  return s.values.flatMap(s.keysAmong(key), (each) => {
    const kind = s.values.kind(each);
    const isLiteral = kind === Kind.TEXT || kind === Kind.INTEGER;
    return isLiteral ? s.ask(Query.ITEM, unit, at, each) : s.ask(Query.ELEMENTS, unit, at);
  });
}

function itemOfTuple(s: Session, value: ValueId, key: SetId): SetId {
  const items = s.values.listItems(s.values.a(value));
  return s.values.flatMap(s.keysAmong(key), (each) => {
    const isKnown = s.values.kind(each) === Kind.INTEGER;
    const at = s.values.a(each) - INTEGER_BIAS;
    const place = at < 0 ? items.length + at : at;
    return isKnown ? (items[place] ?? EMPTY_SET) : s.element(value);
  });
}

/** The fields of a record under the keys; all of them under a key that is not known. */
function itemOfRecord(s: Session, value: ValueId, key: SetId): SetId {
  const fields = s.values.listItems(s.values.a(value));
  let set: SetId = EMPTY_SET;
  for (const each of s.values.elements(s.keysAmong(key))) {
    const isKnown = s.values.kind(each) === Kind.TEXT;
    for (let i = 0; i < fields.length; i += 2) {
      if (!isKnown || fields[i] === s.values.a(each)) set = s.values.union(set, fields[i + 1] ?? EMPTY_SET);
    }
  }
  return set;
}

/** `globals()['name']`: a module's attributes by key. */
function itemOfModule(s: Session, value: ValueId, key: SetId): SetId {
  const unit = unitOf(s, value);
  return s.values.flatMap(s.keysAmong(key), (each) => {
    const isKnown = s.values.kind(each) === Kind.TEXT && unit !== undefined;
    return isKnown ? s.ask(Query.EXPORT, unit, s.values.a(each)) : UNKNOWN_SET;
  });
}

// what a container holds

/** ELEMENTS: everything, of mappings the values. */
export function elementsOf(s: Session, file: FileUnit, at: number): SetId {
  const { code } = file.index;
  const count = code[at + 1] ?? 0;
  let set: SetId = EMPTY_SET;
  switch (code[at]) {
    case Op.TUPLE:
    case Op.LIST:
    case Op.SET:
      for (let i = 0; i < count; i++) set = s.values.union(set, displayed(s, file, code[at + 2 + i] ?? 0));
      break;
    case Op.DICT:
      for (let i = 0; i < count; i += 2) {
        const key = code[at + 2 + i] ?? 0;
        const isOther = code[key] === Op.DOUBLE_STAR;
        const values = isOther
          ? valuesOf(s, s.evaluate(file, code[key + 1] ?? 0))
          : s.evaluate(file, code[at + 3 + i] ?? 0);
        set = s.values.union(set, values);
      }
      break;
    case Op.COMPREHENSION:
      set = s.evaluate(file, code[at + (code[at + 1] === ComprehensionKind.DICT ? 3 : 2)] ?? 0);
      break;
    case Op.SLICE:
    case Op.OPERATION:
      set = joinedElements(s, file, at);
      break;
    case Op.CALL: {
      const factory = factoryOf(file.index, at);
      set = factory === 0 ? madeFrom(s, file, at) : madeByFactory(s, file, factory);
      break;
    }
  }
  return s.values.union(set, added(s, file, at, undefined));
}

/** An item of a display; `*other` stands for the elements of other. */
function displayed(s: Session, file: FileUnit, ref: number): SetId {
  const { code } = file.index;
  if (code[ref] !== Op.STAR) return s.evaluate(file, ref);
  return elementsOfSet(s, s.evaluate(file, code[ref + 1] ?? 0));
}

/** What iterating over each value of a set gives. */
export function elementsOfSet(s: Session, set: SetId): SetId {
  return s.values.flatMap(set, (value) => s.element(value));
}

/** What mappings hold under any key. */
export function valuesOf(s: Session, set: SetId): SetId {
  return s.values.flatMap(s.expand(set), (value) => {
    const unit = s.values.kind(value) === Kind.CONTAINER ? unitOf(s, value) : undefined;
    return unit === undefined ? otherValues(s, value) : s.ask(Query.ELEMENTS, unit, s.values.b(value));
  });
}

function otherValues(s: Session, value: ValueId): SetId {
  if (s.values.kind(value) === Kind.TYPED) return s.values.typedElement(value);
  if (s.values.kind(value) !== Kind.RECORD) return UNKNOWN_SET;
  const fields = s.values.listItems(s.values.a(value));
  return fields.reduce((set, field, i) => (i % 2 === 0 ? set : s.values.union(set, field)), EMPTY_SET);
}

/** `list(other)`, `dict(other, a=1)`. */
function madeFrom(s: Session, file: FileUnit, at: number): SetId {
  const { code } = file.index;
  const isDict = madeBy(file.index, at) === 'dict';
  let set: SetId = EMPTY_SET;
  for (let i = 0; i < argumentCount(file.index, at); i++) {
    const ref = argumentAt(file.index, at, i);
    if (code[ref] === Op.KEYWORD) set = s.values.union(set, s.evaluate(file, code[ref + 2] ?? 0));
    else {
      const value = s.evaluate(file, ref);
      set = s.values.union(set, isDict ? pairedValues(s, value) : elementsOfSet(s, value));
    }
  }
  return set;
}

/** What a mapping holds, or the second items of pairs. */
function pairedValues(s: Session, set: SetId): SetId {
  const second = s.values.single(Kind.INTEGER, 1 + INTEGER_BIAS);
  return s.values.flatMap(s.expand(set), (value) => {
    if (isMapping(s, value)) return valuesOf(s, setOf(value));
    return s.values.flatMap(s.element(value), (pair) => s.item(pair, second));
  });
}

/** What `dict(name=value)` holds under a literal key; undefined when that is not written there. */
function passedByName(s: Session, file: FileUnit, at: number, key: ValueId): SetId | undefined {
  const { code, names } = file.index;
  if (code[at] !== Op.CALL || s.values.kind(key) !== Kind.TEXT || madeBy(file.index, at) !== 'dict')
    return undefined;
  for (let i = 0; i < argumentCount(file.index, at); i++) {
    const ref = argumentAt(file.index, at, i);
    if (code[ref] !== Op.KEYWORD || names[code[ref + 1] ?? 0] !== s.values.a(key)) continue;
    return s.evaluate(file, code[ref + 2] ?? 0);
  }
  return undefined;
}

/** KEYS of a mapping. */
export function keysOf(s: Session, file: FileUnit, at: number): SetId {
  const { code } = file.index;
  let set: SetId = EMPTY_SET;
  if (code[at] === Op.DICT) {
    for (let i = 0; i < (code[at + 1] ?? 0); i += 2) {
      const key = code[at + 2 + i] ?? 0;
      const isOther = code[key] === Op.DOUBLE_STAR;
      set = s.values.union(
        set,
        isOther ? elementsOfSet(s, s.evaluate(file, code[key + 1] ?? 0)) : s.evaluate(file, key),
      );
    }
  } else if (code[at] === Op.OPERATION) {
    set = s.values.union(
      elementsOfSet(s, s.expand(s.evaluate(file, code[at + 2] ?? 0))),
      elementsOfSet(s, s.expand(s.evaluate(file, code[at + 3] ?? 0))),
    );
  } else if (code[at] === Op.COMPREHENSION) {
    set = s.evaluate(file, code[at + 2] ?? 0);
  } else {
    set = UNKNOWN_SET;
  }
  for (const site of itemSites(s, file, at)) set = s.values.union(set, s.evaluate(file, code[site + 2] ?? 0));
  return set;
}

/** ITEM: what stands under a literal key (a TEXT or INTEGER value). */
export function itemAt(s: Session, file: FileUnit, at: number, key: ValueId): SetId {
  const { code } = file.index;
  if (code[at] === Op.DICT) return s.values.union(underKey(s, file, at, key), added(s, file, at, key));
  if (isJoined(file.index, at)) {
    const found = joinedItem(s, file, at, key) ?? s.ask(Query.ELEMENTS, file, at);
    return s.values.union(found, added(s, file, at, key));
  }
  const named = passedByName(s, file, at, key);
  if (named !== undefined) return s.values.union(named, added(s, file, at, key));
  const copied = copiedItem(s, file, at, { key, made: code[at] === Op.CALL ? madeBy(file.index, at) : '' });
  if (copied !== undefined) return s.values.union(copied, added(s, file, at, key));
  const isDisplay = code[at] === Op.LIST || code[at] === Op.TUPLE;
  if (!isDisplay || s.values.kind(key) !== Kind.INTEGER) return s.ask(Query.ELEMENTS, file, at);
  const count = code[at + 1] ?? 0;
  const place = s.values.a(key) - INTEGER_BIAS;
  const ref = code[at + 2 + (place < 0 ? count + place : place)] ?? 0;
  const isKnown = place < count && place >= -count && !hasStar(file.index, at);
  if (!isKnown) return s.ask(Query.ELEMENTS, file, at);
  return s.values.union(s.evaluate(file, ref), added(s, file, at, key));
}

function hasStar(index: FileIndex, at: number): boolean {
  const { code } = index;
  for (let i = 0; i < (code[at + 1] ?? 0); i++) if (code[code[at + 2 + i] ?? 0] === Op.STAR) return true;
  return false;
}

/**
 * The last pair of a dict display with the key, and on the way there what `**other` and pairs with keys that are no literals
 * may bring under it. A key that is not there may still be put there by others: that is unknown.
 */
function underKey(s: Session, file: FileUnit, at: number, key: ValueId): SetId {
  const { code } = file.index;
  let set: SetId = EMPTY_SET;
  for (let i = (code[at + 1] ?? 0) - 2; i >= 0; i -= 2) {
    const ref = code[at + 2 + i] ?? 0;
    if (code[ref] === Op.DOUBLE_STAR) {
      const others = s.expand(s.evaluate(file, code[ref + 1] ?? 0));
      set = s.values.union(
        set,
        s.values.flatMap(others, (other) => s.item(other, setOf(key))),
      );
      continue;
    }
    const isLiteral = code[ref] === Op.STRING || code[ref] === Op.INTEGER || code[ref] === Op.CONSTANT;
    const isSame = isLiteral && s.evaluate(file, ref) === setOf(key);
    if (isSame || (!isLiteral && !isOtherKey(s, s.evaluate(file, ref), key))) {
      set = s.values.union(set, s.evaluate(file, code[at + 3 + i] ?? 0));
    }
    if (isSame) return set;
  }
  return s.values.union(set, UNKNOWN_SET);
}

// what is added later

/** Methods that add what they are given, by which argument, and whether they add its elements. */
const ADDING: readonly (readonly [name: string, place: number, isMany: boolean])[] = [
  ['append', 0, false],
  ['appendleft', 0, false],
  ['add', 0, false],
  ['insert', 1, false],
  ['setdefault', 1, false],
  ['extend', 0, true],
  ['extendleft', 0, true],
  ['update', 0, true],
];

/** What the file puts into the container at `at` after it was made: under `key`, or under any when that is undefined. */
function added(s: Session, file: FileUnit, at: number, key: ValueId | undefined): SetId {
  const { code } = file.index;
  let set: SetId = EMPTY_SET;
  for (const site of itemSites(s, file, at)) {
    const isOther = key !== undefined && isOtherKey(s, s.evaluate(file, code[site + 2] ?? 0), key);
    if (isOther) continue;
    const paired = key === undefined ? UNKNOWN_SET : s.ask(Query.PAIRED, file, site, key);
    const isPaired = !s.values.has(paired, UNKNOWN);
    set = s.values.union(set, isPaired ? paired : s.evaluate(file, code[site + 3] ?? 0));
  }
  for (const [method, place, isMany] of ADDING) {
    if (key !== undefined && s.values.kind(key) === Kind.INTEGER) break;
    for (const call of addingCalls(s, file, at, method)) {
      const passed: Arguments = { file, call, leading: [] };
      set = s.values.union(set, addedBy(s, passed, { place, isMany, key }));
    }
  }
  return set;
}

function addedBy(
  s: Session,
  passed: Arguments,
  how: { readonly place: number; readonly isMany: boolean; readonly key: ValueId | undefined },
): SetId {
  const { code, names } = passed.file.index;
  let set: SetId = EMPTY_SET;
  let place = 0;
  for (let i = 0; i < argumentCount(passed.file.index, passed.call); i++) {
    const ref = argumentAt(passed.file.index, passed.call, i);
    if (code[ref] === Op.KEYWORD) {
      const name = s.values.value(Kind.TEXT, names[code[ref + 1] ?? 0] ?? 0);
      if (how.isMany && (how.key === undefined || how.key === name)) {
        set = s.values.union(set, s.evaluate(passed.file, code[ref + 2] ?? 0));
      }
    } else if (place++ === how.place) {
      const value = s.evaluate(passed.file, ref);
      set = s.values.union(set, how.isMany ? spread(s, value, how.key) : value);
    }
  }
  return set;
}

/** What `update` or `extend` takes from what it is given. */
function spread(s: Session, set: SetId, key: ValueId | undefined): SetId {
  return s.values.flatMap(s.expand(set), (value) => {
    if (!isMapping(s, value)) return s.element(value);
    return key === undefined ? valuesOf(s, setOf(value)) : s.item(value, setOf(key));
  });
}

/** Whether a key is known to be another one. */
function isOtherKey(s: Session, set: SetId, key: ValueId): boolean {
  return s.values.elements(set).every((value) => {
    const kind = s.values.kind(value);
    return (kind === Kind.TEXT || kind === Kind.INTEGER) && value !== key;
  });
}

/** SET_ITEMs on the container. */
function itemSites(s: Session, file: FileUnit, at: number): number[] {
  const { index } = file;
  const names = isInner(index, at) ? [0] : boundNames(index, at);
  return names
    .flatMap((name) => occurrencesOf(index, Occurrence.ITEM, name))
    .filter((site) => holds(s, file, index.code[site + 1] ?? 0, at));
}

/** Calls of a method on the container. */
function addingCalls(s: Session, file: FileUnit, at: number, method: string): number[] {
  const { index } = file;
  const { code, names } = index;
  const isWithin = isInner(index, at);
  const bound = boundNames(index, at);
  if (bound.length === 0 && !isWithin) return [];
  return occurrencesOf(index, Occurrence.CALL, s.names.id(method)).filter((call) => {
    const callee = code[call + 1] ?? 0;
    if (code[call] !== Op.CALL || code[callee] !== Op.ATTRIBUTE) return false;
    const receiver = code[callee + 1] ?? 0;
    const string = code[receiver] === Op.NAME ? code[receiver + 1] : code[receiver + 2];
    const isNamed = code[receiver] === Op.NAME || code[receiver] === Op.ATTRIBUTE;
    if (isWithin && !isNamed) return holds(s, file, receiver, at);
    return isNamed && bound.includes(names[string ?? 0] ?? 0) && holds(s, file, receiver, at);
  });
}

/** How many instructions behind a display a call that it is an argument of stands at most. */
const CALL_DISTANCE_MAX = 4;

/** Whether a container lies in another one as soon as it is made: `d.setdefault(k, [])`, `defaultdict(list)`, `{'a': []}`. */
function isInner(index: FileIndex, at: number): boolean {
  const { code } = index;
  if (code[at] === Op.NAME) return true;
  let next = nextInstruction(code, at);
  for (let i = 0; i < CALL_DISTANCE_MAX && next < code.length; i++, next = nextInstruction(code, next)) {
    const op = code[next];
    if (op !== Op.CALL && op !== Op.DICT && op !== Op.LIST && op !== Op.TUPLE) continue;
    const first = op === Op.CALL ? next + 4 : next + 2;
    const count = code[first - 1] ?? 0;
    for (let place = 0; place < count; place++) if (code[first + place] === at) return true;
  }
  return false;
}

/** Whether the expression at `ref` may be the container made at `at`. */
function holds(s: Session, file: FileUnit, ref: number, at: number): boolean {
  const container = s.values.value(Kind.CONTAINER, file.number, at);
  const set = s.evaluate(file, ref);
  return (
    s.values.has(set, container) || s.values.elements(set).some((value) => isDefault(s, file, value, at))
  );
}

/** Whether a PARAMETER has the container made at `at` for its default. */
function isDefault(s: Session, file: FileUnit, value: ValueId, at: number): boolean {
  if (s.values.kind(value) !== Kind.PARAMETER || s.values.a(value) !== file.number) return false;
  return file.index.code[s.values.b(value) + 4] === at;
}

/** How many instructions behind a display its targets stand at most: names and receivers of a chained assignment. */
const TARGETS_MAX = 8;

/** The names and attributes that the container is bound to where it is made. */
function boundNames(index: FileIndex, at: number): number[] {
  const { code, names } = index;
  const bound: number[] = [];
  let next = nextInstruction(code, at);
  for (let i = 0; i < TARGETS_MAX && next < code.length; i++, next = nextInstruction(code, next)) {
    const op = code[next];
    const value =
      op === Op.BIND
        ? 2
        : op === Op.ANNOTATE || op === Op.SET_ATTRIBUTE
          ? 3
          : op === Op.ANNOTATE_ATTRIBUTE || op === Op.PARAMETER
            ? 4
            : 0;
    if (value === 0 || code[next + value] !== at) continue;
    const string = op === Op.BIND || op === Op.ANNOTATE ? code[next + 1] : code[next + 2];
    bound.push(names[string ?? 0] ?? 0);
  }
  return bound;
}
