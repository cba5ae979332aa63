/**
 * What a parameter may be. It stays a value of its own (PARAMETER) as long as it is only handed on, so that each call puts in
 * what it passes; once something is asked of it, it is replaced by what is said here: the receiver, the annotation, else the
 * default and what the calls in the same file pass.
 */
import { Op, ParameterKind, ScopeKind } from '../code.js';
import { parametersOf, passedFor } from './arguments.js';
import { instancesOf } from './attributes.js';
import { aliasesOf, nameHash } from './callers.js';
import { classesMadeBy, derivedOf, externalAncestors, functionOfFirstParameter } from './classes.js';
import { type FileIndex, scopeAt } from './file-index.js';
import { injectedValue } from './fixtures.js';
import { bindingOf } from './functions.js';
import { importedModule } from './imports.js';
import { PROTOCOLS } from './python-data.js';
import { registeredType } from './registered-types.js';
import { type Arguments, type FileUnit, Query, type Session } from './session.js';
import { callsAmong, handedCalls } from './site-calls.js';
import { nextInstruction } from './stream.js';
import { Kind } from './value-kinds.js';
import { EMPTY_SET, NONE_SET, type SetId, setOf, UNKNOWN_SET, type ValueId } from './value-table.js';

/** Calls of one name, or through anything, that are looked at for what they pass; more are not. */
export const CALL_SITES_MAX = 100;
/** The same in another file: of calls of the name, and of calls of what was handed there. */
export const NAMED_SITES_MAX = 24;
const DYNAMIC_SITES_MAX = 16;
/** A file that imports from more files than this hands nothing on that is followed there. */
const IMPORTED_MAX = 8;
const NO_CALLS: readonly Arguments[] = [];

/** PARAMETER. */
export function parameterValue(s: Session, file: FileUnit, position: number): SetId {
  return receiverOf(s, file, position) ?? declaredOrPassed(s, file, position);
}

/** What Python passes by itself: `self`, `cls`. */
function receiverOf(s: Session, file: FileUnit, position: number): SetId | undefined {
  const { index } = file;
  const method = functionOfFirstParameter(index, position);
  const binding = method < 0 ? 'none' : bindingOf(s, file, method);
  if (binding === 'none') return undefined;
  const parent = index.facts.definitions[method]?.parent ?? -1;
  const own = s.values.value(binding === 'instance' ? Kind.DECLARED : Kind.SUBCLASS, file.number, parent);
  if (index.facts.definitions[method]?.name === '__init_subclass__') return derivingFrom(s, own);
  return binding === 'instance' ? s.values.union(setOf(own), classesMadeBy(s, file, parent)) : setOf(own);
}

/** `cls` of an `__init_subclass__` is a class that derives from its own; any of them where these are not known. */
function derivingFrom(s: Session, own: ValueId): SetId {
  const derived = derivedOf(s, own);
  return derived.length === 0
    ? setOf(own)
    : derived.reduce((set, value) => s.values.union(set, setOf(value)), EMPTY_SET);
}

function declaredOrPassed(s: Session, file: FileUnit, position: number): SetId {
  const { code } = file.index;
  const kind = code[position + 1] ?? 0;
  const annotation = code[position + 3] ?? 0;
  const declared = annotation === 0 ? UNKNOWN_SET : s.typeOf(file, annotation);
  if (isLoose(s, declared)) {
    const passed = injectedValue(s, file, position) ?? passedInFile(s, file, position);
    return s.values.union(s.values.union(declared, passed), registeredType(s, file, position));
  }
  if (kind === ParameterKind.VARIADIC) return s.values.typed(s.names.tuple, declared);
  if (kind !== ParameterKind.KEYWORDS) return declared;
  const text = s.values.single(Kind.EXTERNAL_INSTANCE, s.names.str);
  return s.values.typed(s.names.dict, declared, text);
}

/** Whether an annotation leaves open what is passed: nothing known, any callable, or what a protocol asks for. */
function isLoose(s: Session, declared: SetId): boolean {
  return s.values.elements(declared).some((value) => {
    switch (s.values.kind(value)) {
      case Kind.UNKNOWN:
        return true;
      case Kind.TYPED:
        return s.values.a(value) === s.names.id('typing.Callable');
      case Kind.DECLARED:
        return externalAncestors(s, value).some((name) => PROTOCOLS.has(name));
      default:
        return false;
    }
  });
}

/** The default and what the calls in the same file pass. */
export function passedInFile(s: Session, file: FileUnit, position: number): SetId {
  const { index } = file;
  const scope = scopeAt(index, position);
  const defaultValue = index.code[position + 4] ?? 0;
  const isOpen = defaultValue !== 0 && s.ask(Query.OMITTED, file, position) !== NONE_SET;
  let set: SetId = isOpen ? s.evaluate(file, defaultValue) : EMPTY_SET;
  const callee = { index, parameters: parametersOf(index, scope) };
  for (const passed of callsInFile(s, file, scope)) {
    set = s.values.union(set, told(s, passedFor(s, callee, position, passed)));
  }
  if (isInnerFirst(index, position, scope)) {
    set = s.values.union(set, replacedReceivers(s, file, functionValue(s, file, scope)));
  }
  return s.values.union(set, passedElsewhere(s, file, position, scope));
}

/**
 * What is passed, with what each passing function makes after its own parameters told: parameters gather from many functions, and
 * what is open in each of them would be too much to tell apart.
 */
function told(s: Session, set: SetId): SetId {
  return s.values.flatMap(set, (value) => (isMadeAlike(s, value) ? s.expand(setOf(value)) : setOf(value)));
}

function isMadeAlike(s: Session, value: ValueId): boolean {
  if (s.values.kind(value) !== Kind.PARAMETER_INSTANCE) return false;
  return s.values.kind(s.values.a(value)) === Kind.PARAMETER_CLASS;
}

/** Whether a parameter is the first of a function within a function: what a decorator may put in place of a method. */
function isInnerFirst(index: FileIndex, position: number, scope: number): boolean {
  const definition = functionOfFirstParameter(index, position);
  const around = index.scopes.parent[scope] ?? 0;
  return definition >= 0 && around > 0 && index.facts.definitions[definition]?.isMethod === false;
}

/** Instances of the classes of a file in which a decorator has put the function in place of a method. */
function replacedReceivers(s: Session, file: FileUnit, target: ValueId): SetId {
  const { definitions } = file.index.facts;
  let set: SetId = EMPTY_SET;
  for (const [definition, { isMethod, decorators, parent }] of definitions.entries()) {
    if (!isMethod || decorators.length === 0) continue;
    const made = s.evaluate(file, file.index.definitionAt[definition] ?? 0);
    if (!s.values.elements(made).some((value) => s.values.plain(value) === target)) continue;
    set = s.values.union(set, s.values.single(Kind.DECLARED, file.number, parent));
  }
  return set;
}

/** What calls in other files pass: of those that call something of its name, and of those it may have been handed to. */
function passedElsewhere(s: Session, file: FileUnit, position: number, scope: number): SetId {
  const { index, callSites } = file;
  const parameter = s.values.value(Kind.PARAMETER, file.number, position);
  const definition = index.scopes.definition[scope] ?? -1;
  const facts = index.facts.definitions[definition];
  const owner = index.facts.definitions[facts?.parent ?? -1];
  let set: SetId = EMPTY_SET;
  if (facts !== undefined && (owner === undefined || facts.isMethod)) {
    const called = facts.name === '__init__' ? (owner?.name ?? '') : facts.name;
    const hash = nameHash(called);
    file.callersAsked.add(hash);
    for (const number of s.callers.of(hash, file.number)) {
      const unit = s.files[number];
      if (unit === undefined) continue;
      set = s.values.union(set, s.ask(Query.PASSED, unit, s.names.id(called), parameter));
    }
  }
  const isHandedOn =
    facts === undefined ||
    facts.decorators.length > 0 ||
    facts.name === '__call__' ||
    callSites.isHandedOn(s.names.id(facts.name), facts.isMethod);
  if (!isHandedOn) return set;
  for (const number of new Set([...importedFiles(s, file), ...callersAround(s, file, scope)])) {
    const unit = s.files[number];
    if (unit !== undefined) set = s.values.union(set, s.ask(Query.PASSED, unit, 0, parameter));
  }
  return set;
}

/** The files that call the function around an inner one, which may be what that returns: `@command('bake')`. */
function callersAround(s: Session, file: FileUnit, scope: number): readonly number[] {
  const { scopes, facts } = file.index;
  let name = '';
  for (let outer = scopes.parent[scope] ?? 0; outer > 0; outer = scopes.parent[outer] ?? 0) {
    if (scopes.kind[outer] !== ScopeKind.FUNCTION) continue;
    name = facts.definitions[scopes.definition[outer] ?? -1]?.name ?? '';
  }
  if (name === '') return [];
  const hash = nameHash(name);
  file.callersAsked.add(hash);
  return s.callers.of(hash, file.number);
}

/** The files that hold what a file imports. */
function importedFiles(s: Session, file: FileUnit): readonly number[] {
  if (file.importedFiles !== undefined) return file.importedFiles;
  const { code, names, imports } = file.index;
  const found = new Set<number>();
  for (const at of imports) {
    const target = importedModule(s, file, at);
    const unit = target.kind === 'file' ? s.fileAt(target.path) : undefined;
    if (unit === undefined) continue;
    found.add(unit.number);
    if (code[at] !== Op.FROM_IMPORT) continue;
    for (const value of s.values.elements(s.ask(Query.CLASS_EXPORT, unit, names[code[at + 3] ?? 0] ?? 0))) {
      if (HAS_FILE.has(s.values.kind(value))) found.add(s.values.a(value));
    }
  }
  found.delete(file.number);
  file.importedFiles = found.size > IMPORTED_MAX ? [] : [...found].sort((a, b) => a - b);
  return file.importedFiles;
}
const HAS_FILE: ReadonlySet<number> = new Set([Kind.CLASS, Kind.FUNCTION, Kind.MODULE]);

/** PASSED. */
export function passedIn(s: Session, file: FileUnit, name: number, parameter: ValueId): SetId {
  const owner = s.files[s.values.a(parameter)];
  if (owner === undefined) return EMPTY_SET;
  const position = s.values.b(parameter);
  const scope = scopeAt(owner.index, position);
  const target = functionValue(s, owner, scope);
  const calls = callsFrom(s, file, name, target);
  const mayReplace = name === 0 && isInnerFirst(owner.index, position, scope);
  let set: SetId = mayReplace ? replacedReceivers(s, file, target) : EMPTY_SET;
  if (calls.length === 0) return set;
  const callee = { index: owner.index, parameters: parametersOf(owner.index, scope) };
  for (const passed of calls) set = s.values.union(set, told(s, passedFor(s, callee, position, passed)));
  return set;
}

/** The calls of a function of another file; remembered by name and function, as all its parameters ask. */
function callsFrom(s: Session, file: FileUnit, name: number, target: ValueId): readonly Arguments[] {
  const key = `${name} ${target}`;
  const known = file.callsByTarget.get(key);
  if (known !== undefined) return known;
  const { callSites, index } = file;
  const sites = name === 0 ? callSites.dynamic : callSites.named(aliasesOf(index, name));
  if (sites.length > (name === 0 ? DYNAMIC_SITES_MAX : NAMED_SITES_MAX)) return NO_CALLS;
  const low = s.solver.open();
  const calls = callsAmong(s, file, sites, target);
  if (s.solver.close(low)) file.callsByTarget.set(key, calls);
  return calls;
}

/** The calls of a function or lambda in its own file; remembered by its scope, as all its parameters ask. */
function callsInFile(s: Session, file: FileUnit, scope: number): readonly Arguments[] {
  const known = file.knownCalls[scope];
  if (known !== undefined) return known;
  const low = s.solver.open();
  const calls = callsOfScope(s, file, scope);
  if (s.solver.close(low)) file.knownCalls[scope] = calls;
  return calls;
}

/** The FUNCTION or LAMBDA value of a scope. */
export function functionValue(s: Session, file: FileUnit, scope: number): ValueId {
  const { scopes } = file.index;
  const definition = scopes.definition[scope] ?? -1;
  return definition >= 0
    ? s.values.value(Kind.FUNCTION, file.number, definition)
    : s.values.value(Kind.LAMBDA, file.number, (scopes.start[scope] ?? 0) - LAMBDA_LENGTH);
}
const LAMBDA_LENGTH = 1;

/** Those under its names, and once it is handed on, those through anything that is not too much. */
function callsOfScope(s: Session, file: FileUnit, scope: number): readonly Arguments[] {
  const { index, callSites } = file;
  const definition = index.scopes.definition[scope] ?? -1;
  const facts = index.facts.definitions[definition];
  const names = facts === undefined ? lambdaNames(index, scope) : callNames(s, index, definition);
  const sites = callSites.named(names);
  if (sites.length > CALL_SITES_MAX) return NO_CALLS;
  const target = functionValue(s, file, scope);
  const named = callsAmong(s, file, sites, target);
  const isHandedOn =
    facts === undefined ||
    facts.name === '__call__' ||
    callSites.isHandedOn(s.names.id(facts.name), facts.isMethod);
  if (!isHandedOn || callSites.dynamic.length > CALL_SITES_MAX) return named;
  const handed = handedCalls(s, file).get(target) ?? NO_CALLS;
  return named.length === 0 ? handed : [...named, ...handed];
}

/** The names under which a function is called: its own, its class's for `__init__`. */
export function callNames(s: Session, index: FileIndex, definition: number): readonly number[] {
  const facts = index.facts.definitions[definition];
  if (facts === undefined) return [];
  const names = [s.names.id(facts.name)];
  if (facts.name === '__init__' && facts.parent >= 0) {
    names.push(s.names.id(index.facts.definitions[facts.parent]?.name ?? ''), s.names.id('cls'));
    // Classes that may inherit it.
    for (const { kind, bases, name } of index.facts.definitions) {
      if (kind === 'class' && bases.length > 0) names.push(s.names.id(name));
    }
  }
  return [...new Set(names)];
}

/** The name that a lambda is bound to where it stands. */
function lambdaNames(index: FileIndex, scope: number): readonly number[] {
  const { code, names, scopes } = index;
  const behind = nextInstruction(code, scopes.end[scope] ?? 0);
  const lambda = (scopes.start[scope] ?? 0) - LAMBDA_LENGTH;
  return code[behind] === Op.BIND && code[behind + 2] === lambda ? [names[code[behind + 1] ?? 0] ?? 0] : [];
}

/** A set with its parameters replaced by what they may be; that may be other parameters in turn. */
export function expand(s: Session, set: SetId): SetId {
  if (!hasParameter(s, set)) return set;
  const asked = askedParameters(s, set);
  if (!hasParameter(s, asked)) return asked;
  let result: SetId = EMPTY_SET;
  const seen = new Set<ValueId>();
  const pending = [...s.values.elements(set)];
  for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
    if (!isParameter(s, value)) {
      result = s.values.union(result, setOf(value));
    } else if (!seen.has(value)) {
      seen.add(value);
      pending.push(...s.values.elements(askedParameters(s, setOf(value))));
    }
  }
  return result;
}

/** One step of it. */
function askedParameters(s: Session, set: SetId): SetId {
  return s.values.flatMap(set, (value) => {
    if (s.values.kind(value) === Kind.PARAMETER_INSTANCE) return instancesOf(s, value);
    const unit = s.values.kind(value) === Kind.PARAMETER ? s.files[s.values.a(value)] : undefined;
    return unit === undefined ? setOf(value) : askedParameter(s, unit, s.values.b(value));
  });
}

function isParameter(s: Session, value: ValueId): boolean {
  const kind = s.values.kind(value);
  return kind === Kind.PARAMETER || kind === Kind.PARAMETER_INSTANCE;
}

/** The answer to PARAMETER; remembered where the parameter stands, for its own file, which needs not note that it asks. */
function askedParameter(s: Session, file: FileUnit, position: number): SetId {
  if (file.number !== s.solver.file) return s.ask(Query.PARAMETER, file, position);
  const { memo } = file;
  const known = memo[position] ?? 0;
  if (known !== 0) return known;
  const low = s.solver.open();
  const set = s.ask(Query.PARAMETER, file, position);
  if (s.solver.close(low)) memo[position] = set;
  return set;
}

function hasParameter(s: Session, set: SetId): boolean {
  if ((set & 1) === 0) return isParameter(s, set >> 1);
  for (const value of s.values.elements(set)) if (isParameter(s, value)) return true;
  return false;
}
