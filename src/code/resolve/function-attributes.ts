/**
 * Attributes that code sets on functions: `cook.how = boil`. They belong to the function itself, whoever sets them in its file;
 * those that other files set are not followed.
 */
import { Op } from '../code.js';
import {
  eventsEnd,
  type FileIndex,
  firstEvent,
  NO_SYMBOL,
  Occurrence,
  occurrencesOf,
  PATH,
  scopeAt,
} from './file-index.js';
import { firstRun } from './first-runs.js';
import { onlyEvent } from './name-search.js';
import { laterEvents, placeOfScope } from './reach.js';
import { type FileUnit, Query, type Session } from './session.js';
import { Kind } from './value-kinds.js';
import { EMPTY_SET, type SetId, type ValueId } from './value-table.js';

/**
 * What the module's own code has set an attribute of one of its functions to, where a function reads it: the last one before it can
 * first run, and all behind that, as for names. Undefined where others may set it, too.
 */
export function followFromWithin(s: Session, file: FileUnit, at: number, key: number): SetId | undefined {
  const { index } = file;
  const { code, names, symbols } = index;
  if (!index.pathKeys.has(key) || code[code[at + 1] ?? 0] !== Op.NAME) return undefined;
  const name = names[code[(code[at + 1] ?? 0) + 1] ?? 0] ?? 0;
  const bound = onlyEvent(index, at, name);
  const isFunction = bound > 0 && code[bound] === Op.BIND && code[code[bound + 2] ?? 0] === Op.FUNCTION;
  const outermost = outermostScope(index, at);
  if (!isFunction || outermost === 0 || scopeAt(index, bound) !== 0) return undefined;
  const path = symbols.find(PATH - symbols.find(0, name), key);
  const isOnly =
    path !== NO_SYMBOL &&
    eventsEnd(index, path) - firstEvent(index, path) ===
      occurrencesOf(index, Occurrence.SET, names[code[at + 2] ?? 0] ?? 0).length;
  if (!isOnly) return undefined;
  const events: number[] = [];
  const isUnbound = laterEvents(
    index,
    path,
    firstRun(index, outermost, placeOfScope(index, outermost)),
    events,
  );
  if (isUnbound) return undefined;
  return events.reduce((set, event) => {
    const value = event < at ? s.eventValue(file, event) : s.ask(Query.BINDING, file, event);
    return s.values.union(set, value);
  }, EMPTY_SET);
}

/** The scope in the module's that a position lies in; 0 where that is the module's own. */
function outermostScope(index: FileIndex, at: number): number {
  let outermost = scopeAt(index, at);
  while ((index.scopes.parent[outermost] ?? 0) > 0) outermost = index.scopes.parent[outermost] ?? 0;
  return outermost;
}

/** What is assigned to an attribute of a FUNCTION; EMPTY_SET when nothing is. */
export function attributeOfFunction(s: Session, value: ValueId, name: number): SetId {
  const unit = s.files[s.values.a(value)];
  return unit === undefined ? EMPTY_SET : s.ask(Query.FUNCTION_ATTRIBUTE, unit, s.values.b(value), name);
}

/** FUNCTION_ATTRIBUTE. */
export function functionAttribute(s: Session, file: FileUnit, definition: number, name: number): SetId {
  const { code, names } = file.index;
  const own = s.values.value(Kind.FUNCTION, file.number, definition);
  const isOwn = (ref: number): boolean =>
    s.values.elements(s.expand(s.evaluate(file, ref))).some((value) => s.values.plain(value) === own);
  let set: SetId = EMPTY_SET;
  for (const at of occurrencesOf(file.index, Occurrence.SET, name)) {
    if (isOwn(code[at + 1] ?? 0)) set = s.values.union(set, s.eventValue(file, at));
  }
  for (const at of occurrencesOf(file.index, Occurrence.CALL, s.names.setattr)) {
    if (code[at] !== Op.CALL || code[at + 3] !== 3) continue;
    const text = code[at + 5] ?? 0;
    const isSame = code[text] === Op.STRING && names[code[text + 1] ?? 0] === name;
    if (isSame && isOwn(code[at + 4] ?? 0)) set = s.values.union(set, s.evaluate(file, code[at + 6] ?? 0));
  }
  return set;
}
