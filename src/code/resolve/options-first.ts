/**
 * Decorators that are used with and without options, as Python's cookbooks write them:
 *
 *     def logged(func=None, *, level=1):
 *         if func is None:
 *             return partial(logged, level=level)
 *
 * A function that returns `partial` of itself, or a class whose `__new__` does. Called without its first argument it gives just
 * that, called with it all the rest. Told by syntax.
 */
import { Op } from '../code.js';
import { argumentAt, argumentCount, hasStars, isPassed, parametersOf } from './arguments.js';
import { type FileIndex, Occurrence, occurrencesOf, scopeAt } from './file-index.js';
import type { Arguments, FileUnit, Session } from './session.js';
import { Kind } from './value-kinds.js';
import { EMPTY_SET, type SetId, setOf, type ValueId } from './value-table.js';

/** Of a file the functions of that kind and the classes with such a `__new__`, each with the function. */
export function optionsFirst(s: Session, unit: FileUnit): ReadonlyMap<number, number> {
  if (unit.optionsFirst !== undefined) return unit.optionsFirst;
  const found = new Map<number, number>();
  for (const call of occurrencesOf(unit.index, Occurrence.CALL, s.names.id('partial'))) {
    const { definitions } = unit.index.facts;
    const definition = givenBy(unit.index, call);
    const facts = definitions[definition];
    const owner = facts?.name === '__new__' ? facts.parent : definition;
    if (
      facts === undefined ||
      nameAt(unit.index, argumentAt(unit.index, call, 0)) !== definitions[owner]?.name
    )
      continue;
    found.set(definition, definition);
    found.set(owner, definition);
  }
  unit.optionsFirst = found;
  return found;
}

/** The function that returns a call just as it is; -1 when none does. */
function givenBy(index: FileIndex, call: number): number {
  const { code, returns, scopes } = index;
  if (code[call] !== Op.CALL || argumentCount(index, call) === 0) return -1;
  const scope = scopeAt(index, call);
  for (let link = returns.first(scope); link !== -1; link = returns.next(link)) {
    if (code[returns.at(link) + 1] === call) return scopes.definition[scope] ?? -1;
  }
  return -1;
}

function nameAt({ code, facts }: FileIndex, ref: number): string | undefined {
  return code[ref] === Op.NAME ? facts.code.strings[code[ref + 1] ?? 0] : undefined;
}

/** Of what a FUNCTION may give what it gives this call. */
export function givenWith(s: Session, callee: ValueId, set: SetId, passed: Arguments): SetId {
  const isGiven = isFirstPassed(s, callee, passed);
  if (isGiven === undefined) return set;
  return s.values.flatMap(set, (value) =>
    (s.values.kind(value) === Kind.PARTIAL) === isGiven ? EMPTY_SET : setOf(value),
  );
}

/** Whether a call of a FUNCTION or CLASS passes what is decorated; undefined where that makes no difference or is not told. */
export function isFirstPassed(s: Session, callee: ValueId, passed: Arguments): boolean | undefined {
  const unit = s.files[s.values.a(callee)];
  const definition = unit === undefined ? undefined : optionsFirst(s, unit).get(s.values.b(callee));
  if (unit === undefined || definition === undefined) return undefined;
  if (passed.isOpen === true || hasStars(passed)) return undefined;
  const { index } = unit;
  const parameters = parametersOf(index, index.definitionScope[definition] ?? 0);
  const isMaker = index.facts.definitions[definition]?.name === '__new__';
  // Of a class the first parameter, `cls`, is not among what a call passes.
  const own = isMaker ? parameters.slice(1) : parameters;
  const [first] = own;
  return first === undefined ? undefined : isPassed({ index, parameters: own }, first, passed);
}
