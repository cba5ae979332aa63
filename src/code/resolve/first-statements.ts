/**
 * Statements that run before anything else of the project's does, as far as their file and the calls of the function around
 * them tell: nobody gets to see what they replace. Told by syntax and names alone, so that no value rests on it twice.
 */
import { Op, ScopeKind } from '../code.js';
import { nameHash } from './callers.js';
import { blockAt, type FileIndex, scopeAt } from './file-index.js';
import { onlyEvent } from './name-search.js';
import { type FileUnit, Query, type Session } from './session.js';
import { nextInstruction } from './stream.js';
import { Kind } from './value-kinds.js';
import { EMPTY_SET, NONE_SET, type SetId, UNKNOWN_SET, type ValueId } from './value-table.js';

/** Whether what stands at a position runs before any call of the project's that its file makes. */
export function runsFirst(s: Session, file: FileUnit, at: number): boolean {
  const { index } = file;
  const scope = scopeAt(index, at);
  if (!isAlwaysRun(index, at, scope) || hasCallBefore(index, at, scope)) return false;
  if (scope === 0) return true;
  const definition = index.scopes.definition[scope] ?? -1;
  const facts = index.facts.definitions[definition];
  if (facts?.kind !== 'function' || facts.parent !== -1 || facts.decorators.length > 0) return false;
  const name = s.names.id(facts.name);
  const hash = nameHash(facts.name);
  file.callersAsked.add(hash);
  if (file.callSites.isHandedOn(name, false) || s.callers.areTooMany(hash, file.number)) return false;
  const target = s.values.value(Kind.FUNCTION, file.number, definition);
  let set = s.ask(Query.EARLY, file, name, target);
  for (const number of s.callers.of(hash, file.number)) {
    const unit = s.files[number];
    if (unit !== undefined) set = s.values.union(set, s.ask(Query.EARLY, unit, name, target));
  }
  return set === NONE_SET;
}

/** EARLY: nothing when the file calls nothing of the name, NONE when each such call comes first, else UNKNOWN. */
export function calledEarly(s: Session, file: FileUnit, name: number, target: ValueId): SetId {
  const { code } = file.index;
  const scope =
    s.values.a(target) === file.number ? (file.index.definitionScope[s.values.b(target)] ?? -1) : -1;
  const sites = file.callSites.named([name]).filter((site) => scopeAt(file.index, site) !== scope);
  if (sites.length === 0) return EMPTY_SET;
  const isEach = sites.every((site) => code[site] === Op.CALL && runsFirst(s, file, site));
  return isEach ? NONE_SET : UNKNOWN_SET;
}

/** Whether a position lies in a scope's body itself, or in what runs when the file is run as a script. */
function isAlwaysRun(index: FileIndex, at: number, scope: number): boolean {
  const { blocks, code, scopes } = index;
  const body = scopes.block[scope] ?? 0;
  const block = blockAt(index, at);
  if (block === body) return true;
  const first = nextInstruction(code, blocks.start[block] ?? 0);
  return scope === 0 && blocks.parent[block] === body && code[first] === Op.SCRIPT;
}

/** Whether code of the scope calls something that is no builtin before a position. */
function hasCallBefore(index: FileIndex, at: number, scope: number): boolean {
  const { code, names, calls, scopes } = index;
  const start = scopes.start[scope] ?? 0;
  for (const call of calls) {
    if (call >= at) return false;
    if (call < start || !isRunBy(index, scopeAt(index, call), scope)) continue;
    const callee = code[call + 1] ?? 0;
    const isBuiltin =
      code[callee] === Op.NAME && onlyEvent(index, callee, names[code[callee + 1] ?? 0] ?? 0) === 0;
    if (!isBuiltin) return true;
  }
  return false;
}

/** Whether a scope is another one or runs with it: a class body, a comprehension. */
function isRunBy({ scopes }: FileIndex, from: number, scope: number): boolean {
  for (let each = from; each >= 0; each = scopes.parent[each] ?? -1) {
    if (each === scope) return true;
    if (scopes.kind[each] === ScopeKind.FUNCTION || scopes.kind[each] === ScopeKind.LAMBDA) return false;
  }
  return false;
}
