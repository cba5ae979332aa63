/**
 * Calls that Python makes without a call being written: special methods behind operators, iteration and `with`, classes that are
 * raised, hooks that run when a class is derived, fixtures, functions that are handed to one that calls them. Accessors of
 * attributes are in `property-calls.ts`.
 */
import { AskKind, Op } from '../code.js';
import { ASKED, NOTHING_ASKED } from './asked-methods.js';
import { type CallFindings, NO_VALUES, TARGETS_MAX } from './call-findings.js';
import { described } from './call-reasons.js';
import { isChoice, ONE_OF } from './choices.js';
import { externalAncestors, metaclassOf, projectOrder } from './classes.js';
import { factoryFor } from './containers.js';
import { namesOf } from './entry-points.js';
import { factoriesRun } from './field-factories.js';
import { Occurrence, occurrencesOf } from './file-index.js';
import { fixturesFor } from './fixtures.js';
import { SENDING } from './framework-decorators.js';
import { elementsOfSet } from './items.js';
import { knownName } from './known.js';
import { methodAround } from './known-calls.js';
import { bodyMember, classMember, constructionOf } from './members.js';
import { operatorMethods } from './operators.js';
import { CANDIDATES_MAX } from './other-targets.js';
import type { AskedArgument } from './outside-calls.js';
import { Query, type Session } from './session.js';
import { constructionTargets, targetsOf } from './targets.js';
import { isInstance, Kind } from './value-kinds.js';
import { EMPTY_SET, type SetId, setOf, type ValueId } from './value-table.js';
import { variantsAmong } from './variants.js';

const HANDED = 'handed to a function that calls it';
const SENT = 'sent to a worker that calls it';
const DERIVES = 'runs when a class is derived';
const MAKES = 'of the metaclass, runs when a class is made';
const MADE = 'of a class that the metaclass makes an instance of';
const INJECTED = 'fixture that pytest passes by its name';

/** Functions that are handed to one from outside that calls them. */
export function handedCall(c: CallFindings, values: SetId): void {
  const targets = targetsOf(c.s, values);
  if (targets.isTooMany || targets.values.length > TARGETS_MAX) return;
  c.addAll(targets.values, 'implicit', { resolution: 'inferred', of: targets.values.length, why: HANDED });
}

/** `bake.delay(3)`: a task that is sent to a worker. */
export function sentCall(c: CallFindings, callee: number): void {
  const { code, facts } = c.file.index;
  const isAttribute = code[callee] === Op.ATTRIBUTE;
  if (!isAttribute || !SENDING_NAMES.has(facts.code.strings[code[callee + 2] ?? 0] ?? '')) return;
  if (!namesOf(c.s, c.file, callee).some((name) => SENDING.has(name))) return;
  const { values } = c.s;
  const tasks = values.elements(c.receivers(code[callee + 1] ?? 0));
  const targets = tasks.filter((value) => values.kind(value) === Kind.FUNCTION);
  if (targets.length === 0 || targets.length > TARGETS_MAX) return;
  c.addAll(targets, 'implicit', { resolution: 'inferred', of: targets.length, why: SENT });
  c.outcome = 'resolved';
}
const SENDING_NAMES: ReadonlySet<string> = new Set(
  [...SENDING].map((dotted) => dotted.slice(dotted.lastIndexOf('.') + 1)),
);

/** Fixtures that pytest runs to call a test. */
export function injectedCalls(c: CallFindings, definition: number): void {
  const fixtures = fixturesFor(c.s, c.file, definition);
  c.addAll(c.s.values.elements(fixtures), 'implicit', { resolution: 'inferred', of: 1, why: INJECTED });
}

/**
 * What runs when a class is made: `__init_subclass__` of a base, and of a metaclass `__prepare__`, `__new__` and `__init__`;
 * all of them as far as the project has them.
 */
export function derivationCall(c: CallFindings, definition: number): void {
  const { values, names } = c.s;
  const self = values.value(Kind.CLASS, c.file.number, definition);
  const order = projectOrder(c.s, self);
  const metaclass = metaclassOf(c.s, order);
  if (metaclass !== undefined) {
    for (const name of MAKING) addHook(c, classMember(c.s, metaclass, names.id(name)), MAKES);
  }
  for (const base of order.slice(1)) {
    const hook = bodyMember(c.s, base, names.id('__init_subclass__'));
    if (hook === undefined) continue;
    addHook(c, hook, DERIVES);
    return;
  }
}
const MAKING: readonly string[] = ['__prepare__', '__new__', '__init__'];

/** `super().__call__()` in a metaclass makes an instance of the class that it is called on. */
export function metaclassCall(c: CallFindings, at: number, callees: SetId): void {
  if (!c.s.values.elements(callees).some((value) => MAKERS.has(knownName(c.s, value)))) return;
  const around = methodAround(c.file.index, at);
  if (around === undefined) return;
  const arriving = c.s.ask(Query.ARRIVING, c.file, around.self);
  const isSeen = c.s.values.elements(arriving).some((value) => c.s.values.kind(value) === Kind.CLASS);
  const classes = isSeen ? arriving : c.s.ask(Query.PARAMETER, c.file, around.self);
  const { values, implied, isTooMany } = constructionTargets(c.s, classes);
  if (isTooMany || values.length > TARGETS_MAX) return;
  c.addAll([...values, ...implied], 'implicit', { resolution: 'inferred', of: values.length, why: MADE });
}
const MAKERS: ReadonlySet<string> = new Set(['builtins.type.__call__', 'abc.ABCMeta.__call__']);

function addHook(c: CallFindings, hook: SetId, why: string): void {
  c.addAll(targetsOf(c.s, hook).values, 'implicit', { resolution: 'inferred', of: 1, why });
}

/** What a function from outside asks of an argument: special methods of it, and of what it holds. */
export function askedCalls(c: CallFindings, { argument, asked, isElement }: AskedArgument): void {
  const receivers = c.receivers(argument);
  if (isElement) {
    for (const names of asked.elements ?? []) specialCall(c, receivers, names, argument);
    return;
  }
  if (asked.isIterating) iterationCalls(c, argument, false);
  for (const names of asked.methods) specialCall(c, receivers, names, argument);
  if (asked.elements !== undefined) elementCalls(c, receivers, asked.elements, argument);
  if (asked.contents !== undefined)
    elementCalls(c, containersAmong(c.s, receivers), asked.contents, argument);
}

/** Special methods of each element, asked for one after another. */
function elementCalls(
  c: CallFindings,
  receivers: SetId,
  methods: readonly (readonly string[])[],
  ref: number,
): void {
  const elements = methods.length === 0 ? EMPTY_SET : c.s.expand(elementsOfSet(c.s, receivers));
  if (elements === EMPTY_SET) return;
  for (const names of methods) specialCall(c, elements, names, ref);
}

/** Of a set the builtin containers. */
function containersAmong(s: Session, set: SetId): SetId {
  return s.values.flatMap(set, (value) => (HOLDING.has(s.values.kind(value)) ? setOf(value) : EMPTY_SET));
}
const HOLDING: ReadonlySet<number> = new Set([Kind.CONTAINER, Kind.TUPLE, Kind.TYPED]);

/** An ASK. */
export function askCall(c: CallFindings, kind: number, ref: number): void {
  if (kind === AskKind.ITERATE) iterationCalls(c, ref, false);
  else askedCalls(c, { argument: ref, asked: ASKED[kind] ?? NOTHING_ASKED, isElement: false });
}

/** What making an instance with fields calls for those that it is given nothing for. */
export function fieldCalls(c: CallFindings, at: number, callees: SetId): void {
  for (const value of c.s.values.elements(callees)) {
    if (c.s.values.kind(value) !== Kind.CLASS || constructionOf(c.s, value).hasInit) continue;
    for (const factory of factoriesRun(c.s, value, { file: c.file, call: at, leading: [] })) {
      handedCall(c, factory);
    }
  }
}

/** What a `defaultdict` calls for a key that it does not have. */
export function factoryCalls(c: CallFindings, container: number): void {
  for (const value of c.s.values.elements(c.receivers(container))) {
    const factory = factoryFor(c.s, value);
    if (factory !== EMPTY_SET) handedCall(c, factory);
  }
}

/** The special methods of what the expression at `ref` may be. */
export function specialCalls(c: CallFindings, ref: number, names: readonly string[]): void {
  const receivers = c.receivers(ref);
  for (const name of names) specialCall(c, receivers, [name], ref);
}

/** The first special method that there is. */
export function firstSpecialCall(c: CallFindings, ref: number, names: readonly string[]): void {
  specialCall(c, c.receivers(ref), names, ref);
}

/**
 * A special method of instances, called by an operator or a builtin: the first of `names` that a receiver has, as `str(x)` runs
 * `__str__`, else `__repr__`. `ref` is how the receiver is written.
 */
export function specialCall(c: CallFindings, receivers: SetId, names: readonly string[], ref: number): void {
  const { values } = c.s;
  const methods = values.flatMap(receivers, (receiver) => firstMethod(c.s, receiver, names));
  if (methods === EMPTY_SET) return;
  const targets = targetsOf(c.s, methods);
  if (targets.isTooMany || targets.values.length > TARGETS_MAX) return;
  const why = described(c.s, c.file, ref, receivers);
  const of = targets.values.length;
  if (isChoice(c, receivers, ref, of)) {
    if (of <= CANDIDATES_MAX)
      c.addAll(targets.values, 'implicit', { resolution: 'candidate', of, why: ONE_OF });
    return;
  }
  const variants = of < 2 ? NO_VALUES : variantsAmong(c.s, targets.values);
  for (const target of c.inOrder(targets.values)) {
    c.add(target, 'implicit', { resolution: variants.includes(target) ? 'candidate' : 'inferred', of, why });
  }
}

/** What the class of an instance has under the first of the names that it has; EMPTY_SET for what is no instance. */
function firstMethod(s: Session, receiver: ValueId, names: readonly string[]): SetId {
  if (s.values.kind(receiver) === Kind.CLASS) return metaclassMethodOf(s, receiver, names);
  if (!isInstance(s.values.kind(receiver))) return EMPTY_SET;
  for (const name of names) {
    const member = classMember(s, receiver, s.names.id(name));
    if (member === EMPTY_SET && (hasFromOutside(s, receiver, name) || mayBePutThere(s, receiver)))
      return EMPTY_SET;
    if (member === EMPTY_SET) continue;
    return s.values.flatMap(member, (each) => s.values.single(Kind.METHOD, each, receiver));
  }
  return EMPTY_SET;
}

/** The same of a class: what its metaclass has. */
function metaclassMethodOf(s: Session, value: ValueId, names: readonly string[]): SetId {
  const metaclass = metaclassOf(s, projectOrder(s, value));
  if (metaclass === undefined) return EMPTY_SET;
  const found = names
    .map((name) => classMember(s, metaclass, s.names.id(name)))
    .find((member) => member !== EMPTY_SET);
  return found ?? EMPTY_SET;
}

/** Whether the metaclass stands where `setattr` is called: it may put any method there that is not written. */
function mayBePutThere(s: Session, receiver: ValueId): boolean {
  const metaclass = metaclassOf(s, projectOrder(s, receiver));
  const unit = metaclass === undefined ? undefined : s.files[s.values.a(metaclass)];
  return unit !== undefined && occurrencesOf(unit.index, Occurrence.CALL, s.names.setattr).length > 0;
}

/** Whether a builtin base has a special method, so that none is asked for in its place: `key in x` of a dictionary's heir. */
function hasFromOutside(s: Session, receiver: ValueId, name: string): boolean {
  return externalAncestors(s, receiver).some((dotted) =>
    CONTAINERS.test(dotted) ? OF_CONTAINERS.test(name) : name === '__str__' && EXCEPTIONS.test(dotted),
  );
}
const CONTAINERS =
  /^(?:builtins\.(?:dict|list|tuple|set|frozenset|str|bytes|bytearray)|collections\.(?:OrderedDict|defaultdict|Counter|deque|User\w+))$/;
const OF_CONTAINERS = /^__(?:contains|ne|i(?:add|or|and|sub|xor|mul))__$/;
const EXCEPTIONS = /^builtins\.(?:str|\w*(?:Error|Exception|Warning|Exit|Interrupt|Iteration))$/;

/** An operator runs a method of its left operand, else one of its right one. */
export function operationCall(c: CallFindings, at: number): void {
  for (const { ref, names } of operatorMethods(c.file.index.code, at)) {
    const before = c.found.length;
    specialCall(c, c.receivers(ref), names, ref);
    if (c.found.length > before) return;
  }
}

/** `for` over an instance calls `__iter__`, then `__next__` of what that gives. */
export function iterationCalls(c: CallFindings, ref: number, isAsync: boolean): void {
  const { s } = c;
  const start = isAsync ? '__aiter__' : '__iter__';
  const receivers = c.receivers(ref);
  specialCall(c, receivers, isAsync ? [start] : [start, '__getitem__'], ref);
  let iterators: SetId = EMPTY_SET;
  for (const receiver of s.values.elements(receivers)) {
    if (!isInstance(s.values.kind(receiver))) continue;
    for (const method of s.values.elements(s.attribute(receiver, s.names.id(start)))) {
      const passed = { file: c.file, call: -1, leading: [] };
      iterators = s.values.union(iterators, s.expand(s.call(method, passed)));
    }
  }
  if (iterators !== EMPTY_SET) specialCall(c, iterators, [isAsync ? '__anext__' : '__next__'], ref);
}
