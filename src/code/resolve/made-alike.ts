/**
 * Instances that are made by a class which hangs on what the caller passes: `graph.__class__()`, `type(graph)()`, and
 * `self.view()` where derived classes put another class in place of `view`. They stay open (PARAMETER_INSTANCE of a
 * PARAMETER_CLASS) until a call says what is passed, as `cls()` does: a copy of one kind of graph is no other kind.
 */
import { Op } from '../code.js';
import { argumentAt, argumentCount } from './arguments.js';
import { derivedOf, functionOfFirstParameter } from './classes.js';
import { bindingOf } from './functions.js';
import { knownName } from './known.js';
import { onlyEvent } from './name-search.js';
import { isAssignedHere } from './paths.js';
import type { FileUnit, Session } from './session.js';
import { Kind } from './value-kinds.js';
import { EMPTY_SET, type SetId, setOf, type ValueId } from './value-table.js';

/** What calling the expression at `ref` makes, as PARAMETER_INSTANCEs; EMPTY_SET where it is no such class. */
export function madeAlike(s: Session, file: FileUnit, ref: number): SetId {
  const { code, names } = file.index;
  switch (code[ref]) {
    case Op.NAME: {
      const event = onlyEvent(file.index, ref, names[code[ref + 1] ?? 0] ?? 0);
      const bound = event > 0 && event < ref && code[event] === Op.BIND ? (code[event + 2] ?? 0) : 0;
      return bound !== 0 && code[bound] !== Op.NAME ? madeAlike(s, file, bound) : EMPTY_SET;
    }
    case Op.ATTRIBUTE:
      return byAttribute(s, file, ref);
    case Op.CALL:
      return isTypeOf(s, file, ref)
        ? likeAll(s, s.evaluate(file, argumentAt(file.index, ref, 0)))
        : EMPTY_SET;
    default:
      return EMPTY_SET;
  }
}

function byAttribute(s: Session, file: FileUnit, ref: number): SetId {
  const { code, names } = file.index;
  const name = names[code[ref + 2] ?? 0] ?? 0;
  const base = s.evaluate(file, code[ref + 1] ?? 0);
  if (s.names.text(name) === '__class__') return likeAll(s, base);
  const isClassOfSelf = (base & 1) === 0 && isOverridden(s, file, base >> 1) && !isAssignedHere(file, ref);
  return isClassOfSelf ? likeEach(s, base >> 1, name) : EMPTY_SET;
}

/** Whether a value is the `self` of a class that others of its file derive from. */
function isOverridden(s: Session, file: FileUnit, value: ValueId): boolean {
  if (s.values.kind(value) !== Kind.PARAMETER || s.values.a(value) !== file.number) return false;
  const method = functionOfFirstParameter(file.index, s.values.b(value));
  if (method < 0 || bindingOf(s, file, method) !== 'instance') return false;
  const owner = file.index.facts.definitions[method]?.parent ?? -1;
  return derivedOf(s, s.values.value(Kind.DECLARED, file.number, owner)).length > 0;
}

/** Instances of the class of each of the values. */
function likeAll(s: Session, base: SetId): SetId {
  return s.values.flatMap(base, (value) => likeEach(s, value, s.names.id('__class__')));
}

/** What `value.name()` makes: told later where the value is a parameter, alike where it was itself made so. */
export function likeEach(s: Session, value: ValueId, name: number): SetId {
  const { values } = s;
  switch (values.kind(value)) {
    case Kind.PARAMETER:
      return values.single(Kind.PARAMETER_INSTANCE, values.value(Kind.PARAMETER_CLASS, value, name));
    case Kind.PARAMETER_INSTANCE:
      if (s.names.text(name) === '__class__') return setOf(value);
  }
  return values.flatMap(s.attribute(value, name), (made) => {
    const isClass = values.kind(made) === Kind.CLASS;
    return isClass ? values.single(Kind.INSTANCE, values.a(made), values.b(made)) : s.instanceOf(made);
  });
}

function isTypeOf(s: Session, file: FileUnit, call: number): boolean {
  if (argumentCount(file.index, call) !== 1) return false;
  const callee = s.evaluate(file, file.index.code[call + 1] ?? 0);
  return (callee & 1) === 0 && knownName(s, callee >> 1) === 'builtins.type';
}
