/**
 * The one walk that asks all files which call a function for what they pass. What a call passes is told by who answers; calls
 * are found by name, so a file that calls something else of that name answers, too.
 */
import { nameHash } from './callers.js';
import { calledName } from './passing.js';
import type { FileUnit, Query, Session } from './session.js';
import { Kind } from './value-kinds.js';
import { EMPTY_SET, type SetId, UNKNOWN_SET } from './value-table.js';

/** A parameter of a function of the file that asks: position of the PARAMETER, and which definition has it. */
interface Asked {
  readonly position: number;
  readonly definition: number;
}

/** The union of what other files answer to a query by (name, PARAMETER value); UNKNOWN where too many call that name. */
export function askCallers(s: Session, file: FileUnit, query: Query, { position, definition }: Asked): SetId {
  const called = calledName(file.index, definition);
  const hash = nameHash(called);
  file.callersAsked.add(hash);
  if (s.callers.areTooMany(hash, file.number)) return UNKNOWN_SET;
  const parameter = s.values.value(Kind.PARAMETER, file.number, position);
  let set: SetId = EMPTY_SET;
  for (const number of s.callers.of(hash, file.number)) {
    const unit = s.files[number];
    if (unit !== undefined) set = s.values.union(set, s.ask(query, unit, s.names.id(called), parameter));
  }
  return set;
}
