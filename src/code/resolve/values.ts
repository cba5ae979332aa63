/**
 * What an expression may evaluate to, as interned integers: an abstract value is (kind, a, b), a set of values is one id too, so
 * that sets compare and unite in a few steps. The lattice is sets ordered by inclusion, with ANYTHING on top of all:
 * evaluation only ever grows sets, so fixed points exist and do not depend on the order of evaluation.
 *
 * Ids are given in order of evaluation and never leave a run; what leaves is ordered by the ids of the graph.
 */
import { IntRecords } from './int-records.js';
import { PairTable } from './pair-table.js';

/** An interned value. */
export type ValueId = number;
/** An interned set of values; 0 is none, for "not evaluated yet". */
export type SetId = number;

/** The kinds of values, with what `a` and `b` hold. `file` is a file's number in the run, `position` one in its stream. */
export const Kind = {
  /** Something that cannot be followed. */
  UNKNOWN: 0,
  /** More than can be followed; absorbs every other value. */
  ANYTHING: 1,
  NONE: 2,
  /** file. */
  MODULE: 3,
  /** name id of its directories joined with `|`. */
  NAMESPACE: 4,
  /** name id of the dotted name: imported from outside, or a builtin (`builtins.len`). */
  EXTERNAL: 5,
  /** name id of the dotted name of its class. */
  EXTERNAL_INSTANCE: 6,
  /** file, definition: the class object itself. */
  CLASS: 7,
  /** file, definition: the class or one derived from it. */
  SUBCLASS: 8,
  /** file, definition: an instance of exactly this class. */
  INSTANCE: 9,
  /** file, definition: an instance of this class or of one derived from it. */
  DECLARED: 10,
  /** file, definition. */
  FUNCTION: 11,
  /** file, position. */
  LAMBDA: 12,
  /** function value, value it is bound to. */
  METHOD: 13,
  /** function value: what `staticmethod` makes of it. */
  STATIC_METHOD: 14,
  CLASS_METHOD: 15,
  /** getter value, setter value (0 when absent). */
  PROPERTY: 16,
  /** property value, name id: `prop.setter`. */
  PROPERTY_PART: 17,
  /** file, position of the PARAMETER: whatever the caller passes. */
  PARAMETER: 18,
  /** class value after which the search starts, value it is bound to. */
  SUPER: 19,
  /** file, position of the display, comprehension or call that makes it. */
  CONTAINER: 20,
  /** name id of its type (`builtins.list`), pair of (element set, key set): known by type only. */
  TYPED: 21,
  /** list of sets: a tuple with these items. */
  TUPLE: 22,
  /** list of name ids and sets in turn: a dictionary with these keys. */
  RECORD: 35,
  /** name id of the text. */
  TEXT: 23,
  /** the number plus INTEGER_BIAS. */
  INTEGER: 24,
  /** file, definition: a called generator function. */
  GENERATOR: 25,
  /** file, definition: a called `async def`. */
  COROUTINE: 26,
  /** function value: what `contextmanager` makes of a generator function. */
  CONTEXT_FUNCTION: 27,
  /** file, definition: a called one. */
  CONTEXT: 28,
  /** receiver value, name id: a method of a builtin type. */
  BUILTIN_METHOD: 29,
  /** value that is called in the end: `functools.partial(f)`. */
  PARTIAL: 30,
  /** A decorator that gives back what it is given: `functools.wraps(f)`. */
  IDENTITY: 31,
  /** set of its bound, name id: a type variable. */
  TYPE_VARIABLE: 32,
  /** file, position of a subscript in the manner of annotations: `Optional[Oven]`. */
  TYPE_EXPRESSION: 33,
  /** PARAMETER value: an instance of the class that the caller passes (`cls()`). */
  PARAMETER_INSTANCE: 34,
} as const;
const KIND_COUNT = 36;

export const INTEGER_BIAS = 1_000_000;

/** Larger sets are ANYTHING: nobody reads a call with more targets, and growth must end. */
const SET_SIZE_MAX = 24;

/** Values nested deeper than this are unknown: `x = partial(x)` in a loop must end. */
const DEPTH_MAX = 6;

/** Lists of lists are followed; what lists in these hold is unknown: `x = [x]` in a loop must end, too. */
const STRUCTURES_MAX = 3;

export const UNKNOWN: ValueId = 1;
const ANYTHING: ValueId = 2;
const NONE: ValueId = 3;
export const IDENTITY: ValueId = 4;

export const EMPTY_SET: SetId = 1;
export const UNKNOWN_SET: SetId = 2 * UNKNOWN;
export const ANYTHING_SET: SetId = 2 * ANYTHING;
export const NONE_SET: SetId = 2 * NONE;

const NO_VALUES: readonly ValueId[] = [];

/** What is kept of a value: how deep others are nested in it is DEPTH. */
const KIND = 0;
const A = 1;
const B = 2;
const DEPTH = 3;
const FIELDS = 4;

/** Sets of one value and lists that stay made, each kind. */
const KEPT = 2 ** 13;

interface KeptList {
  readonly list: number;
  readonly items: readonly number[];
}

/** Whether values of this kind hold sets. */
function isStructure(kind: number): boolean {
  return kind === Kind.TYPED || kind === Kind.TUPLE || kind === Kind.RECORD;
}

/** Whether values of this kind are instances of a class of the project. */
export function isInstance(kind: number): boolean {
  return kind === Kind.INSTANCE || kind === Kind.DECLARED;
}

/** Whether a value of this kind may be of a class derived from the one that is known. */
export function isAnyDerived(kind: number): boolean {
  return kind === Kind.DECLARED || kind === Kind.SUBCLASS;
}

/** Arguments of arguments are known, those of these are not: `Tree = Box['Tree']` must end. */
const ARGUMENTS_DEPTH_MAX = 3;

/**
 * The same for what instances were made with: `node = Node(node)` in a loop must end. What is nested deeper is left out where it
 * is deepest: were the outermost left out, the next round would nest anew, and a circle would never come to rest.
 */
const MAKINGS_DEPTH_MAX = 3;

const NO_NUMBERS: readonly number[] = [];

/** What a twin carries, told by the rest of its number divided by these. */
const CARRIED_KINDS = 3;
const CARRIES_VARIABLE = 0;
const CARRIES_ARGUMENTS = 1;
const CARRIES_MAKING = 2;

const NO_SETS: readonly SetId[] = [];

/** Of values that are never joined with others. */
const NO_SHAPE = -1;

/** The set of one value. */
export function setOf(value: ValueId): SetId {
  return value * 2;
}

/** Values and sets of one run. */
export class Values {
  readonly #tables: readonly PairTable[] = Array.from({ length: KIND_COUNT }, () => new PairTable());
  /** (kind, index) → value: kind tables number from zero, values run through. */
  readonly #ids: number[][] = Array.from({ length: KIND_COUNT }, () => []);
  /** Value 0 is none. */
  readonly #values = new IntRecords(FIELDS);
  /** Lists of numbers, built up one by one: (list, number) → list. List 0 is empty. */
  readonly #lists = new PairTable();
  /** The values of each set of two or more; the set's id is 2 × index + 1. */
  readonly #elements: (readonly ValueId[])[] = [[]];
  readonly #setsOfLists: SetId[] = [];
  /** Made when asked for, and not all of them kept: they are most of what there is. */
  readonly #singles: (readonly ValueId[])[] = Array.from({ length: KEPT }, () => NO_VALUES);
  readonly #listItems: (KeptList | undefined)[] = Array.from({ length: KEPT }, () => undefined);
  readonly #pairs = new PairTable();
  /** (plain value, what it carries) → value: twins of instances and classes, alike in kind, `a` and `b`. */
  readonly #twins = new PairTable();
  readonly #twinIds: ValueId[] = [];
  readonly #variables = new Map<ValueId, number>();
  readonly #arguments = new Map<ValueId, { readonly types: readonly SetId[]; readonly depth: number }>();
  readonly #makings = new Map<ValueId, { readonly fields: readonly number[]; readonly depth: number }>();
  /** By value of a structure: how deep makings are nested in it. */
  readonly #structureDepths = new Map<ValueId, number>();
  /** Whether any value stands for a type variable. */
  hasVariables = false;

  constructor() {
    this.#values.add();
    this.value(Kind.UNKNOWN, 0, 0);
    this.value(Kind.ANYTHING, 0, 0);
    this.value(Kind.NONE, 0, 0);
    this.value(Kind.IDENTITY, 0, 0);
  }

  value(kind: number, a: number, b = 0): ValueId {
    const ids = this.#ids[kind] ?? [];
    const index = this.#tables[kind]?.add(a, b) ?? 0;
    const known = ids[index];
    if (known !== undefined) return known;
    const depth = this.#depthOf(kind, a, b);
    if (depth > DEPTH_MAX) return UNKNOWN;
    const id = this.#add(kind, a, b, depth);
    ids[index] = id;
    return id;
  }

  #add(kind: number, a: number, b: number, depth: number): ValueId {
    const id = this.#values.add();
    this.#values.set(id, KIND, kind);
    this.#values.set(id, A, a);
    this.#values.set(id, B, b);
    this.#values.set(id, DEPTH, depth);
    return id;
  }

  /** How deep values are nested in a new one. */
  #depthOf(kind: number, a: number, b: number): number {
    switch (kind) {
      case Kind.METHOD:
      case Kind.PROPERTY:
      case Kind.SUPER:
        return 1 + Math.max(this.#values.get(a, DEPTH), this.#values.get(b, DEPTH));
      case Kind.STATIC_METHOD:
      case Kind.CLASS_METHOD:
      case Kind.PROPERTY_PART:
      case Kind.CONTEXT_FUNCTION:
      case Kind.BUILTIN_METHOD:
      case Kind.PARTIAL:
      case Kind.PARAMETER_INSTANCE:
        return 1 + this.#values.get(a, DEPTH);
      default:
        return 0;
    }
  }

  /** A set whose structures go at most `levels` deep; what is deeper is unknown. */
  #limited(set: SetId, levels: number): SetId {
    let limited: SetId = EMPTY_SET;
    let isSame = true;
    for (const value of this.elements(set)) {
      const cut = isStructure(this.kind(value)) ? this.#limitedStructure(value, levels) : setOf(value);
      isSame &&= cut === setOf(value);
      limited = this.union(limited, cut);
    }
    return isSame ? set : limited;
  }

  #limitedStructure(value: ValueId, levels: number): SetId {
    if (levels === 0) return UNKNOWN_SET;
    const kind = this.kind(value);
    if (kind === Kind.TYPED) {
      const element = this.#limited(this.typedElement(value), levels - 1);
      return this.single(kind, this.a(value), this.#pairs.add(element, this.typedKey(value)));
    }
    const isName = (i: number): boolean => kind === Kind.RECORD && i % 2 === 0;
    const items = this.listItems(this.a(value)).map((item, i) =>
      isName(i) ? item : this.#limited(item, levels - 1),
    );
    return this.single(kind, this.list(items));
  }

  /** The value as the bound of the type variable of that name. */
  asVariable(value: ValueId, name: number): ValueId {
    if (name === 0 || this.variable(value) === name) return value;
    if (this.making(value).length > 0) return this.asVariable(this.#plain(value), name);
    const id = this.#twin(value, name * CARRIED_KINDS + CARRIES_VARIABLE);
    this.#variables.set(id, name);
    const types = this.#arguments.get(value);
    if (types !== undefined) this.#arguments.set(id, types);
    this.hasVariables = true;
    return id;
  }

  /** The name id of the type variable that the value is the bound of; 0 when it is of none. */
  variable(value: ValueId): number {
    return this.hasVariables ? (this.#variables.get(value) ?? 0) : 0;
  }

  /** The value with the arguments of its type in place of any it had. */
  withArguments(value: ValueId, types: readonly SetId[]): ValueId {
    let depth = 0;
    for (const type of types) {
      for (const inner of this.elements(type))
        depth = Math.max(depth, this.#arguments.get(inner)?.depth ?? 0);
    }
    const plain = this.#plain(value);
    if (depth >= ARGUMENTS_DEPTH_MAX) return plain;
    const id = this.#twin(plain, this.list(types) * CARRIED_KINDS + CARRIES_ARGUMENTS);
    this.#arguments.set(id, { types, depth: depth + 1 });
    return id;
  }

  /** The arguments of the value's type; none when they are not known. */
  argumentsOf(value: ValueId): readonly SetId[] {
    return this.#arguments.size === 0 ? NO_SETS : (this.#arguments.get(value)?.types ?? NO_SETS);
  }

  /** The value without what it carries. */
  #plain(value: ValueId): ValueId {
    return this.value(this.kind(value), this.a(value), this.b(value));
  }

  /**
   * An instance with what it was made with: PARAMETERs of `__init__`, else TEXTs of fields, and sets in turn. One whose type
   * has arguments stays what it is, made with anything; so does what is nested too deep in the sets.
   */
  madeWith(instance: ValueId, fields: readonly number[]): ValueId {
    const plain = this.#plain(instance);
    if (fields.length === 0 || this.argumentsOf(instance).length > 0) return instance;
    return this.#made(plain, fields, MAKINGS_DEPTH_MAX);
  }

  /** A plain instance with what it was made with, in which makings go at most `levels` deep, its own included. */
  #made(plain: ValueId, given: readonly number[], levels: number): ValueId {
    if (levels === 0) return plain;
    const fields = given.map((field, i) => (i % 2 === 0 ? field : this.#lessMade(field, levels - 1)));
    const id = this.#twin(plain, this.list(fields) * CARRIED_KINDS + CARRIES_MAKING);
    if (!this.#makings.has(id)) {
      const depths = fields.map((field, i) => (i % 2 === 0 ? 0 : this.#makingDepth(field)));
      this.#makings.set(id, { fields, depth: 1 + Math.max(...depths) });
    }
    return id;
  }

  /** How deep makings are nested in a set. */
  #makingDepth(set: SetId): number {
    let depth = 0;
    for (const value of this.elements(set)) depth = Math.max(depth, this.#makingDepthOf(value));
    return depth;
  }

  #makingDepthOf(value: ValueId): number {
    const kind = this.kind(value);
    if (kind === Kind.METHOD) return this.#makingDepthOf(this.b(value));
    if (!isStructure(kind)) return this.#makings.get(value)?.depth ?? 0;
    let depth = this.#structureDepths.get(value);
    if (depth === undefined) {
      depth = Math.max(0, ...this.#setsIn(value).map((set) => this.#makingDepth(set)));
      this.#structureDepths.set(value, depth);
    }
    return depth;
  }

  /** The sets that a structure holds. */
  #setsIn(value: ValueId): readonly SetId[] {
    const kind = this.kind(value);
    if (kind === Kind.TYPED) return [this.typedElement(value), this.typedKey(value)];
    const items = this.listItems(this.a(value));
    return kind === Kind.TUPLE ? items : items.filter((_, i) => i % 2 === 1);
  }

  /** A set in which makings go at most `levels` deep, in structures and what methods are bound to as well. */
  #lessMade(set: SetId, levels: number): SetId {
    if (this.#makings.size === 0 || this.#makingDepth(set) <= levels) return set;
    return this.flatMap(set, (value) => setOf(this.#lessMadeValue(value, levels)));
  }

  #lessMadeValue(value: ValueId, levels: number): ValueId {
    if (this.#makingDepthOf(value) <= levels) return value;
    const kind = this.kind(value);
    const less = (set: SetId): SetId => this.#lessMade(set, levels);
    switch (kind) {
      case Kind.METHOD:
        return this.value(kind, this.a(value), this.#lessMadeValue(this.b(value), levels));
      case Kind.TYPED:
        return this.value(
          kind,
          this.a(value),
          this.#pairs.add(less(this.typedElement(value)), less(this.typedKey(value))),
        );
      case Kind.TUPLE:
        return this.value(kind, this.list(this.listItems(this.a(value)).map(less)));
      case Kind.RECORD: {
        const items = this.listItems(this.a(value));
        return this.value(kind, this.list(items.map((item, i) => (i % 2 === 0 ? item : less(item)))));
      }
      default:
        return this.#made(this.#plain(value), this.making(value), levels);
    }
  }

  /** What an instance was made with; nothing where that may be anything. */
  making(value: ValueId): readonly number[] {
    return this.#makings.size === 0 ? NO_NUMBERS : (this.#makings.get(value)?.fields ?? NO_NUMBERS);
  }

  #twin(value: ValueId, carried: number): ValueId {
    const index = this.#twins.add(value, carried);
    const known = this.#twinIds[index];
    if (known !== undefined) return known;
    const id = this.#add(this.kind(value), this.a(value), this.b(value), this.#values.get(value, DEPTH));
    this.#twinIds[index] = id;
    return id;
  }

  kind(value: ValueId): number {
    return this.#values.get(value, KIND);
  }
  a(value: ValueId): number {
    return this.#values.get(value, A);
  }
  b(value: ValueId): number {
    return this.#values.get(value, B);
  }

  /** The set of one new value. */
  single(kind: number, a: number, b = 0): SetId {
    return setOf(this.value(kind, a, b));
  }

  /** The values of a set, ascending by id; not for ordering what leaves. */
  elements(set: SetId): readonly ValueId[] {
    if ((set & 1) === 1) return this.#elements[set >> 1] ?? NO_VALUES;
    if (set === 0) return NO_VALUES;
    const value = set >> 1;
    let single = this.#singles[value % KEPT];
    if (single === undefined || single[0] !== value) {
      single = [value];
      this.#singles[value % KEPT] = single;
    }
    return single;
  }

  /** Whether the value is in the set. */
  has(set: SetId, value: ValueId): boolean {
    return (set & 1) === 0 ? set >> 1 === value : this.elements(set).includes(value);
  }

  union(s: SetId, t: SetId): SetId {
    if (s === t || t <= EMPTY_SET) return s === 0 ? EMPTY_SET : s;
    if (s <= EMPTY_SET) return t;
    if (s === ANYTHING_SET || t === ANYTHING_SET) return ANYTHING_SET;
    return this.#merge(s, t);
  }

  /** The union of what `change` gives for each value of a set. */
  flatMap(set: SetId, change: (value: ValueId) => SetId): SetId {
    if ((set & 1) === 0) return set === 0 ? EMPTY_SET : this.union(EMPTY_SET, change(set >> 1));
    let result: SetId = EMPTY_SET;
    for (const value of this.elements(set)) result = this.union(result, change(value));
    return result;
  }

  #merge(s: SetId, t: SetId): SetId {
    const left = this.elements(s);
    const right = this.elements(t);
    const shared = sharedCount(left, right);
    if (shared === right.length) return s;
    if (shared === left.length) return t;
    const merged: ValueId[] = [];
    let i = 0;
    let j = 0;
    while (i < left.length || j < right.length) {
      const l = left[i] ?? Number.MAX_SAFE_INTEGER;
      const r = right[j] ?? Number.MAX_SAFE_INTEGER;
      merged.push(Math.min(l, r));
      if (l <= r) i++;
      if (r <= l) j++;
    }
    return this.#intern(this.#joined(merged));
  }

  /**
   * Values that differ only in what they hold become one that holds all of it: `list[A]` and `list[B]`, tuples of one length.
   * So a set that has grown on the way to its fixed point keeps nothing of the steps in between.
   */
  #joined(ascending: ValueId[]): ValueId[] {
    let structures = 0;
    for (const value of ascending) if (isStructure(this.kind(value))) structures++;
    const isAlike = structures > 1 || (this.#makings.size > 0 && this.#hasMadeAlike(ascending));
    return isAlike ? this.#joinAlike(ascending) : ascending;
  }

  /** Whether instances that differ in what they were made with meet, or methods bound to such: of plain ones there is one each. */
  #hasMadeAlike(values: readonly ValueId[]): boolean {
    for (const value of values) {
      const kind = this.kind(value);
      const isMethod = kind === Kind.METHOD;
      if (!isMethod && kind !== Kind.INSTANCE) continue;
      const made = isMethod ? this.b(value) : value;
      if (!this.#makings.has(made)) continue;
      for (const other of values) {
        if (other === value || this.kind(other) !== kind) continue;
        if (isMethod && this.a(other) !== this.a(value)) continue;
        if (this.#isTwin(made, isMethod ? this.b(other) : other)) return true;
      }
    }
    return false;
  }

  #isTwin(x: ValueId, y: ValueId): boolean {
    return this.kind(x) === this.kind(y) && this.a(x) === this.a(y) && this.b(x) === this.b(y);
  }

  #joinAlike(ascending: ValueId[]): ValueId[] {
    const first = new Map<number | string, ValueId>();
    let isJoined = false;
    const rest: ValueId[] = [];
    for (const value of ascending) {
      const shape = this.#shape(value);
      const other = shape === NO_SHAPE ? undefined : first.get(shape);
      if (shape === NO_SHAPE) rest.push(value);
      else if (other === undefined) first.set(shape, value);
      else {
        first.set(shape, this.#joinTwo(other, value));
        isJoined = true;
      }
    }
    return isJoined ? [...new Set([...rest, ...first.values()])].sort((a, b) => a - b) : ascending;
  }

  /** Alike for values that become one; NO_SHAPE for those that stay what they are. */
  #shape(value: ValueId): number | string {
    const kind = this.kind(value);
    switch (kind) {
      case Kind.TYPED:
        return this.a(value) * KIND_COUNT + kind;
      case Kind.TUPLE:
        return this.listItems(this.a(value)).length * KIND_COUNT + kind;
      case Kind.RECORD:
        return this.listItems(this.a(value))
          .filter((_, i) => i % 2 === 0)
          .join();
      case Kind.INSTANCE:
        return this.#isTyped(value) ? NO_SHAPE : this.#plain(value) * KIND_COUNT + kind;
      case Kind.METHOD: {
        const receiver = this.b(value);
        if (this.kind(receiver) !== Kind.INSTANCE || this.#isTyped(receiver)) return NO_SHAPE;
        return this.value(kind, this.a(value), this.#plain(receiver)) * KIND_COUNT + kind;
      }
      default:
        return NO_SHAPE;
    }
  }

  /** Whether an instance carries arguments of its type, or stands for a variable. */
  #isTyped(value: ValueId): boolean {
    return this.argumentsOf(value).length > 0 || this.variable(value) > 0;
  }

  #joinTwo(x: ValueId, y: ValueId): ValueId {
    const kind = this.kind(x);
    if (kind === Kind.INSTANCE) return this.#joinMakings(x, y);
    if (kind === Kind.METHOD) return this.value(kind, this.a(x), this.#joinTwo(this.b(x), this.b(y)));
    if (kind === Kind.TYPED) {
      const element = this.union(this.typedElement(x), this.typedElement(y));
      const key = this.union(this.typedKey(x), this.typedKey(y));
      return this.typed(this.a(x), element, key) >> 1;
    }
    const others = this.listItems(this.a(y));
    const isName = (i: number): boolean => kind === Kind.RECORD && i % 2 === 0;
    const items = this.listItems(this.a(x)).map((item, i) =>
      isName(i) ? item : this.union(item, others[i] ?? EMPTY_SET),
    );
    return (kind === Kind.TUPLE ? this.tuple(items) : this.record(items)) >> 1;
  }

  /** Made with what either was made with, as far as both tell. */
  #joinMakings(x: ValueId, y: ValueId): ValueId {
    const others = this.making(y);
    const fields: number[] = [];
    for (const [i, set] of this.making(x).entries()) {
      if (i % 2 === 0) continue;
      const parameter = this.making(x)[i - 1] ?? 0;
      for (let j = 0; j < others.length; j += 2) {
        if (others[j] === parameter) fields.push(parameter, this.union(set, others[j + 1] ?? EMPTY_SET));
      }
    }
    return this.madeWith(this.#plain(x), fields);
  }

  #intern(ascending: readonly ValueId[]): SetId {
    if (ascending.length === 0) return EMPTY_SET;
    if (ascending.length === 1) return setOf(ascending[0] ?? UNKNOWN);
    if (ascending.length > SET_SIZE_MAX) return ANYTHING_SET;
    const list = this.list(ascending);
    const known = this.#setsOfLists[list];
    if (known !== undefined) return known;
    const set = this.#elements.length * 2 + 1;
    this.#elements.push(ascending);
    this.#setsOfLists[list] = set;
    return set;
  }

  /** The set without one value. */
  without(set: SetId, value: ValueId): SetId {
    if (!this.has(set, value)) return set;
    return this.#intern(this.elements(set).filter((element) => element !== value));
  }

  /** The id of a list of numbers; 0 for the empty one. */
  list(numbers: readonly number[]): number {
    let list = 0;
    for (const number of numbers) list = this.#lists.add(list, number) + 1;
    return list;
  }

  listItems(list: number): readonly number[] {
    const kept = this.#listItems[list % KEPT];
    if (kept?.list === list) return kept.items;
    const items: number[] = [];
    for (let rest = list; rest !== 0; rest = this.#lists.first(rest - 1)) {
      items.push(this.#lists.second(rest - 1));
    }
    items.reverse();
    this.#listItems[list % KEPT] = { list, items };
    return items;
  }

  /** Known by type only: iterating gives `element`; `key` is for mappings (EMPTY_SET else). */
  typed(type: number, element: SetId, key: SetId = EMPTY_SET): SetId {
    const limited = this.#limited(element, STRUCTURES_MAX - 1);
    return this.single(Kind.TYPED, type, this.#pairs.add(limited, this.#limited(key, 0)));
  }

  /** A tuple of these items. */
  tuple(items: readonly SetId[]): SetId {
    return this.single(Kind.TUPLE, this.list(items.map((item) => this.#limited(item, STRUCTURES_MAX - 1))));
  }

  /** A dictionary: name ids and sets in turn. */
  record(fields: readonly number[]): SetId {
    const limited = fields.map((field, i) =>
      i % 2 === 0 ? field : this.#limited(field, STRUCTURES_MAX - 1),
    );
    return this.single(Kind.RECORD, this.list(limited));
  }

  typedElement(value: ValueId): SetId {
    return this.#pairs.first(this.b(value));
  }
  typedKey(value: ValueId): SetId {
    return this.#pairs.second(this.b(value));
  }
}

/** How many values two ascending lists have in common. */
function sharedCount(left: readonly ValueId[], right: readonly ValueId[]): number {
  let count = 0;
  for (let i = 0, j = 0; i < left.length && j < right.length; ) {
    const l = left[i] ?? 0;
    const r = right[j] ?? 0;
    if (l === r) count++;
    if (l <= r) i++;
    if (r <= l) j++;
  }
  return count;
}
