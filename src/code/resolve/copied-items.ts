/**
 * What stands under a literal key of a container that a call makes of another: `list(x)`, `dict(x)`, `dict([('a', f)])`,
 * `dict(zip(keys, values))`, `list(reversed(x))`. Pairs and places are told apart where displays write them out.
 */
import { Op } from '../code.js';
import { argumentAt, argumentCount } from './arguments.js';
import type { FileIndex } from './file-index.js';
import { onlyEvent } from './name-search.js';
import type { FileUnit, Session } from './session.js';
import { INTEGER_BIAS, Kind } from './value-kinds.js';
import { EMPTY_SET, type SetId, setOf, type ValueId } from './value-table.js';

/** The item under a literal key of what the CALL at `at` makes; undefined where it may be any. `made` is the type's name. */
export function copiedItem(
  s: Session,
  file: FileUnit,
  at: number,
  wanted: { readonly key: ValueId; readonly made: string },
): SetId | undefined {
  const { index } = file;
  if (index.code[at] !== Op.CALL || argumentCount(index, at) !== 1) return undefined;
  const { key, made } = wanted;
  const given = displayOf(index, argumentAt(index, at, 0));
  if (made === 'dict')
    return pairedItem(s, file, given, key) ?? zippedItem(s, file, given, key) ?? itemOf(s, file, given, key);
  if ((made !== 'list' && made !== 'tuple') || s.values.kind(key) !== Kind.INTEGER) return undefined;
  const turned = argumentOf(index, given, 'reversed', 1);
  if (turned === undefined) return itemOf(s, file, given, key);
  const place = s.values.a(key) - INTEGER_BIAS;
  return itemOf(s, file, turned[0] ?? 0, s.values.value(Kind.INTEGER, INTEGER_BIAS - 1 - place));
}

/** The item of what a call is given, where that is a mapping or sequence whose items are known by key. */
function itemOf(s: Session, file: FileUnit, ref: number, key: ValueId): SetId | undefined {
  const { code } = file.index;
  if (code[ref] === Op.CALL || code[ref] === Op.COMPREHENSION || code[ref] === Op.KEYWORD) return undefined;
  const given = s.values.elements(s.expand(s.evaluate(file, ref)));
  const isText = s.values.kind(key) === Kind.TEXT;
  const isKnown = given.length > 0 && given.every((value) => holdsByKey(s, value, isText));
  if (!isKnown) return undefined;
  return given.reduce((set, value) => s.values.union(set, s.item(value, setOf(key))), EMPTY_SET);
}

function holdsByKey(s: Session, value: ValueId, isText: boolean): boolean {
  const kind = s.values.kind(value);
  if (kind === Kind.RECORD || kind === Kind.TUPLE) return true;
  const unit = kind === Kind.CONTAINER ? s.files[s.values.a(value)] : undefined;
  const op = unit?.index.code[s.values.b(value)];
  return isText ? op === Op.DICT : op === Op.LIST || op === Op.TUPLE || op === Op.DICT;
}

/** The display that an expression is, or that a name is bound to once. */
function displayOf(index: FileIndex, ref: number): number {
  const { code, names } = index;
  if (code[ref] !== Op.NAME) return ref;
  const event = onlyEvent(index, ref, names[code[ref + 1] ?? 0] ?? 0);
  const value = event > 0 && event < ref && code[event] === Op.BIND ? (code[event + 2] ?? 0) : 0;
  return code[value] === Op.LIST || code[value] === Op.TUPLE || code[value] === Op.CALL ? value : ref;
}

/** What a call of a builtin is given; undefined for other expressions. */
function argumentOf(
  index: FileIndex,
  ref: number,
  name: string,
  count: number,
): readonly number[] | undefined {
  const { code, facts } = index;
  const callee = code[ref + 1] ?? 0;
  if (code[ref] !== Op.CALL || code[callee] !== Op.NAME || argumentCount(index, ref) !== count)
    return undefined;
  if (facts.code.strings[code[callee + 1] ?? 0] !== name) return undefined;
  return Array.from({ length: count }, (_, place) => displayOf(index, argumentAt(index, ref, place)));
}

/** `[('a', f), ('b', g)]`: the last pair with the key. */
function pairedItem(s: Session, file: FileUnit, ref: number, key: ValueId): SetId | undefined {
  const { code } = file.index;
  if (!isDisplay(code, ref)) return undefined;
  let found: SetId | undefined;
  for (const pair of itemsOf(code, ref)) {
    if (!isDisplay(code, pair) || code[pair + 1] !== 2) return undefined;
    const first = code[pair + 2] ?? 0;
    if (!isLiteral(code, first)) return undefined;
    if (s.evaluate(file, first) === setOf(key)) found = s.evaluate(file, code[pair + 3] ?? 0);
  }
  return found;
}

/** `zip(['a', 'b'], [f, g])`: what stands where the key does. */
function zippedItem(s: Session, file: FileUnit, ref: number, key: ValueId): SetId | undefined {
  const { index } = file;
  const [keys = 0, given = 0] = argumentOf(index, ref, 'zip', 2) ?? [];
  if (!isDisplay(index.code, keys)) return undefined;
  const items = itemsOf(index.code, keys);
  if (!items.every((item) => isLiteral(index.code, item))) return undefined;
  const place = items.findLastIndex((item) => s.evaluate(file, item) === setOf(key));
  return place < 0 ? undefined : itemOf(s, file, given, s.values.value(Kind.INTEGER, INTEGER_BIAS + place));
}

function itemsOf(code: Int32Array, display: number): readonly number[] {
  return [...code.subarray(display + 2, display + 2 + (code[display + 1] ?? 0))];
}

function isDisplay(code: Int32Array, ref: number): boolean {
  return code[ref] === Op.LIST || code[ref] === Op.TUPLE;
}

function isLiteral(code: Int32Array, ref: number): boolean {
  return code[ref] === Op.STRING || code[ref] === Op.INTEGER;
}
