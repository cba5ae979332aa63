/**
 * What tests in front of a use say of the kind of a name: behind `if graph.is_directed(): raise` it is none of the classes whose
 * `is_directed` says yes. Only instances of a known class go, and only where the method that its class finds is one plain
 * `return True` or `return False`: that is told by syntax, so nothing that is still growing decides it.
 *
 * A test holds in its block from where it stands, unless the name is bound again between, and in functions that stand there
 * where it is not bound behind it at all.
 */
import { BlockKind, ConstantKind, constantRef, Op, ScopeKind } from '../code.js';
import { askClass, classOrder, decoratorRefs, isBoundInBody } from './classes.js';
import {
  blockAt,
  eventsEnd,
  type FileIndex,
  firstEvent,
  isBound,
  NO_BLOCK,
  NO_SYMBOL,
  Occurrence,
  occurrencesOf,
  scopeAt,
} from './file-index.js';
import { type FileUnit, Query, type Session } from './session.js';
import { INTEGER_BIAS, Kind } from './value-kinds.js';
import { EMPTY_SET, type SetId, setOf, UNKNOWN_SET, type ValueId } from './value-table.js';

const NO_GUARDS: readonly number[] = [];

/** What the NAME at a position is, given that it is `set` without looking at the tests that hold there. */
export function guarded(s: Session, file: FileUnit, at: number, set: SetId): SetId {
  return guardsOf(file, at).reduce((left, guard) => withoutOthers(s, file, guard, left), set);
}

/** Positions of the GUARDs that hold for the NAME at a position. */
export function guardsOf({ index }: FileUnit, at: number): readonly number[] {
  const name = index.names[index.code[at + 1] ?? 0] ?? 0;
  if (index.occurrences.find(Occurrence.GUARD, name) === -1) return NO_GUARDS;
  return occurrencesOf(index, Occurrence.GUARD, name).filter(
    (guard) => guard < at && holdsAt(index, guard, at, name),
  );
}

function holdsAt(index: FileIndex, guard: number, at: number, name: number): boolean {
  const { scopes, symbols, blocks } = index;
  const owner = scopeAt(index, guard);
  const symbol = symbols.find(owner, name);
  if (symbol === NO_SYMBOL || !isBound(index, symbol) || index.remoteEvents.has(symbol)) return false;
  let position = at;
  let isLater = false;
  for (let scope = scopeAt(index, at); scope !== owner; scope = scopes.parent[scope] ?? 0) {
    const hidden = symbols.find(scope, name);
    if (scope === 0 || (hidden !== NO_SYMBOL && isBound(index, hidden))) return false;
    isLater ||= scopes.kind[scope] === ScopeKind.FUNCTION || scopes.kind[scope] === ScopeKind.LAMBDA;
    position = scopes.start[scope] ?? 0;
  }
  const around = blockAt(index, guard);
  let end = position;
  let block = blockAt(index, position - 1);
  for (; block !== around; block = blocks.parent[block] ?? NO_BLOCK) {
    if (block === NO_BLOCK) return false;
    // What a loop binds behind the use is there in its next round.
    if (blocks.kind[block] === BlockKind.LOOP) end = Math.max(end, blocks.end[block] ?? 0);
  }
  return !isBoundBetween(index, symbol, guard, isLater ? Number.MAX_SAFE_INTEGER : end);
}

function isBoundBetween(index: FileIndex, symbol: number, from: number, to: number): boolean {
  for (let i = firstEvent(index, symbol); i < eventsEnd(index, symbol); i++) {
    const event = index.events[i] ?? 0;
    if (event > from && event < to && index.code[event] !== Op.NARROW) return true;
  }
  return false;
}

/** A set without the instances that the test excludes; parameters stay what they are where it excludes nothing of them. */
function withoutOthers(s: Session, file: FileUnit, guard: number, set: SetId): SetId {
  const { code, names } = file.index;
  const callee = code[(code[guard + 1] ?? 0) + 1] ?? 0;
  const method = names[code[callee + 2] ?? 0] ?? 0;
  const isYes = code[guard + 2] === 1;
  const fitting = (value: ValueId): SetId => (isExcluded(s, value, method, isYes) ? EMPTY_SET : setOf(value));
  return s.values.flatMap(set, (value) => {
    const inner = s.expand(setOf(value));
    const left = s.values.flatMap(inner, fitting);
    return left === inner ? setOf(value) : left;
  });
}

/** Whether a value cannot have said that: an instance that says the opposite, a class, of which nobody asks a plain method without an instance. */
function isExcluded(s: Session, value: ValueId, method: number, isYes: boolean): boolean {
  switch (s.values.kind(value)) {
    case Kind.INSTANCE:
      return says(s, value, method) === !isYes;
    case Kind.CLASS:
      return says(s, value, method) !== undefined;
    default:
      return false;
  }
}

/** What a method of an instance says whoever asks; undefined when that is not told. */
function says(s: Session, value: ValueId, method: number): boolean | undefined {
  for (const each of classOrder(s, value)) {
    if (s.values.kind(each) !== Kind.CLASS) return undefined;
    const verdict = askClass(s, Query.VERDICT, each, method);
    if (verdict === UNKNOWN_SET) return undefined;
    if (verdict !== EMPTY_SET) return s.values.a(s.values.elements(verdict)[0] ?? 0) > INTEGER_BIAS;
  }
  return undefined;
}

/** VERDICT: 1 or 0 for a method that does nothing but say so, UNKNOWN for any other, nothing where the class has none. */
export function verdictOf(s: Session, file: FileUnit, definition: number, name: number): SetId {
  const { index } = file;
  if (index.occurrences.find(Occurrence.SET, name) !== -1) return UNKNOWN_SET;
  if (!isBoundInBody(index, definition, name)) return EMPTY_SET;
  const constant = constantReturned(index, definition, name);
  if (constant === undefined) return UNKNOWN_SET;
  return s.values.single(Kind.INTEGER, INTEGER_BIAS + (constant ? 1 : 0));
}

function constantReturned(index: FileIndex, definition: number, name: number): boolean | undefined {
  const { code, symbols, definitionScope, returns, yields, facts, scopes } = index;
  const symbol = symbols.find(definitionScope[definition] ?? 0, name);
  const event = index.events[firstEvent(index, symbol)] ?? 0;
  if (eventsEnd(index, symbol) - firstEvent(index, symbol) !== 1 || code[event] !== Op.BIND) return undefined;
  const method = code[event + 2] ?? 0;
  if (code[method] !== Op.FUNCTION || decoratorRefs(index, method).length > 0) return undefined;
  const inner = code[method + 1] ?? 0;
  const scope = definitionScope[inner] ?? 0;
  const link = returns.first(scope);
  if (facts.definitions[inner]?.isAsync === true || yields.first(scope) !== -1 || link === -1)
    return undefined;
  const isOnly = returns.next(link) === -1 && blockAt(index, returns.at(link)) === scopes.block[scope];
  const returned = code[returns.at(link) + 1] ?? 0;
  if (!isOnly || (returned !== TRUE && returned !== FALSE)) return undefined;
  return returned === TRUE;
}
const TRUE = constantRef(ConstantKind.TRUE);
const FALSE = constantRef(ConstantKind.FALSE);
