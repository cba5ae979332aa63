/**
 * Which literal keys a parameter may be, where every call of its function that is seen passes one: `PALETTE[colour]` with
 * `brush('red')`. Told by syntax and names alone, so that it stands before any value is followed: taking back what else a
 * parameter may be is no matter of a growing set.
 *
 * A call of the same name that passes anything else leaves it open, as do stars, decorators and functions that are handed on.
 */
import { ConstantKind, constantRef, Op } from '../code.js';
import { askCallers } from './asked-callers.js';
import { aliasesOf } from './callers.js';
import type { FileIndex } from './file-index.js';
import { callNames } from './parameters.js';
import { isCalledUnseen, OPEN, type Place, passedRef, placeOf, placeOfValue } from './passing.js';
import { type FileUnit, Query, type Session } from './session.js';
import { INTEGER_BIAS, Kind } from './value-kinds.js';
import { EMPTY_SET, type SetId, setOf, UNKNOWN, UNKNOWN_SET, type ValueId } from './value-table.js';

/** Calls of one name in a file that are looked at. */
const SITES_MAX = 24;

/** Keys with the parameters among them replaced by the literals that are passed; else by what they may be. */
export function keysAmong(s: Session, keys: SetId): SetId {
  return s.values.flatMap(keys, (value) => {
    const unit = s.values.kind(value) === Kind.PARAMETER ? s.files[s.values.a(value)] : undefined;
    if (unit === undefined) return setOf(value);
    const literals = s.ask(Query.LITERALS, unit, s.values.b(value));
    return s.values.has(literals, UNKNOWN) ? s.expand(setOf(value)) : literals;
  });
}

/** LITERALS: TEXTs and INTEGERs that a parameter is; UNKNOWN when it may be anything else. */
export function literalsOf(s: Session, file: FileUnit, position: number): SetId {
  const { index, callSites } = file;
  const place = placeOf(index, position);
  if (place === undefined || isCalledUnseen(s, file, place)) return UNKNOWN_SET;
  const own = literalsAt(s, file, callSites.named(callNames(s, index, place.definition)), place);
  const set = s.values.union(own, askCallers(s, file, Query.LITERALS_PASSED, { ...place, position }));
  return set === EMPTY_SET ? UNKNOWN_SET : set;
}

/** LITERALS_PASSED. */
export function literalsPassed(s: Session, file: FileUnit, name: number, parameter: ValueId): SetId {
  const place = placeOfValue(s, parameter);
  if (place === undefined) return UNKNOWN_SET;
  return literalsAt(s, file, file.callSites.named(aliasesOf(file.index, name)), place);
}

/** What it is when nothing is passed: a literal, nothing for None, else UNKNOWN. */
function standardOf(s: Session, index: FileIndex, ref: number): SetId {
  return ref === constantRef(ConstantKind.NONE) ? EMPTY_SET : literal(s, index, ref);
}

function literalsAt(s: Session, file: FileUnit, sites: readonly number[], place: Place): SetId {
  if (sites.length > SITES_MAX) return UNKNOWN_SET;
  let set: SetId = EMPTY_SET;
  for (const site of sites) set = s.values.union(set, literalAt(s, file, site, place));
  return set;
}

function literalAt(s: Session, { index }: FileUnit, site: number, place: Place): SetId {
  const found = passedRef(index, site, place);
  if (found === OPEN) return UNKNOWN_SET;
  return found === 0 ? standardOf(s, place.index, place.standard) : literal(s, index, found);
}

function literal(s: Session, { code, names }: FileIndex, ref: number): SetId {
  if (code[ref] === Op.STRING) return s.values.single(Kind.TEXT, names[code[ref + 1] ?? 0] ?? 0);
  if (code[ref] === Op.INTEGER) return s.values.single(Kind.INTEGER, (code[ref + 1] ?? 0) + INTEGER_BIAS);
  return UNKNOWN_SET;
}
