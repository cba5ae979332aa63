/**
 * Calls that put something into a container: which argument of which method, and what of it. Whose container it is does not
 * matter here.
 */
import { Op } from '../code.js';
import { argumentAt, argumentCount } from './arguments.js';
import { isMapping } from './container-types.js';
import { valuesOf } from './items.js';
import type { Arguments, Session } from './session.js';
import { Kind } from './value-kinds.js';
import { EMPTY_SET, type SetId, setOf, type ValueId } from './value-table.js';

/** What a call adds: under `key`, or under any when that is undefined. */
export function addedBy(
  s: Session,
  passed: Arguments,
  how: { readonly place: number; readonly isMany: boolean; readonly key: ValueId | undefined },
): SetId {
  const { code, names } = passed.file.index;
  let set: SetId = EMPTY_SET;
  let place = 0;
  for (let i = 0; i < argumentCount(passed.file.index, passed.call); i++) {
    const ref = argumentAt(passed.file.index, passed.call, i);
    if (code[ref] === Op.KEYWORD) {
      const name = s.values.value(Kind.TEXT, names[code[ref + 1] ?? 0] ?? 0);
      if (how.isMany && (how.key === undefined || how.key === name)) {
        set = s.values.union(set, s.evaluate(passed.file, code[ref + 2] ?? 0));
      }
    } else if (place++ === how.place) {
      const value = s.evaluate(passed.file, ref);
      set = s.values.union(set, how.isMany ? spread(s, value, how.key) : value);
    }
  }
  return set;
}

/** What `update` or `extend` takes from what it is given. */
export function spread(s: Session, set: SetId, key: ValueId | undefined): SetId {
  return s.values.flatMap(s.expand(set), (value) => {
    if (!isMapping(s, value)) return s.element(value);
    return key === undefined ? valuesOf(s, setOf(value)) : s.item(value, setOf(key));
  });
}
