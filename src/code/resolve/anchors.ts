/**
 * Names for places in a file's code that survive edits elsewhere in it: the enclosing definition, and within it the name that
 * a container is bound to, or else the how-manieth instruction of its kind it is. Positions themselves never leave a run.
 */
import { OPERATIONS, Op, type Operation } from '../code.js';
import { eventsEnd, type FileIndex, firstEvent, NO_SYMBOL, scopeAt } from './file-index.js';
import type { Names } from './names.js';
import { nextInstruction } from './stream.js';

/** The qualified name of the definition around a scope, '' at module level. */
function qualnameOf(index: FileIndex, scope: number): string {
  for (let outer = scope; outer > 0; outer = index.scopes.parent[outer] ?? 0) {
    const definition = index.scopes.definition[outer] ?? -1;
    if (definition >= 0) return index.facts.definitions[definition]?.qualname ?? '';
  }
  return '';
}

/** The scope of the definition around a scope: the scope itself when it has one. */
function definedScope(index: FileIndex, scope: number): number {
  let outer = scope;
  while (outer > 0 && (index.scopes.definition[outer] ?? -1) < 0) outer = index.scopes.parent[outer] ?? 0;
  return outer;
}

/** `Oven.heat=rack#0`, `Oven.heat~LIST1`. */
export function anchorOf(index: FileIndex, names: Names, position: number): string {
  const { code } = index;
  const scope = scopeAt(index, position);
  const qualname = qualnameOf(index, scope);
  const behind = nextInstruction(code, position);
  if (code[behind] === Op.BIND && code[behind + 2] === position && scopeAt(index, behind) === scope) {
    const name = index.names[code[behind + 1] ?? 0] ?? 0;
    const nth = nthEvent(index, scope, name, behind);
    const isOwnScope = definedScope(index, scope) === scope;
    if (isOwnScope && nth >= 0) return `${qualname}=${names.text(name)}#${nth}`;
  }
  const op = code[position] ?? 0;
  let count = 0;
  const start = index.scopes.start[definedScope(index, scope)] ?? 0;
  for (let at = start; at < position; at = nextInstruction(code, at)) if (code[at] === op) count++;
  return `${qualname}~${OPERATIONS[op] ?? ''}${count}`;
}

function nthEvent(index: FileIndex, scope: number, name: number, event: number): number {
  const symbol = index.symbols.find(scope, name);
  if (symbol === NO_SYMBOL) return -1;
  for (let i = firstEvent(index, symbol); i < eventsEnd(index, symbol); i++) {
    if (index.events[i] === event) return i - firstEvent(index, symbol);
  }
  return -1;
}

/** The position that an anchor names in this version of the file; -1 when there is none. */
export function positionOf(index: FileIndex, names: Names, anchor: string): number {
  const bound = /^(.*)=(.*)#(\d+)$/u.exec(anchor);
  if (bound !== null) return boundPosition(index, names, bound[1] ?? '', bound[2] ?? '', Number(bound[3]));
  const counted = /^(.*)~([A-Z_]+)(\d+)$/u.exec(anchor);
  if (counted === null) return -1;
  const scope = scopeNamed(index, counted[1] ?? '');
  const op = OPERATIONS.indexOf(counted[2] as Operation);
  if (scope < 0 || op < 0) return -1;
  let rest = Number(counted[3]);
  const end = index.scopes.end[scope] ?? 0;
  for (let at = index.scopes.start[scope] ?? 0; at < end; at = nextInstruction(index.code, at)) {
    if (index.code[at] === op && rest-- === 0) return at;
  }
  return -1;
}

function boundPosition(index: FileIndex, names: Names, qualname: string, name: string, nth: number): number {
  const scope = scopeNamed(index, qualname);
  const symbol = scope < 0 ? NO_SYMBOL : index.symbols.find(scope, names.id(name));
  if (symbol === NO_SYMBOL) return -1;
  const place = firstEvent(index, symbol) + nth;
  const event = place < eventsEnd(index, symbol) ? (index.events[place] ?? 0) : -1;
  return event >= 0 && index.code[event] === Op.BIND ? (index.code[event + 2] ?? -1) : -1;
}

/** The scope of a definition by its qualified name; 0 for '', -1 when there is none. */
function scopeNamed(index: FileIndex, qualname: string): number {
  if (qualname === '') return 0;
  const definition = definitionNamed(index, qualname);
  return definition < 0 ? -1 : (index.definitionScope[definition] ?? -1);
}

/** A definition by its qualified name (`#2` and all), -1 when there is none. */
export function definitionNamed(index: FileIndex, qualname: string): number {
  return index.facts.definitions.findIndex((facts) => facts.qualname === qualname);
}
