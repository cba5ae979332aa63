/**
 * What was assigned to a path, `name.attribute`, `name['key']` or deeper, in the scope of its use: in straight-line code the last
 * assignment wins, as for names. Syntax decides which assignments reach the use; what stands there is evaluated.
 */
import { Op } from '../code.js';
import {
  blockAt,
  eventsEnd,
  type FileIndex,
  firstEvent,
  NO_SYMBOL,
  Occurrence,
  occurrencesOf,
  PATH,
  scopeAt,
} from './file-index.js';
import { updatedKeys } from './literal-update.js';
import { integerKey, lastKey, literalKey, textKey } from './path-keys.js';
import { ANY_EVENT, reachingEvents } from './reach.js';
import { type FileUnit, Query, type Session } from './session.js';
import { ANYTHING_SET, EMPTY_SET, type SetId } from './value-table.js';

/** What is known of a path at a use. */
export interface Followed {
  readonly set: SetId;
  /** Whether nothing else can be there. */
  readonly isSure: boolean;
  /** It was deleted: what an instance has there is what its class has. */
  readonly isDeleted?: true;
}
const DELETED: Followed = { set: EMPTY_SET, isSure: false, isDeleted: true };
export const NOT_FOLLOWED: Followed = { set: EMPTY_SET, isSure: false };
const FOLLOWED_TOO_FAR: Followed = { set: ANYTHING_SET, isSure: true };

/** What was assigned to `name.attribute`, `name[key]` or deeper in the same scope and reaches this use. */
export function followPath(s: Session, file: FileUnit, at: number, key: number): Followed {
  return followFrom(s, file, { at, base: file.index.code[at + 1] ?? 0 }, key);
}

/** What `table.pop('key')` and `table.get('key')` give, where straight-line code tells what stands there. */
export function followTaken(s: Session, file: FileUnit, call: number): Followed {
  const { code, facts } = file.index;
  const callee = code[call + 1] ?? 0;
  if (code[callee] !== Op.ATTRIBUTE || (code[call + 3] ?? 0) === 0) return NOT_FOLLOWED;
  if (!TAKING.has(facts.code.strings[code[callee + 2] ?? 0] ?? '')) return NOT_FOLLOWED;
  const key = literalKey(file.index, code[call + 4] ?? 0);
  if (key === undefined) return NOT_FOLLOWED;
  return followFrom(s, file, { at: call, base: code[callee + 1] ?? 0 }, key);
}
const TAKING: ReadonlySet<string> = new Set(['get', 'pop', 'setdefault']);

function followFrom(
  s: Session,
  file: FileUnit,
  { at, base: from }: { readonly at: number; readonly base: number },
  key: number,
): Followed {
  const { index } = file;
  const { code, symbols } = index;
  if (!index.pathKeys.has(key)) return NOT_FOLLOWED;
  const block = blockAt(index, at);
  const bases = pathSymbols(file, from, index.blocks.scope[block] ?? 0);
  const [symbol = NO_SYMBOL] = bases;
  const path = symbol === NO_SYMBOL ? NO_SYMBOL : symbols.find(PATH - symbol, key);
  if (path === NO_SYMBOL) return NOT_FOLLOWED;
  const events: number[] = [];
  const isUnbound = reachingEvents(index, path, { position: at, block }, events);
  if (events[0] === ANY_EVENT) return FOLLOWED_TOO_FAR;
  if (events.length === 0) return NOT_FOLLOWED;
  const first = Math.min(...events);
  if (bases.some((base) => isRebound(file, base, first, at))) return NOT_FOLLOWED;
  if (bases.some((base) => isCarriedBack(index, base, { position: at, block }, events))) return NOT_FOLLOWED;
  if (!isUnbound && events.every((event) => code[event] === Op.DELETE_ATTRIBUTE && event < at))
    return DELETED;
  const root = symbols.second(bases.at(-1) ?? 0);
  let set: SetId = EMPTY_SET;
  let isSure = !isUnbound;
  for (const event of events) {
    if (code[event] === Op.DELETE_ATTRIBUTE) {
      // What is there behind it is what the class has.
      isSure = false;
    } else if (code[event] === Op.BIND && event > at) {
      // Of an earlier round of a loop: what the container holds tells as much.
      isSure = false;
    } else if (code[event] === Op.BIND) {
      const item = displayedAt(file, code[event + 2] ?? 0, key);
      if (item !== SPREAD) set = s.values.union(set, s.evaluate(file, item));
      isSure &&= item !== SPREAD && !isChangedByCalls(s, file, { name: root, key, at });
    } else if (code[event] === Op.CALL) {
      // An update: within a loop it may stand behind the use.
      isSure &&= event < at && !isChangedByCalls(s, file, { name: root, key, at });
      set = s.values.union(set, s.evaluate(file, updatedAt(file, event, key)));
    } else {
      const value = event < at ? s.eventValue(file, event) : s.ask(Query.BINDING, file, event);
      set = s.values.union(set, value);
    }
  }
  return { set, isSure };
}

/** The symbols of a path and of what it starts from, the name's own last; none for what is no path that is assigned to. */
export function pathSymbols(file: FileUnit, ref: number, scope: number): readonly number[] {
  const { code, names, symbols } = file.index;
  if (code[ref] === Op.NAME) {
    const symbol = symbols.find(scope, names[code[ref + 1] ?? 0] ?? 0);
    return symbol === NO_SYMBOL ? [] : [symbol];
  }
  const key = lastKey(file.index, ref);
  if (key === undefined || !file.index.pathKeys.has(key)) return [];
  const bases = pathSymbols(file, code[ref + 1] ?? 0, scope);
  const [base = NO_SYMBOL] = bases;
  const symbol = base === NO_SYMBOL ? NO_SYMBOL : symbols.find(PATH - base, key);
  return symbol === NO_SYMBOL ? [] : [symbol, ...bases];
}

/** Something is spread behind the item. */
const SPREAD = -1;

/** Where the item stands that a display holds under a literal key; the last one counts. */
function displayedAt(file: FileUnit, display: number, key: number): number {
  const { code } = file.index;
  const isDict = code[display] === Op.DICT;
  let found = 0;
  for (let i = 0; i < (code[display + 1] ?? 0); i += isDict ? 2 : 1) {
    if (isDict && found !== 0 && code[code[display + 2 + i] ?? 0] === Op.DOUBLE_STAR) return SPREAD;
    const here = isDict ? literalKey(file.index, code[display + 2 + i] ?? 0) : integerKey(i);
    if (here === key) found = code[display + 2 + i + (isDict ? 1 : 0)] ?? 0;
  }
  return found;
}

/** Where the value stands that an update sets under a key. */
function updatedAt({ index }: FileUnit, call: number, key: number): number {
  const found = updatedKeys(index.code, call, index.updatingDisplays)?.find(
    ({ string }) => textKey(index.names[string] ?? 0) === key,
  );
  return found?.value ?? 0;
}

/** Methods after which a container does not hold what it was displayed with. */
const CHANGING: readonly string[] = [
  'update',
  'setdefault',
  'pop',
  'popitem',
  'clear',
  'insert',
  'remove',
  'reverse',
  'sort',
];

/** Of these, methods that change what stands under one key. */
const ONE_KEY: ReadonlySet<string> = new Set(['setdefault', 'pop']);

/** Whether such a call is about another key, or stands behind the use in the same straight line. */
function isElsewhere(
  index: FileIndex,
  call: number,
  { key, at }: { readonly key: number; readonly at: number },
): boolean {
  const other = literalKey(index, index.code[call + 4] ?? 0);
  if (index.code[call + 3] === 0 || other === undefined) return false;
  return (
    other !== key || (call >= at && blockAt(index, call) === (index.scopes.block[scopeAt(index, at)] ?? 0))
  );
}

/** Whether the file calls such a method on anything of that name, but for updates that say what they set. */
function isChangedByCalls(
  s: Session,
  file: FileUnit,
  use: { readonly name: number; readonly key: number; readonly at: number },
): boolean {
  const { code, names } = file.index;
  return CHANGING.some((method) =>
    occurrencesOf(file.index, Occurrence.CALL, s.names.id(method)).some((call) => {
      const receiver = code[(code[call + 1] ?? 0) + 1] ?? 0;
      if (ONE_KEY.has(method) && isElsewhere(file.index, call, use)) return false;
      if (method === 'update' && updatedKeys(code, call, file.index.updatingDisplays) !== undefined)
        return false;
      return code[receiver] === Op.NAME && names[code[receiver + 1] ?? 0] === use.name;
    }),
  );
}

/** Whether an earlier round of a loop may have bound the name anew, behind the use: `rest[0](); rest = rest[1:]`. */
function isCarriedBack(
  index: FileIndex,
  symbol: number,
  use: { readonly position: number; readonly block: number },
  followed: readonly number[],
): boolean {
  const events: number[] = [];
  reachingEvents(index, symbol, use, events);
  return events.some(
    (event) =>
      (event > use.position || event === ANY_EVENT) &&
      !followed.includes(event) &&
      index.code[event] !== Op.NARROW,
  );
}

/** Whether the name itself is bound anew between two positions. */
function isRebound(file: FileUnit, symbol: number, from: number, to: number): boolean {
  const { index } = file;
  for (let i = firstEvent(index, symbol); i < eventsEnd(index, symbol); i++) {
    const event = index.events[i] ?? 0;
    if (event > from && event < to && index.code[event] !== Op.NARROW) return true;
  }
  return false;
}

/** Whether a path is assigned to in the scope of its use: what holds there is for `followPath` to say. */
export function isAssignedHere(file: FileUnit, ref: number): boolean {
  const { index } = file;
  return pathSymbols(file, ref, index.blocks.scope[blockAt(index, ref)] ?? 0).length > 0;
}
