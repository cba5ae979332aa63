/**
 * What a call passes for a parameter, told by syntax alone: so it stands before any value is followed, and what rests on it may
 * take back what a growing set must not. Calls are told by their names; a call of something else with the name counts, too.
 */
import { Op, ParameterKind } from '../code.js';
import { argumentAt, argumentCount, parametersOf } from './arguments.js';
import { type FileIndex, scopeAt } from './file-index.js';
import type { FileUnit, Session } from './session.js';
import type { ValueId } from './value-table.js';

/** In place of a position: anything may be passed there. */
export const OPEN = -1;

/** Where a parameter stands among those of its function. */
export interface Place {
  readonly index: FileIndex;
  readonly definition: number;
  readonly place: number;
  readonly isMethod: boolean;
  readonly isByName: boolean;
  readonly name: number;
  /** Position of its default, 0 without one. */
  readonly standard: number;
}

/** The place of the PARAMETER at a position; undefined for stars and for parameters of lambdas. */
export function placeOf(index: FileIndex, position: number): Place | undefined {
  const { code, names, facts, scopes } = index;
  const kind = code[position + 1];
  if (kind === ParameterKind.VARIADIC || kind === ParameterKind.KEYWORDS) return undefined;
  const scope = scopeAt(index, position);
  const definition = scopes.definition[scope] ?? -1;
  const definitionFacts = facts.definitions[definition];
  if (definitionFacts === undefined) return undefined;
  return {
    index,
    definition,
    place: parametersOf(index, scope).indexOf(position),
    isMethod: definitionFacts.isMethod,
    isByName: kind === ParameterKind.KEYWORD_ONLY,
    name: names[code[position + 2] ?? 0] ?? 0,
    standard: code[position + 4] ?? 0,
  };
}

/** Whether a function may be called otherwise than under its name: by Python, as what a decorator makes of it, handed on. */
export function isCalledUnseen(s: Session, { index, callSites }: FileUnit, { definition }: Place): boolean {
  const facts = index.facts.definitions[definition];
  const owner = index.facts.definitions[facts?.parent ?? -1];
  if (facts === undefined || facts.decorators.length > 0 || isSpecial(facts.name)) return true;
  if (owner !== undefined && !facts.isMethod && owner.kind !== 'function') return true;
  return callSites.isHandedOn(s.names.id(facts.name), facts.isMethod);
}

function isSpecial(name: string): boolean {
  return name.startsWith('__') && name.endsWith('__') && name !== '__init__';
}

/** The place of the parameter that a PARAMETER value is. */
export function placeOfValue(s: Session, parameter: ValueId): Place | undefined {
  const owner = s.files[s.values.a(parameter)];
  return owner === undefined ? undefined : placeOf(owner.index, s.values.b(parameter));
}

/** The name under which other files call a function: of `__init__` its class's. */
export function calledName({ facts }: FileIndex, definition: number): string {
  const called = facts.definitions[definition];
  if (called?.name !== '__init__') return called?.name ?? '';
  return facts.definitions[called.parent]?.name ?? '';
}

/** Position of what the instruction at `site` passes for a parameter: 0 when nothing, OPEN when that cannot be told. */
export function passedRef(index: FileIndex, site: number, parameter: Place): number {
  const { code, names } = index;
  if (code[site] !== Op.CALL) return OPEN;
  let place = parameter.isMethod ? 1 : 0;
  let found = 0;
  for (let i = 0; i < argumentCount(index, site); i++) {
    const ref = argumentAt(index, site, i);
    const op = code[ref];
    if (op === Op.STAR || op === Op.DOUBLE_STAR) return OPEN;
    if (op === Op.KEYWORD) {
      if (names[code[ref + 1] ?? 0] === parameter.name) found = code[ref + 2] ?? 0;
    } else if (place++ === parameter.place && !parameter.isByName) {
      found = ref;
    }
  }
  return found;
}
