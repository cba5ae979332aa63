/**
 * From the values of a callee to what a call of it runs: functions of the project, or classes that have no `__init__` in it.
 * Nothing is ever guessed from a name: what is not followed is reported as unknown.
 */

import { headOf, instancesOf } from './attributes.js';
import { externalAncestors, projectOrder } from './classes.js';
import { constructionOf, memberOf } from './members.js';
import type { Session } from './session.js';
import { isAnyDerived, Kind } from './value-kinds.js';
import { EMPTY_SET, type SetId, setOf, type ValueId } from './value-table.js';

/** What calling a set of values may run. */
export interface Targets {
  /** FUNCTION and CLASS values without repetition; not in an order that may leave the run. */
  readonly values: ValueId[];
  /** Everything that was looked into. */
  readonly seen: ValueId[];
  /** Run as a consequence: `__new__`, `__post_init__`. */
  readonly implied: ValueId[];
  /** A decorator has put something else in the place of what runs as a consequence. */
  isImpliedDecorated: boolean;
  /** Receivers of a type that may be derived from, with the method that is looked up on them; '' for making an instance. */
  readonly open: { readonly receiver: ValueId; readonly name: string }[];
  /** COMPUTEDs; what they mean is not among the others. */
  readonly computed: ValueId[];
  /** Something outside of the project is called. */
  isExternal: boolean;
  /** A lambda is called: its calls are those of the function around it. */
  isLambda: boolean;
  /** Something that could not be followed may be called. */
  isUnknown: boolean;
  /** More than can be followed may be called. */
  isTooMany: boolean;
}

export function targetsOf(s: Session, callees: SetId): Targets {
  const targets: Targets = {
    values: [],
    seen: [],
    implied: [],
    isImpliedDecorated: false,
    open: [],
    computed: [],
    isExternal: false,
    isLambda: false,
    isUnknown: false,
    isTooMany: false,
  };
  addSet(s, callees, targets);
  return targets;
}

/** What making an instance of each class runs when its metaclass asks for one: `super().__call__()`. */
export function constructionTargets(s: Session, classes: SetId): Targets {
  const targets = targetsOf(s, EMPTY_SET);
  for (const value of s.values.elements(s.expand(classes))) {
    if (s.values.kind(value) === Kind.CLASS) addConstruction(s, value, targets, true);
  }
  return targets;
}

function addSet(s: Session, set: SetId, targets: Targets): void {
  for (const value of s.values.elements(s.expand(set))) addValue(s, value, targets);
}

function addTarget(list: ValueId[], value: ValueId): void {
  if (!list.includes(value)) list.push(value);
}

function addValue(s: Session, value: ValueId, targets: Targets): void {
  const { values } = s;
  // A class may be its own `__init__`, an instance its own `__call__`.
  if (targets.seen.includes(value)) return;
  targets.seen.push(value);
  switch (values.kind(value)) {
    case Kind.FUNCTION:
      addTarget(targets.values, values.plain(value));
      break;
    case Kind.METHOD:
      addValue(s, values.a(value), targets);
      addOpen(s, values.b(value), values.a(value), targets);
      break;
    case Kind.STATIC_METHOD:
    case Kind.CLASS_METHOD:
    case Kind.CONTEXT_FUNCTION:
    case Kind.PARTIAL:
      addSet(s, setOf(values.a(value)), targets);
      break;
    case Kind.CLASS:
    case Kind.SUBCLASS:
      addConstruction(s, value, targets);
      break;
    case Kind.INSTANCE:
    case Kind.DECLARED:
      addCallOperator(s, value, targets);
      break;
    case Kind.PARAMETER_INSTANCE:
      addSet(s, instancesOf(s, value), targets);
      break;
    case Kind.TYPE_EXPRESSION: {
      const unit = s.files[values.a(value)];
      if (unit !== undefined) addSet(s, headOf(s, unit, values.b(value)), targets);
      break;
    }
    case Kind.COMPUTED:
      targets.computed.push(value);
      break;
    case Kind.LAMBDA:
      targets.isLambda = true;
      break;
    case Kind.EXTERNAL:
    case Kind.EXTERNAL_INSTANCE:
    case Kind.BUILTIN_METHOD:
    case Kind.IDENTITY:
    case Kind.GETTER:
      targets.isExternal = true;
      break;
    case Kind.ANYTHING:
      targets.isTooMany = true;
      break;
    case Kind.NONE:
      break;
    default:
      targets.isUnknown = true;
  }
}

/** A method of a receiver whose class is only known as a base may be overridden. */
function addOpen(s: Session, receiver: ValueId, method: ValueId, targets: Targets): void {
  if (!isAnyDerived(s.values.kind(receiver))) return;
  const file = s.files[s.values.a(method)];
  const facts = file?.index.facts.definitions[s.values.b(method)];
  if (s.values.kind(method) === Kind.FUNCTION && facts !== undefined) {
    targets.open.push({ receiver, name: facts.name });
  }
}

/** The `__init__` along the MRO, else the class itself; what runs beside it is implied. */
function addConstruction(s: Session, value: ValueId, targets: Targets, isPlain = false): void {
  const { hasInit, init, maker, postInit, caller, given } = constructionOf(s, value);
  if (caller !== EMPTY_SET && !isPlain) {
    addSet(s, caller, targets);
    return;
  }
  if (given !== EMPTY_SET) {
    addSet(s, maker, targets);
    addSet(s, initsOfDerived(s, value, given), targets);
    return;
  }
  const isFollowed = s.values.elements(init).some((member) => s.values.kind(member) === Kind.FUNCTION);
  if (isFollowed) addSet(s, init, targets);
  else addTarget(targets.values, s.values.value(Kind.CLASS, s.values.a(value), s.values.b(value)));
  if (s.values.kind(value) === Kind.SUBCLASS) targets.open.push({ receiver: value, name: '' });
  addImplied(s, maker, targets);
  if (!hasInit) addImplied(s, postInit, targets);
}

/** `__init__` runs on what `__new__` gives where that is an instance of a derived class. */
function initsOfDerived(s: Session, value: ValueId, given: SetId): SetId {
  return s.values.flatMap(given, (instance) => {
    const made = s.values.value(Kind.CLASS, s.values.a(instance), s.values.b(instance));
    return projectOrder(s, made).includes(value) ? constructionOf(s, made).init : EMPTY_SET;
  });
}

function addImplied(s: Session, set: SetId, targets: Targets): void {
  const values = s.values.elements(set);
  if (values.length > 1) targets.isImpliedDecorated = true;
  for (const value of values) {
    const inner = s.values.kind(value) === Kind.STATIC_METHOD ? s.values.a(value) : value;
    if (s.values.kind(inner) === Kind.FUNCTION) addTarget(targets.implied, s.values.plain(inner));
  }
}

function addCallOperator(s: Session, value: ValueId, targets: Targets): void {
  const operator = memberOf(s, value, s.names.call);
  if (!operator.isBound) {
    if (externalAncestors(s, value).length > 0) targets.isExternal = true;
    else targets.isUnknown = true;
    return;
  }
  for (const member of s.values.elements(operator.bound)) {
    addValue(s, member, targets);
    addOpen(s, value, member, targets);
  }
}
