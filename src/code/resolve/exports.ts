/**
 * A module's attributes as others see them once it has run: what reaches the end of its scope, what functions bind by
 * `global`, what star imports bring, its submodules. And `__all__`, which says what a star gives away.
 */
import { Op } from '../code.js';
import { answeredList, listAnswer } from './classes.js';
import {
  blockAt,
  type FileIndex,
  isBound,
  NO_BLOCK,
  NO_SYMBOL,
  Occurrence,
  occurrencesOf,
} from './file-index.js';
import { importedModule, submoduleValue } from './imports.js';
import { NO_PATCH, type Patch, patchOf } from './patches.js';
import { MODULE_ATTRIBUTES } from './python-data.js';
import { addEvents, finalEvents } from './reach.js';
import { type FileUnit, Query, type Session } from './session.js';
import { Kind } from './value-kinds.js';
import { EMPTY_SET, type SetId, setOf, UNKNOWN_SET } from './value-table.js';

/** EXPORT. What is bound comes first, then what a star brings, then a submodule; values never decide between these. */
export function exportValue(s: Session, file: FileUnit, name: number): SetId {
  const patch = patchOf(s, file, s.values.value(Kind.MODULE, file.number), name);
  return patchedValue(s, file, name, patch, () => boundValue(s, file, name));
}

/** What a name of the module is with what other files set it to; `bound` is what the file itself says. */
export function patchedValue(
  s: Session,
  file: FileUnit,
  name: number,
  patch: Patch,
  bound: () => SetId,
): SetId {
  if (patch === NO_PATCH) return bound();
  const before = patch.isFirst ? boundFromWithin(s, file, name) : bound();
  return s.values.union(before, patch.own);
}

/** What functions bind a name of the module to by `global`. */
function boundFromWithin(s: Session, file: FileUnit, name: number): SetId {
  const symbol = file.index.symbols.find(0, name);
  const events = symbol === NO_SYMBOL ? undefined : file.index.remoteEvents.get(symbol);
  return (events ?? []).reduce(
    (set, event) => s.values.union(set, s.ask(Query.BINDING, file, event)),
    EMPTY_SET,
  );
}

/** BOUND. */
export function boundValue(s: Session, file: FileUnit, name: number): SetId {
  const own = ownValue(s, file, name);
  if (own?.isSure === true) return own.set;
  const known = own?.set ?? EMPTY_SET;
  const given = fromStars(s, file, name, Query.EXPORT);
  if (given !== undefined) return s.values.union(known, given);
  if (own !== undefined) return known;
  const submodule = submoduleValue(s, file, name);
  if (submodule !== EMPTY_SET) return submodule;
  if (MODULE_ATTRIBUTES.has(s.names.text(name))) {
    return s.values.single(Kind.EXTERNAL_INSTANCE, s.names.str);
  }
  return lazyValue(s, file, name);
}

/** What the module's own `__getattr__` gives for a name; nobody can tell for which names it gives what. */
function lazyValue(s: Session, file: FileUnit, name: number): SetId {
  if (name === s.names.moduleGetattr) return UNKNOWN_SET;
  let set: SetId = UNKNOWN_SET;
  for (const value of s.values.elements(ownValue(s, file, s.names.moduleGetattr)?.set ?? EMPTY_SET)) {
    if (s.values.kind(value) !== Kind.FUNCTION) continue;
    const given = s.call(value, { file, call: -1, leading: [s.values.single(Kind.TEXT, name)] });
    set = s.values.union(set, namedLike(s, given, name));
  }
  return set;
}

/**
 * LAZY: what runs when a name is looked up that the module does not have. Name 0: when anything is imported from a module that is
 * no package, since Python then looks whether it has a `__path__`.
 */
export function lazyGetters(s: Session, file: FileUnit, name: number): SetId {
  const getters = s.values.flatMap(ownValue(s, file, s.names.moduleGetattr)?.set ?? EMPTY_SET, (value) =>
    s.values.kind(value) === Kind.FUNCTION ? setOf(value) : EMPTY_SET,
  );
  if (getters === EMPTY_SET || name === 0) return getters;
  const isThere =
    ownValue(s, file, name) !== undefined ||
    fromStars(s, file, name, Query.EXPORT) !== undefined ||
    submoduleValue(s, file, name) !== EMPTY_SET ||
    MODULE_ATTRIBUTES.has(s.names.text(name));
  return isThere ? EMPTY_SET : getters;
}

/** Of the definitions among the values, those that bear the name. */
function namedLike(s: Session, set: SetId, name: number): SetId {
  return s.values.flatMap(set, (value) => {
    const kind = s.values.kind(value);
    const isDefinition = kind === Kind.FUNCTION || kind === Kind.CLASS;
    const facts = isDefinition
      ? s.files[s.values.a(value)]?.index.facts.definitions[s.values.b(value)]
      : undefined;
    return facts === undefined || facts.name === s.names.text(name) ? setOf(value) : EMPTY_SET;
  });
}

/** What the module's own statements bind the name to at its end; undefined when they do not. */
function ownValue(
  s: Session,
  file: FileUnit,
  name: number,
): { readonly set: SetId; readonly isSure: boolean } | undefined {
  const { index } = file;
  const symbol = index.symbols.find(0, name);
  if (symbol === NO_SYMBOL || !isBound(index, symbol)) return undefined;
  const events: number[] = [];
  const isUnbound = finalEvents(index, symbol, events);
  addEvents(events, index.remoteEvents.get(symbol) ?? []);
  let set: SetId = EMPTY_SET;
  for (const event of events) set = s.values.union(set, s.eventValue(file, event));
  return { set, isSure: !isUnbound };
}

/**
 * What the file's star imports give for a name, as EXPORT or CLASS_EXPORT has it: the last one that gives it, and as long as
 * that stands in a branch, those before it. Undefined when none does.
 */
export function fromStars(
  s: Session,
  file: FileUnit,
  name: number,
  query: typeof Query.EXPORT | typeof Query.CLASS_EXPORT,
): SetId | undefined {
  const { stars, blocks } = file.index;
  let set: SetId | undefined;
  for (let i = stars.length - 1; i >= 0; i--) {
    const star = stars[i] ?? 0;
    const unit = starUnit(s, file, star);
    if (unit === undefined || !s.namesIn(s.ask(Query.GIVEN, unit, 0)).has(name)) continue;
    set = s.values.union(set ?? EMPTY_SET, s.ask(query, unit, name));
    if (blocks.parent[blockAt(file.index, star)] === NO_BLOCK) break;
  }
  return set;
}

function starUnit(s: Session, file: FileUnit, star: number): FileUnit | undefined {
  const target = importedModule(s, file, star);
  return target.kind === 'file' ? s.fileAt(target.path) : undefined;
}

/**
 * GIVEN: the names that `import *` takes from a module: public ones unless `__all__` says otherwise. As one list, since a
 * package that takes stars from thirty modules would else ask each of them for every name.
 */
export function givenNames(s: Session, file: FileUnit): SetId {
  const names = new Set<number>();
  const all = allNames(s, file.index);
  for (const text of all?.names ?? []) names.add(s.names.id(text));
  for (const base of all?.others ?? []) addOthers(s, file, base, names);
  const starred = all === undefined || all.isOpen ? addPublic(s, file, names) : [];
  // Modules that take stars from each other give the same in the end: one list for all of them.
  const whole = starred.find((given) => {
    const list = answeredList(s, given);
    return list.length === names.size && list.every((name) => names.has(name));
  });
  if (whole !== undefined) return whole;
  const sorted = [...names].sort((a, b) => (s.names.text(a) < s.names.text(b) ? -1 : 1));
  return listAnswer(s, sorted);
}

/** The names of a module whose `__all__` is added to ours. */
function addOthers(s: Session, file: FileUnit, base: number, names: Set<number>): void {
  for (const value of s.values.elements(s.classValue(file, base))) {
    const unit = s.values.kind(value) === Kind.MODULE ? s.files[s.values.a(value)] : undefined;
    if (unit !== undefined) for (const name of answeredList(s, s.ask(Query.GIVEN, unit, 0))) names.add(name);
  }
}

/** Adds what the module binds and what its stars bring, whose answers to GIVEN it returns. */
function addPublic(s: Session, file: FileUnit, names: Set<number>): readonly SetId[] {
  const { index } = file;
  const isPublic = (name: number): boolean => !s.names.text(name).startsWith('_');
  for (let symbol = 0; symbol < index.symbols.size; symbol++) {
    const name = index.symbols.second(symbol);
    if (index.symbols.first(symbol) === 0 && isBound(index, symbol) && isPublic(name)) names.add(name);
  }
  const starred: SetId[] = [];
  for (const star of index.stars) {
    const unit = starUnit(s, file, star);
    if (unit === undefined) continue;
    const given = s.ask(Query.GIVEN, unit, 0);
    for (const name of answeredList(s, given)) if (isPublic(name)) names.add(name);
    starred.push(given);
  }
  return starred;
}

/** STAR_MODULES: what `__all__` names without the module binding it, by text: submodules, which a star imports. */
export function starModules(s: Session, file: FileUnit): SetId {
  const names = [...(allNames(s, file.index)?.names ?? [])].sort().map((name) => s.names.id(name));
  const unbound = names.filter((name) => {
    const symbol = file.index.symbols.find(0, name);
    return symbol === NO_SYMBOL || !isBound(file.index, symbol);
  });
  return listAnswer(s, unbound);
}

/** What `__all__` holds as far as literals tell. */
interface AllNames {
  readonly names: Set<string>;
  /** Expressions of modules whose own `__all__` is added. */
  readonly others: number[];
  /** Something is added that cannot be read. */
  isOpen: boolean;
}

/** Whether a module says what a star gives. */
export function hasAllNames(s: Session, index: FileIndex): boolean {
  const symbol = index.symbols.find(0, s.names.id('__all__'));
  return symbol !== NO_SYMBOL && isBound(index, symbol);
}

/** The names in a module's `__all__`; undefined when it has none. `importlib`-like tricks make it open. */
function allNames(s: Session, index: FileIndex): AllNames | undefined {
  const name = s.names.id('__all__');
  const symbol = index.symbols.find(0, name);
  if (!hasAllNames(s, index)) return undefined;
  const all: AllNames = { names: new Set(), others: [], isOpen: false };
  const { code } = index;
  for (let i = index.eventsFrom[symbol] ?? 0; i < (index.eventsFrom[symbol + 1] ?? 0); i++) {
    const event = index.events[i] ?? 0;
    if (code[event] === Op.BIND || code[event] === Op.AUGMENT) addNames(index, code[event + 2] ?? 0, all);
    else if (code[event] === Op.ANNOTATE) addNames(index, code[event + 3] ?? 0, all);
    else all.isOpen = true;
  }
  for (const method of ['extend', 'append', 'insert'] as const) {
    for (const call of occurrencesOf(index, Occurrence.CALL, s.names.id(method))) {
      const receiver = code[(code[call + 1] ?? 0) + 1] ?? 0;
      const isAll = code[receiver] === Op.NAME && index.names[code[receiver + 1] ?? 0] === name;
      const argument = code[call + 3 + (code[call + 3] ?? 0)] ?? 0;
      if (code[call] !== Op.CALL || !isAll || (code[call + 3] ?? 0) === 0) continue;
      addNames(index, argument, all);
    }
  }
  return all;
}

function addNames(index: FileIndex, ref: number, all: AllNames): void {
  const { code } = index;
  const text = (at: number): string => index.facts.code.strings[code[at + 1] ?? 0] ?? '';
  switch (code[ref]) {
    case Op.STRING:
      all.names.add(text(ref));
      return;
    case Op.LIST:
    case Op.TUPLE:
    case Op.SET:
      for (let i = 0; i < (code[ref + 1] ?? 0); i++) addNames(index, code[ref + 2 + i] ?? 0, all);
      return;
    case Op.STAR:
      addNames(index, code[ref + 1] ?? 0, all);
      return;
    case Op.ATTRIBUTE:
      if (index.facts.code.strings[code[ref + 2] ?? 0] === '__all__') all.others.push(code[ref + 1] ?? 0);
      else all.isOpen = true;
      return;
    default:
      all.isOpen = true;
  }
}
