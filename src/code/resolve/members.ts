/** Members of classes: what a class's own file says of a name (OWN), and what the whole order of lookup gives (LOOKUP). */
import { answeredList, askClass, assignedTo, classOrder, listAnswer, memberOf } from './classes.js';
import { type FileUnit, Query, type Session } from './session.js';
import { EMPTY_SET, Kind, type SetId, type ValueId } from './values.js';

/** What a name is in a class: bound in its body, and assigned to it or its instances. */
interface Member {
  readonly bound: SetId;
  readonly assigned: SetId;
}

const ABSENT: Member = { bound: EMPTY_SET, assigned: EMPTY_SET };

/** OWN. */
export function ownMember(s: Session, file: FileUnit, definition: number, name: number): SetId {
  const bound = memberOf(s, file, definition, name);
  return memberAnswer(s, { bound, assigned: assignedTo(s, file, definition, name) });
}

/** LOOKUP: the first class in the order that binds the name, and all assignments along the order. */
export function lookUpMember(s: Session, file: FileUnit, definition: number, name: number): SetId {
  const order = answeredList(s, s.ask(Query.MRO, file, definition));
  let found = ABSENT;
  for (const [place, value] of order.entries()) {
    if (s.values.kind(value) !== Kind.CLASS) continue;
    const isRest = place > 0 && isSameOrder(classOrder(s, value), order, place);
    const member = answeredMember(s, askClass(s, isRest ? Query.LOOKUP : Query.OWN, value, name));
    found = {
      bound: found.bound === EMPTY_SET ? member.bound : found.bound,
      assigned: s.values.union(found.assigned, member.assigned),
    };
    if (isRest) break;
  }
  return memberAnswer(s, found);
}

/** Whether what follows in an order is the whole order of the class there, so that its own lookup gives the rest. */
function isSameOrder(inner: readonly ValueId[], order: readonly ValueId[], from: number): boolean {
  return inner.length === order.length - from && inner.every((value, i) => value === order[from + i]);
}

function memberAnswer(s: Session, { bound, assigned }: Member): SetId {
  return bound === EMPTY_SET && assigned === EMPTY_SET ? EMPTY_SET : listAnswer(s, [bound, assigned]);
}

function answeredMember(s: Session, answer: SetId): Member {
  if (answer === EMPTY_SET) return ABSENT;
  const [bound = EMPTY_SET, assigned = EMPTY_SET] = answeredList(s, answer);
  return { bound, assigned };
}

/** What the class of a value (CLASS, SUBCLASS, INSTANCE, DECLARED) or one behind it binds in its body. */
export function classMember(s: Session, value: ValueId, name: number): SetId {
  return answeredMember(s, askClass(s, Query.LOOKUP, value, name)).bound;
}

/** What is assigned to the class of a value or to its instances. */
export function assignedMember(s: Session, value: ValueId, name: number): SetId {
  return answeredMember(s, askClass(s, Query.LOOKUP, value, name)).assigned;
}

/** What the class of a value itself binds. */
export function bodyMember(s: Session, value: ValueId, name: number): SetId {
  return answeredMember(s, askClass(s, Query.OWN, value, name)).bound;
}
