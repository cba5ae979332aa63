/**
 * When a function of a module can run first: not before the module's own code names it, or names what leads to it. What a global
 * was bound to and no longer is by then, the function never sees: `helper = quick` between `def work` and the first `work()`.
 *
 * Told by names alone, and on the safe side: any use of a name counts, called or not, and so does one that means a local. Functions
 * with decorators, classes with bases and what is defined within a block may run from their definition on.
 */
import { addTo } from '../../kernel/groups.js';
import { Op, ScopeKind } from '../code.js';
import { blockAt, type FileIndex, scopeAt } from './file-index.js';
import { nextInstruction } from './stream.js';

/** A place in the module's scope. */
interface Place {
  readonly position: number;
  readonly block: number;
}

/** Where, in the module's scope, what stands in its scope `outermost` can run first; `defined` when that is not known. */
export function firstRun(index: FileIndex, outermost: number, defined: Place): Place {
  index.firstRuns.known ??= firstRuns(index);
  const position = index.firstRuns.known.get(index.scopes.definition[outermost] ?? -1);
  if (position === undefined || position <= defined.position) return defined;
  return { position, block: index.scopes.block[0] ?? 0 };
}

/** By definition, of those for which it is known: a position between two statements of the module. */
function firstRuns(index: FileIndex): ReadonlyMap<number, number> {
  const units = new Map<number, number>();
  const byName = unitsByName(index);
  const { code } = index;
  const { strings } = index.facts.code;
  if (strings.includes('modules')) return units;
  const end = index.scopes.end[0] ?? code.length;
  for (const list of byName.values()) for (const unit of list) units.set(unit, end);
  // What names what: a definition, and those that code within it names.
  const named = new Map<number, number[]>();
  const queue: number[] = [];
  for (let at = 0; at < code.length; at = nextInstruction(code, at)) {
    if (code[at] !== Op.NAME || isSetOn(code, at)) continue;
    const name = strings[code[at + 1] ?? 0] ?? '';
    if (DYNAMIC.has(name)) return new Map();
    for (const unit of byName.get(name) ?? []) {
      const around = unitAround(index, at);
      if (units.has(around)) addTo(named, around, unit);
      else if (lower(units, unit, statementOf(index, around < 0 ? at : (index.definitionAt[around] ?? at))))
        queue.push(unit);
    }
  }
  for (const unit of definedElsewhere(index, units)) queue.push(unit);
  for (let unit = queue.shift(); unit !== undefined; unit = queue.shift()) {
    for (const next of named.get(unit) ?? []) {
      if (lower(units, next, units.get(unit) ?? 0)) queue.push(next);
    }
  }
  return units;
}
/** With these, and by `sys.modules`, a name can be read that is not written. */
const DYNAMIC: ReadonlySet<string> = new Set(['globals', 'locals', 'vars', 'eval', 'exec']);

/** Whether a name only stands for what an attribute is set on: `bake.heat = f` runs nothing of `bake`. */
function isSetOn(code: Int32Array, at: number): boolean {
  const next = nextInstruction(code, at);
  return code[next] === Op.SET_ATTRIBUTE && code[next + 1] === at;
}

/** Functions and classes that stand in the module itself, by their name. */
function unitsByName({ facts }: FileIndex): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, number[]>();
  for (const [definition, { parent, name }] of facts.definitions.entries()) {
    if (parent === -1) addTo(found, name, definition);
  }
  for (const [name, units] of found) if (units.length > SAME_NAME_MAX) found.delete(name);
  return found;
}
/** Of more with one name nothing is known. */
const SAME_NAME_MAX = 8;

/** Units that may run from their definition on, set to it. */
function definedElsewhere(index: FileIndex, units: Map<number, number>): number[] {
  const body = index.scopes.block[0] ?? 0;
  return [...units.keys()].filter((unit) => {
    const at = index.definitionAt[unit] ?? 0;
    const facts = index.facts.definitions[unit];
    const isPlain = facts?.decorators.length === 0 && facts.bases.length === 0 && blockAt(index, at) === body;
    return !isPlain && lower(units, unit, at);
  });
}

function lower(units: Map<number, number>, unit: number, position: number): boolean {
  if ((units.get(unit) ?? 0) <= position) return false;
  units.set(unit, position);
  return true;
}

/** The definition in the module whose functions hold a position; -1 for what runs with the module. */
function unitAround(index: FileIndex, at: number): number {
  const { scopes } = index;
  let isInFunction = false;
  for (let scope = scopeAt(index, at); scope > 0; scope = scopes.parent[scope] ?? 0) {
    isInFunction ||= scopes.kind[scope] === ScopeKind.FUNCTION;
    if ((scopes.parent[scope] ?? 0) === 0) return isInFunction ? (scopes.definition[scope] ?? -1) : -1;
  }
  return -1;
}

/** Where the statement of the module begins that a position lies in. */
function statementOf(index: FileIndex, at: number): number {
  const { blocks, scopes } = index;
  const body = scopes.block[0] ?? 0;
  let position = at;
  for (let scope = scopeAt(index, at); scope > 0; scope = scopes.parent[scope] ?? 0) {
    position = scopes.start[scope] ?? position;
  }
  for (
    let block = blockAt(index, position - 1);
    block !== body && block >= 0;
    block = blocks.parent[block] ?? -1
  ) {
    position = blocks.start[blocks.first[block] ?? block] ?? position;
  }
  return position;
}
