/**
 * Where a name is bound, as its file's syntax tells: local, enclosing, global, with Python's exceptions (class bodies are not
 * seen from the functions in them, comprehensions and type parameters have scopes of their own). What the bindings give is told in
 * `scopes.ts`.
 */
import { Op, ScopeKind } from '../code.js';
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
import { ANY_EVENT, addEvents, laterEvents, placeOfScope, reachingEvents } from './reach.js';

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
