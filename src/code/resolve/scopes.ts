/**
 * What a name means where it stands: local, enclosing, global, builtin, with Python's exceptions (class bodies are not seen
 * from the functions in them, comprehensions and type parameters have scopes of their own), and within a scope the bindings
 * that reach the use. A function is called at an unknown time after its definition, so of the names around it it may see what
 * reached its definition and whatever is bound later.
 */
import { Op, ScopeKind } from '../code.js';
import { installations, installedHash } from './callers.js';
import { fromStars } from './exports.js';
import {
  blockAt,
  eventsEnd,
  type FileIndex,
  firstEvent,
  isBound,
  NO_SYMBOL,
  SymbolFlag,
  scopeAt,
} from './file-index.js';
import { firstRun } from './first-runs.js';
import { BUILTIN_NAMES, MODULE_ATTRIBUTES } from './python-data.js';
import { ANY_EVENT, addEvents, laterEvents, placeOfScope, reachingEvents } from './reach.js';
import { type FileUnit, Query, type Session } from './session.js';
import { Kind } from './value-kinds.js';
import { ANYTHING_SET, EMPTY_SET, NONE_SET, type SetId, setOf, UNKNOWN, UNKNOWN_SET } from './value-table.js';

/** Where a name was found: its events in one scope, and whether the search has to go on behind them. */
interface Found {
  readonly scope: number;
  readonly events: readonly number[];
}

/**
 * Calls `visit` for each scope that may bind the name, from the inside; stops when it is sure to be bound. Returns whether
 * the module's scope was passed without being sure.
 */
export function findName(
  index: FileIndex,
  position: number,
  name: number,
  isForward: boolean,
  visit: (found: Found) => void,
): boolean {
  const { scopes, symbols } = index;
  let block = blockAt(index, position);
  let scope = index.blocks.scope[block] ?? 0;
  let at = position;
  let isLater = isForward;
  let seesClasses = true;
  for (;;) {
    const kind = scopes.kind[scope] ?? ScopeKind.MODULE;
    const symbol = kind === ScopeKind.CLASS && !seesClasses ? NO_SYMBOL : symbols.find(scope, name);
    if (symbol !== NO_SYMBOL) {
      const events: number[] = [];
      const isSure = eventsAt(index, symbol, { position: at, block, isLater }, events);
      if (events.length > 0) visit({ scope, events });
      if (isSure) return false;
      const flags = index.symbolFlags[symbol] ?? 0;
      if ((flags & SymbolFlag.GLOBAL) !== 0 && scope !== 0) {
        ({ position: at, block } = globalPlace(index, scope));
        isLater = true;
        scope = 0;
        continue;
      }
      const isFunction = kind === ScopeKind.FUNCTION || kind === ScopeKind.LAMBDA;
      if (isFunction && (flags & (SymbolFlag.BOUND | SymbolFlag.NONLOCAL)) === SymbolFlag.BOUND) return false;
    }
    if (scope === 0) return true;
    if (kind === ScopeKind.FUNCTION || kind === ScopeKind.LAMBDA) isLater = true;
    if (kind !== ScopeKind.TYPE_PARAMETERS) seesClasses = false;
    const around = scopes.parent[scope] ?? 0;
    const place = placeOfScope(index, scope);
    const isFirst = around === 0 && isLater && symbols.find(0, name) !== NO_SYMBOL;
    ({ position: at, block } = isFirst ? firstRun(index, scope, place) : place);
    scope = around;
  }
}

/** The place in the module's scope of the outermost scope around `scope`. */
function globalPlace(index: FileIndex, scope: number): { readonly position: number; readonly block: number } {
  let outer = scope;
  while ((index.scopes.parent[outer] ?? 0) > 0) outer = index.scopes.parent[outer] ?? 0;
  return placeOfScope(index, outer);
}

/** The events of a symbol that may hold at a place. Returns whether the symbol is sure to be bound there. */
function eventsAt(
  index: FileIndex,
  symbol: number,
  at: { readonly position: number; readonly block: number; readonly isLater: boolean },
  events: number[],
): boolean {
  const from = firstEvent(index, symbol);
  const remote = index.remoteEvents.get(symbol);
  if (eventsEnd(index, symbol) - from === 1 && remote === undefined) {
    // Most names are bound once: where that stands before the use, no search is needed.
    const event = index.events[from] ?? 0;
    const isPlain = (index.symbolFlags[symbol] ?? 0) === SymbolFlag.BOUND;
    if (isPlain && (at.isLater || event < at.position)) {
      events.push(event);
      return true;
    }
  }
  const isUnbound = (at.isLater ? laterEvents : reachingEvents)(index, symbol, at, events);
  if (remote !== undefined) addEvents(events, remote);
  if (at.isLater && isBound(index, symbol) && events.length > 0) return true;
  return !isUnbound;
}

/**
 * The only event that a name can mean, where it is bound once and plainly; 0 when no scope of the file binds it, -1 when the
 * search has to be a full one. Nine of ten names end here.
 */
export function onlyEvent(index: FileIndex, position: number, name: number): number {
  const { scopes, symbols } = index;
  let scope = scopeAt(index, position);
  let at = position;
  let isLater = false;
  let seesClasses = true;
  for (;;) {
    const kind = scopes.kind[scope] ?? ScopeKind.MODULE;
    const symbol = kind === ScopeKind.CLASS && !seesClasses ? NO_SYMBOL : symbols.find(scope, name);
    if (symbol !== NO_SYMBOL) {
      const from = firstEvent(index, symbol);
      const event = index.events[from] ?? 0;
      const isPlain =
        eventsEnd(index, symbol) - from === 1 &&
        index.symbolFlags[symbol] === SymbolFlag.BOUND &&
        !index.remoteEvents.has(symbol) &&
        (isLater || event < at);
      return isPlain ? event : -1;
    }
    if (scope === 0) return 0;
    if (kind === ScopeKind.FUNCTION || kind === ScopeKind.LAMBDA) isLater = true;
    if (kind !== ScopeKind.TYPE_PARAMETERS) seesClasses = false;
    at = scopes.start[scope] ?? 0;
    scope = scopes.parent[scope] ?? 0;
  }
}

/** Whether the name that an expression starts from may have been bound in more places than are followed. */
export function isBoundTooOften(index: FileIndex, position: number): boolean {
  const { code, names } = index;
  let ref = position;
  while (code[ref] === Op.CALL || code[ref] === Op.ATTRIBUTE || code[ref] === Op.SUBSCRIPT) {
    ref = code[ref + 1] ?? 0;
  }
  if (code[ref] !== Op.NAME) return false;
  let isCut = false;
  findName(index, ref, names[code[ref + 1] ?? 0] ?? 0, false, ({ events }) => {
    isCut ||= events[0] === ANY_EVENT;
  });
  return isCut;
}

export function nameValue(
  s: Session,
  file: FileUnit,
  position: number,
  name: number,
  isForward = false,
): SetId {
  const { index } = file;
  const only = isForward ? -1 : onlyEvent(index, position, name);
  if (only === 0) return outsideValue(s, file, name);
  if (only > 0) {
    return only < position ? s.eventValue(file, only) : s.ask(Query.BINDING, file, only);
  }
  let set: SetId = EMPTY_SET;
  const isOpen = findName(index, position, name, isForward, (found) => {
    set = s.values.union(set, valueOfEvents(s, file, found.events, position));
  });
  return isOpen ? s.values.union(set, outsideValue(s, file, name)) : set;
}

function valueOfEvents(s: Session, file: FileUnit, events: readonly number[], use: number): SetId {
  const { code } = file.index;
  let set: SetId = EMPTY_SET;
  let declared = 0;
  for (const event of events) {
    const isBefore = event < use;
    const value = isBefore ? s.eventValue(file, event) : s.ask(Query.BINDING, file, event);
    set = s.values.union(set, value);
    if (code[event] === Op.ANNOTATE) declared = event;
  }
  if (declared === 0 || events.length === 1 || !isOpen(s, set)) return set;
  return s.values.union(s.values.without(set, UNKNOWN), s.typeOf(file, code[declared + 2] ?? 0));
}

/** A name that the file itself may leave unbound: from a star import, a builtin, or nothing that can be known. */
function outsideValue(s: Session, file: FileUnit, name: number): SetId {
  const given = fromStars(s, file, name, Query.EXPORT);
  if (given !== undefined) return given;
  const text = s.names.text(name);
  if (BUILTIN_NAMES.has(text)) return s.values.single(Kind.EXTERNAL, s.names.builtin(name));
  if (MODULE_ATTRIBUTES.has(text)) {
    return s.values.single(Kind.EXTERNAL_INSTANCE, s.names.str);
  }
  return installedValue(s, file, name);
}

/** What some file puts among the builtins under the name. */
function installedValue(s: Session, file: FileUnit, name: number): SetId {
  const hash = installedHash(s.names.text(name));
  file.callersAsked.add(hash);
  let set: SetId = EMPTY_SET;
  const files = s.callers.of(hash, -1);
  for (const number of files) {
    const unit = s.files[number];
    if (unit !== undefined) set = s.values.union(set, s.ask(Query.INSTALLED, unit, name));
  }
  return files.length === 0 ? UNKNOWN_SET : set;
}

/** INSTALLED. */
export function installedBy(s: Session, file: FileUnit, name: number): SetId {
  const { code, names } = file.index;
  let set: SetId = EMPTY_SET;
  for (const at of installations(file.index)) {
    if (names[code[at + 2] ?? 0] === name) set = s.values.union(set, s.evaluate(file, code[at + 3] ?? 0));
  }
  return set;
}

/** What a binding event gives its name or path. */
export function eventValue(s: Session, file: FileUnit, event: number): SetId {
  if (event === ANY_EVENT) return ANYTHING_SET;
  const { code } = file.index;
  switch (code[event]) {
    case Op.BIND:
      return s.evaluate(file, code[event + 2] ?? 0);
    case Op.PARAMETER:
      return s.values.single(Kind.PARAMETER, file.number, event);
    case Op.IMPORT:
    case Op.FROM_IMPORT:
      return s.evaluate(file, event);
    case Op.ANNOTATE:
      return valueOrType(s, file, { type: event + 2, value: event + 3, hasValue: code[event + 4] === 1 });
    case Op.AUGMENT:
    case Op.NARROW:
      return s.evaluate(file, event);
    case Op.SET_ATTRIBUTE:
    case Op.SET_ITEM:
      return s.evaluate(file, code[event + 3] ?? 0);
    case Op.ANNOTATE_ATTRIBUTE:
      return valueOrType(s, file, { type: event + 3, value: event + 4, hasValue: code[event + 5] === 1 });
    default:
      return EMPTY_SET;
  }
}

/**
 * The value when it is known, else what the annotation says; `type` and `value` are where their refs stand. Of a value that
 * the outside makes, `current_app: Flask = LocalProxy(…)`, nothing is known but what the annotation says.
 */
function valueOrType(
  s: Session,
  file: FileUnit,
  at: { readonly type: number; readonly value: number; readonly hasValue: boolean },
): SetId {
  const { code } = file.index;
  const value = at.hasValue ? s.evaluate(file, code[at.value] ?? 0) : UNKNOWN_SET;
  // What begins as None is set later, to what the annotation says.
  const isNone = value === NONE_SET;
  if (!isNone && !isOpen(s, value) && !isMadeOutside(s, value)) return value;
  const type = s.typeOf(file, code[at.type] ?? 0);
  const isBetter = isMadeOutside(s, value) && isOfProject(s, type);
  let set: SetId = isBetter || isNone || isOpen(s, value) ? type : EMPTY_SET;
  for (const each of s.values.elements(value)) {
    const kind = s.values.kind(each);
    const isDropped = kind === Kind.UNKNOWN || (isBetter && kind === Kind.EXTERNAL_INSTANCE);
    if (!isDropped) set = s.values.union(set, setOf(each));
  }
  return set;
}

/** Whether a set holds something that is not known, or that each caller decides. */
function isOpen(s: Session, set: SetId): boolean {
  return holds(s, set, Kind.UNKNOWN) || holds(s, set, Kind.PARAMETER);
}

function isMadeOutside(s: Session, set: SetId): boolean {
  return holds(s, set, Kind.EXTERNAL_INSTANCE);
}

/** Whether it names a class of the project. */
function isOfProject(s: Session, set: SetId): boolean {
  return holds(s, set, Kind.DECLARED);
}

function holds(s: Session, set: SetId, kind: number): boolean {
  for (const value of s.values.elements(set)) if (s.values.kind(value) === kind) return true;
  return false;
}
