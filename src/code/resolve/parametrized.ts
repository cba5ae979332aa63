/**
 * What `@pytest.mark.parametrize('bake, heat', [(cake, 180), …])` passes to the parameters of a test. Lists that are made elsewhere
 * are followed like any value; `indirect` ones go to a fixture and are left to it.
 */
import { Op } from '../code.js';
import { argumentAt, argumentCount, keywordArgument } from './arguments.js';
import { decoratorRefs } from './classes.js';
import { namesOf } from './entry-points.js';
import { elementsOfSet } from './items.js';
import type { FileUnit, Session } from './session.js';
import { INTEGER_BIAS, Kind } from './value-kinds.js';
import { EMPTY_SET, type SetId } from './value-table.js';

/** The values of the parameter of a name; undefined where no decorator of the test or its class gives any. */
export function parametrizedValue(
  s: Session,
  file: FileUnit,
  definition: number,
  name: string,
): SetId | undefined {
  const { definitions } = file.index.facts;
  const facts = definitions[definition];
  const owners = facts?.isMethod === true ? [definition, facts.parent] : [definition];
  for (const each of owners) {
    const found = givenBy(s, file, each, name);
    if (found !== undefined) return found;
  }
  return undefined;
}

function givenBy(s: Session, file: FileUnit, definition: number, name: string): SetId | undefined {
  const { index } = file;
  const decorators = index.facts.definitions[definition]?.decorators ?? [];
  if (!decorators.some((text) => PARAMETRIZE.test(text))) return undefined;
  const refs = decoratorRefs(index, index.definitionAt[definition] ?? 0);
  for (const [i, ref] of refs.entries()) {
    const call = index.code[ref + 1] ?? 0;
    const text = decorators[i] ?? '';
    const names = namesIn(text);
    const place = names.indexOf(name);
    if (place === -1 || index.code[call] !== Op.CALL) continue;
    if (!namesOf(s, file, call).includes('pytest.mark.parametrize')) continue;
    if (keywordArgument(s, { file, call, leading: [] }, s.names.id('indirect')) !== EMPTY_SET) continue;
    // One name written as a text takes the rows as they are; in a list it takes the first of each.
    const isWhole = names.length === 1 && !LISTED.test(text);
    return rowsOf(s, file, call, isWhole ? undefined : place);
  }
  return undefined;
}

const PARAMETRIZE = /\bparametrize\(/;
const NAMES = /\bparametrize\(\s*[[(]?((?:\s*["'][^"']*["']\s*,?)+)/;

const LISTED = /\bparametrize\(\s*[[(]/;

/** The names that a decorator's text gives values to: `'a, b'`, `['a', 'b']`. */
function namesIn(text: string): readonly string[] {
  return (NAMES.exec(text)?.[1] ?? '').match(/\w+/g) ?? [];
}

/** What stands in the rows of the CALL's list: as they are, or at a place of each. */
function rowsOf(s: Session, file: FileUnit, call: number, place: number | undefined): SetId | undefined {
  const { index } = file;
  const rows = argumentCount(index, call) < 2 ? 0 : argumentAt(index, call, 1);
  if (index.code[rows] === Op.KEYWORD || rows === 0) return undefined;
  if (index.code[rows] !== Op.LIST && index.code[rows] !== Op.TUPLE) {
    return atPlace(s, elementsOfSet(s, s.expand(s.evaluate(file, rows))), place);
  }
  let set: SetId = EMPTY_SET;
  for (let i = 0; i < (index.code[rows + 1] ?? 0); i++) {
    set = s.values.union(set, rowValue(s, file, index.code[rows + 2 + i] ?? 0, place));
  }
  return set;
}

/** `pytest.param(cake, 180, id='cake')` is a row, too. */
function rowValue(s: Session, file: FileUnit, ref: number, place: number | undefined): SetId {
  const { index } = file;
  const isParam = index.code[ref] === Op.CALL && namesOf(s, file, ref).includes('pytest.param');
  if (!isParam) return atPlace(s, s.evaluate(file, ref), place);
  const wanted = place ?? 0;
  return wanted < argumentCount(index, ref) ? s.evaluate(file, argumentAt(index, ref, wanted)) : EMPTY_SET;
}

function atPlace(s: Session, rows: SetId, place: number | undefined): SetId {
  if (place === undefined) return rows;
  const key = s.values.single(Kind.INTEGER, place + INTEGER_BIAS);
  return s.values.flatMap(rows, (row) => s.item(row, key));
}
