/**
 * Calls that Python makes without a call being written: special methods behind operators, iteration and `with`, classes that are
 * raised, hooks that run when a class is derived, fixtures, functions that are handed to one that calls them. Accessors of
 * attributes are in `property-calls.ts`.
 */
import { type CallFindings, TARGETS_MAX } from './call-findings.js';
import { described } from './call-reasons.js';
import { classOrder } from './classes.js';
import { fixturesFor } from './fixtures.js';
import { bodyMember, classMember } from './members.js';
import { operatorMethods } from './operators.js';
import { targetsOf } from './targets.js';
import { EMPTY_SET, isInstance, Kind, type SetId } from './values.js';

const HANDED = 'handed to a function that calls it';
const DERIVES = 'runs when a class is derived';
const INJECTED = 'fixture that pytest passes by its name';

/** Functions that are handed to one from outside that calls them. */
export function handedCall(c: CallFindings, values: SetId): void {
  const targets = targetsOf(c.s, values);
  if (targets.isTooMany || targets.values.length > TARGETS_MAX) return;
  c.addAll(targets.values, 'implicit', { resolution: 'inferred', of: targets.values.length, why: HANDED });
}

/** Fixtures that pytest runs to call a test. */
export function injectedCalls(c: CallFindings, definition: number): void {
  const fixtures = fixturesFor(c.s, c.file, definition);
  c.addAll(c.s.values.elements(fixtures), 'implicit', { resolution: 'inferred', of: 1, why: INJECTED });
}

/** What a base of the project does when a class is derived from it. */
export function derivationCall(c: CallFindings, definition: number): void {
  const { values, names } = c.s;
  const self = values.value(Kind.CLASS, c.file.number, definition);
  for (const base of classOrder(c.s, self).slice(1)) {
    const isClass = values.kind(base) === Kind.CLASS;
    const hook = isClass ? bodyMember(c.s, base, names.id('__init_subclass__')) : undefined;
    if (hook === undefined) continue;
    c.addAll(targetsOf(c.s, hook).values, 'implicit', { resolution: 'inferred', of: 1, why: DERIVES });
    return;
  }
}

/** The special methods of what the expression at `ref` may be. */
export function specialCalls(c: CallFindings, ref: number, names: readonly string[]): void {
  const receivers = c.receivers(ref);
  for (const name of names) specialCall(c, receivers, name, ref);
}

/** A special method of instances, called by an operator or a builtin; `ref` is how the receiver is written. */
export function specialCall(c: CallFindings, receivers: SetId, name: string, ref: number): void {
  const { values } = c.s;
  let methods: SetId = EMPTY_SET;
  for (const receiver of values.elements(receivers)) {
    if (!isInstance(values.kind(receiver))) continue;
    for (const member of values.elements(classMember(c.s, receiver, c.s.names.id(name)))) {
      methods = values.union(methods, values.single(Kind.METHOD, member, receiver));
    }
  }
  if (methods === EMPTY_SET) return;
  const targets = targetsOf(c.s, methods);
  if (targets.isTooMany || targets.values.length > TARGETS_MAX) return;
  const why = described(c.s, c.file, ref, receivers);
  c.addAll(targets.values, 'implicit', { resolution: 'inferred', of: targets.values.length, why });
}

/** An operator runs a method of its left operand, else one of its right one. */
export function operationCall(c: CallFindings, at: number): void {
  for (const { ref, names } of operatorMethods(c.file.index.code, at)) {
    const receivers = c.receivers(ref);
    for (const name of names) {
      const before = c.found.length;
      specialCall(c, receivers, name, ref);
      if (c.found.length > before) return;
    }
  }
}

/** `for` over an instance calls `__iter__`, then `__next__` of what that gives. */
export function iterationCalls(c: CallFindings, ref: number, isAsync: boolean): void {
  const { s } = c;
  const start = isAsync ? '__aiter__' : '__iter__';
  const receivers = c.receivers(ref);
  specialCall(c, receivers, start, ref);
  let iterators: SetId = EMPTY_SET;
  for (const receiver of s.values.elements(receivers)) {
    if (!isInstance(s.values.kind(receiver))) continue;
    for (const method of s.values.elements(s.attribute(receiver, s.names.id(start)))) {
      const passed = { file: c.file, call: -1, leading: [] };
      iterators = s.values.union(iterators, s.expand(s.call(method, passed)));
    }
  }
  if (iterators !== EMPTY_SET) specialCall(c, iterators, isAsync ? '__anext__' : '__next__', ref);
}
