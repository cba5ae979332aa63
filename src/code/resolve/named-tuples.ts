/**
 * `Dish = namedtuple('Dish', 'main side')` and `Dish(fry, chill)`: a record of what each field is made with. The names of the fields
 * are read where they are written, one by one or in one text, which extraction takes apart. Those that are put together are not known,
 * and what is made then is just from outside.
 */
import { Op } from '../code.js';
import { argumentAt, argumentCount, hasStars, keywordArgument, positionalArgument } from './arguments.js';
import type { FileIndex } from './file-index.js';
import type { Arguments, FileUnit, Session } from './session.js';
import { Kind } from './value-kinds.js';
import { EMPTY_SET, type SetId, type ValueId } from './value-table.js';

const OUTSIDE = 'collections.namedtuple';

/** What the call of `namedtuple` gives. */
export function namedTuple(s: Session, { file, call }: Arguments): SetId {
  return call >= 0 && fieldsOf(file, call) !== undefined
    ? s.values.single(Kind.NAMED_TUPLE, file.number, call)
    : s.values.single(Kind.EXTERNAL, s.names.id(OUTSIDE));
}

/** What calling a NAMED_TUPLE of the asking file makes; one of another file is from outside. */
export function namedTupleMade(s: Session, value: ValueId, passed: Arguments): SetId {
  const unit = s.files[s.values.a(value)];
  const isHere = unit !== undefined && unit.number === s.solver.file && !hasStars(passed);
  const fields = isHere ? fieldsOf(unit, s.values.b(value)) : undefined;
  if (fields === undefined) return s.values.single(Kind.EXTERNAL_INSTANCE, s.names.id(OUTSIDE));
  const items = fields.flatMap((name, place) => {
    const given = s.values.union(positionalArgument(s, passed, place), keywordArgument(s, passed, name));
    return [name, given];
  });
  return items.every((item, i) => i % 2 === 0 || item === EMPTY_SET)
    ? s.values.single(Kind.EXTERNAL_INSTANCE, s.names.id(OUTSIDE))
    : s.values.record(items);
}

/** Name ids of the fields that a call of `namedtuple` names. */
function fieldsOf({ index }: FileUnit, call: number): readonly number[] | undefined {
  const { code } = index;
  if (argumentCount(index, call) < 2) return undefined;
  const ref = argumentAt(index, call, 1);
  if (code[ref] === Op.STRING) return [nameAt(index, ref)];
  if (code[ref] !== Op.LIST && code[ref] !== Op.TUPLE) return undefined;
  const items = Array.from({ length: code[ref + 1] ?? 0 }, (_, i) => code[ref + 2 + i] ?? 0);
  return items.every((item) => code[item] === Op.STRING)
    ? items.map((item) => nameAt(index, item))
    : undefined;
}

function nameAt({ code, names }: FileIndex, ref: number): number {
  return names[code[ref + 1] ?? 0] ?? 0;
}
