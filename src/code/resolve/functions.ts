/**
 * Functions: what they return and yield, and what Python passes to them by itself. A return annotation is believed; without
 * one, the values of the `return` statements count.
 */
import { Op } from '../code.js';
import { isSelf } from './annotations.js';
import { argumentAt, argumentCount, parametersOf, returnAnnotation } from './arguments.js';
import { decoratorRefs, externalAncestors } from './classes.js';
import { type FileIndex, lambdaScope, scopeAt } from './file-index.js';
import { guardsOf } from './guards.js';
import { elementsOfSet } from './items.js';
import { knownName } from './known.js';
import { onlyEvent } from './name-search.js';
import { isInProgram } from './programs.js';
import { PROTOCOLS } from './python-data.js';
import { type Binding, type FileUnit, Query, type Session } from './session.js';
import { NO_THROUGH, throughOf } from './through.js';
import { isInstance, Kind } from './value-kinds.js';
import { EMPTY_SET, NONE_SET, type SetId, setOf, UNKNOWN, UNKNOWN_SET } from './value-table.js';

/** RETURN: of an `async def` what awaiting it gives. */
export function returnValue(s: Session, file: FileUnit, definition: number): SetId {
  const { index } = file;
  const scope = index.definitionScope[definition] ?? 0;
  const annotation = returnAnnotation(index, scope);
  if (annotation !== 0) {
    const declared = s.typeOf(file, annotation);
    if (isCallableType(s, declared)) return callableReturned(s, file, scope, declared);
    if (isSelf(s, file, annotation)) return ownInstance(s, file, definition) ?? declared;
    if (isProtocol(s, declared)) return s.values.union(declared, instancesReturned(s, file, scope));
    if (!s.values.has(declared, UNKNOWN)) return moreExactly(s, file, scope, declared);
  }
  return returnedIn(s, file, scope);
}

/**
 * What is declared, or in a program the very instances that are made and returned in its place: `-> Shape` where a `Circle()` is.
 * Whoever uses a library has what it declares.
 */
function moreExactly(s: Session, file: FileUnit, scope: number, declared: SetId): SetId {
  const isClass = s.values.elements(declared).some((value) => s.values.kind(value) === Kind.DECLARED);
  if (!isClass || file.index.returns.first(scope) === -1) return declared;
  if (!isInProgram(s, file, (file.index.scopes.start[scope] ?? 0) + 1)) return declared;
  return s.values.flatMap(returnedIn(s, file, scope), (value) => {
    const kind = s.values.kind(value);
    return kind === Kind.INSTANCE || kind === Kind.NONE ? setOf(value) : declared;
  });
}

/** Whether an annotation only says what can be done with what is returned: `-> ContextManager[Oven]`, a protocol. */
function isProtocol(s: Session, declared: SetId): boolean {
  return s.values.elements(declared).some((value) => {
    const kind = s.values.kind(value);
    if (kind === Kind.TYPED) return s.values.a(value) === s.names.id('typing.ContextManager');
    return kind === Kind.DECLARED && externalAncestors(s, value).some((name) => PROTOCOLS.has(name));
  });
}

function instancesReturned(s: Session, file: FileUnit, scope: number): SetId {
  return s.values.flatMap(returnedIn(s, file, scope), (value) =>
    isInstance(s.values.kind(value)) ? setOf(value) : EMPTY_SET,
  );
}

/** `-> Self`: the receiver, or an instance of the class that is the receiver; whoever calls says which. */
function ownInstance(s: Session, file: FileUnit, definition: number): SetId | undefined {
  const binding = bindingOf(s, file, definition);
  const [position] = parametersOf(file.index, file.index.definitionScope[definition] ?? 0);
  if (binding === 'none' || position === undefined) return undefined;
  const self = s.values.value(Kind.PARAMETER, file.number, position);
  return binding === 'instance' ? setOf(self) : s.values.single(Kind.PARAMETER_INSTANCE, self);
}

/** `-> F`, `-> Callable[…]`: which callable is told by what is returned, as far as that is known. */
function callableReturned(s: Session, file: FileUnit, scope: number, declared: SetId): SetId {
  const returned = returnedIn(s, file, scope);
  return s.values.has(returned, UNKNOWN)
    ? s.values.union(s.values.without(returned, UNKNOWN), declared)
    : returned;
}

/** Whether a type is `Callable[…]` and nothing else. */
export function isCallableType(s: Session, set: SetId): boolean {
  const callable = s.names.id('typing.Callable');
  const values = s.values.elements(set);
  return (
    values.length > 0 &&
    values.every((value) => s.values.kind(value) === Kind.TYPED && s.values.a(value) === callable)
  );
}

/** LAMBDA_RETURN. */
export function lambdaReturn(s: Session, file: FileUnit, position: number): SetId {
  return returnedIn(s, file, lambdaScope(file.index, position));
}

function returnedIn(s: Session, file: FileUnit, scope: number, without = NO_THROUGH): SetId {
  const { code, returns } = file.index;
  let link = returns.first(scope);
  if (link === -1) return NONE_SET;
  let set: SetId = EMPTY_SET;
  for (; link !== -1; link = returns.next(link)) {
    const returned = code[returns.at(link) + 1] ?? 0;
    if (without.some((through) => through.returned === returned)) continue;
    set = s.values.union(set, returnedValue(s, file, returned));
  }
  return set;
}

/** What a caller is given is told by what it passes: of a parameter, what guards say of all callers would forget that. */
function returnedValue(s: Session, file: FileUnit, ref: number): SetId {
  const { code, names } = file.index;
  const closures = closuresIn(file.index, ref);
  if (closures !== undefined) return s.values.tuple(closures.map((each) => s.evaluate(file, each)));
  const isGuarded = code[ref] === Op.NAME && guardsOf(file, ref).length > 0;
  return isGuarded ? s.nameValue(file, ref, names[code[ref + 1] ?? 0] ?? 0) : s.evaluate(file, ref);
}

/** The items of a tuple of inner functions and other things: `return run, stop`; each is what the call of the function made. */
function closuresIn(index: FileIndex, ref: number): readonly number[] | undefined {
  const { code, names } = index;
  if (code[ref] !== Op.TUPLE) return undefined;
  const items = [...code.subarray(ref + 2, ref + 2 + (code[ref + 1] ?? 0))];
  const isClosure = (at: number): boolean => {
    const event = code[at] === Op.NAME ? onlyEvent(index, at, names[code[at + 1] ?? 0] ?? 0) : -1;
    const isHere = event > 0 && scopeAt(index, event) === scopeAt(index, ref);
    return code[at] === Op.LAMBDA || (isHere && code[code[event + 2] ?? 0] === Op.FUNCTION);
  };
  return items.some((at) => code[at] === Op.STAR) || !items.some(isClosure) ? undefined : items;
}

/** BESIDE. */
export function returnedBeside(s: Session, file: FileUnit, definition: number): SetId {
  const scope = file.index.definitionScope[definition] ?? 0;
  return returnedIn(s, file, scope, throughOf(file, definition));
}

export function isGenerator(index: FileIndex, definition: number): boolean {
  return index.yields.first(index.definitionScope[definition] ?? 0) !== -1;
}

/** YIELD: what iterating over the called generator function gives. */
export function yieldedValue(s: Session, file: FileUnit, definition: number): SetId {
  const { index } = file;
  const { code, yields } = index;
  const scope = index.definitionScope[definition] ?? 0;
  const annotation = returnAnnotation(index, scope);
  if (annotation !== 0) {
    const declared = elementsOfSet(s, s.typeOf(file, annotation));
    if (!s.values.has(declared, UNKNOWN)) return declared;
  }
  let set: SetId = EMPTY_SET;
  for (let link = yields.first(scope); link !== -1; link = yields.next(link)) {
    const at = yields.at(link);
    const value = s.evaluate(file, code[at + 1] ?? 0);
    set = s.values.union(set, code[at] === Op.YIELD ? value : elementsOfSet(s, value));
  }
  return set;
}

/** SENT: the arguments of `send` on what the function gives when it is called; UNKNOWN when the file sends nothing at all. */
export function sentTo(s: Session, file: FileUnit, definition: number): SetId {
  const { code } = file.index;
  const generator = s.values.value(Kind.GENERATOR, file.number, definition);
  const sites = file.callSites.named([s.names.id('send')]);
  let set: SetId = sites.length === 0 ? UNKNOWN_SET : EMPTY_SET;
  for (const site of sites) {
    const callee = code[site + 1] ?? 0;
    if (code[site] !== Op.CALL || code[callee] !== Op.ATTRIBUTE || argumentCount(file.index, site) !== 1)
      continue;
    if (!s.values.has(s.expand(s.evaluate(file, code[callee + 1] ?? 0)), generator)) continue;
    set = s.values.union(set, s.evaluate(file, argumentAt(file.index, site, 0)));
  }
  return set;
}

/** DELEGATES: on what a `__getattr__` looks up the name that it is given: `return getattr(self.inner, name)`. */
export function delegatesOf(s: Session, file: FileUnit, definition: number): SetId {
  const { code, names, returns, definitionScope } = file.index;
  const scope = definitionScope[definition] ?? 0;
  const name = names[code[(parametersOf(file.index, scope)[1] ?? 0) + 2] ?? 0] ?? 0;
  let set: SetId = EMPTY_SET;
  for (let link = returns.first(scope); link !== -1; link = returns.next(link)) {
    const call = code[returns.at(link) + 1] ?? 0;
    if (code[call] !== Op.CALL || argumentCount(file.index, call) < 2) continue;
    const callee = code[call + 1] ?? 0;
    const key = argumentAt(file.index, call, 1);
    const isSame = code[key] === Op.NAME && names[code[key + 1] ?? 0] === name;
    if (!isSame || code[callee] !== Op.NAME || names[code[callee + 1] ?? 0] !== s.names.id('getattr'))
      continue;
    set = s.values.union(set, s.evaluate(file, argumentAt(file.index, call, 0)));
  }
  return set;
}

/** What a YIELD gives: what is sent to the generator that it stands in. */
export function sentHere(s: Session, file: FileUnit, position: number): SetId {
  const { scopes } = file.index;
  const definition = scopes.definition[scopeAt(file.index, position)] ?? -1;
  return definition < 0 ? UNKNOWN_SET : s.ask(Query.SENT, file, definition);
}

/** What `yield from` gives: what the generators return. */
export function returnedBy(s: Session, iterated: SetId): SetId {
  return s.values.flatMap(s.expand(iterated), (value) => {
    const unit = s.values.kind(value) === Kind.GENERATOR ? s.files[s.values.a(value)] : undefined;
    return unit === undefined ? UNKNOWN_SET : s.ask(Query.RETURN, unit, s.values.b(value));
  });
}

/** What Python passes as the first argument of a method by itself; remembered, as every use of `self` asks. */
export function bindingOf(s: Session, file: FileUnit, definition: number): Binding {
  const known = file.bindings[definition];
  if (known !== undefined) return known;
  const low = s.solver.open();
  const binding = findBinding(s, file, definition);
  if (s.solver.close(low)) file.bindings[definition] = binding;
  return binding;
}

function findBinding(s: Session, file: FileUnit, definition: number): Binding {
  const { index } = file;
  const facts = index.facts.definitions[definition];
  if (facts?.isMethod !== true) return 'none';
  if (IMPLICIT_CLASS_METHODS.has(facts.name)) return 'class';
  for (const ref of decoratorRefs(index, index.definitionAt[definition] ?? 0)) {
    for (const value of s.values.elements(s.evaluate(file, index.code[ref + 1] ?? 0))) {
      const name = knownName(s, value);
      if (name === 'builtins.staticmethod' || name === 'abc.abstractstaticmethod') return 'none';
      if (name === 'builtins.classmethod' || name === 'abc.abstractclassmethod') return 'class';
    }
  }
  return 'instance';
}
const IMPLICIT_CLASS_METHODS: ReadonlySet<string> = new Set([
  '__new__',
  '__init_subclass__',
  '__class_getitem__',
]);
