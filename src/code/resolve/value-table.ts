/**
 * Values, sets of values and lists as interned numbers: what is written down once has one id, so that equal is one comparison.
 * What values mean together (unions, limits, what instances carry) is told by `values.ts`, which stands on this.
 */
import { IntRecords } from './int-records.js';
import { PairTable } from './pair-table.js';
import { KIND_COUNT, Kind } from './value-kinds.js';

/** An interned value. */
export type ValueId = number;
/** An interned set of values; 0 is none, for "not evaluated yet". */
export type SetId = number;

/** Larger sets are ANYTHING: nobody reads a call with more targets, and growth must end. */
const SET_SIZE_MAX = 24;

/** Values nested deeper than this are unknown: `x = partial(x)` in a loop must end. */
const DEPTH_MAX = 6;

export const UNKNOWN: ValueId = 1;
const ANYTHING: ValueId = 2;
const NONE: ValueId = 3;
export const IDENTITY: ValueId = 4;

export const EMPTY_SET: SetId = 1;
export const UNKNOWN_SET: SetId = 2 * UNKNOWN;
export const ANYTHING_SET: SetId = 2 * ANYTHING;
export const NONE_SET: SetId = 2 * NONE;

const NO_VALUES: readonly ValueId[] = [];

/** What is kept of a value: how deep others are nested in it is DEPTH, and TWIN with that where it carries something. */
const KIND = 0;
const A = 1;
const B = 2;
const DEPTH = 3;
const FIELDS = 4;

/** More than any depth. */
const TWIN = 8;

/** Sets of one value and lists that stay made, each kind. */
const KEPT = 2 ** 13;
/** The same for sets of several: they are asked for most. */
const KEPT_SETS = 2 ** 15;

interface KeptList {
  /** Of a list, or a set. */
  readonly id: number;
  readonly items: readonly number[];
}

/** The set of one value. */
export function setOf(value: ValueId): SetId {
  return value * 2;
}

/** What is interned in one run. */
export class ValueTable {
  readonly #tables: readonly PairTable[] = Array.from({ length: KIND_COUNT }, () => new PairTable());
  /** (kind, index) → value: kind tables number from zero, values run through. */
  readonly #ids: number[][] = Array.from({ length: KIND_COUNT }, () => []);
  /** Value 0 is none. */
  readonly #values = new IntRecords(FIELDS);
  /** Lists of numbers, built up one by one: (list, number) → list. List 0 is empty. */
  readonly #lists = new PairTable();
  /** The list of the values of each set of two or more; the set's id is 2 × index + 1. */
  readonly #listsOfSets = new IntRecords(1);
  readonly #setsOfLists: SetId[] = [];
  /** Made when asked for, and not all of them kept: they are most of what there is. */
  readonly #sets: (KeptList | undefined)[] = Array.from({ length: KEPT_SETS }, () => undefined);
  readonly #singles: (readonly ValueId[])[] = Array.from({ length: KEPT }, () => NO_VALUES);
  readonly #listItems: (KeptList | undefined)[] = Array.from({ length: KEPT }, () => undefined);
  protected readonly pairs = new PairTable();
  /** (plain value, what it carries) → value: twins of instances and classes, alike in kind, `a` and `b`. */
  readonly #twins = new PairTable();
  readonly #twinIds: ValueId[] = [];

  constructor() {
    this.#values.add();
    this.#listsOfSets.add();
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
        return 1 + Math.max(this.#depth(a), this.#depth(b));
      case Kind.STATIC_METHOD:
      case Kind.CLASS_METHOD:
      case Kind.PROPERTY_PART:
      case Kind.CONTEXT_FUNCTION:
      case Kind.BUILTIN_METHOD:
      case Kind.PARTIAL:
      case Kind.PARAMETER_INSTANCE:
      case Kind.COMPUTED:
      case Kind.PARAMETER_CLASS:
        return 1 + this.#depth(a);
      default:
        return 0;
    }
  }

  #depth(value: ValueId): number {
    return this.#values.get(value, DEPTH) & (TWIN - 1);
  }

  /** Whether a value carries something; most do not, and of these nothing has to be looked up. */
  protected carries(value: ValueId): boolean {
    return (this.#values.get(value, DEPTH) & TWIN) !== 0;
  }

  /** The value without what it carries. */
  plain(value: ValueId): ValueId {
    return this.carries(value) ? this.value(this.kind(value), this.a(value), this.b(value)) : value;
  }

  /** The sets that a structure holds. */
  protected setsIn(value: ValueId): readonly SetId[] {
    const kind = this.kind(value);
    if (kind === Kind.TYPED) return [this.typedElement(value), this.typedKey(value)];
    const items = this.listItems(this.a(value));
    return kind === Kind.TUPLE ? items : items.filter((_, i) => i % 2 === 1);
  }

  protected twin(value: ValueId, carried: number): ValueId {
    const index = this.#twins.add(value, carried);
    const known = this.#twinIds[index];
    if (known !== undefined) return known;
    const id = this.#add(this.kind(value), this.a(value), this.b(value), this.#depth(value) | TWIN);
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
    if ((set & 1) === 1) return this.#several(set >> 1);
    if (set === 0) return NO_VALUES;
    const value = set >> 1;
    let single = this.#singles[value % KEPT];
    if (single === undefined || single[0] !== value) {
      single = [value];
      this.#singles[value % KEPT] = single;
    }
    return single;
  }

  #several(index: number): readonly ValueId[] {
    const kept = this.#sets[index % KEPT_SETS];
    if (kept?.id === index) return kept.items;
    const items = this.#items(this.#listsOfSets.get(index, 0));
    this.#sets[index % KEPT_SETS] = { id: index, items };
    return items;
  }

  /** Whether the value is in the set. */
  has(set: SetId, value: ValueId): boolean {
    return (set & 1) === 0 ? set >> 1 === value : this.elements(set).includes(value);
  }

  protected intern(ascending: readonly ValueId[]): SetId {
    if (ascending.length === 0) return EMPTY_SET;
    if (ascending.length === 1) return setOf(ascending[0] ?? UNKNOWN);
    if (ascending.length > SET_SIZE_MAX) return ANYTHING_SET;
    const list = this.list(ascending);
    const known = this.#setsOfLists[list];
    if (known !== undefined) return known;
    const index = this.#listsOfSets.add();
    this.#listsOfSets.set(index, 0, list);
    const set = index * 2 + 1;
    this.#setsOfLists[list] = set;
    return set;
  }

  /** The set without one value. */
  without(set: SetId, value: ValueId): SetId {
    if (!this.has(set, value)) return set;
    return this.intern(this.elements(set).filter((element) => element !== value));
  }

  /** The id of a list of numbers; 0 for the empty one. */
  list(numbers: readonly number[]): number {
    let list = 0;
    for (const number of numbers) list = this.#lists.add(list, number) + 1;
    return list;
  }

  listItems(list: number): readonly number[] {
    const kept = this.#listItems[list % KEPT];
    if (kept?.id === list) return kept.items;
    const items = this.#items(list);
    this.#listItems[list % KEPT] = { id: list, items };
    return items;
  }

  #items(list: number): readonly number[] {
    const items: number[] = [];
    for (let rest = list; rest !== 0; rest = this.#lists.first(rest - 1)) {
      items.push(this.#lists.second(rest - 1));
    }
    return items.reverse();
  }

  typedElement(value: ValueId): SetId {
    return this.pairs.first(this.b(value));
  }

  typedKey(value: ValueId): SetId {
    return this.pairs.second(this.b(value));
  }
}
