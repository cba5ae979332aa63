/**
 * On what a method is called, as far as the calls that are seen tell: the instances, or classes, that get to its first
 * parameter, and likewise what gets to any other parameter. Within values `self` is its class or one derived from it; here it is
 * followed back to where it was made, so that `self.mix()` in a base class leads to the classes that are really there.
 *
 * It says nothing of calls that nobody in the project makes. UNKNOWN among the values: there may be others. Only edges are drawn
 * by it, no values rest on it.
 */
import { Op } from '../code.js';
import { positionalArgument } from './arguments.js';
import { askCallers } from './asked-callers.js';
import { aliasesOf } from './callers.js';
import { derivedOf, functionOfFirstParameter } from './classes.js';
import { arrivingValue } from './contextual.js';
import { scopeAt } from './file-index.js';
import { bindingOf } from './functions.js';
import { methodAround } from './known-calls.js';
import { classMember } from './members.js';
import { CALL_SITES_MAX, callNames, functionValue, NAMED_SITES_MAX, passedInFile } from './parameters.js';
import { caughtAt } from './raises.js';
import { type FileUnit, Query, type Session } from './session.js';
import { leadingFor } from './site-calls.js';
import { Kind } from './value-kinds.js';
import { EMPTY_SET, type SetId, setOf, UNKNOWN_SET, type ValueId } from './value-table.js';

/** ARRIVING. */
export function arrivingAt(s: Session, file: FileUnit, position: number): SetId {
  const method = functionOfFirstParameter(file.index, position);
  const isReceiver = method >= 0 && bindingOf(s, file, method) !== 'none';
  if (!isReceiver) return arriving(s, passedInFile(s, file, position));
  const sites = file.callSites.named(callNames(s, file.index, method));
  if (sites.length > CALL_SITES_MAX) return UNKNOWN_SET;
  const scope = scopeAt(file.index, position);
  const target = functionValue(s, file, scope);
  const set = s.values.union(
    receiversAt(s, file, sites, target),
    askCallers(s, file, Query.RECEIVED, { position, definition: method }),
  );
  return isCalledOtherwise(s, file, method)
    ? s.values.union(set, receiversByClass(s, file, method, target))
    : set;
}

/**
 * Of a method that Python calls by itself, or that is handed on: instances of the classes of its file that have it and are made
 * there; there may be others. Of `__init_subclass__`: the classes that derive.
 */
function receiversByClass(s: Session, file: FileUnit, method: number, target: ValueId): SetId {
  const { definitions } = file.index.facts;
  const facts = definitions[method];
  let set: SetId = UNKNOWN_SET;
  if (facts === undefined) return set;
  const owner = s.values.value(Kind.SUBCLASS, file.number, facts.parent);
  const isDeriving = facts.name === '__init_subclass__';
  const derived = derivedOf(s, owner).filter((value) => s.values.a(value) === file.number);
  const own = s.values.value(Kind.CLASS, file.number, facts.parent);
  for (const value of isDeriving ? derived : [own, ...derived]) {
    const name = definitions[s.values.b(value)]?.name ?? '';
    if (isDeriving) set = s.values.union(set, setOf(value));
    else if (file.callSites.named([s.names.id(name)]).length > 0 && hasMethod(s, value, facts.name, target)) {
      set = s.values.union(set, madeOf(s, value));
    }
  }
  return set;
}

/** Whether a name is this FUNCTION in a class, or what a property or decorator made of it. */
function hasMethod(s: Session, value: ValueId, name: string, target: ValueId): boolean {
  return s.values.elements(classMember(s, value, s.names.id(name))).some((member) => {
    if (s.values.kind(member) !== Kind.PROPERTY) return s.values.plain(member) === target;
    return s.values.plain(s.values.a(member)) === target || s.values.plain(s.values.b(member)) === target;
  });
}

/** A set with its parameters replaced by what arrives at them. */
function arriving(s: Session, set: SetId): SetId {
  return s.values.flatMap(set, (value) => {
    const kind = s.values.kind(value);
    if (kind === Kind.PARAMETER_INSTANCE) {
      const made = s.values.a(value);
      if (s.values.kind(made) === Kind.PARAMETER_CLASS) {
        const classes = s.values.flatMap(arriving(s, setOf(s.values.a(made))), (inner) =>
          s.attribute(inner, s.values.b(made)),
        );
        return s.values.flatMap(classes, (inner) => madeOf(s, inner));
      }
      return s.values.flatMap(arriving(s, setOf(s.values.a(value))), (inner) => madeOf(s, inner));
    }
    const unit = kind === Kind.PARAMETER ? s.files[s.values.a(value)] : undefined;
    return unit === undefined ? setOf(value) : s.ask(Query.ARRIVING, unit, s.values.b(value));
  });
}

/** What `cls()` makes, given what arrives at `cls`. */
function madeOf(s: Session, value: ValueId): SetId {
  return s.values.kind(value) === Kind.CLASS
    ? s.values.single(Kind.INSTANCE, s.values.a(value), s.values.b(value))
    : s.instanceOf(value);
}

/** What arrives at the first parameter of the method around a position: what `super()` there is bound to. */
function arrivingAround(s: Session, file: FileUnit, position: number): SetId {
  const around = methodAround(file.index, position);
  return around === undefined ? UNKNOWN_SET : s.ask(Query.ARRIVING, file, around.self);
}

/** Whether a method may be called by something else than a call of its name. */
function isCalledOtherwise(s: Session, { index, callSites }: FileUnit, method: number): boolean {
  const facts = index.facts.definitions[method];
  if (facts === undefined) return true;
  const isSpecial = facts.name.startsWith('__') && facts.name.endsWith('__') && facts.name !== '__init__';
  return (
    isSpecial ||
    facts.decorators.some((text) => !TRANSPARENT.test(text)) ||
    callSites.isHandedOn(s.names.id(facts.name), true)
  );
}
const TRANSPARENT = /^(?:\w+\.)*(?:classmethod|abstractmethod|override|final)$/;

/** RECEIVED. */
export function receivedIn(s: Session, file: FileUnit, name: number, parameter: ValueId): SetId {
  const owner = s.files[s.values.a(parameter)];
  if (owner === undefined) return EMPTY_SET;
  const sites = file.callSites.named(aliasesOf(file.index, name));
  if (sites.length > NAMED_SITES_MAX) return UNKNOWN_SET;
  return receiversAt(s, file, sites, functionValue(s, owner, scopeAt(owner.index, s.values.b(parameter))));
}

function receiversAt(s: Session, file: FileUnit, sites: readonly number[], target: ValueId): SetId {
  const { code } = file.index;
  let set: SetId = EMPTY_SET;
  for (const site of sites) {
    const callee = code[site + 1] ?? 0;
    const found =
      code[callee] === Op.ATTRIBUTE
        ? receiversOfMethod(s, file, site, target)
        : receiversOfCallee(s, file, callee, target);
    set = s.values.union(set, found);
  }
  return set;
}

/** `Cake()`, `cls()`, `f = cake.bake; f()`. */
function receiversOfCallee(s: Session, file: FileUnit, callee: number, target: ValueId): SetId {
  return s.values.flatMap(arriving(s, s.evaluate(file, callee)), (value) => {
    if (isUnclear(s, value)) return UNKNOWN_SET;
    return leadingFor(s, value, target)?.[0] ?? EMPTY_SET;
  });
}

/** `cake.bake()`, `super().bake()`, `Cake.bake(cake)`, `bakery.Cake()`. */
function receiversOfMethod(s: Session, file: FileUnit, site: number, target: ValueId): SetId {
  const { code, names } = file.index;
  const callee = code[site + 1] ?? 0;
  const base = code[callee + 1] ?? 0;
  const name = names[code[callee + 2] ?? 0] ?? 0;
  const passed = { file, call: code[site] === Op.CALL ? site : -1, leading: [] };
  return s.values.flatMap(exactReceivers(s, file, base), (receiver) => {
    if (isUnclear(s, receiver)) return UNKNOWN_SET;
    return s.values.flatMap(s.attribute(receiver, name), (member) => {
      if (s.values.plain(member) !== target) return leadingFor(s, member, target)?.[0] ?? EMPTY_SET;
      return arriving(s, positionalArgument(s, passed, 0));
    });
  });
}

/** What an attribute is for what gets to its own receiver, where all of that are instances; else what values say. */
function heldValue(s: Session, file: FileUnit, ref: number): SetId {
  const caught = caughtAt(s, file, ref);
  if (caught !== EMPTY_SET) return caught;
  const held = file.index.code[ref] === Op.ATTRIBUTE ? arrivingValue(s, file, ref) : EMPTY_SET;
  const isKnown = s.values.elements(held).every((value) => s.values.kind(value) === Kind.INSTANCE);
  return held !== EMPTY_SET && isKnown ? held : s.evaluate(file, ref);
}

/** What an expression is before the dot, with what arrives in place of parameters; a `super()` is bound to that. */
export function exactReceivers(s: Session, file: FileUnit, base: number): SetId {
  return s.values.flatMap(heldValue(s, file, base), (value) => {
    if (s.values.kind(value) !== Kind.SUPER) return arriving(s, setOf(value));
    return s.values.flatMap(arrivingAround(s, file, base), (self) =>
      hasClass(s, self) ? s.values.single(Kind.SUPER, s.values.a(value), self) : UNKNOWN_SET,
    );
  });
}

function hasClass(s: Session, value: ValueId): boolean {
  const kind = s.values.kind(value);
  return kind === Kind.INSTANCE || kind === Kind.DECLARED || kind === Kind.CLASS || kind === Kind.SUBCLASS;
}

function isUnclear(s: Session, value: ValueId): boolean {
  const kind = s.values.kind(value);
  return kind === Kind.UNKNOWN || kind === Kind.ANYTHING;
}
