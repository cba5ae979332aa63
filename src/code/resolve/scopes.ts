/**
 * What a name means where it stands: local, enclosing, global, builtin, with Python's exceptions (class bodies are not seen
 * from the functions in them, comprehensions and type parameters have scopes of their own), and within a scope the bindings
 * that reach the use. A function is called at an unknown time after its definition, so of the names around it it may see what
 * reached its definition and whatever is bound later.
 */
import { Op } from '../code.js';
import { installations, installedHash } from './callers.js';
import { fromStars, patchedValue } from './exports.js';
import { type FileIndex, scopeAt } from './file-index.js';
import { runsFirst } from './first-statements.js';
import { findName, onlyEvent } from './name-search.js';
import { NO_PATCH, type Patch, patchersOf, patchOf } from './patches.js';
import { BUILTIN_NAMES, MODULE_ATTRIBUTES } from './python-data.js';
import { ANY_EVENT } from './reach.js';
import { type FileUnit, Query, type Session } from './session.js';
import { Kind } from './value-kinds.js';
import { ANYTHING_SET, EMPTY_SET, NONE_SET, type SetId, setOf, UNKNOWN, UNKNOWN_SET } from './value-table.js';

export function nameValue(
  s: Session,
  file: FileUnit,
  position: number,
  name: number,
  isForward = false,
): SetId {
  return patchedValue(s, file, name, patchAt(s, file, position, name), () =>
    valueWithin(s, file, position, name, isForward),
  );
}

/** What other files set a name to, where it is one of the module that a function reads. */
export function patchAt(s: Session, file: FileUnit, position: number, name: number): Patch {
  if (patchersOf(s, file).length === 0 || !isGlobalWithin(file.index, position, name)) return NO_PATCH;
  return patchOf(s, file, s.values.value(Kind.MODULE, file.number), name);
}

/** Whether a name within a function is one of the module. */
function isGlobalWithin(index: FileIndex, position: number, name: number): boolean {
  if (scopeAt(index, position) === 0) return false;
  let isGlobal = false;
  const isOpen = findName(index, position, name, false, ({ scope }) => {
    isGlobal = scope === 0;
  });
  return isGlobal || isOpen;
}

/** What the name is as far as its own file tells. */
function valueWithin(s: Session, file: FileUnit, position: number, name: number, isForward: boolean): SetId {
  const { index } = file;
  const only = isForward ? -1 : onlyEvent(index, position, name);
  if (only === 0) return outsideValue(s, file, name);
  if (only > 0) {
    return only < position ? s.eventValue(file, only) : s.ask(Query.BINDING, file, only);
  }
  let set: SetId = EMPTY_SET;
  const isOpen = findName(index, position, name, isForward, (found) => {
    set = s.values.union(set, valueOfEvents(s, file, eventsSeen(s, file, found, position), position));
  });
  return isOpen ? s.values.union(set, outsideValue(s, file, name)) : set;
}

/** Without what the module binds before a function binds it anew that runs first, where another function reads it. */
function eventsSeen(
  s: Session,
  file: FileUnit,
  { scope, events }: { readonly scope: number; readonly events: readonly number[] },
  use: number,
): readonly number[] {
  const { index } = file;
  if (scope !== 0 || events.length < 2 || scopeAt(index, use) === 0) return events;
  const inFunctions = events.filter((event) => event !== ANY_EVENT && scopeAt(index, event) !== 0);
  const isReplaced = inFunctions.some((event) => index.code[event] === Op.BIND && runsFirst(s, file, event));
  return isReplaced ? inFunctions : events;
}

function valueOfEvents(s: Session, file: FileUnit, events: readonly number[], use: number): SetId {
  const { code } = file.index;
  let set: SetId = EMPTY_SET;
  let declared = 0;
  for (const event of events) {
    const isBefore = event < use;
    const value = isBefore ? s.eventValue(file, event) : s.ask(Query.BINDING, file, event);
    set = s.values.union(set, value);
    if (code[event] === Op.ANNOTATE) declared = event;
  }
  if (declared === 0 || events.length === 1 || !isOpen(s, set)) return set;
  return s.values.union(s.values.without(set, UNKNOWN), s.typeOf(file, code[declared + 2] ?? 0));
}

/** A name that the file itself may leave unbound: from a star import, a builtin, or nothing that can be known. */
function outsideValue(s: Session, file: FileUnit, name: number): SetId {
  const given = fromStars(s, file, name, Query.EXPORT);
  if (given !== undefined) return given;
  const text = s.names.text(name);
  if (BUILTIN_NAMES.has(text)) return s.values.single(Kind.EXTERNAL, s.names.builtin(name));
  if (MODULE_ATTRIBUTES.has(text)) {
    return s.values.single(Kind.EXTERNAL_INSTANCE, s.names.str);
  }
  return installedValue(s, file, name);
}

/** What some file puts among the builtins under the name. */
function installedValue(s: Session, file: FileUnit, name: number): SetId {
  const hash = installedHash(s.names.text(name));
  file.callersAsked.add(hash);
  let set: SetId = EMPTY_SET;
  const files = s.callers.of(hash, -1);
  for (const number of files) {
    const unit = s.files[number];
    if (unit !== undefined) set = s.values.union(set, s.ask(Query.INSTALLED, unit, name));
  }
  return files.length === 0 ? UNKNOWN_SET : set;
}

/** INSTALLED. */
export function installedBy(s: Session, file: FileUnit, name: number): SetId {
  const { code, names } = file.index;
  let set: SetId = EMPTY_SET;
  for (const at of installations(file.index)) {
    if (names[code[at + 2] ?? 0] === name) set = s.values.union(set, s.evaluate(file, code[at + 3] ?? 0));
  }
  return set;
}

/** What a binding event gives its name or path. */
export function eventValue(s: Session, file: FileUnit, event: number): SetId {
  if (event === ANY_EVENT) return ANYTHING_SET;
  const { code } = file.index;
  switch (code[event]) {
    case Op.BIND:
      return s.evaluate(file, code[event + 2] ?? 0);
    case Op.PARAMETER:
      return s.values.single(Kind.PARAMETER, file.number, event);
    case Op.IMPORT:
    case Op.FROM_IMPORT:
      return s.evaluate(file, event);
    case Op.ANNOTATE:
      return valueOrType(s, file, { type: event + 2, value: event + 3, hasValue: code[event + 4] === 1 });
    case Op.AUGMENT:
    case Op.NARROW:
      return s.evaluate(file, event);
    case Op.SET_ATTRIBUTE:
    case Op.SET_ITEM:
      return s.evaluate(file, code[event + 3] ?? 0);
    case Op.ANNOTATE_ATTRIBUTE:
      return valueOrType(s, file, { type: event + 3, value: event + 4, hasValue: code[event + 5] === 1 });
    default:
      return EMPTY_SET;
  }
}

/**
 * The value when it is known, else what the annotation says; `type` and `value` are where their refs stand. Of a value that
 * the outside makes, `current_app: Flask = LocalProxy(…)`, nothing is known but what the annotation says.
 */
function valueOrType(
  s: Session,
  file: FileUnit,
  at: { readonly type: number; readonly value: number; readonly hasValue: boolean },
): SetId {
  const { code } = file.index;
  const value = at.hasValue ? s.evaluate(file, code[at.value] ?? 0) : UNKNOWN_SET;
  // What begins as None is set later, to what the annotation says.
  const isNone = value === NONE_SET;
  if (!isNone && !isOpen(s, value) && !isMadeOutside(s, value)) return value;
  const type = s.typeOf(file, code[at.type] ?? 0);
  const isBetter = isMadeOutside(s, value) && isOfProject(s, type);
  let set: SetId = isBetter || isNone || isOpen(s, value) ? type : EMPTY_SET;
  for (const each of s.values.elements(value)) {
    const kind = s.values.kind(each);
    const isDropped = kind === Kind.UNKNOWN || (isBetter && kind === Kind.EXTERNAL_INSTANCE);
    if (!isDropped) set = s.values.union(set, setOf(each));
  }
  return set;
}

/** Whether a set holds something that is not known, or that each caller decides. */
function isOpen(s: Session, set: SetId): boolean {
  return holds(s, set, Kind.UNKNOWN) || holds(s, set, Kind.PARAMETER);
}

function isMadeOutside(s: Session, set: SetId): boolean {
  return holds(s, set, Kind.EXTERNAL_INSTANCE);
}

/** Whether it names a class of the project. */
function isOfProject(s: Session, set: SetId): boolean {
  return holds(s, set, Kind.DECLARED);
}

function holds(s: Session, set: SetId, kind: number): boolean {
  for (const value of s.values.elements(set)) if (s.values.kind(value) === kind) return true;
  return false;
}
