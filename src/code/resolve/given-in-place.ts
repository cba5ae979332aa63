/**
 * What a class's `__new__` gives in place of an instance of the class: `return object.__new__(Circle)`, `return Stove()`. Told by
 * syntax whether it may: what `cls` makes, which nearly all of them return, is not asked for, since it leads back to the class.
 */
import { Op } from '../code.js';
import { argumentAt, argumentCount, parametersOf } from './arguments.js';
import type { FileIndex } from './file-index.js';
import { Query, type Session } from './session.js';
import { Kind } from './value-kinds.js';
import { EMPTY_SET, type SetId, UNKNOWN_SET, type ValueId } from './value-table.js';

/** Instances of other classes that the makers of a class give; EMPTY_SET where they make what they are asked for. */
export function givenInPlace(s: Session, self: ValueId, makers: SetId): SetId {
  const given = s.values.flatMap(makers, (value) => {
    const unit = s.values.kind(value) === Kind.FUNCTION ? s.files[s.values.a(value)] : undefined;
    const definition = s.values.b(value);
    const mayDo = unit !== undefined && returnsOthers(unit.index, definition);
    return mayDo ? s.ask(Query.RETURN, unit, definition) : UNKNOWN_SET;
  });
  const isOther = (value: ValueId): boolean =>
    s.values.kind(value) === Kind.INSTANCE &&
    s.values.value(Kind.CLASS, s.values.a(value), s.values.b(value)) !== self;
  return s.values.elements(given).every(isOther) ? given : EMPTY_SET;
}

/** Whether each `return` calls something by another name than that of the first parameter, or a `__new__` with such a name. */
function returnsOthers(index: FileIndex, definition: number): boolean {
  const { code, returns } = index;
  const scope = index.definitionScope[definition] ?? 0;
  const [first = 0] = parametersOf(index, scope);
  const own = code[first + 2];
  let isAny = false;
  for (let link = returns.first(scope); link !== -1; link = returns.next(link)) {
    const made = madeBy(index, code[returns.at(link) + 1] ?? 0);
    if (code[made] !== Op.NAME || code[made + 1] === own) return false;
    isAny = true;
  }
  return isAny;
}

/** What names the class that a call makes an instance of. */
function madeBy(index: FileIndex, call: number): number {
  const { code, facts } = index;
  const callee = code[call] === Op.CALL ? (code[call + 1] ?? 0) : 0;
  const isMaking = code[callee] === Op.ATTRIBUTE && facts.code.strings[code[callee + 2] ?? 0] === '__new__';
  return isMaking && argumentCount(index, call) > 0 ? argumentAt(index, call, 0) : callee;
}
