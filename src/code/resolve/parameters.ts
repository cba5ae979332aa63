/**
 * What a parameter may be. It stays a value of its own (PARAMETER) as long as it is only handed on, so that each call puts in
 * what it passes; once something is asked of it, it is replaced by what is said here: the receiver, the annotation, else the
 * default and what the calls in the same file pass.
 */
import { Op, ParameterKind } from '../code.js';
import { parametersOf, passedFor } from './arguments.js';
import { functionOfFirstParameter } from './classes.js';
import { decoratedBy } from './decorators.js';
import { type FileIndex, scopeAt } from './file-index.js';
import { bindingOf } from './functions.js';
import { classMember } from './members.js';
import { type Arguments, type FileUnit, Query, type Session } from './session.js';
import { EMPTY_SET, Kind, type SetId, setOf, UNKNOWN, UNKNOWN_SET, type ValueId } from './values.js';

/** Calls that are looked at for what they pass; beyond, a parameter stays unknown. */
const CALL_SITES_MAX = 200;

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
  return s.values.single(binding === 'instance' ? Kind.DECLARED : Kind.SUBCLASS, file.number, parent);
}

function declaredOrPassed(s: Session, file: FileUnit, position: number): SetId {
  const { code } = file.index;
  const kind = code[position + 1] ?? 0;
  const annotation = code[position + 3] ?? 0;
  const declared = annotation === 0 ? UNKNOWN_SET : s.typeOf(file, annotation);
  if (s.values.has(declared, UNKNOWN)) {
    return s.values.union(declared, passedInFile(s, file, position));
  }
  if (kind === ParameterKind.VARIADIC) return s.values.typed(s.names.tuple, declared);
  if (kind !== ParameterKind.KEYWORDS) return declared;
  const text = s.values.single(Kind.EXTERNAL_INSTANCE, s.names.str);
  return s.values.typed(s.names.dict, declared, text);
}

/** The default and what the calls in the same file pass. */
function passedInFile(s: Session, file: FileUnit, position: number): SetId {
  const { index } = file;
  const scope = scopeAt(index, position);
  const defaultValue = index.code[position + 4] ?? 0;
  let set: SetId = defaultValue === 0 ? EMPTY_SET : s.evaluate(file, defaultValue);
  const definition = index.scopes.definition[scope] ?? -1;
  if (definition < 0) return set;
  const callee = { index, parameters: parametersOf(index, scope) };
  for (const passed of callsInFile(s, file, definition)) {
    set = s.values.union(set, passedFor(s, callee, position, passed));
  }
  return set;
}

/** The calls of a function in its own file; remembered, as all its parameters ask. */
function callsInFile(s: Session, file: FileUnit, definition: number): readonly Arguments[] {
  const known = file.knownCalls[definition];
  if (known !== undefined) return known;
  const sites = file.callSites.of(callNames(s, file.index, definition));
  const low = s.solver.open();
  const calls =
    sites.length > CALL_SITES_MAX ? [] : sites.flatMap((site) => callsOf(s, file, site, definition));
  if (s.solver.close(low)) file.knownCalls[definition] = calls;
  return calls;
}

/** The names under which a function is called: its own, its class's for `__init__`, anything for `__call__`. */
function callNames(s: Session, index: FileIndex, definition: number): readonly number[] {
  const facts = index.facts.definitions[definition];
  if (facts === undefined) return [];
  const names = [s.names.id(facts.name)];
  if (facts.name === '__init__' && facts.parent >= 0) {
    names.push(s.names.id(index.facts.definitions[facts.parent]?.name ?? ''), s.names.id('cls'));
  }
  return names;
}

/** The ways in which the CALL or DECORATOR at `site` calls the function, if it does. */
function callsOf(s: Session, file: FileUnit, site: number, definition: number): readonly Arguments[] {
  const { code } = file.index;
  const calls: Arguments[] = [];
  const isDecorator = code[site] === Op.DECORATOR;
  const applied = isDecorator ? [decoratedBy(s, file, site)] : [];
  for (const value of s.values.elements(s.expand(s.evaluate(file, code[site + 1] ?? 0)))) {
    const leading = leadingFor(s, file, value, definition);
    if (leading === undefined) continue;
    calls.push({ file, call: isDecorator ? -1 : site, leading: [...leading, ...applied] });
  }
  return calls;
}

/** What calling `value` passes first when that calls the function; undefined when it calls something else. */
function leadingFor(
  s: Session,
  file: FileUnit,
  value: ValueId,
  definition: number,
): readonly SetId[] | undefined {
  const { values } = s;
  const isTarget = (other: ValueId): boolean =>
    values.kind(other) === Kind.FUNCTION && values.a(other) === file.number && values.b(other) === definition;
  switch (values.kind(value)) {
    case Kind.FUNCTION:
      return isTarget(value) ? [] : undefined;
    case Kind.CONTEXT_FUNCTION:
    case Kind.STATIC_METHOD:
      return isTarget(values.a(value)) ? [] : undefined;
    case Kind.METHOD:
      return isTarget(values.a(value)) ? [setOf(values.b(value))] : undefined;
    case Kind.CLASS:
    case Kind.SUBCLASS: {
      const made = values.kind(value) === Kind.CLASS ? Kind.INSTANCE : Kind.DECLARED;
      const init = classMember(s, value, s.names.init);
      const isInit = values.elements(init).some(isTarget);
      return isInit ? [values.single(made, values.a(value), values.b(value))] : undefined;
    }
    case Kind.INSTANCE:
    case Kind.DECLARED: {
      const call = classMember(s, value, s.names.call);
      return values.elements(call).some(isTarget) ? [setOf(value)] : undefined;
    }
    default:
      return undefined;
  }
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
    if (s.values.kind(value) !== Kind.PARAMETER) {
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
  let result: SetId = EMPTY_SET;
  for (const value of s.values.elements(set)) {
    const unit = s.values.kind(value) === Kind.PARAMETER ? s.files[s.values.a(value)] : undefined;
    const known = unit === undefined ? setOf(value) : s.ask(Query.PARAMETER, unit, s.values.b(value));
    result = s.values.union(result, known);
  }
  return result;
}

function hasParameter(s: Session, set: SetId): boolean {
  if ((set & 1) === 0) return s.values.kind(set >> 1) === Kind.PARAMETER;
  for (const value of s.values.elements(set)) if (s.values.kind(value) === Kind.PARAMETER) return true;
  return false;
}
