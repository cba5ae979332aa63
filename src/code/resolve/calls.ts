/**
 * What a call gives. For functions of the project, what they return, with the parameters that are handed through replaced by
 * what this call passes; for classes, an instance. What comes from outside is in `known-calls.ts`.
 */
import { isPassed, parametersOf, passedFor, positionalArgument } from './arguments.js';
import { headOf, instancesOf } from './attributes.js';
import { derivedOf, functionOfFirstParameter } from './classes.js';
import { scopeAt } from './file-index.js';
import { isGenerator, lambdaScope } from './functions.js';
import { madeInstance, resultFor, typesFor, typesPassed } from './generics.js';
import { methodResult } from './items.js';
import { knownName } from './known.js';
import { externalCall, knownBuiltinMethod, knownCall, knownResult } from './known-calls.js';
import { madeByCall, remade } from './makings.js';
import { ownMemberOf } from './members.js';
import { type Arguments, type FileUnit, Query, type Session } from './session.js';
import { Kind } from './value-kinds.js';
import { ANYTHING_SET, EMPTY_SET, type SetId, setOf, UNKNOWN_SET, type ValueId } from './value-table.js';

export function call(s: Session, value: ValueId, passed: Arguments): SetId {
  const { values } = s;
  const name = knownName(s, value);
  const known = name === '' ? undefined : knownCall(s, name, passed);
  if (known !== undefined) return known;
  switch (values.kind(value)) {
    case Kind.ANYTHING:
      return ANYTHING_SET;
    case Kind.NONE:
      return EMPTY_SET;
    case Kind.FUNCTION:
      return (name === '' ? undefined : knownResult(s, name)) ?? callFunction(s, value, passed);
    case Kind.LAMBDA:
      return callLambda(s, value, passed);
    case Kind.METHOD:
      return callMethod(s, value, passed);
    case Kind.STATIC_METHOD:
    case Kind.CLASS_METHOD:
      return s.call(values.a(value), passed);
    case Kind.PARTIAL:
      // What was bound before comes first: which parameter an argument reaches is not told here.
      return s.call(values.a(value), { file: passed.file, call: -1, leading: [] });
    case Kind.CONTEXT_FUNCTION:
      return contextOf(s, values.a(value));
    case Kind.EXTERNAL:
      if (ENTERING.has(name)) {
        return values.flatMap(s.expand(positionalArgument(s, passed, 0)), (inner) =>
          entered(s, inner, false),
        );
      }
      return knownResult(s, name) ?? externalCall(s, name);
    case Kind.CLASS:
      return madeBy(s, value, Kind.INSTANCE, passed);
    case Kind.SUBCLASS:
      return madeBy(s, value, Kind.DECLARED, passed);
    case Kind.INSTANCE:
    case Kind.DECLARED:
      return methodResult(s, value, '__call__', passed) ?? UNKNOWN_SET;
    case Kind.PARAMETER:
      return callParameter(s, value, passed);
    case Kind.IDENTITY:
      return passed.leading[0] ?? firstArgument(s, passed);
    case Kind.BUILTIN_METHOD:
      return knownBuiltinMethod(s, value, passed);
    case Kind.TYPE_EXPRESSION:
      return callHead(s, value, passed);
    case Kind.TYPED:
      return s.names.text(values.a(value)) === 'typing.Callable' ? values.typedElement(value) : UNKNOWN_SET;
    default:
      return UNKNOWN_SET;
  }
}

const ENTERING: ReadonlySet<string> = new Set([
  'contextlib.ExitStack.enter_context',
  'contextlib.AsyncExitStack.enter_context',
]);

function callMethod(s: Session, method: ValueId, passed: Arguments): SetId {
  const self = s.values.b(method);
  const leading = [setOf(self), ...passed.leading];
  const own = typesFor(s, s.call(s.values.a(method), { ...passed, leading }), self);
  return s.values.union(own, overridingResults(s, method, passed));
}

/** What methods of derived classes in the same file give, where the receiver may be of one of these. */
function overridingResults(s: Session, method: ValueId, passed: Arguments): SetId {
  const { values } = s;
  const self = values.b(method);
  const name = nameOf(s, values.a(method));
  let set: SetId = EMPTY_SET;
  if (name === '') return set;
  for (const derived of derivedOf(s, self)) {
    const { isBound, bound } = ownMemberOf(s, derived, s.names.id(name));
    const receiver = values.value(values.kind(self), values.a(derived), values.b(derived));
    for (const member of isBound ? values.elements(bound) : []) {
      if (values.kind(member) !== Kind.FUNCTION) continue;
      set = values.union(set, s.call(member, { ...passed, leading: [setOf(receiver), ...passed.leading] }));
    }
  }
  return set;
}

/** The name of a FUNCTION that is a method; '' for other values. */
function nameOf(s: Session, value: ValueId): string {
  const facts =
    s.values.kind(value) === Kind.FUNCTION
      ? s.files[s.values.a(value)]?.index.facts.definitions[s.values.b(value)]
      : undefined;
  return facts?.isMethod === true ? facts.name : '';
}

function madeBy(s: Session, value: ValueId, kind: number, passed: Arguments): SetId {
  const instance = s.values.value(kind, s.values.a(value), s.values.b(value));
  const made = madeInstance(s, value, instance, passed);
  return setOf(kind === Kind.INSTANCE ? madeByCall(s, value, made, passed) : made);
}

function firstArgument(s: Session, passed: Arguments): SetId {
  const { index } = passed.file;
  const ref = passed.call < 0 || (index.code[passed.call + 3] ?? 0) === 0 ? 0 : index.code[passed.call + 4];
  return ref === undefined || ref === 0 ? UNKNOWN_SET : s.evaluate(passed.file, ref);
}

function callFunction(s: Session, value: ValueId, passed: Arguments): SetId {
  const file = s.files[s.values.a(value)];
  const definition = s.values.b(value);
  const facts = file?.index.facts.definitions[definition];
  if (file === undefined || facts === undefined) return UNKNOWN_SET;
  if (isGenerator(file.index, definition)) return s.values.single(Kind.GENERATOR, file.number, definition);
  if (facts.isAsync) return s.values.single(Kind.COROUTINE, file.number, definition);
  const scope = file.index.definitionScope[definition] ?? 0;
  const returned = typesPassed(s, s.ask(Query.RETURN, file, definition), { file, scope }, passed);
  return substituted(s, returned, { file, scope }, passed);
}

function callLambda(s: Session, value: ValueId, passed: Arguments): SetId {
  const file = s.files[s.values.a(value)];
  if (file === undefined) return UNKNOWN_SET;
  const scope = lambdaScope(file.index, s.values.b(value));
  return substituted(s, s.ask(Query.LAMBDA_RETURN, file, s.values.b(value)), { file, scope }, passed);
}

/** What a result becomes for one call: parameters of the callee are what the call passes. */
export function substituted(
  s: Session,
  set: SetId,
  callee: { readonly file: FileUnit; readonly scope: number },
  passed: Arguments,
): SetId {
  return s.values.flatMap(set, (value) => substitute(s, value, callee, passed));
}

function substitute(
  s: Session,
  value: ValueId,
  callee: { readonly file: FileUnit; readonly scope: number },
  passed: Arguments,
): SetId {
  const { values } = s;
  if (values.kind(value) === Kind.PARAMETER_INSTANCE) {
    return values.flatMap(substitute(s, values.a(value), callee, passed), (inner) =>
      values.kind(inner) === Kind.PARAMETER ? setOf(value) : s.call(inner, passed),
    );
  }
  if (values.kind(value) === Kind.INSTANCE) {
    return setOf(remade(s, value, (set) => substituted(s, set, callee, passed)));
  }
  const { file, scope } = callee;
  const position = values.b(value);
  const isOwn =
    values.kind(value) === Kind.PARAMETER &&
    values.a(value) === file.number &&
    scopeAt(file.index, position) === scope;
  if (!isOwn) return setOf(value);
  const passedTo = { index: file.index, parameters: parametersOf(file.index, scope) };
  // What is not passed stays open, for the default.
  return isPassed(passedTo, position, passed) ? passedFor(s, passedTo, position, passed) : setOf(value);
}

/** `cls()` stays open until the class is known; anything else is what the parameter may be. */
function callParameter(s: Session, value: ValueId, passed: Arguments): SetId {
  const file = s.files[s.values.a(value)];
  const isFirst = file !== undefined && functionOfFirstParameter(file.index, s.values.b(value)) >= 0;
  return s.values.flatMap(s.expand(setOf(value)), (inner) => {
    const isClass = isFirst && s.values.kind(inner) === Kind.SUBCLASS;
    return isClass ? s.values.single(Kind.PARAMETER_INSTANCE, value) : s.call(inner, passed);
  });
}

function contextOf(s: Session, value: ValueId): SetId {
  return s.values.kind(value) === Kind.FUNCTION
    ? s.values.single(Kind.CONTEXT, s.values.a(value), s.values.b(value))
    : UNKNOWN_SET;
}

function callHead(s: Session, value: ValueId, passed: Arguments): SetId {
  const file = s.files[s.values.a(value)];
  if (file === undefined) return UNKNOWN_SET;
  return s.values.flatMap(headOf(s, file, s.values.b(value)), (head) => s.call(head, passed));
}

/** `await value`. */
export function awaited(s: Session, value: ValueId): SetId {
  const { values } = s;
  switch (values.kind(value)) {
    case Kind.ANYTHING:
      return ANYTHING_SET;
    case Kind.COROUTINE: {
      const file = s.files[values.a(value)];
      return file === undefined
        ? UNKNOWN_SET
        : resultFor(s, s.ask(Query.RETURN, file, values.b(value)), value);
    }
    case Kind.TYPED:
      return s.names.text(values.a(value)) === 'typing.Awaitable' ? values.typedElement(value) : UNKNOWN_SET;
    case Kind.PARAMETER:
      return values.flatMap(s.expand(setOf(value)), (inner) => awaited(s, inner));
    default:
      return UNKNOWN_SET;
  }
}

/** What `with value as x` binds. */
export function entered(s: Session, value: ValueId, isAsync: boolean): SetId {
  const { values } = s;
  switch (values.kind(value)) {
    case Kind.ANYTHING:
      return ANYTHING_SET;
    case Kind.INSTANCE:
    case Kind.DECLARED: {
      const result = methodResult(s, value, isAsync ? '__aenter__' : '__enter__') ?? UNKNOWN_SET;
      return isAsync ? values.flatMap(result, (inner) => awaited(s, inner)) : result;
    }
    case Kind.CONTEXT: {
      const file = s.files[values.a(value)];
      return file === undefined ? UNKNOWN_SET : s.ask(Query.YIELD, file, values.b(value));
    }
    case Kind.EXTERNAL_INSTANCE:
      return setOf(value);
    case Kind.TYPED:
      return values.typedElement(value);
    case Kind.PARAMETER:
      return values.flatMap(s.expand(setOf(value)), (inner) => entered(s, inner, isAsync));
    case Kind.PARAMETER_INSTANCE:
      return values.flatMap(instancesOf(s, value), (inner) => entered(s, inner, isAsync));
    default:
      return UNKNOWN_SET;
  }
}
