/**
 * Containers: what displays, comprehensions and calls like `list(…)` hold, by literal key where there is one, with what the
 * file adds to them later. What other values give is not told here.
 */
import { ComprehensionKind, Op } from '../code.js';
import {
  added,
  isOtherKey,
  isReplacedByOthers,
  isReplacedFirst,
  isShifted,
  itemSites,
  keysOfOthers,
  overwrittenAt,
} from './added-items.js';
import { argumentAt, argumentCount } from './arguments.js';
import { isMapping, madeBy } from './container-types.js';
import { copiedItem } from './copied-items.js';
import type { FileIndex } from './file-index.js';
import { elementsOfSet, valuesOf } from './items.js';
import { pathKey } from './path-keys.js';
import { isJoined, joinedElements, joinedItem } from './sequences.js';
import { type FileUnit, Query, type Session } from './session.js';
import { settledList } from './settled-lists.js';
import { settledTable } from './settled-tables.js';
import { INTEGER_BIAS, Kind } from './value-kinds.js';
import { EMPTY_SET, NONE_SET, type SetId, setOf, UNKNOWN_SET, type ValueId } from './value-table.js';

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

/** What a value that is a `defaultdict` calls for a missing key; EMPTY_SET for every other one. */
export function factoryFor(s: Session, value: ValueId): SetId {
  const unit = s.values.kind(value) === Kind.CONTAINER ? s.files[s.values.a(value)] : undefined;
  return unit === undefined ? EMPTY_SET : s.ask(Query.FACTORY, unit, s.values.b(value));
}

/** FACTORY. */
export function factoryValue(s: Session, file: FileUnit, at: number): SetId {
  const factory = factoryOf(file.index, at);
  return factory === 0 ? EMPTY_SET : s.evaluate(file, factory);
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

/** ELEMENTS: everything, of mappings the values. */
export function elementsOf(s: Session, file: FileUnit, at: number): SetId {
  const { code } = file.index;
  const count = code[at + 1] ?? 0;
  let set: SetId = EMPTY_SET;
  switch (code[at]) {
    case Op.TUPLE:
    case Op.LIST:
    case Op.SET:
      for (const ref of settledList(file, at)?.items ?? code.subarray(at + 2, at + 2 + count)) {
        set = s.values.union(set, displayed(s, file, ref));
      }
      break;
    case Op.DICT:
      set = displayedValues(s, file, at);
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

/** What a dict display holds: of what stands under one literal key the last, and that only if nobody overwrites it at once. */
function displayedValues(s: Session, file: FileUnit, at: number): SetId {
  const { code } = file.index;
  const table = settledTable(file, at);
  if (table !== undefined) {
    return [...table.entries.values()].reduce(
      (set, { value }) => s.values.union(set, s.evaluate(file, value)),
      EMPTY_SET,
    );
  }
  const seen = new Set<SetId>();
  let set: SetId = EMPTY_SET;
  for (let i = (code[at + 1] ?? 0) - 2; i >= 0; i -= 2) {
    const ref = code[at + 2 + i] ?? 0;
    if (code[ref] === Op.DOUBLE_STAR) {
      const others = s.expand(s.evaluate(file, code[ref + 1] ?? 0));
      set = s.values.union(
        set,
        s.values.flatMap(others, (other) => valuesWithout(s, other, seen)),
      );
      continue;
    }
    const isLiteral = code[ref] === Op.STRING || code[ref] === Op.INTEGER;
    const key = isLiteral ? s.evaluate(file, ref) : EMPTY_SET;
    if (isLiteral && seen.has(key)) continue;
    if (isLiteral) seen.add(key);
    const isGone = s.values.elements(key).some((value) => isOverwrittenAtOnce(s, file, at, value));
    if (!isGone) set = s.values.union(set, s.evaluate(file, code[at + 3 + i] ?? 0));
  }
  return set;
}

/** What a mapping holds under other than the literal keys. */
function valuesWithout(s: Session, value: ValueId, without: ReadonlySet<SetId>): SetId {
  const isContainer = s.values.kind(value) === Kind.CONTAINER;
  const keys = without.size > 0 && isContainer ? s.values.elements(s.element(value)) : [];
  const isEach = keys.every((key) => s.values.kind(key) === Kind.TEXT || s.values.kind(key) === Kind.INTEGER);
  if (keys.length === 0 || keys.length > KEYS_MAX || !isEach) return valuesOf(s, setOf(value));
  return keys.reduce(
    (set, key) => (without.has(setOf(key)) ? set : s.values.union(set, s.item(value, setOf(key)))),
    EMPTY_SET,
  );
}
/** Of larger tables that are spread it is not told which keys are overwritten. */
const KEYS_MAX = 32;

/** An item of a display; `*other` stands for the elements of other. */
function displayed(s: Session, file: FileUnit, ref: number): SetId {
  const { code } = file.index;
  if (code[ref] !== Op.STAR) return s.evaluate(file, ref);
  return elementsOfSet(s, s.evaluate(file, code[ref + 1] ?? 0));
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
  const table = settledTable(file, at);
  if (table !== undefined) {
    for (const { key } of table.entries.values()) {
      set = s.values.union(set, key === 0 ? UNKNOWN_SET : s.evaluate(file, key));
    }
  } else if (code[at] === Op.DICT) {
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
  for (const site of itemSites(s, file, at)) {
    if (table?.sites.has(site) !== true) set = s.values.union(set, s.evaluate(file, code[site + 2] ?? 0));
  }
  return s.values.union(set, keysOfOthers(s, file, at));
}

/** ITEM: what stands under a literal key (a TEXT or INTEGER value). */
export function itemAt(s: Session, file: FileUnit, at: number, key: ValueId): SetId {
  const { code } = file.index;
  if (code[at] === Op.DICT) {
    const isOverwritten =
      isOverwrittenAtOnce(s, file, at, key) ||
      isReplacedFirst(s, file, at, key) ||
      isReplacedByOthers(s, file, at, key);
    const own = isOverwritten ? EMPTY_SET : underKey(s, file, at, key);
    return s.values.union(own, added(s, file, at, key));
  }
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
  const items = settledList(file, at)?.items ?? code.subarray(at + 2, at + 2 + (code[at + 1] ?? 0));
  const place = s.values.a(key) - INTEGER_BIAS;
  const ref = items[place < 0 ? items.length + place : place];
  const isKnown = ref !== undefined && !hasStar(file.index, at) && !isShifted(s, file, at, place < 0);
  if (!isKnown) return s.ask(Query.ELEMENTS, file, at);
  return s.values.union(s.evaluate(file, ref), added(s, file, at, key));
}

function isOverwrittenAtOnce(s: Session, file: FileUnit, at: number, key: ValueId): boolean {
  if (settledTable(file, at) !== undefined) return false;
  return overwrittenAt(s, file, at, key).some((site) => file.index.code[site] === Op.BIND);
}

function hasStar(index: FileIndex, at: number): boolean {
  const { code } = index;
  for (let i = 0; i < (code[at + 1] ?? 0); i++) if (code[code[at + 2 + i] ?? 0] === Op.STAR) return true;
  return false;
}

function isPresentIn(s: Session, value: ValueId, key: ValueId): boolean {
  const unit = s.values.kind(value) === Kind.CONTAINER ? s.files[s.values.a(value)] : undefined;
  return unit !== undefined && s.ask(Query.PRESENT, unit, s.values.b(value), key) === NONE_SET;
}

/**
 * The last pair of a dict display with the key, and on the way there what `**other` and pairs with keys that are no literals
 * may bring under it. A key that is not there may still be put there by others: that is unknown.
 */
function underKey(s: Session, file: FileUnit, at: number, key: ValueId): SetId {
  const { code } = file.index;
  let set: SetId = EMPTY_SET;
  const table = settledTable(file, at);
  if (table !== undefined) {
    const entry = table.entries.get(pathKey(s, key));
    return entry === undefined ? UNKNOWN_SET : s.evaluate(file, entry.value);
  }
  for (let i = (code[at + 1] ?? 0) - 2; i >= 0; i -= 2) {
    const ref = code[at + 2 + i] ?? 0;
    if (code[ref] === Op.DOUBLE_STAR) {
      const others = s.expand(s.evaluate(file, code[ref + 1] ?? 0));
      set = s.values.union(
        set,
        s.values.flatMap(others, (other) => s.item(other, setOf(key))),
      );
      if (s.values.elements(others).every((other) => isPresentIn(s, other, key))) return set;
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
