/**
 * Wrappers: functions that give what calling something else gives, `return f(*args)`. That may be a parameter of a function around
 * (what a decorator was applied to), one of its own, or what an attribute of `self` holds. All of this is told by syntax, so a
 * caller of the wrapper may be given what the very function returns that its wrapper holds, while others with the same
 * wrapper stay apart (`makings.ts` keeps which it holds).
 *
 * What stands behind `__wrapped__` counts as called: that is how Python's own library says what a wrapper stands for.
 */
import { Op, ParameterKind, ScopeKind } from '../code.js';
import { argumentAt, argumentCount, parametersOf, returnAnnotation } from './arguments.js';
import { type FileIndex, lambdaScope, scopeAt } from './file-index.js';
import { onlyEvent } from './name-search.js';
import type { FileUnit, Through } from './session.js';
import { nextInstruction } from './stream.js';
import { Kind } from './value-kinds.js';

/** Names bound to names that are followed. */
const ALIASES_MAX = 3;

export const NO_THROUGH: readonly Through[] = [];

/** What a function gives the results of; remembered. */
export function throughOf(unit: FileUnit, definition: number): readonly Through[] {
  const known = unit.through[definition];
  if (known !== undefined) return known;
  const found = findThrough(unit.index, definition);
  unit.through[definition] = found;
  return found;
}

/** The scope of a FUNCTION or LAMBDA value of a file. */
export function scopeOf(index: FileIndex, kind: number, b: number): number {
  return kind === Kind.LAMBDA ? lambdaScope(index, b) : (index.definitionScope[b] ?? 0);
}

/**
 * Positions of the PARAMETERs of functions around that are read in the scope of a function or lambda, or stand behind it as
 * `__wrapped__`; remembered.
 */
export function closedOver(unit: FileUnit, scope: number): readonly number[] {
  const known = unit.closed[scope];
  if (known !== undefined) return known;
  const positions = isInner(unit.index, scope) ? findClosed(unit, scope) : NO_POSITIONS;
  unit.closed[scope] = positions;
  return positions;
}
const NO_POSITIONS: readonly number[] = [];

function findClosed(unit: FileUnit, scope: number): readonly number[] {
  const { index } = unit;
  const { code, names, scopes } = index;
  const start = scopes.start[scope] ?? 0;
  const end = scopes.end[scope] ?? 0;
  const found = new Set<number>();
  for (let at = start; at < end; at = nextInstruction(code, at)) {
    if (code[at] !== Op.NAME) continue;
    const event = onlyEvent(index, at, names[code[at + 1] ?? 0] ?? 0);
    if (event > 0 && event < start && code[event] === Op.PARAMETER) found.add(event);
  }
  for (const position of parametersOf(index, scope)) {
    const kept = keptAsDefault(index, position);
    if (kept !== 0) found.add(kept);
  }
  const definition = scopes.definition[scope] ?? -1;
  for (const { parameter } of definition < 0 ? NO_THROUGH : throughOf(unit, definition)) {
    if (parameter > 0 && parameter < start) found.add(parameter);
  }
  return found.size === 0 ? NO_POSITIONS : [...found].sort((a, b) => a - b);
}

/** The PARAMETER of a function around that is the default of one: `def use(tool=tool)`; 0 for none. */
export function keptAsDefault(index: FileIndex, position: number): number {
  return parameterAt(index, index.code[position + 4] ?? 0);
}

/** Whether a scope is that of a function or lambda within one. */
function isInner({ scopes }: FileIndex, scope: number): boolean {
  let around = scopes.parent[scope] ?? 0;
  while (around > 0 && scopes.kind[around] === ScopeKind.COMPREHENSION) around = scopes.parent[around] ?? 0;
  return CLOSING.has(scopes.kind[scope] ?? 0) && CLOSING.has(scopes.kind[around] ?? 0);
}
const CLOSING: ReadonlySet<number> = new Set([ScopeKind.FUNCTION, ScopeKind.LAMBDA]);

function findThrough(index: FileIndex, definition: number): readonly Through[] {
  const { code, returns, yields } = index;
  const scope = index.definitionScope[definition] ?? 0;
  if (yields.first(scope) !== -1 || !isOpenResult(index, returnAnnotation(index, scope))) return NO_THROUGH;
  const found: Through[] = [];
  for (let link = returns.first(scope); link !== -1; link = returns.next(link)) {
    const returned = code[returns.at(link) + 1] ?? 0;
    const { call, isAwaiting } = callBehind(index, returned, ALIASES_MAX);
    const through = call === 0 ? undefined : handedTo(index, definition, call);
    if (through !== undefined) found.push({ ...through, isAwaiting, returned });
  }
  const wrapped = isInner(index, scope) ? wrappedBy(index, definition) : 0;
  if (wrapped !== 0) {
    found.push({ parameter: wrapped, attribute: 0, isForwarding: true, isAwaiting: false, returned: 0 });
  }
  return found.length === 0 ? NO_THROUGH : found;
}

/** Whether an annotation leaves to the caller what is returned: none, or a type variable of the same file. */
function isOpenResult(index: FileIndex, annotation: number): boolean {
  const { code, names, facts } = index;
  if (annotation === 0) return true;
  if (code[annotation] !== Op.NAME) return false;
  const event = onlyEvent(index, annotation, names[code[annotation + 1] ?? 0] ?? 0);
  const bound = event > 0 && code[event] === Op.BIND ? (code[event + 2] ?? 0) : 0;
  if (code[bound] === Op.TYPE_PARAMETER) return true;
  const callee = code[bound] === Op.CALL ? (code[bound + 1] ?? 0) : 0;
  const name = code[callee] === Op.ATTRIBUTE ? code[callee + 2] : code[callee + 1];
  return callee !== 0 && facts.code.strings[name ?? 0] === 'TypeVar';
}

interface Behind {
  readonly call: number;
  readonly isAwaiting: boolean;
}
const NO_CALL: Behind = { call: 0, isAwaiting: false };

/** The CALL whose result an expression is, awaited or not, through names bound once; 0 when it is none. */
function callBehind(index: FileIndex, ref: number, aliases: number): Behind {
  const { code, names } = index;
  switch (code[ref]) {
    case Op.CALL:
      return { call: ref, isAwaiting: false };
    case Op.AWAIT:
      return { call: callBehind(index, code[ref + 1] ?? 0, aliases).call, isAwaiting: true };
    case Op.NAME: {
      const event = aliases === 0 ? -1 : onlyEvent(index, ref, names[code[ref + 1] ?? 0] ?? 0);
      const isHere = event > 0 && code[event] === Op.BIND && scopeAt(index, event) === scopeAt(index, ref);
      return isHere ? callBehind(index, code[event + 2] ?? 0, aliases - 1) : NO_CALL;
    }
    default:
      return NO_CALL;
  }
}

function handedTo(
  index: FileIndex,
  definition: number,
  call: number,
): Omit<Through, 'returned' | 'isAwaiting'> | undefined {
  const { code, names } = index;
  const callee = code[call + 1] ?? 0;
  const own = parametersOf(index, index.definitionScope[definition] ?? 0);
  const first = index.facts.definitions[definition]?.isMethod === true ? (own[0] ?? 0) : 0;
  if (code[callee] === Op.ATTRIBUTE) {
    if (first === 0 || parameterAt(index, code[callee + 1] ?? 0) !== first) return undefined;
    const attribute = names[code[callee + 2] ?? 0] ?? 0;
    return { parameter: 0, attribute, isForwarding: isForwarded(index, call, own.slice(1)) };
  }
  const parameter = parameterAt(index, callee);
  // A decorator may have made something else of it, which passes another function.
  const isOpen = own.includes(parameter) && (index.facts.definitions[definition]?.decorators.length ?? 0) > 0;
  if (parameter === 0 || parameter === first || isOpen) return undefined;
  const isForwarding = !own.includes(parameter) && isForwarded(index, call, own);
  return { parameter, attribute: 0, isForwarding };
}

/** Position of the PARAMETER that a NAME always is; 0 when it may be something else. */
function parameterAt(index: FileIndex, ref: number): number {
  const { code, names } = index;
  if (code[ref] !== Op.NAME) return 0;
  const event = onlyEvent(index, ref, names[code[ref + 1] ?? 0] ?? 0);
  const kind = code[event + 1];
  const isOne = event > 0 && code[event] === Op.PARAMETER;
  return isOne && kind !== ParameterKind.VARIADIC && kind !== ParameterKind.KEYWORDS ? event : 0;
}

/** Whether a call passes on the parameters, each in its place: `f(self, *args, **kwargs)`. */
function isForwarded(index: FileIndex, call: number, parameters: readonly number[]): boolean {
  const { code } = index;
  let place = 0;
  for (let i = 0; i < argumentCount(index, call); i++) {
    const ref = argumentAt(index, call, i);
    const op = code[ref];
    if (op === Op.KEYWORD || op === Op.DOUBLE_STAR) continue;
    const parameter = parameters[place++] ?? 0;
    const kind = code[parameter + 1];
    const isStar = op === Op.STAR;
    if (parameter === 0 || isStar !== (kind === ParameterKind.VARIADIC)) return false;
    if (!isSameName(index, isStar ? (code[ref + 1] ?? 0) : ref, parameter)) return false;
  }
  const positional = parameters.filter(
    (at) => code[at + 1] !== ParameterKind.KEYWORD_ONLY && code[at + 1] !== ParameterKind.KEYWORDS,
  );
  return place === positional.length;
}

function isSameName({ code }: FileIndex, ref: number, parameter: number): boolean {
  return code[ref] === Op.NAME && code[ref + 1] === code[parameter + 2];
}

/** The PARAMETER of the function around that is set as `__wrapped__` of an inner one: `wrapper.__wrapped__ = f`; 0 for none. */
function wrappedBy(index: FileIndex, definition: number): number {
  const { code, facts, scopes, definitionScope } = index;
  const { name = '', parent = -1 } = facts.definitions[definition] ?? {};
  const around = definitionScope[parent] ?? 0;
  for (
    let at = scopes.end[definitionScope[definition] ?? 0] ?? 0;
    at < (scopes.end[around] ?? 0);
    at = nextInstruction(code, at)
  ) {
    if (code[at] !== Op.SET_ATTRIBUTE) continue;
    if (facts.code.strings[code[at + 2] ?? 0] !== '__wrapped__') continue;
    const base = code[at + 1] ?? 0;
    if (code[base] !== Op.NAME || facts.code.strings[code[base + 1] ?? 0] !== name) continue;
    const parameter = parameterAt(index, code[at + 3] ?? 0);
    if (parameter !== 0 && scopeAt(index, parameter) === around) return parameter;
  }
  return 0;
}
