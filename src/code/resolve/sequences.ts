/**
 * Sequences and mappings made of others: slices, `a + b`, `a | b`. Each is a container of its own, since it may be added to, and
 * its items are those of what it is made of, by place or key where these are known.
 */
import { OPERATORS, Op, SLICE_OPEN, SLICE_UNKNOWN } from '../code.js';
import type { FileIndex } from './file-index.js';
import { type FileUnit, Query, type Session } from './session.js';
import { INTEGER_BIAS, Kind } from './value-kinds.js';
import { EMPTY_SET, type SetId, setOf, type ValueId } from './value-table.js';

/** Items of a slice that are looked at one by one. */
const ITEMS_MAX = 32;
/** Items at later places are any: `rest = rest[1:]` in a loop must end. */
const PLACES_MAX = 16;

/** Whether a container is made of others. */
export function isJoined({ code }: FileIndex, at: number): boolean {
  return code[at] === Op.SLICE || code[at] === Op.OPERATION;
}

/** `a | b` of dictionaries. */
export function isMerged({ code }: FileIndex, at: number): boolean {
  return code[at] === Op.OPERATION && OPERATORS[Math.abs(code[at + 1] ?? 0)] === '|';
}

export function slicedTuple(s: Session, value: ValueId, from: number, to: number): SetId {
  const items = s.values.listItems(s.values.a(value));
  if (from === SLICE_UNKNOWN || to === SLICE_UNKNOWN) return s.values.typed(s.names.list, s.element(value));
  return s.values.tuple(items.slice(from, to === SLICE_OPEN ? undefined : to));
}

/** What the container at `at` takes over, in all. */
export function joinedElements(s: Session, file: FileUnit, at: number): SetId {
  const { code } = file.index;
  if (code[at] === Op.SLICE) {
    return s.values.flatMap(s.evaluate(file, code[at + 1] ?? 0), (value) =>
      sliceElements(s, file, at, value),
    );
  }
  return s.values.union(elementsOf(s, file, code[at + 2] ?? 0), elementsOf(s, file, code[at + 3] ?? 0));
}

/** What a container holds, of mappings the values. */
function elementsOf(s: Session, file: FileUnit, ref: number): SetId {
  return s.values.flatMap(s.expand(s.evaluate(file, ref)), (value) => held(s, value));
}

function held(s: Session, value: ValueId): SetId {
  const { values } = s;
  const unit = values.kind(value) === Kind.CONTAINER ? s.files[values.a(value)] : undefined;
  if (unit !== undefined) return s.ask(Query.ELEMENTS, unit, values.b(value));
  return values.kind(value) === Kind.TYPED ? values.typedElement(value) : s.element(value);
}

/** The items of a slice of a display, as far as their places are known. */
function sliceElements(s: Session, file: FileUnit, at: number, value: ValueId): SetId {
  const { code } = file.index;
  const from = code[at + 2] ?? 0;
  const to = code[at + 3] ?? 0;
  const length = lengthOf(s, file, value);
  if (length === undefined || length > ITEMS_MAX || from === SLICE_UNKNOWN || to === SLICE_UNKNOWN) {
    return held(s, value);
  }
  const places = Array.from({ length }, (_, place) => place);
  return places
    .slice(from, to === SLICE_OPEN ? undefined : to)
    .reduce((set, place) => s.values.union(set, itemOf(s, value, place)), EMPTY_SET);
}

function itemOf(s: Session, value: ValueId, place: number): SetId {
  return s.item(value, s.values.single(Kind.INTEGER, place + INTEGER_BIAS));
}

/** Lists that are made of others are measured up to this depth. */
const LENGTH_DEPTH_MAX = 4;

/**
 * How many items a display of the same file has, or what is made of such by `+` and slices; undefined for what is no display, has
 * stars or is added to.
 */
function lengthOf(s: Session, file: FileUnit, value: ValueId, depth = LENGTH_DEPTH_MAX): number | undefined {
  const { code } = file.index;
  if (s.values.kind(value) === Kind.TUPLE) return s.values.listItems(s.values.a(value)).length;
  if (s.values.kind(value) !== Kind.CONTAINER || s.values.a(value) !== file.number) return undefined;
  const at = s.values.b(value);
  if (isJoined(file.index, at) && depth > 0) return joinedLength(s, file, at, depth - 1);
  if (code[at] !== Op.LIST && code[at] !== Op.TUPLE) return undefined;
  const count = code[at + 1] ?? 0;
  for (let i = 0; i < count; i++) if (code[code[at + 2 + i] ?? 0] === Op.STAR) return undefined;
  return file.index.calls.some((call) => isAdding(s, file, call)) ? undefined : count;
}

function joinedLength(s: Session, file: FileUnit, at: number, depth: number): number | undefined {
  const { code } = file.index;
  const lengthAt = (ref: number): number | undefined => {
    const [value, ...others] = s.values.elements(s.evaluate(file, ref));
    return value === undefined || others.length > 0 ? undefined : lengthOf(s, file, value, depth);
  };
  if (code[at] === Op.OPERATION) {
    const left = code[at + 1] === PLUS ? lengthAt(code[at + 2] ?? 0) : undefined;
    const right = left === undefined ? undefined : lengthAt(code[at + 3] ?? 0);
    return left === undefined || right === undefined ? undefined : left + right;
  }
  const from = code[at + 2] ?? 0;
  const to = code[at + 3] ?? 0;
  const length = lengthAt(code[at + 1] ?? 0);
  if (length === undefined || length > ITEMS_MAX || from === SLICE_UNKNOWN || to === SLICE_UNKNOWN)
    return undefined;
  return Array.from({ length }, () => 0).slice(from, to === SLICE_OPEN ? undefined : to).length;
}
const PLUS = OPERATORS.indexOf('+');

const ADDING: ReadonlySet<string> = new Set([
  'append',
  'extend',
  'insert',
  'pop',
  'remove',
  'sort',
  'reverse',
]);

/** Whether a call may change a list; of which one is not asked. */
function isAdding(s: Session, { index }: FileUnit, call: number): boolean {
  const callee = index.code[call + 1] ?? 0;
  if (index.code[callee] !== Op.ATTRIBUTE) return false;
  return ADDING.has(s.names.text(index.names[index.code[callee + 2] ?? 0] ?? 0));
}

/** The item under a literal key of the container at `at`; undefined when it may be any. */
export function joinedItem(s: Session, file: FileUnit, at: number, key: ValueId): SetId | undefined {
  const { code } = file.index;
  if (code[at] === Op.SLICE) return sliceItem(s, file, at, key);
  return isMerged(file.index, at) ? mergedItem(s, file, at, key) : addedItem(s, file, at, key);
}

function sliceItem(s: Session, file: FileUnit, at: number, key: ValueId): SetId | undefined {
  const { code } = file.index;
  const from = code[at + 2] ?? 0;
  const to = code[at + 3] ?? 0;
  const place = s.values.a(key) - INTEGER_BIAS;
  if (s.values.kind(key) !== Kind.INTEGER || from === SLICE_UNKNOWN || to === SLICE_UNKNOWN) return undefined;
  const isFromStart = place >= 0 && from >= 0 && from + place < PLACES_MAX;
  const isFromEnd = place < 0 && to === SLICE_OPEN;
  if (!isFromStart && !isFromEnd) return undefined;
  return s.values.flatMap(s.evaluate(file, code[at + 1] ?? 0), (value) =>
    itemOf(s, value, isFromStart ? from + place : place),
  );
}

/** `a | b`: what b has under a key counts. */
function mergedItem(s: Session, file: FileUnit, at: number, key: ValueId): SetId {
  const { code } = file.index;
  const under = (ref: number): SetId =>
    s.values.flatMap(s.expand(s.evaluate(file, ref)), (value) => s.item(value, setOf(key)));
  const right = code[at + 3] ?? 0;
  if (hasKey(s, file, right, key)) return under(right);
  return s.values.union(under(code[at + 2] ?? 0), under(right));
}

/** Whether a display has a literal key. */
function hasKey(s: Session, file: FileUnit, ref: number, key: ValueId): boolean {
  const { code, names } = file.index;
  if (code[ref] !== Op.DICT || s.values.kind(key) !== Kind.TEXT) return false;
  for (let i = 0; i < (code[ref + 1] ?? 0); i += 2) {
    const here = code[ref + 2 + i] ?? 0;
    if (code[here] === Op.STRING && names[code[here + 1] ?? 0] === s.values.a(key)) return true;
  }
  return false;
}

/** `a + b` where the length of a is known. */
function addedItem(s: Session, file: FileUnit, at: number, key: ValueId): SetId | undefined {
  const { code } = file.index;
  const place = s.values.a(key) - INTEGER_BIAS;
  if (s.values.kind(key) !== Kind.INTEGER || place < 0) return undefined;
  const left = s.evaluate(file, code[at + 2] ?? 0);
  const [first, ...others] = s.values.elements(left);
  const length = first === undefined || others.length > 0 ? undefined : lengthOf(s, file, first);
  if (first === undefined || length === undefined) return undefined;
  if (place < length) return itemOf(s, first, place);
  return s.values.flatMap(s.expand(s.evaluate(file, code[at + 3] ?? 0)), (value) =>
    itemOf(s, value, place - length),
  );
}
