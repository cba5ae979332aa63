/**
 * Functions and classes that a callee names and that a decorator has replaced by something else. A call runs the replacement,
 * so the `calls` edge leads there; yet who asks for the callers of the function means these calls. What a callee names is told
 * by scope, imports and class orders alone (`class-values.ts`), never by comparing names.
 *
 * Names that say what runs are most of all callees, so they are told first, from what is known of the call anyway.
 */
import { Op } from '../code.js';
import { calleeName } from './callee-text.js';
import { answeredList, askClass } from './classes.js';
import { Occurrence } from './file-index.js';
import { bodyMember } from './members.js';
import { type FileUnit, Query, type Session } from './session.js';
import { isInstance, Kind } from './value-kinds.js';
import { EMPTY_SET, type SetId, type ValueId } from './value-table.js';

/** A call: its callee's position and values, and the functions that it runs. */
export interface Named {
  readonly callee: number;
  readonly values: SetId;
  readonly runs: readonly ValueId[];
}

const NOTHING: readonly ValueId[] = [];

/** FUNCTION and CLASS values that the callee names and the call does not run, without repetition. */
export function replacedBy(s: Session, file: FileUnit, { callee, values, runs }: Named): readonly ValueId[] {
  const { code } = file.index;
  const isName = code[callee] === Op.NAME;
  if (!isName && code[callee] !== Op.ATTRIBUTE) return NOTHING;
  if (!mayBeReplaced(s, file, callee, values)) return NOTHING;
  const meant = isName ? s.classValue(file, callee) : attributeMeaning(s, file, callee);
  if (!s.values.elements(meant).some((value) => isDefinition(s.values.kind(value)))) return NOTHING;
  const now = s.expand(values);
  return s.values.elements(meant).filter((value) => {
    if (s.values.kind(value) === Kind.FUNCTION) return !runs.includes(s.values.plain(value));
    return s.values.kind(value) === Kind.CLASS && !holdsClass(s, now, value);
  });
}

/** The getter that reading `name` of the receivers names, when something else runs in its place. */
export function replacedGetter(
  s: Session,
  receivers: SetId,
  name: number,
  runs: readonly ValueId[],
): readonly ValueId[] {
  if (runs.some((value) => isCalled(s, value, s.names.text(name)))) return NOTHING;
  const meant = s.values.flatMap(receivers, (value) =>
    isInstance(s.values.kind(value)) ? memberMeaning(s, classesOf(s, value), name, true) : EMPTY_SET,
  );
  return s.values.elements(meant).filter((value) => {
    return s.values.kind(value) === Kind.FUNCTION && !runs.includes(s.values.plain(value));
  });
}

/** Whether the values of a callee leave room for a decorator: something is called, and it does not bear the name. */
function mayBeReplaced(s: Session, file: FileUnit, callee: number, set: SetId): boolean {
  const elements = s.values.elements(set);
  if (elements.every((value) => IMPLAUSIBLE.has(s.values.kind(value)))) return false;
  const name = calleeName(file.index, callee);
  return !elements.some((value) => isCalled(s, value, name));
}

/** What no decorator of the project leaves behind: these come from elsewhere. */
const IMPLAUSIBLE: ReadonlySet<number> = new Set([
  Kind.UNKNOWN,
  Kind.NONE,
  Kind.EXTERNAL,
  Kind.BUILTIN_METHOD,
  Kind.PARAMETER,
  Kind.PARAMETER_INSTANCE,
]);

/** Whether a value is a class, or a function that stands in a module or class, of that very name. */
function isCalled(s: Session, value: ValueId, name: string): boolean {
  switch (s.values.kind(value)) {
    case Kind.METHOD:
      return isCalled(s, s.values.a(value), name);
    case Kind.FUNCTION:
    case Kind.CLASS:
    case Kind.SUBCLASS: {
      const definitions = s.files[s.values.a(value)]?.index.facts.definitions;
      const facts = definitions?.[s.values.b(value)];
      return facts?.name === name && definitions?.[facts.parent]?.kind !== 'function';
    }
    default:
      return false;
  }
}

function isDefinition(kind: number): boolean {
  return kind === Kind.FUNCTION || kind === Kind.CLASS;
}

function holdsClass(s: Session, set: SetId, named: ValueId): boolean {
  return s.values.elements(set).some((value) => {
    const kind = s.values.kind(value);
    const isClass = kind === Kind.CLASS || kind === Kind.SUBCLASS;
    return isClass && s.values.a(value) === s.values.a(named) && s.values.b(value) === s.values.b(named);
  });
}

/** What `base.name` names: an attribute of a module that the file does not set, or a member of a class. */
function attributeMeaning(s: Session, file: FileUnit, at: number): SetId {
  const { code, names, occurrences } = file.index;
  const name = names[code[at + 2] ?? 0] ?? 0;
  if (occurrences.find(Occurrence.SET, name) !== -1) return EMPTY_SET;
  return s.values.flatMap(s.expand(s.evaluate(file, code[at + 1] ?? 0)), (value) => {
    if (s.values.kind(value) !== Kind.MODULE) return memberMeaning(s, classesOf(s, value), name, false);
    const unit = s.files[s.values.a(value)];
    return unit === undefined ? EMPTY_SET : s.ask(Query.CLASS_EXPORT, unit, name);
  });
}

/** The classes that an attribute of a value is looked up in. */
function classesOf(s: Session, value: ValueId): readonly ValueId[] {
  const { values } = s;
  switch (values.kind(value)) {
    case Kind.CLASS:
    case Kind.SUBCLASS:
    case Kind.INSTANCE:
    case Kind.DECLARED:
      return answeredList(s, askClass(s, Query.MRO, value, 0));
    case Kind.SUPER: {
      const order = answeredList(s, askClass(s, Query.MRO, values.b(value), 0));
      return order.slice(order.indexOf(values.a(value)) + 1);
    }
    default:
      return NOTHING;
  }
}

/** What the first of the classes that binds the name means by it; properties, which are read, only when these are asked for. */
function memberMeaning(s: Session, order: readonly ValueId[], name: number, isRead: boolean): SetId {
  for (const each of order) {
    if (s.values.kind(each) !== Kind.CLASS) continue;
    const bound = bodyMember(s, each, name);
    if (bound === undefined) continue;
    const isFitting = s.values.elements(bound).every((value) => {
      const isProperty = s.values.kind(value) === Kind.PROPERTY;
      return isProperty ? isRead && s.values.b(value) === 0 : !isRead;
    });
    return isFitting ? askClass(s, Query.CLASS_MEMBER, each, name) : EMPTY_SET;
  }
  return EMPTY_SET;
}
