/**
 * Which closures of a program are called: of `brew = make(boil)` and `stew = make(simmer)`, where nothing calls `stew`, only the
 * first one's `action()` leads anywhere. A closure carries what it closes over (`through.ts`), so those that are called or handed to
 * others say what that may be; likewise an instance that is called says what it was made with.
 *
 * Told for files whose calls are all seen (`programs.ts`), and asked when edges are drawn, never within values: it takes back what
 * these allow.
 */
import { Op, ScopeKind } from '../code.js';
import { ADDING } from './adding-methods.js';
import { argumentAt, argumentCount, parametersOf, passedFor } from './arguments.js';
import { calleeName } from './callee-text.js';
import { nameHash } from './callers.js';
import { derivedOf, functionOfFirstParameter } from './classes.js';
import { arrivingValue, type Known } from './contextual.js';
import { decoratedBy } from './decorators.js';
import { definitionAround, type FileIndex, scopeAt } from './file-index.js';
import { elementsOfSet, valuesOf } from './items.js';
import { knownName } from './known.js';
import { heldFor } from './makings.js';
import { functionValue, passedInFile } from './parameters.js';
import { isProgram } from './programs.js';
import { type Arguments, type FileUnit, Query, type Session } from './session.js';
import { nextInScope, nextInstruction } from './stream.js';
import { keptAsDefault } from './through.js';
import { isAround, isMade, Kind } from './value-kinds.js';
import { EMPTY_SET, type SetId, setOf, UNKNOWN, UNKNOWN_SET, type ValueId } from './value-table.js';

/** Containers in containers whose items are handed on with them. */
const HELD_DEPTH_MAX = 2;

/** What only looks at a function that it is given. */
const LOOKING: ReadonlySet<string> = new Set([
  'builtins.callable',
  'builtins.getattr',
  'builtins.hasattr',
  'builtins.id',
  'builtins.isinstance',
  'builtins.print',
  'builtins.repr',
  'builtins.type',
  'functools.update_wrapper',
  'functools.wraps',
]);
const WRAPPING: ReadonlySet<string> = new Set(['wraps', 'update_wrapper']);
const ADDING_NAMES: ReadonlySet<string> = new Set(ADDING.map(([name]) => name));

/**
 * What parameters are where an instruction of a file reads them: those of a function around a closure, and the receiver of a
 * `__call__`. Nothing is known of others, where not all calls are seen, and where none is.
 */
export function heldWhereCalled(s: Session, file: FileUnit): Known {
  const { index } = file;
  const { definitions } = index.facts;
  return (parameter, at) => {
    const position = s.values.b(parameter);
    const first = functionOfFirstParameter(index, position);
    if (definitions[first]?.name === '__call__') return receiverWhereCalled(s, file, first);
    const kept = keptAsDefault(index, position);
    if (kept !== 0) return passedOrKept(s, file, position, kept);
    const maker = scopeAt(index, position);
    for (const scope of closuresAround(index, at, maker)) {
      const held = heldByClosure(s, file, scope, position);
      if (held !== undefined) return held;
    }
    return undefined;
  };
}

/** What the closures of a scope that are called carry for the PARAMETER at a position of a function around. */
function heldByClosure(s: Session, file: FileUnit, scope: number, position: number): SetId | undefined {
  const parameter = s.values.value(Kind.PARAMETER, file.number, position);
  const maker = definitionAround(file.index, scopeAt(file.index, position));
  const called = calledTwin(s, file, maker, functionValue(s, file, scope));
  return called === undefined ? undefined : heldFor(s.values.making(called), parameter);
}

/** What arrives at a parameter whose default is one of a function around, which the closures that are called carry. */
function passedOrKept(s: Session, file: FileUnit, position: number, kept: number): SetId | undefined {
  const held = heldByClosure(s, file, scopeAt(file.index, position), kept);
  if (held === undefined) return undefined;
  const parameter = s.values.value(Kind.PARAMETER, file.number, kept);
  const passed = s.values.flatMap(passedInFile(s, file, position), (value) =>
    value === parameter ? held : setOf(value),
  );
  return passedAlong(s, passed);
}

/** The scopes of functions and lambdas around a position up to an outer one, from the inside; none where that is not around it. */
function closuresAround(index: FileIndex, at: number, outer: number): readonly number[] {
  const { scopes } = index;
  const found: number[] = [];
  let scope = scopeAt(index, at);
  for (; scope !== outer; scope = scopes.parent[scope] ?? 0) {
    const kind = scopes.kind[scope];
    if (scope === 0 || kind === ScopeKind.CLASS) return [];
    if (kind === ScopeKind.FUNCTION || kind === ScopeKind.LAMBDA) found.push(scope);
  }
  return found;
}

/** The instance of a class of a program on which its `__call__` is called, with what that was made with. */
function receiverWhereCalled(s: Session, file: FileUnit, definition: number): SetId | undefined {
  const { parent = -1 } = file.index.facts.definitions[definition] ?? {};
  const isDerived = derivedOf(s, s.values.value(Kind.CLASS, file.number, parent)).length > 0;
  if (isDerived || !isProgram(s, file)) return undefined;
  const instance = calledTwin(s, file, parent, s.values.value(Kind.INSTANCE, file.number, parent));
  return instance === undefined || s.values.making(instance).length === 0 ? undefined : setOf(instance);
}

/** The FUNCTION or INSTANCE with all that those carry which are called, where each file that lets `maker` make one is a program. */
function calledTwin(s: Session, file: FileUnit, maker: number, made: ValueId): ValueId | undefined {
  const name = file.index.facts.definitions[maker]?.name ?? '';
  const hash = nameHash(name);
  file.callersAsked.add(hash);
  if (s.callers.areTooMany(hash, file.number)) return undefined;
  const files = s.callers.of(hash, file.number).flatMap((number) => s.files[number] ?? []);
  if (isProgram(s, file)) files.push(file);
  else if (isUsedHere(s, file, maker, made)) return undefined;
  let set: SetId = EMPTY_SET;
  for (const unit of files) {
    const called = isProgram(s, unit) ? s.ask(Query.CALLED, unit, 0) : UNKNOWN_SET;
    if (s.values.has(called, UNKNOWN)) return undefined;
    set = s.values.union(set, twinsAmong(s, called, made));
  }
  return set === EMPTY_SET ? undefined : set >> 1;
}

function twinsAmong(s: Session, set: SetId, plain: ValueId): SetId {
  return s.values.flatMap(set, (value) => (s.values.plain(value) === plain ? setOf(value) : EMPTY_SET));
}

/** Whether a file that is no program uses what makes the closure, or the maker does more with the closure than to return it. */
function isUsedHere(s: Session, { index, callSites }: FileUnit, maker: number, made: ValueId): boolean {
  const { code, facts, returns } = index;
  const { name = '', isMethod = false } = facts.definitions[maker] ?? {};
  const id = s.names.id(name);
  if (callSites.named([id]).length > 0 || callSites.isHandedOn(id, isMethod)) return true;
  const scope = index.definitionScope[maker] ?? 0;
  const returned = new Set<number>();
  for (let link = returns.first(scope); link !== -1; link = returns.next(link))
    returned.add(code[returns.at(link) + 1] ?? 0);
  if (s.values.kind(made) === Kind.LAMBDA) return !returned.has(s.values.b(made));
  const closure = facts.definitions[s.values.b(made)]?.name ?? '';
  return readsOf(index, scope, closure).some((read) => !returned.has(read));
}

/** NAMEs of a text in a scope itself, but for those that only look at what it is: `@wraps(f)`, `f.__name__`. */
function readsOf(index: FileIndex, scope: number, text: string): readonly number[] {
  const { code, facts, scopes } = index;
  const { strings } = facts.code;
  const found = new Set<number>();
  const end = scopes.end[scope] ?? 0;
  for (let at = nextInstruction(code, scopes.start[scope] ?? 0); at < end; at = nextInScope(index, at)) {
    if (code[at] === Op.NAME && strings[code[at + 1] ?? 0] === text) found.add(at);
    else if (code[at] === Op.ATTRIBUTE && strings[code[at + 2] ?? 0]?.startsWith('__'))
      found.delete(code[at + 1] ?? 0);
    else if (code[at] === Op.SET_ATTRIBUTE) found.delete(code[at + 1] ?? 0);
    else if (code[at] === Op.CALL && WRAPPING.has(calleeName(index, code[at + 1] ?? 0))) {
      for (let i = 0; i < argumentCount(index, at); i++) found.delete(argumentAt(index, at, i));
    }
  }
  return [...found];
}

/**
 * CALLED: functions with what they close over and instances with what they were made with, of those that are called in the file or
 * handed to what may call them. UNKNOWN where it is not seen what some call calls.
 */
export function calledIn(s: Session, file: FileUnit): SetId {
  const { index } = file;
  const { code, calls } = index;
  const found = new Found(s);
  for (const at of calls) {
    const isDecorator = code[at] === Op.DECORATOR;
    const callees = passedAlong(s, arrivingValue(s, file, code[at + 1] ?? 0, notClosedOver(s, file)));
    if (!isKnown(s, callees)) return UNKNOWN_SET;
    const applied = isDecorator ? [decoratedBy(s, file, at)] : [];
    found.addAll(callees);
    found.addHanded({ file, call: isDecorator ? -1 : at, leading: applied }, callees);
  }
  for (let at = 0; at < code.length; at = nextInstruction(code, at)) {
    const isSet = code[at] === Op.SET_ATTRIBUTE || code[at] === Op.SET_ITEM;
    if (isSet && !isOfFile(s, file, s.evaluate(file, code[at + 1] ?? 0)))
      found.addWithin(s.evaluate(file, code[at + 3] ?? 0), HELD_DEPTH_MAX);
  }
  for (const [definition, { name, decorators }] of index.facts.definitions.entries()) {
    const isAsked = decorators.length > 0 && (decorators.includes('property') || ASKED.test(name));
    if (isAsked) found.addWithin(s.evaluate(file, index.definitionAt[definition] ?? 0), HELD_DEPTH_MAX);
  }
  return found.set;
}
/** What Python or a test runner calls by itself. */
const ASKED = /^(?:__\w+__$|test)/;

function isKnown(s: Session, set: SetId): boolean {
  return s.values.elements(set).every((value) => {
    const kind = s.values.kind(value);
    return kind !== Kind.UNKNOWN && kind !== Kind.ANYTHING;
  });
}

/** Without what a closure reads of the functions around: that is told by what those carry which are called. */
function notClosedOver(s: Session, file: FileUnit): Known {
  const { index } = file;
  return (parameter, at) => {
    const position = s.values.b(parameter);
    const first = functionOfFirstParameter(index, position);
    if (index.facts.definitions[first]?.isMethod === true) {
      const receivers = s.ask(Query.ARRIVING, file, position);
      return isKnown(s, receivers) ? receivers : s.expand(setOf(parameter));
    }
    return closuresAround(index, at, scopeAt(index, position)).length > 0 ? EMPTY_SET : undefined;
  };
}

/** A set with what the calls that are seen pass in place of its parameters. */
function passedAlong(s: Session, set: SetId): SetId {
  return s.values.flatMap(set, (value) => {
    const unit = s.values.kind(value) === Kind.PARAMETER ? s.files[s.values.a(value)] : undefined;
    return unit === undefined ? setOf(value) : s.ask(Query.ARRIVING, unit, s.values.b(value));
  });
}

/** Whether values are things of the file, whose calls are seen. */
function isOfFile(s: Session, file: FileUnit, set: SetId): boolean {
  return s.values
    .elements(s.expand(set))
    .every((value) => OWN.has(s.values.kind(value)) && s.values.a(value) === file.number);
}
const OWN: ReadonlySet<number> = new Set([
  Kind.INSTANCE,
  Kind.DECLARED,
  Kind.CLASS,
  Kind.SUBCLASS,
  Kind.FUNCTION,
  Kind.CONTAINER,
]);

/** What is called, on its way. */
class Found {
  readonly #s: Session;
  readonly #seen = new Set<ValueId>();
  set: SetId = EMPTY_SET;

  constructor(s: Session) {
    this.#s = s;
  }

  addAll(set: SetId): void {
    for (const value of this.#s.values.elements(this.#s.expand(set))) this.#add(value);
  }

  /** A value that is called, and what it may call of what it carries. */
  #add(value: ValueId): void {
    const { values } = this.#s;
    if (this.#seen.has(value)) return;
    this.#seen.add(value);
    const kind = values.kind(value);
    if (kind === Kind.DECLARED) this.#take(values.value(Kind.INSTANCE, values.a(value), values.b(value)));
    else if (isMade(kind)) this.#take(value);
    else if (isAround(kind)) this.#add(values.a(value));
  }

  #take(value: ValueId): void {
    const { values } = this.#s;
    this.set = values.union(this.set, setOf(value));
    const fields = values.making(value);
    for (let i = 1; i < fields.length; i += 2) this.addWithin(fields[i] ?? EMPTY_SET, HELD_DEPTH_MAX);
  }

  /** The same of what is in containers. */
  addWithin(set: SetId, depth: number): void {
    const { values } = this.#s;
    const expanded = this.#s.expand(set);
    this.addAll(expanded);
    if (depth === 0) return;
    for (const value of values.elements(expanded)) {
      if (!HOLDERS.has(values.kind(value))) continue;
      const only = setOf(value);
      this.addWithin(values.union(elementsOfSet(this.#s, only), valuesOf(this.#s, only)), depth - 1);
    }
  }

  /** What a call hands to code that is not looked at here. */
  addHanded(passed: Arguments, callees: SetId): void {
    const { values } = this.#s;
    for (const value of values.elements(callees)) {
      const kind = values.kind(value);
      const target = kind === Kind.METHOD ? values.a(value) : value;
      const isOwn = PROJECT.has(values.kind(target)) && values.a(target) === passed.file.number;
      const isAdding = kind === Kind.BUILTIN_METHOD && ADDING_NAMES.has(this.#s.names.text(values.b(value)));
      const isLooking = kind === Kind.IDENTITY || LOOKING.has(knownName(this.#s, value));
      if (isOwn || isAdding || isLooking) continue;
      if (values.kind(target) === Kind.FUNCTION) this.#addPassed(target, value, passed);
      else this.#addArguments(passed);
    }
  }

  /** What a function of another file is passed, but for what only its closures read. */
  #addPassed(target: ValueId, value: ValueId, passed: Arguments): void {
    const { values, files } = this.#s;
    const index = files[values.a(target)]?.index;
    if (index === undefined) return;
    const scope = index.definitionScope[values.b(target)] ?? 0;
    const callee = { index, parameters: parametersOf(index, scope) };
    const isBound = values.kind(value) === Kind.METHOD;
    const call = isBound ? { ...passed, leading: [setOf(values.b(value)), ...passed.leading] } : passed;
    for (const position of callee.parameters) {
      const text = index.facts.code.strings[index.code[position + 2] ?? 0] ?? '';
      if (readsOf(index, scope, text).length === 0) continue;
      this.addWithin(passedFor(this.#s, callee, position, call), HELD_DEPTH_MAX);
    }
  }

  #addArguments({ file, call, leading }: Arguments): void {
    const { code } = file.index;
    for (const set of leading) this.addWithin(set, HELD_DEPTH_MAX);
    for (let i = 0; i < argumentCount(file.index, call); i++) {
      const ref = argumentAt(file.index, call, i);
      const isMarked = code[ref] === Op.KEYWORD || code[ref] === Op.STAR || code[ref] === Op.DOUBLE_STAR;
      const value = isMarked ? (code[ref + (code[ref] === Op.KEYWORD ? 2 : 1)] ?? 0) : ref;
      this.addWithin(this.#s.evaluate(file, value), HELD_DEPTH_MAX);
    }
  }
}

const PROJECT: ReadonlySet<number> = new Set([Kind.FUNCTION, Kind.LAMBDA, Kind.CLASS, Kind.SUBCLASS]);
const HOLDERS: ReadonlySet<number> = new Set([Kind.CONTAINER, Kind.TUPLE, Kind.RECORD, Kind.TYPED]);
