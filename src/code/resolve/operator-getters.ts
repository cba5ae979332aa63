/**
 * What `operator.methodcaller('turn')`, `attrgetter('weight')` and `itemgetter('a')` make: functions that take what they are named
 * after from their first argument. Of those with several names nothing is known.
 */
import { positionalArgument, positionalCount } from './arguments.js';
import { attributesOf } from './attributes.js';
import type { Arguments, Session } from './session.js';
import { Kind } from './value-kinds.js';
import { EMPTY_SET, type SetId, setOf, UNKNOWN_SET, type ValueId } from './value-table.js';

const METHODCALLER = 'operator.methodcaller';
const ITEMGETTER = 'operator.itemgetter';
export const GETTERS: readonly string[] = [METHODCALLER, 'operator.attrgetter', ITEMGETTER];

/** What a call of the maker of this dotted name gives. */
export function getterOf(s: Session, dotted: string, passed: Arguments): SetId {
  const [key = 0, ...others] = s.values.elements(positionalArgument(s, passed, 0));
  const kind = s.values.kind(key);
  const isTold = kind === Kind.TEXT || (kind === Kind.INTEGER && dotted === ITEMGETTER);
  const isOne = others.length === 0 && (dotted === METHODCALLER || positionalCount(passed) === 1);
  return isTold && isOne ? s.values.single(Kind.GETTER, key, s.names.id(dotted)) : UNKNOWN_SET;
}

/** What calling a GETTER gives. */
export function gotBy(s: Session, getter: ValueId, passed: Arguments): SetId {
  const receivers = s.expand(passed.leading[0] ?? positionalArgument(s, passed, 0));
  if (isNamed(s, getter, ITEMGETTER)) {
    return s.values.flatMap(receivers, (value) => s.item(value, setOf(s.values.a(getter))));
  }
  const found = pathFrom(s, getter, receivers);
  if (!isNamed(s, getter, METHODCALLER)) return found;
  return s.values.flatMap(found, (method) => s.call(method, { file: passed.file, call: -1, leading: [] }));
}

/** The methods that calling a GETTER with these receivers runs. */
export function methodsCalled(s: Session, getter: ValueId, receivers: SetId): SetId {
  return isNamed(s, getter, METHODCALLER) ? pathFrom(s, getter, s.expand(receivers)) : EMPTY_SET;
}

/** Name id of the attribute that a GETTER reads; 0 where it reads none. */
export function attributeRead(s: Session, getter: ValueId): number {
  const isReading = !isNamed(s, getter, METHODCALLER) && !isNamed(s, getter, ITEMGETTER);
  return isReading ? s.values.a(s.values.a(getter)) : 0;
}

function isNamed(s: Session, getter: ValueId, dotted: string): boolean {
  return s.names.text(s.values.b(getter)) === dotted;
}

/** `a.b` of each of the receivers. */
function pathFrom(s: Session, getter: ValueId, receivers: SetId): SetId {
  const names = s.names.text(s.values.a(s.values.a(getter))).split('.');
  return names.reduce((set, name) => attributesOf(s, set, s.names.id(name)), receivers);
}
