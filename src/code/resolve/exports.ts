/**
 * A module's attributes as others see them once it has run: what reaches the end of its scope, what functions bind by
 * `global`, what star imports bring, its submodules. And `__all__`, which says what a star gives away.
 */
import { Op } from '../code.js';
import { listAnswer } from './classes.js';
import { type FileIndex, isBound, NO_SYMBOL, Occurrence, occurrencesOf } from './file-index.js';
import { importedModule, submoduleValue } from './imports.js';
import { MODULE_ATTRIBUTES } from './python-data.js';
import { finalEvents } from './reach.js';
import { type FileUnit, Query, type Session } from './session.js';
import { EMPTY_SET, Kind, NONE_SET, type SetId, setOf, UNKNOWN_SET } from './values.js';

/** EXPORT. What is bound comes first, then what a star brings, then a submodule; values never decide between these. */
export function exportValue(s: Session, file: FileUnit, name: number): SetId {
  const own = ownValue(s, file, name);
  if (own?.isSure === true) return own.set;
  const known = own?.set ?? EMPTY_SET;
  const giver = starGiver(s, file, name);
  if (giver !== undefined) return s.values.union(known, s.ask(Query.EXPORT, giver, name));
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

/** Of the definitions among the values, those that bear the name. */
function namedLike(s: Session, set: SetId, name: number): SetId {
  let named: SetId = EMPTY_SET;
  for (const value of s.values.elements(set)) {
    const kind = s.values.kind(value);
    const isDefinition = kind === Kind.FUNCTION || kind === Kind.CLASS;
    const facts = isDefinition
      ? s.files[s.values.a(value)]?.index.facts.definitions[s.values.b(value)]
      : undefined;
    if (facts === undefined || facts.name === s.names.text(name)) named = s.values.union(named, setOf(value));
  }
  return named;
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
  events.push(...(index.remoteEvents.get(symbol) ?? []));
  let set: SetId = EMPTY_SET;
  for (const event of events) set = s.values.union(set, s.eventValue(file, event));
  return { set, isSure: !isUnbound };
}

/** The module from which the file's star imports take a name: the last one that gives it. */
export function starGiver(s: Session, file: FileUnit, name: number): FileUnit | undefined {
  const { stars } = file.index;
  for (let i = stars.length - 1; i >= 0; i--) {
    const target = importedModule(s, file, stars[i] ?? 0);
    const unit = target.kind === 'file' ? s.fileAt(target.path) : undefined;
    if (unit !== undefined && s.ask(Query.GIVES, unit, name) !== EMPTY_SET) return unit;
  }
  return undefined;
}

/** GIVES. Public names unless `__all__` says otherwise. */
export function givenAway(s: Session, file: FileUnit, name: number): SetId {
  return givesAway(s, file, name) ? NONE_SET : EMPTY_SET;
}

function givesAway(s: Session, file: FileUnit, name: number): boolean {
  const text = s.names.text(name);
  const all = allNames(s, file.index);
  if (all !== undefined) {
    if (all.names.has(text)) return true;
    for (const base of all.others) if (isInOthers(s, file, base, name)) return true;
    if (!all.isOpen) return false;
  }
  if (text.startsWith('_')) return false;
  const symbol = file.index.symbols.find(0, name);
  if (symbol !== NO_SYMBOL && isBound(file.index, symbol)) return true;
  return starGiver(s, file, name) !== undefined;
}

/** Whether a module whose `__all__` is added to ours gives the name away. */
function isInOthers(s: Session, file: FileUnit, base: number, name: number): boolean {
  for (const value of s.values.elements(s.classValue(file, base))) {
    const unit = s.values.kind(value) === Kind.MODULE ? s.files[s.values.a(value)] : undefined;
    if (unit !== undefined && s.ask(Query.GIVES, unit, name) !== EMPTY_SET) return true;
  }
  return false;
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

/** The names in a module's `__all__`; undefined when it has none. `importlib`-like tricks make it open. */
function allNames(s: Session, index: FileIndex): AllNames | undefined {
  const name = s.names.id('__all__');
  const symbol = index.symbols.find(0, name);
  if (symbol === NO_SYMBOL || !isBound(index, symbol)) return undefined;
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
