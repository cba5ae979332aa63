/**
 * What an expression may evaluate to: an abstract value is (kind, a, b), and sets of values unite in a few steps, since all are
 * interned integers (`value-table.ts`). The lattice is sets ordered by inclusion, with ANYTHING on top of all:
 * evaluation only ever grows sets, so fixed points exist and do not depend on the order of evaluation.
 *
 * Ids are given in order of evaluation and never leave a run; what leaves is ordered by the ids of the graph.
 */
import { hashPair } from './pair-table.js';
import { isAround, isMade, isStructure, KIND_COUNT, Kind } from './value-kinds.js';
import {
  ANYTHING_SET,
  EMPTY_SET,
  type SetId,
  setOf,
  UNKNOWN_SET,
  type ValueId,
  ValueTable,
} from './value-table.js';

/** Lists of lists are followed; what lists in these hold is unknown: `x = [x]` in a loop must end, too. */
const STRUCTURES_MAX = 3;

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

/** Unions that are kept, a power of two: two sets, the lower first, and what they are together. */
const UNIONS_KEPT = 2 ** 14;
const UNION_FIELDS = 3;

const NO_SETS: readonly SetId[] = [];

/** Of values that are never joined with others. */
const NO_SHAPE = -1;

/** Values and sets of one run. */
export class Values extends ValueTable {
  readonly #unions = new Int32Array(UNIONS_KEPT * UNION_FIELDS);
  readonly #variables = new Map<ValueId, number>();
  readonly #arguments = new Map<ValueId, { readonly types: readonly SetId[]; readonly depth: number }>();
  readonly #makings = new Map<ValueId, { readonly fields: readonly number[]; readonly depth: number }>();
  /** By value of a structure: how deep makings are nested in it. */
  readonly #structureDepths = new Map<ValueId, number>();
  /** Whether any value stands for a type variable. */
  hasVariables = false;

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
      return this.single(kind, this.a(value), this.pairs.add(element, this.typedKey(value)));
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
    if (this.making(value).length > 0) return this.asVariable(this.plain(value), name);
    const id = this.twin(value, name * CARRIED_KINDS + CARRIES_VARIABLE);
    this.#variables.set(id, name);
    const types = this.#arguments.get(value);
    if (types !== undefined) this.#arguments.set(id, types);
    this.hasVariables = true;
    return id;
  }

  /** The name id of the type variable that the value is the bound of; 0 when it is of none. */
  variable(value: ValueId): number {
    return this.carries(value) ? (this.#variables.get(value) ?? 0) : 0;
  }

  /** The value with the arguments of its type in place of any it had. */
  withArguments(value: ValueId, types: readonly SetId[]): ValueId {
    let depth = 0;
    for (const type of types) {
      for (const inner of this.elements(type))
        depth = Math.max(depth, this.#arguments.get(inner)?.depth ?? 0);
    }
    const plain = this.plain(value);
    if (depth >= ARGUMENTS_DEPTH_MAX) return plain;
    const id = this.twin(plain, this.list(types) * CARRIED_KINDS + CARRIES_ARGUMENTS);
    this.#arguments.set(id, { types, depth: depth + 1 });
    return id;
  }

  /** The arguments of the value's type; none when they are not known. */
  argumentsOf(value: ValueId): readonly SetId[] {
    return this.carries(value) ? (this.#arguments.get(value)?.types ?? NO_SETS) : NO_SETS;
  }

  /**
   * An instance with what it was made with: PARAMETERs of `__init__`, else TEXTs of fields, and sets in turn. One whose type
   * has arguments stays what it is, made with anything; so does what is nested too deep in the sets.
   */
  madeWith(instance: ValueId, fields: readonly number[]): ValueId {
    const plain = this.plain(instance);
    if (fields.length === 0 || this.argumentsOf(instance).length > 0) return instance;
    return this.#made(plain, fields, MAKINGS_DEPTH_MAX);
  }

  /** A plain instance with what it was made with, in which makings go at most `levels` deep, its own included. */
  #made(plain: ValueId, given: readonly number[], levels: number): ValueId {
    if (levels === 0) return plain;
    const fields = given.map((field, i) => (i % 2 === 0 ? field : this.#lessMade(field, levels - 1)));
    const id = this.twin(plain, this.list(fields) * CARRIED_KINDS + CARRIES_MAKING);
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
    if (isAround(kind)) return Math.max(this.#makingDepthOf(this.a(value)), this.#makingDepthOfSecond(value));
    if (!isStructure(kind)) return this.carries(value) ? (this.#makings.get(value)?.depth ?? 0) : 0;
    let depth = this.#structureDepths.get(value);
    if (depth === undefined) {
      depth = Math.max(0, ...this.setsIn(value).map((set) => this.#makingDepth(set)));
      this.#structureDepths.set(value, depth);
    }
    return depth;
  }

  #makingDepthOfSecond(value: ValueId): number {
    const isPair = this.kind(value) === Kind.METHOD || this.kind(value) === Kind.PROPERTY;
    return isPair && this.b(value) !== 0 ? this.#makingDepthOf(this.b(value)) : 0;
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
      case Kind.PROPERTY: {
        const second = this.b(value) === 0 ? 0 : this.#lessMadeValue(this.b(value), levels);
        return this.value(kind, this.#lessMadeValue(this.a(value), levels), second);
      }
      case Kind.STATIC_METHOD:
      case Kind.CLASS_METHOD:
      case Kind.CONTEXT_FUNCTION:
      case Kind.PARTIAL:
        return this.value(kind, this.#lessMadeValue(this.a(value), levels), this.b(value));
      case Kind.TYPED:
        return this.value(
          kind,
          this.a(value),
          this.pairs.add(less(this.typedElement(value)), less(this.typedKey(value))),
        );
      case Kind.TUPLE:
        return this.value(kind, this.list(this.listItems(this.a(value)).map(less)));
      case Kind.RECORD: {
        const items = this.listItems(this.a(value));
        return this.value(kind, this.list(items.map((item, i) => (i % 2 === 0 ? item : less(item)))));
      }
      default:
        return this.#made(this.plain(value), this.making(value), levels);
    }
  }

  /** What an instance was made with; nothing where that may be anything. */
  making(value: ValueId): readonly number[] {
    return this.carries(value) ? (this.#makings.get(value)?.fields ?? NO_NUMBERS) : NO_NUMBERS;
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

  /** Sets meet the same sets over and over, so the last unions are kept by their parts. */
  #merge(s: SetId, t: SetId): SetId {
    const low = Math.min(s, t);
    const high = Math.max(s, t);
    const place = (hashPair(low, high) & (UNIONS_KEPT - 1)) * UNION_FIELDS;
    const kept = this.#unions;
    if (kept[place] === low && kept[place + 1] === high) return kept[place + 2] ?? EMPTY_SET;
    const union = this.#mergeAnew(s, t);
    kept[place] = low;
    kept[place + 1] = high;
    kept[place + 2] = union;
    return union;
  }

  #mergeAnew(s: SetId, t: SetId): SetId {
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
    return this.intern(this.#joined(merged));
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
      if (!isMethod && !isMade(kind)) continue;
      const hasMade = isMethod
        ? this.making(this.a(value)).length > 0 || this.making(this.b(value)).length > 0
        : this.making(value).length > 0;
      if (!hasMade) continue;
      for (const other of values) {
        if (other === value || this.kind(other) !== kind) continue;
        if (!isMethod && this.#isTwin(value, other)) return true;
        if (
          isMethod &&
          this.#isTwin(this.a(value), this.a(other)) &&
          this.#isTwin(this.b(value), this.b(other))
        )
          return true;
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
      case Kind.FUNCTION:
      case Kind.LAMBDA:
      case Kind.COROUTINE:
        return this.#isTyped(value) ? NO_SHAPE : this.plain(value) * KIND_COUNT + kind;
      case Kind.METHOD: {
        const receiver = this.b(value);
        const isPlain = this.kind(receiver) === Kind.INSTANCE && !this.#isTyped(receiver);
        return `${this.plain(this.a(value))} ${isPlain ? this.plain(receiver) : receiver}`;
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
    if (isMade(kind)) return this.#joinMakings(x, y);
    if (kind === Kind.METHOD) {
      return this.value(kind, this.#joinParts(this.a(x), this.a(y)), this.#joinParts(this.b(x), this.b(y)));
    }
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

  #joinParts(x: ValueId, y: ValueId): ValueId {
    return x === y ? x : this.#joinTwo(x, y);
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
    return this.madeWith(this.plain(x), fields);
  }

  /** Known by type only: iterating gives `element`; `key` is for mappings (EMPTY_SET else). */
  typed(type: number, element: SetId, key: SetId = EMPTY_SET): SetId {
    const limited = this.#limited(element, STRUCTURES_MAX - 1);
    return this.single(Kind.TYPED, type, this.pairs.add(limited, this.#limited(key, 0)));
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
