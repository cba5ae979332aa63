/**
 * Whether the default of a parameter is ever used: not where every call of its function that is seen passes something. Told by
 * syntax and names alone, as `literals.ts` does. One call of that name that may pass nothing leaves the default, as do
 * functions that nobody calls, and whatever Python or others may call.
 */
import { askCallers } from './asked-callers.js';
import { aliasesOf } from './callers.js';
import { callNames } from './parameters.js';
import { isCalledUnseen, OPEN, type Place, passedRef, placeOf, placeOfValue } from './passing.js';
import { type FileUnit, Query, type Session } from './session.js';
import { EMPTY_SET, NONE_SET, type SetId, UNKNOWN_SET } from './value-table.js';

/** OMITTED: NONE when every call passes something, else UNKNOWN. */
export function omittedAnywhere(s: Session, file: FileUnit, position: number): SetId {
  const { index, callSites } = file;
  const place = placeOf(index, position);
  if (place === undefined || isCalledUnseen(s, file, place)) return UNKNOWN_SET;
  // What is made may be of a derived class of any file.
  if (index.facts.definitions[place.definition]?.name === '__init__') return UNKNOWN_SET;
  const own = omittedAt(file, callSites.named(callNames(s, index, place.definition)), place);
  const set = s.values.union(own, askCallers(s, file, Query.OMITTED_BY, { ...place, position }));
  return set === NONE_SET ? NONE_SET : UNKNOWN_SET;
}

/** OMITTED_BY: nothing when the file has no such call, NONE when each passes something, else UNKNOWN. */
export function omittedIn(s: Session, file: FileUnit, name: number, parameter: number): SetId {
  const place = placeOfValue(s, parameter);
  if (place === undefined) return UNKNOWN_SET;
  return omittedAt(file, file.callSites.named(aliasesOf(file.index, name)), place);
}

function omittedAt({ index }: FileUnit, sites: readonly number[], place: Place): SetId {
  if (sites.length === 0) return EMPTY_SET;
  const isPassed = sites.every((site) => {
    const ref = passedRef(index, site, place);
    return ref !== 0 && ref !== OPEN;
  });
  return isPassed ? NONE_SET : UNKNOWN_SET;
}
