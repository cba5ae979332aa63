/**
 * Which classes, modules and outside names an expression can mean by scope and import alone. It follows no call results, no
 * instances and no inheritance, so that class hierarchies stand before any value is followed, and the following may rest on
 * them. Bases of classes are read by it, whose `__all__` a module adds to its own, and what a decorator has
 * replaced (`replaced.ts`).
 */
import { Op } from '../code.js';
import { argumentAt, argumentCount } from './arguments.js';
import { decoratorRefs } from './classes.js';
import { fromStars } from './exports.js';
import { isBound, NO_SYMBOL } from './file-index.js';
import { importedModule, lookUp, moduleValue, submoduleValue } from './imports.js';
import { findName } from './name-search.js';
import { BUILTIN_NAMES } from './python-data.js';
import { addEvents, finalEvents } from './reach.js';
import { type FileUnit, Query, type Session } from './session.js';
import { Kind } from './value-kinds.js';
import { EMPTY_SET, type SetId, UNKNOWN_SET, type ValueId } from './value-table.js';

/** What the expression at `ref` means. */
export function classValueOf(s: Session, file: FileUnit, ref: number): SetId {
  if (s.solver.isTooDeep) return s.ask(Query.CLASS_VALUE, file, ref);
  const low = s.solver.open();
  const set = meaningAt(s, file, ref);
  s.solver.close(low);
  return set;
}

function meaningAt(s: Session, file: FileUnit, ref: number): SetId {
  const { code, names } = file.index;
  switch (code[ref]) {
    case Op.NAME:
      return nameMeaning(s, file, ref);
    case Op.ATTRIBUTE:
      return s.values.flatMap(classValueOf(s, file, code[ref + 1] ?? 0), (value) =>
        memberMeaning(s, file, value, names[code[ref + 2] ?? 0] ?? 0),
      );
    case Op.SUBSCRIPT:
      return classValueOf(s, file, code[ref + 1] ?? 0);
    case Op.EITHER: {
      let set: SetId = EMPTY_SET;
      for (let i = 0; i < (code[ref + 1] ?? 0); i++) {
        set = s.values.union(set, classValueOf(s, file, code[ref + 2 + i] ?? 0));
      }
      return set;
    }
    case Op.CLASS:
      return s.values.single(Kind.CLASS, file.number, code[ref + 1] ?? 0);
    case Op.FUNCTION:
      return decoratedFunction(s, file, ref);
    case Op.CALL:
      return madeClass(s, file, ref);
    default:
      return UNKNOWN_SET;
  }
}

/** Of functions only those are told that have decorators; for what is called these may have been replaced. */
function decoratedFunction(s: Session, file: FileUnit, ref: number): SetId {
  const isDecorated = decoratorRefs(file.index, ref).length > 0;
  return isDecorated
    ? s.values.single(Kind.FUNCTION, file.number, file.index.code[ref + 1] ?? 0)
    : UNKNOWN_SET;
}

/** Calls that make base classes: `namedtuple(…)`, `six.with_metaclass(Meta, Base)`. */
function madeClass(s: Session, file: FileUnit, call: number): SetId {
  const { index } = file;
  return s.values.flatMap(classValueOf(s, file, index.code[call + 1] ?? 0), (value) => {
    const name = s.values.kind(value) === Kind.EXTERNAL ? s.names.text(s.values.a(value)) : '';
    if (name === 'collections.namedtuple' || name === 'typing.NamedTuple') {
      return s.values.single(Kind.EXTERNAL, s.values.a(value));
    }
    if (!name.endsWith('.with_metaclass') || argumentCount(index, call) < 2) return UNKNOWN_SET;
    return classValueOf(s, file, argumentAt(index, call, 1));
  });
}

function nameMeaning(s: Session, file: FileUnit, ref: number): SetId {
  const { index } = file;
  const name = index.names[index.code[ref + 1] ?? 0] ?? 0;
  let set: SetId = EMPTY_SET;
  const isOpen = findName(index, ref, name, false, ({ events }) => {
    set = s.values.union(set, eventsMeaning(s, file, events));
  });
  return isOpen ? s.values.union(set, outsideMeaning(s, file, name)) : set;
}

function eventsMeaning(s: Session, file: FileUnit, events: readonly number[]): SetId {
  let set: SetId = EMPTY_SET;
  for (const event of events) set = s.values.union(set, eventMeaning(s, file, event));
  return set;
}

function eventMeaning(s: Session, file: FileUnit, event: number): SetId {
  const { code } = file.index;
  switch (code[event]) {
    case Op.BIND:
    case Op.ANNOTATE:
      return s.ask(Query.CLASS_BINDING, file, event);
    case Op.IMPORT:
      return s.evaluate(file, event);
    case Op.FROM_IMPORT:
      return importMeaning(s, file, event);
    case Op.UNBIND:
      return EMPTY_SET;
    default:
      return UNKNOWN_SET;
  }
}

/** CLASS_BINDING: what a BIND or ANNOTATE gives its name. A query, since names may stand for each other in a circle. */
export function bindingMeaning(s: Session, file: FileUnit, event: number): SetId {
  const { code } = file.index;
  if (code[event] === Op.BIND) return classValueOf(s, file, code[event + 2] ?? 0);
  return code[event + 4] === 1 ? classValueOf(s, file, code[event + 3] ?? 0) : UNKNOWN_SET;
}

function importMeaning(s: Session, file: FileUnit, event: number): SetId {
  const { code, names } = file.index;
  const target = importedModule(s, file, event);
  const name = names[code[event + 3] ?? 0] ?? 0;
  if (target.kind !== 'file') return s.evaluate(file, event);
  if (target.path === file.path) {
    const inner = lookUp(s, file, `/${s.names.text(name)}`);
    if (inner.kind !== 'missing') return moduleValue(s, inner, '');
  }
  const unit = s.fileAt(target.path);
  return unit === undefined ? UNKNOWN_SET : s.ask(Query.CLASS_EXPORT, unit, name);
}

function outsideMeaning(s: Session, file: FileUnit, name: number): SetId {
  const given = fromStars(s, file, name, Query.CLASS_EXPORT);
  if (given !== undefined) return given;
  const isBuiltin = BUILTIN_NAMES.has(s.names.text(name));
  return isBuiltin ? s.values.single(Kind.EXTERNAL, s.names.builtin(name)) : UNKNOWN_SET;
}

function memberMeaning(s: Session, file: FileUnit, value: ValueId, name: number): SetId {
  const unit = s.files[s.values.a(value)];
  switch (s.values.kind(value)) {
    case Kind.MODULE:
      return unit === undefined ? UNKNOWN_SET : s.ask(Query.CLASS_EXPORT, unit, name);
    case Kind.EXTERNAL:
    case Kind.NAMESPACE:
      return s.attribute(value, name);
    case Kind.CLASS:
      if (unit === undefined) return UNKNOWN_SET;
      if (unit !== file) return s.ask(Query.CLASS_MEMBER, unit, s.values.b(value), name);
      return bodyMeaning(s, file, s.values.b(value), name);
    default:
      return UNKNOWN_SET;
  }
}

/** CLASS_MEMBER: what a class's own body binds the name to. */
export function bodyMeaning(s: Session, file: FileUnit, definition: number, name: number): SetId {
  return symbolMeaning(s, file, file.index.definitionScope[definition] ?? 0, name)?.set ?? UNKNOWN_SET;
}

/** CLASS_EXPORT: what the module's attribute means. */
export function exportMeaning(s: Session, file: FileUnit, name: number): SetId {
  const own = symbolMeaning(s, file, 0, name);
  if (own?.isSure === true) return own.set;
  const given = fromStars(s, file, name, Query.CLASS_EXPORT);
  const known = own?.set ?? EMPTY_SET;
  if (given !== undefined) return s.values.union(known, given);
  if (own !== undefined) return known;
  const submodule = submoduleValue(s, file, name);
  return submodule === EMPTY_SET ? UNKNOWN_SET : submodule;
}

/** What a scope binds a name to at its end; undefined when it does not. */
function symbolMeaning(
  s: Session,
  file: FileUnit,
  scope: number,
  name: number,
): { readonly set: SetId; readonly isSure: boolean } | undefined {
  const { index } = file;
  const symbol = index.symbols.find(scope, name);
  if (symbol === NO_SYMBOL || !isBound(index, symbol)) return undefined;
  const events: number[] = [];
  const isUnbound = finalEvents(index, symbol, events);
  if (scope === 0) addEvents(events, index.remoteEvents.get(symbol) ?? []);
  return { set: eventsMeaning(s, file, events), isSure: !isUnbound };
}
