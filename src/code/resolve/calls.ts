/**
 * What a call gives. For functions of the project, what they return, with the parameters that are handed through replaced by
 * what this call passes; for classes, an instance. What comes from outside is in `known-calls.ts`.
 */
import { argumentCount, isPassed, parametersOf, passedFor, positionalArgument } from './arguments.js';
import { headOf, instancesOf } from './attributes.js';
import { derivedOf, functionOfFirstParameter } from './classes.js';
import { computedResult } from './computed-names.js';
import { lambdaScope, scopeAt } from './file-index.js';
import { isGenerator } from './functions.js';
import { madeInstance, resultFor, typesFor, typesPassed } from './generics.js';
import { methodResult } from './items.js';
import { knownName } from './known.js';
import { externalCall, knownBuiltinMethod, knownCall, knownResult } from './known-calls.js';
import { likeEach } from './made-alike.js';
import { defaultOf, heldBy, heldFor, madeByCall, remade } from './makings.js';
import { constructionOf, memberOf, ownMemberOf } from './members.js';
import { namedTupleMade } from './named-tuples.js';
import { gotBy } from './operator-getters.js';
import { givenWith, isFirstPassed } from './options-first.js';
import { type Arguments, type FileUnit, Query, type Session, type Through } from './session.js';
import { closedOver, NO_THROUGH, scopeOf, throughOf } from './through.js';
import { isInstance, Kind } from './value-kinds.js';
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
      return (
        calledByMetaclass(s, value, passed) ??
        givenByMaker(s, value) ??
        madeBy(s, value, Kind.INSTANCE, passed)
      );
    case Kind.SUBCLASS:
      return calledByMetaclass(s, value, passed) ?? madeBy(s, value, Kind.DECLARED, passed);
    case Kind.INSTANCE:
    case Kind.DECLARED:
      return methodResult(s, value, '__call__', passed) ?? UNKNOWN_SET;
    case Kind.PARAMETER:
      return callParameter(s, value, passed);
    case Kind.IDENTITY:
      return passed.leading[0] ?? firstArgument(s, passed);
    case Kind.BUILTIN_METHOD:
      return knownBuiltinMethod(s, value, passed);
    case Kind.GETTER:
      return gotBy(s, value, passed);
    case Kind.COMPUTED:
      return computedResult(s, value, passed);
    case Kind.TYPE_EXPRESSION:
      return callHead(s, value, passed);
    case Kind.NAMED_TUPLE:
      return namedTupleMade(s, value, passed);
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

/**
 * What `__call__` of a class's metaclass gives, as far as that is instances; undefined where none is seen, or the class is made
 * as others are. What it makes by `super().__call__()` is an instance, whatever it keeps them in.
 */
function calledByMetaclass(s: Session, value: ValueId, passed: Arguments): SetId | undefined {
  const { caller } = constructionOf(s, value);
  if (caller === EMPTY_SET) return undefined;
  const leading = [setOf(value), ...passed.leading];
  const given = s.values.flatMap(caller, (member) => s.call(member, { ...passed, leading }));
  return s.values.elements(given).some((each) => isInstance(s.values.kind(each))) ? given : undefined;
}

/** Instances of other classes in place of one; undefined where the class makes its own. */
function givenByMaker(s: Session, value: ValueId): SetId | undefined {
  const { given } = constructionOf(s, value);
  return given === EMPTY_SET ? undefined : given;
}

function madeBy(s: Session, value: ValueId, kind: number, passed: Arguments): SetId {
  if (isFirstPassed(s, value, passed) === false) return s.values.single(Kind.PARTIAL, value);
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
  if (facts.isAsync) {
    const coroutine = s.values.value(Kind.COROUTINE, file.number, definition);
    return setOf(s.values.madeWith(coroutine, s.values.making(value)));
  }
  const callee = { file, scope: file.index.definitionScope[definition] ?? 0, making: s.values.making(value) };
  const handed = handedThrough(s, value, passed);
  const returned = s.ask(handed === undefined ? Query.RETURN : Query.BESIDE, file, definition);
  const own = substituted(s, typesPassed(s, returned, callee, passed), callee, passed);
  return givenWith(s, value, handed === undefined ? own : s.values.union(own, handed), passed);
}

function callLambda(s: Session, value: ValueId, passed: Arguments): SetId {
  const file = s.files[s.values.a(value)];
  if (file === undefined) return UNKNOWN_SET;
  const scope = lambdaScope(file.index, s.values.b(value));
  const callee = { file, scope, making: s.values.making(value) };
  return substituted(s, s.ask(Query.LAMBDA_RETURN, file, s.values.b(value)), callee, passed);
}

/** A function that is called, with what it carries. */
interface Callee {
  readonly file: FileUnit;
  readonly scope: number;
  readonly making?: readonly number[];
}

/** What a result becomes for one call: parameters of the callee are what the call passes. */
export function substituted(s: Session, set: SetId, callee: Callee, passed: Arguments): SetId {
  return s.values.flatMap(set, (value) => substitute(s, value, callee, passed));
}

function substitute(s: Session, value: ValueId, callee: Callee, passed: Arguments): SetId {
  const { values } = s;
  if (values.kind(value) === Kind.FUNCTION || values.kind(value) === Kind.LAMBDA) {
    return setOf(values.a(value) === callee.file.number ? closureOf(s, value, callee, passed) : value);
  }
  if (values.kind(value) === Kind.PARAMETER_INSTANCE) {
    const made = values.a(value);
    return values.kind(made) === Kind.PARAMETER_CLASS
      ? values.flatMap(substitute(s, values.a(made), callee, passed), (inner) =>
          likeEach(s, inner, values.b(made)),
        )
      : values.flatMap(substitute(s, made, callee, passed), (inner) => instanceBy(s, inner, passed));
  }
  if (values.kind(value) === Kind.INSTANCE) {
    return setOf(remade(s, value, (set) => substituted(s, set, callee, passed)));
  }
  if (values.kind(value) === Kind.TUPLE) {
    return values.tuple(
      values.listItems(values.a(value)).map((item) => substituted(s, item, callee, passed)),
    );
  }
  const { file, scope } = callee;
  const position = values.b(value);
  const isOwn =
    values.kind(value) === Kind.PARAMETER &&
    values.a(value) === file.number &&
    scopeAt(file.index, position) === scope;
  if (!isOwn) return setOf(value);
  const passedTo = { index: file.index, parameters: parametersOf(file.index, scope) };
  if (isPassed(passedTo, position, passed)) return passedFor(s, passedTo, position, passed);
  // What is not passed stays open where the call is not spelt out.
  const isSpelt = passed.call >= 0 && passed.isOpen !== true && passed.isByNameOnly !== true;
  return isSpelt && (file.index.code[position + 4] ?? 0) !== 0 ? defaultOf(s, file, position) : setOf(value);
}

/** What calling a class that is passed for a parameter makes; another parameter stays open. */
function instanceBy(s: Session, value: ValueId, passed: Arguments): SetId {
  switch (s.values.kind(value)) {
    case Kind.PARAMETER:
      return s.values.single(Kind.PARAMETER_INSTANCE, value);
    case Kind.CLASS:
      return madeBy(s, value, Kind.INSTANCE, { file: passed.file, call: -1, leading: [], isOpen: true });
    case Kind.SUBCLASS:
      return madeBy(s, value, Kind.DECLARED, { file: passed.file, call: -1, leading: [], isOpen: true });
    default:
      return EMPTY_SET;
  }
}

/** An inner function with what its call of the one around passes for the parameters that it hands its own calls to. */
function closureOf(s: Session, value: ValueId, callee: Callee, passed: Arguments): ValueId {
  const { file, scope, making = [] } = callee;
  const inner = scopeOf(file.index, s.values.kind(value), s.values.b(value));
  const parameters = closedOver(file, inner);
  if (parameters.length === 0) return value;
  const known = s.values.making(value);
  const fields: number[] = [];
  for (const position of parameters) {
    const parameter = s.values.value(Kind.PARAMETER, file.number, position);
    const isOwn = scopeAt(file.index, position) === scope;
    const before = heldFor(known, parameter) ?? heldFor(making, parameter);
    const set = before ?? (isOwn ? passedTo(s, { file, scope }, position, passed) : undefined);
    if (set !== undefined) fields.push(parameter, set);
  }
  return s.values.madeWith(value, fields);
}

/** What a call passes for a parameter; undefined when it passes nothing. */
function passedTo(
  s: Session,
  { file, scope }: Callee,
  position: number,
  passed: Arguments,
): SetId | undefined {
  const callee = { index: file.index, parameters: parametersOf(file.index, scope) };
  return isPassed(callee, position, passed) ? passedFor(s, callee, position, passed) : undefined;
}

/**
 * What a wrapper hands its call to gives; undefined when it is none, or when what it holds is not told apart.
 */
function handedThrough(s: Session, value: ValueId, passed: Arguments): SetId | undefined {
  const unit = s.files[s.values.a(value)];
  const through = unit === undefined ? NO_THROUGH : throughOf(unit, s.values.b(value));
  const wrappers = passed.wrappers ?? 0;
  if (through.length === 0 || wrappers >= WRAPPERS_MAX) return undefined;
  let set: SetId = EMPTY_SET;
  for (const each of through) {
    const held = heldBehind(s, value, each, passed);
    if (held === undefined) return undefined;
    const inner = forwardedBy(each, passed);
    for (const called of s.values.elements(held)) {
      const result = s.call(called, inner);
      const given = each.isAwaiting ? s.values.flatMap(result, (one) => awaited(s, one)) : result;
      set = s.values.union(set, given);
    }
  }
  return set;
}
/** Wrappers of wrappers that are looked through. */
export const WRAPPERS_MAX = 4;

/** What the callee hands its calls to just as they are, as what is called there, itself not included; each with its receiver. */
export function behindWrapper(s: Session, value: ValueId): SetId {
  const { values } = s;
  switch (values.kind(value)) {
    case Kind.METHOD: {
      const self = values.b(value);
      return values.flatMap(behindWrapper(s, values.a(value)), (inner) =>
        values.kind(inner) === Kind.FUNCTION ? values.single(Kind.METHOD, inner, self) : EMPTY_SET,
      );
    }
    case Kind.INSTANCE:
      return values.making(value).length === 0
        ? EMPTY_SET
        : values.flatMap(memberOf(s, value, s.names.call).bound, (member) => behind(s, member, setOf(value)));
    case Kind.FUNCTION:
      return values.making(value).length === 0 ? EMPTY_SET : behind(s, value, EMPTY_SET);
    default:
      return EMPTY_SET;
  }
}

function behind(s: Session, value: ValueId, receiver: SetId): SetId {
  const unit = s.values.kind(value) === Kind.FUNCTION ? s.files[s.values.a(value)] : undefined;
  const through = unit === undefined ? NO_THROUGH : throughOf(unit, s.values.b(value));
  const passed: Arguments | undefined =
    unit === undefined
      ? undefined
      : { file: unit, call: -1, leading: receiver === EMPTY_SET ? [] : [receiver], isOpen: true };
  return through.reduce((set, each) => {
    const held = each.isForwarding && passed !== undefined ? heldBehind(s, value, each, passed) : undefined;
    return s.values.union(set, held ?? EMPTY_SET);
  }, EMPTY_SET);
}

/** What a wrapper passes on. */
function forwardedBy({ isForwarding, attribute }: Through, passed: Arguments): Arguments {
  const wrappers = (passed.wrappers ?? 0) + 1;
  if (!isForwarding) return { file: passed.file, call: -1, leading: [], isOpen: true, wrappers };
  return { ...passed, leading: attribute === 0 ? passed.leading : passed.leading.slice(1), wrappers };
}

/** What a wrapper calls: what is passed for a parameter, what it closes over, what its receiver was made with. */
function heldBehind(s: Session, value: ValueId, through: Through, passed: Arguments): SetId | undefined {
  const unit = s.files[s.values.a(value)];
  if (unit === undefined) return undefined;
  if (through.attribute !== 0) return heldByReceiver(s, passed.leading[0] ?? EMPTY_SET, through.attribute);
  const parameter = s.values.value(Kind.PARAMETER, unit.number, through.parameter);
  const held = heldFor(s.values.making(value), parameter);
  if (held !== undefined) return held;
  const scope = unit.index.definitionScope[s.values.b(value)] ?? 0;
  if (scopeAt(unit.index, through.parameter) !== scope) return undefined;
  return passedTo(s, { file: unit, scope }, through.parameter, passed);
}

/** What an attribute of a receiver holds, where each that it may be tells what it was made with. */
function heldByReceiver(s: Session, receivers: SetId, name: number): SetId | undefined {
  let set: SetId = EMPTY_SET;
  for (const receiver of s.values.elements(receivers)) {
    if (s.values.making(receiver).length === 0) return undefined;
    const member = memberOf(s, receiver, name);
    if (member.isBound || !member.isAssigned) return undefined;
    set = s.values.union(set, heldBy(s, receiver, member.assigned));
  }
  return receivers === EMPTY_SET ? undefined : set;
}

/** `cls()` and `create()` stay open until the class is known; anything else is what the parameter may be. */
function callParameter(s: Session, value: ValueId, passed: Arguments): SetId {
  const file = s.files[s.values.a(value)];
  const isFirst = file !== undefined && functionOfFirstParameter(file.index, s.values.b(value)) >= 0;
  const isPlain =
    passed.call >= 0 && passed.leading.length === 0 && argumentCount(passed.file.index, passed.call) === 0;
  return s.values.flatMap(s.expand(setOf(value)), (inner) => {
    const kind = s.values.kind(inner);
    const isClass =
      (isFirst && kind === Kind.SUBCLASS) ||
      (isPlain && knownName(s, inner) === '' && (kind === Kind.CLASS || kind === Kind.SUBCLASS));
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
      if (file === undefined) return UNKNOWN_SET;
      const handed = handedThrough(s, value, { file, call: -1, leading: [] });
      if (handed === undefined) return resultFor(s, s.ask(Query.RETURN, file, values.b(value)), value);
      const own = resultFor(s, s.ask(Query.BESIDE, file, values.b(value)), value);
      return values.union(own, handed);
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
