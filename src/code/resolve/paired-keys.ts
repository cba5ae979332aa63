/**
 * Which value goes with which key where a function puts both into a container: `def register(key, f): TABLE[key] = f`, and the
 * decorator `register('a')` that returns a function doing so. Told by its calls, where all that are seen stand in its own file and
 * each passes a literal key.
 */
import { Op } from '../code.js';
import { nameHash } from './callers.js';
import { decoratedBy } from './decorators.js';
import { callNames } from './parameters.js';
import { isCalledUnseen, OPEN, type Place, passedRef, placeOf } from './passing.js';
import type { FileUnit, Session } from './session.js';
import { Kind } from './value-kinds.js';
import { EMPTY_SET, type SetId, setOf, UNKNOWN_SET, type ValueId } from './value-table.js';

/**
 * Calls that are looked at, each once for each key, so that a register of many would cost their square. The standard library has
 * one function with more that puts what it is passed under a key; without the limit no edge there or in networkx is another.
 */
const SITES_MAX = 24;

/** PAIRED: what the SET_ITEM at `site` puts under a literal key; UNKNOWN where key and value are no parameters that go together. */
export function pairedWith(s: Session, file: FileUnit, site: number, key: ValueId): SetId {
  return pairedBySites(s, file, site, key) ?? UNKNOWN_SET;
}

function pairedBySites(s: Session, file: FileUnit, site: number, key: ValueId): SetId | undefined {
  const { code } = file.index;
  const keyPlace = parameterAt(s, file, code[site + 2] ?? 0);
  const valuePlace = parameterAt(s, file, code[site + 3] ?? 0);
  if (keyPlace === undefined || valuePlace === undefined) return undefined;
  const sites = sitesOf(s, file, keyPlace);
  if (sites === undefined || sites.length > SITES_MAX) return undefined;
  const isSame = keyPlace.definition === valuePlace.definition;
  const { definitions } = file.index.facts;
  const isInner = definitions[valuePlace.definition]?.parent === keyPlace.definition;
  if (!isSame && (!isInner || valuePlace.place !== 0)) return undefined;
  let set: SetId = EMPTY_SET;
  for (const call of sites) {
    const keyRef = passedRef(file.index, call, keyPlace);
    const ref = keyRef === 0 ? keyPlace.standard : keyRef;
    if (keyRef === OPEN || (code[ref] !== Op.STRING && code[ref] !== Op.INTEGER)) return undefined;
    if (s.evaluate(file, ref) !== setOf(key)) continue;
    const passed = isSame ? passedBy(s, file, call, valuePlace) : appliedTo(s, file, call);
    if (passed === undefined) return undefined;
    set = s.values.union(set, passed);
  }
  return set;
}

/** The place of the parameter that an expression is. */
function parameterAt(s: Session, file: FileUnit, ref: number): Place | undefined {
  if (file.index.code[ref] !== Op.NAME) return undefined;
  const [value = 0, ...others] = s.values.elements(s.evaluate(file, ref));
  const isOwn = s.values.kind(value) === Kind.PARAMETER && s.values.a(value) === file.number;
  return isOwn && others.length === 0 ? placeOf(file.index, s.values.b(value)) : undefined;
}

/** The calls of a function, as all of them stand in its own file; undefined where others may call it. */
function sitesOf(s: Session, file: FileUnit, place: Place): readonly number[] | undefined {
  if (isCalledUnseen(s, file, place)) return undefined;
  const name = file.index.facts.definitions[place.definition]?.name ?? '';
  const hash = nameHash(name);
  file.callersAsked.add(hash);
  if (s.callers.areTooMany(hash, file.number) || s.callers.of(hash, file.number).length > 0) return undefined;
  const sites = file.callSites.named(callNames(s, file.index, place.definition));
  return sites.filter((site) => file.index.code[site] === Op.CALL);
}

function passedBy(s: Session, file: FileUnit, call: number, place: Place): SetId | undefined {
  const ref = passedRef(file.index, call, place);
  return ref === OPEN || ref === 0 ? undefined : s.evaluate(file, ref);
}

/** What the function that a call gives is applied to: `@register('a')`, `register('a')(f)`; undefined when it is kept. */
function appliedTo(s: Session, file: FileUnit, call: number): SetId | undefined {
  const { code, calls } = file.index;
  for (const site of calls) {
    if (code[site + 1] !== call) continue;
    if (code[site] === Op.DECORATOR) return decoratedBy(s, file, site);
    return (code[site + 3] ?? 0) === 1 ? s.evaluate(file, code[site + 4] ?? 0) : undefined;
  }
  return undefined;
}
