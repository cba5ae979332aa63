/**
 * Instances told apart by what they were made with: of `left = Tool(saw)` and `right = Tool(file)` it is known which holds which.
 * An instance carries what its `__init__` was passed for each parameter that this stores or hands on to the `__init__` of a base;
 * where an attribute holds such a parameter, the instance says what it is. One whose class has fields and no `__init__` carries
 * these. Instances of one class that meet in a set become one that was made with either, so that nothing grows by it (Milanova et
 * al., object sensitivity, 2005, cut at the sets).
 *
 * Which parameters are stored is told by syntax; methods called later may store others, which stay what any caller passes.
 */
import { Op } from '../code.js';
import { isPassed, keywordArgument, parametersOf, passedFor, positionalArgument } from './arguments.js';
import { answeredList, classOrder, isPassedField, listAnswer } from './classes.js';
import { type FileIndex, Occurrence } from './file-index.js';
import { constructionOf } from './members.js';
import { type Arguments, type FileUnit, Query, type Session } from './session.js';
import { nextInstruction } from './stream.js';
import { Kind } from './value-kinds.js';
import { EMPTY_SET, type SetId, setOf, type ValueId } from './value-table.js';

/** Functions with more parameters are not looked into: what is made with as much is data. */
const PARAMETERS_MAX = 16;

/** The instance that calling a class makes, with what the call passes. */
export function madeByCall(s: Session, value: ValueId, instance: ValueId, passed: Arguments): ValueId {
  if (passed.isOpen === true) return instance;
  const inits = s.values.elements(constructionOf(s, value).init);
  const init = inits.length === 1 ? (inits[0] ?? 0) : 0;
  const unit = s.values.kind(init) === Kind.FUNCTION ? s.files[s.values.a(init)] : undefined;
  if (unit === undefined) return inits.length === 0 ? madeOfFields(s, value, instance, passed) : instance;
  const definition = s.values.b(init);
  const call = { ...passed, leading: [setOf(instance), ...passed.leading] };
  const own = passedToStored(s, unit, definition, call);
  const inherited = forwarded(s, unit, definition, own);
  return s.values.madeWith(instance, ordered(s, [...own, ...inherited]));
}

/** The same of a class of the same file whose body names its fields, as for a dataclass: TEXTs and sets in turn. */
function madeOfFields(s: Session, value: ValueId, instance: ValueId, passed: Arguments): ValueId {
  const { index, number } = passed.file;
  const isDerived = classOrder(s, value)
    .slice(1)
    .some((base) => s.values.kind(base) === Kind.CLASS);
  if (s.values.a(value) !== number || passed.call < 0 || isDerived) return instance;
  const definition = s.values.b(value);
  const names = answeredList(s, s.ask(Query.FIELD_NAMES, passed.file, definition));
  const fields = names.flatMap((name, place) => {
    const isPlain =
      isPassedField(passed.file, definition, name) && index.occurrences.find(Occurrence.SET, name) === -1;
    if (!isPlain) return [];
    const set = s.values.union(positionalArgument(s, passed, place), keywordArgument(s, passed, name));
    return set === EMPTY_SET ? [] : [s.values.value(Kind.TEXT, name), set];
  });
  return s.values.madeWith(instance, ordered(s, fields));
}

/** What was passed for a PARAMETER, among what something was made with; undefined where that is not told apart. */
export function heldFor(fields: readonly number[], parameter: ValueId): SetId | undefined {
  for (let i = 0; i < fields.length; i += 2) if (fields[i] === parameter) return fields[i + 1];
  return undefined;
}

/** What the field of an instance was made with; undefined where that is not told apart. */
export function heldInField(s: Session, instance: ValueId, name: number): SetId | undefined {
  const fields = s.values.making(instance);
  for (let i = 0; i < fields.length; i += 2) {
    const field = fields[i] ?? 0;
    if (s.values.kind(field) === Kind.TEXT && s.values.a(field) === name) return fields[i + 1];
  }
  return undefined;
}

/** What the parameters that a function stores are passed: PARAMETER values and sets in turn. */
function passedToStored(s: Session, unit: FileUnit, definition: number, call: Arguments): number[] {
  const stored = storedBy(unit, definition);
  if (stored.length === 0) return [];
  const { index } = unit;
  const callee = { index, parameters: parametersOf(index, index.definitionScope[definition] ?? 0) };
  return stored.flatMap((position) => {
    const set = isPassed(callee, position, call)
      ? passedFor(s, callee, position, call)
      : defaultOf(s, unit, position);
    return [s.values.value(Kind.PARAMETER, unit.number, position), set];
  });
}

/** The default of the PARAMETER at a position of any file; nothing where there is none. */
export function defaultOf(s: Session, unit: FileUnit, position: number): SetId {
  const ref = unit.index.code[position + 4] ?? 0;
  if (ref === 0) return EMPTY_SET;
  return unit.number === s.solver.file ? s.evaluate(unit, ref) : s.ask(Query.VALUE, unit, ref);
}

/** What the `__init__`s of bases are passed by one that is passed `own`. */
function forwarded(s: Session, unit: FileUnit, definition: number, own: readonly number[]): number[] {
  const [flag = 0, ...rest] = answeredList(s, s.ask(Query.FORWARDED, unit, definition));
  if (flag === 0) return [];
  return rest.map((set, i) => (i % 2 === 0 ? set >> 1 : filledIn(s, set, own)));
}

/** FORWARDED. */
export function forwardedBy(s: Session, file: FileUnit, definition: number): SetId {
  const found: number[] = [];
  for (const site of initCalls(s, file.index, definition)) {
    for (const value of s.values.elements(s.evaluate(file, file.index.code[site + 1] ?? 0))) {
      const isBound = s.values.kind(value) === Kind.METHOD;
      const init = isBound ? s.values.a(value) : value;
      const unit = s.values.kind(init) === Kind.FUNCTION ? s.files[s.values.a(init)] : undefined;
      if (unit === undefined || init === s.values.value(Kind.FUNCTION, file.number, definition)) continue;
      const call: Arguments = { file, call: site, leading: isBound ? [setOf(s.values.b(value))] : [] };
      const passed = passedToStored(s, unit, s.values.b(init), call);
      found.push(...passed, ...forwarded(s, unit, s.values.b(init), passed));
    }
  }
  const pairs = ordered(s, found);
  return listAnswer(
    s,
    pairs.length === 0 ? [0] : [1, ...pairs.map((each, i) => (i % 2 === 0 ? setOf(each) : each))],
  );
}

/** Calls of `something.__init__` in a function. */
function initCalls(s: Session, index: FileIndex, definition: number): readonly number[] {
  const { code, names, scopes } = index;
  const scope = index.definitionScope[definition] ?? 0;
  const from = scopes.start[scope] ?? 0;
  const to = scopes.end[scope] ?? 0;
  const found: number[] = [];
  for (const at of index.calls) {
    const callee = code[at + 1] ?? 0;
    const isInit = code[at] === Op.CALL && code[callee] === Op.ATTRIBUTE;
    if (at > from && at < to && isInit && names[code[callee + 2] ?? 0] === s.names.init) found.push(at);
  }
  return found;
}

/** Pairs of parameters and what they are passed, by where the parameters stand. */
function ordered(s: Session, pairs: readonly number[]): number[] {
  const sets = new Map<number, number>();
  for (let i = 0; i < pairs.length; i += 2) sets.set(pairs[i] ?? 0, pairs[i + 1] ?? EMPTY_SET);
  return [...sets].sort(([x], [y]) => s.values.a(x) - s.values.a(y) || s.values.b(x) - s.values.b(y)).flat();
}

/** A set with the parameters among it replaced by what `fields` say of them. */
function filledIn(s: Session, set: SetId, fields: readonly number[]): SetId {
  return s.values.flatMap(set, (value) => {
    const isInstance = s.values.kind(value) === Kind.PARAMETER_INSTANCE;
    if (s.values.kind(value) !== Kind.PARAMETER && !isInstance) return setOf(value);
    const made = isInstance ? s.values.a(value) : value;
    const name = s.values.kind(made) === Kind.PARAMETER_CLASS ? s.values.b(made) : 0;
    const parameter = name === 0 ? made : s.values.a(made);
    for (let i = 0; i < fields.length; i += 2) {
      if (fields[i] !== parameter) continue;
      const held = fields[i + 1] ?? EMPTY_SET;
      if (name !== 0)
        return instancesOf(
          s,
          s.values.flatMap(held, (each) => s.attribute(each, name)),
        );
      return isInstance ? instancesOf(s, held) : held;
    }
    return setOf(value);
  });
}

/** Instances of the classes of a set. */
function instancesOf(s: Session, classes: SetId): SetId {
  return s.values.flatMap(classes, (value) => {
    switch (s.values.kind(value)) {
      case Kind.PARAMETER:
        return s.values.single(Kind.PARAMETER_INSTANCE, value);
      case Kind.CLASS:
        return s.values.single(Kind.INSTANCE, s.values.a(value), s.values.b(value));
      case Kind.SUBCLASS:
        return s.instanceOf(value);
      default:
        return EMPTY_SET;
    }
  });
}

/** What an attribute of an instance holds, given what is assigned to it for all instances of its class. */
export function heldBy(s: Session, instance: ValueId, assigned: SetId): SetId {
  if (s.values.kind(instance) !== Kind.INSTANCE) return assigned;
  const fields = s.values.making(instance);
  const held = fields.length === 0 ? assigned : filledIn(s, assigned, fields);
  return held === EMPTY_SET ? held : s.values.flatMap(held, (value) => ownMethod(s, instance, value));
}

/** `self.step = self.bake` in a base: of the instance it is its own `bake`. */
function ownMethod(s: Session, instance: ValueId, value: ValueId): SetId {
  const self = s.values.kind(value) === Kind.METHOD ? s.values.b(value) : 0;
  if (s.values.kind(self) !== Kind.DECLARED || isOfClass(s, self, instance)) return setOf(value);
  const method = s.values.a(value);
  const unit = s.values.kind(method) === Kind.FUNCTION ? s.files[s.values.a(method)] : undefined;
  const facts = unit?.index.facts.definitions[s.values.b(method)];
  const base = s.values.value(Kind.CLASS, s.values.a(self), s.values.b(self));
  if (facts?.isMethod !== true || !classOrder(s, instance).includes(base)) return setOf(value);
  return s.attribute(instance, s.names.id(facts.name));
}

function isOfClass(s: Session, x: ValueId, y: ValueId): boolean {
  return s.values.a(x) === s.values.a(y) && s.values.b(x) === s.values.b(y);
}

/** The instance with what it was made with changed by `change`. */
export function remade(s: Session, instance: ValueId, change: (set: SetId) => SetId): ValueId {
  const fields = s.values.making(instance);
  let changed: number[] | undefined;
  for (let i = 1; i < fields.length; i += 2) {
    const field = fields[i] ?? EMPTY_SET;
    const after = change(field);
    if (after === field) continue;
    changed ??= [...fields];
    changed[i] = after;
  }
  return changed === undefined ? instance : s.values.madeWith(instance, changed);
}

/** Positions of the PARAMETERs that a function sets attributes to, or hands to an `__init__`; by syntax alone. */
export function storedBy(unit: FileUnit, definition: number): readonly number[] {
  const known = unit.stored[definition];
  if (known !== undefined) return known;
  const stored = findStored(unit.index, definition);
  unit.stored[definition] = stored;
  return stored;
}

function findStored(index: FileIndex, definition: number): readonly number[] {
  const { code, scopes } = index;
  const scope = index.definitionScope[definition] ?? 0;
  const parameters = parametersOf(index, scope);
  if (parameters.length > PARAMETERS_MAX) return [];
  const names = new Set<number>();
  for (let at = scopes.start[scope] ?? 0; at < (scopes.end[scope] ?? 0); at = nextInstruction(code, at)) {
    for (const ref of storedRefs(index, at)) addNames(index, ref, names);
  }
  return parameters.slice(1).filter((at) => names.has(code[at + 2] ?? 0));
}

/** What the instruction at a position stores, or hands to an `__init__`. */
function storedRefs({ code, facts }: FileIndex, at: number): readonly number[] {
  if (code[at] === Op.SET_ATTRIBUTE) return [code[at + 3] ?? 0];
  if (code[at] === Op.ANNOTATE_ATTRIBUTE) return [code[at + 4] ?? 0];
  const callee = code[at + 1] ?? 0;
  if (code[at] !== Op.CALL || code[callee] !== Op.ATTRIBUTE) return [];
  if (facts.code.strings[code[callee + 2] ?? 0] !== '__init__') return [];
  return [...code.subarray(at + 4, at + 4 + (code[at + 3] ?? 0))];
}

function addNames(index: FileIndex, ref: number, names: Set<number>): void {
  const { code } = index;
  switch (code[ref]) {
    case Op.NAME:
      names.add(code[ref + 1] ?? 0);
      break;
    case Op.EITHER:
      for (let i = 0; i < (code[ref + 1] ?? 0); i++) addNames(index, code[ref + 2 + i] ?? 0, names);
      break;
    case Op.KEYWORD:
      addNames(index, code[ref + 2] ?? 0, names);
      break;
    case Op.STAR:
    case Op.DOUBLE_STAR:
      addNames(index, code[ref + 1] ?? 0, names);
      break;
  }
}
