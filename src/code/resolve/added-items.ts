/**
 * What a file puts into a container after it was made (`append`, `update`, `d[k] = …`), under the names it is bound to where
 * it is made. Containers that lie in others as soon as they are made are known by what receivers evaluate to.
 */
import { Op } from '../code.js';
import { addedBy, spread } from './adding-calls.js';
import { ADDING } from './adding-methods.js';
import { type FileIndex, Occurrence, occurrencesOf, scopeAt } from './file-index.js';
import { runsFirst } from './first-statements.js';
import { elementsOfSet } from './items.js';
import { type LiteralRead, readsUnder } from './literal-reads.js';
import { overwrittenItems } from './overwritten-items.js';
import { keysPutFirst, PutAs, putByOthers } from './patches.js';
import { pathKey } from './path-keys.js';
import { type Arguments, type FileUnit, Query, type Session } from './session.js';
import { settledList } from './settled-lists.js';
import { settledTable } from './settled-tables.js';
import { nextInstruction } from './stream.js';
import { Kind } from './value-kinds.js';
import { EMPTY_SET, type SetId, setOf, UNKNOWN, UNKNOWN_SET, type ValueId } from './value-table.js';

/** What the file puts into the container at `at` after it was made: under `key`, or under any when that is undefined. */
export function added(s: Session, file: FileUnit, at: number, key: ValueId | undefined): SetId {
  const { code } = file.index;
  let set: SetId = EMPTY_SET;
  const overwritten = key === undefined ? NO_SITES : overwrittenAt(s, file, at, key);
  const settled = settledList(file, at) ?? settledTable(file, at);
  for (const site of itemSites(s, file, at)) {
    if (overwritten.includes(site) || settled?.sites.has(site) === true) continue;
    const isOther = key !== undefined && isOtherKey(s, s.evaluate(file, code[site + 2] ?? 0), key);
    if (isOther) continue;
    const paired = key === undefined ? UNKNOWN_SET : s.ask(Query.PAIRED, file, site, key);
    const isPaired = !s.values.has(paired, UNKNOWN);
    set = s.values.union(set, isPaired ? paired : s.evaluate(file, code[site + 3] ?? 0));
  }
  for (const [method, place, isMany] of ADDING) {
    if (key !== undefined && s.values.kind(key) === Kind.INTEGER) break;
    for (const call of methodCalls(s, file, at, method)) {
      if (settled?.sites.has(call) === true) continue;
      const passed: Arguments = { file, call, leading: [] };
      set = s.values.union(set, addedBy(s, passed, { place, isMany, key }));
    }
  }
  return s.values.union(set, addedByOthers(s, file, at, key));
}

function addedByOthers(s: Session, file: FileUnit, at: number, key: ValueId | undefined): SetId {
  let set: SetId = EMPTY_SET;
  for (const { keys, values, how } of putByOthers(s, file, at, boundNames(file.index, at))) {
    if (how === PutAs.MANY) set = s.values.union(set, spread(s, values, key));
    else if (key === undefined || (keys !== EMPTY_SET && !isOtherKey(s, keys, key)))
      set = s.values.union(set, values);
  }
  return set;
}

/** Whether a function that runs first puts something under a key of a table of the module, which nobody has read by then. */
export function isReplacedFirst(s: Session, file: FileUnit, at: number, key: ValueId): boolean {
  const { index } = file;
  const { code } = index;
  if (scopeAt(index, at) !== 0) return false;
  const isKey = (ref: number): boolean =>
    (code[ref] === Op.STRING || code[ref] === Op.INTEGER) && s.evaluate(file, ref) === setOf(key);
  const isReplaced = itemSites(s, file, at).some(
    (each) => scopeAt(index, each) !== 0 && isKey(code[each + 2] ?? 0) && runsFirst(s, file, each),
  );
  const isKept = (read: LiteralRead): boolean =>
    !read.isCalled && read.at > at && scopeAt(index, read.at) === 0;
  return isReplaced && !readsUnder(file, pathKey(s, key)).some(isKept);
}

/** Whether another file puts something under a key before anybody can have read what stands there. */
export function isReplacedByOthers(s: Session, file: FileUnit, at: number, key: ValueId): boolean {
  return s.values.has(keysPutFirst(s, file, at, boundNames(file.index, at)), key);
}

/** The keys under which other files put something into the container at `at`. */
export function keysOfOthers(s: Session, file: FileUnit, at: number): SetId {
  return putByOthers(s, file, at, boundNames(file.index, at)).reduce(
    (set, { keys, values, how }) => s.values.union(set, how === PutAs.MANY ? elementsOfSet(s, values) : keys),
    EMPTY_SET,
  );
}

const NO_SITES: readonly number[] = [];

/** Writes to the container under a literal key that are overwritten before they are read: where it is bound, SET_ITEMs. */
export function overwrittenAt(s: Session, file: FileUnit, at: number, key: ValueId): readonly number[] {
  const { index } = file;
  if (isInner(index, at)) return NO_SITES;
  const [name, ...others] = boundNames(index, at);
  return name === undefined || others.length > 0 ? NO_SITES : overwrittenItems(s, index, { at, name }, key);
}

/** Whether a key is known to be another one. */
export function isOtherKey(s: Session, set: SetId, key: ValueId): boolean {
  return s.values.elements(set).every((value) => {
    const kind = s.values.kind(value);
    return (kind === Kind.TEXT || kind === Kind.INTEGER) && value !== key;
  });
}

/** SET_ITEMs on the container. */
export function itemSites(s: Session, file: FileUnit, at: number): number[] {
  const { index } = file;
  const names = isInner(index, at) ? [0] : boundNames(index, at);
  return names
    .flatMap((name) => occurrencesOf(index, Occurrence.ITEM, name))
    .filter((site) => holds(s, file, index.code[site + 1] ?? 0, at));
}

/** Whether later statements may move the items of a list to other places; of those counted from its end, added ones do. */
export function isShifted(s: Session, file: FileUnit, at: number, isFromEnd: boolean): boolean {
  const { index } = file;
  // A tuple stays what it is, and so does a list that nothing names.
  if (index.code[at] !== Op.LIST || (boundNames(index, at).length === 0 && !isInner(index, at))) return false;
  const settled = settledList(file, at);
  return [...SHIFTING, ...(isFromEnd ? LENGTHENING : [])].some((method) =>
    methodCalls(s, file, at, method).some((call) => settled?.sites.has(call) !== true),
  );
}
const SHIFTING = [
  'insert',
  'pop',
  'popleft',
  'remove',
  'reverse',
  'sort',
  'clear',
  'appendleft',
  'extendleft',
];
const LENGTHENING = ['append', 'extend'];

/** Calls of a method on the container. */
function methodCalls(s: Session, file: FileUnit, at: number, method: string): number[] {
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
