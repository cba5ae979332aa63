/**
 * Members of classes: what a class's own file says of a name (OWN), and what the whole order of lookup gives (LOOKUP). Whether
 * there is a member is a matter of syntax and order alone; what it is may still be growing.
 */
import {
  answeredList,
  askClass,
  assignedTo,
  bodyValue,
  classOrder,
  isBoundInBody,
  isPassedField,
  listAnswer,
  metaclassOf,
  projectOrder,
} from './classes.js';
import { isDeleted } from './deleted-members.js';
import { NO_SYMBOL, Occurrence } from './file-index.js';
import { givenInPlace } from './given-in-place.js';
import { NO_PATCH, type Patch, patchersOf, patchOf, replacedHere } from './patches.js';
import { type FileUnit, Query, type Session } from './session.js';
import { Kind } from './value-kinds.js';
import { EMPTY_SET, type SetId, type ValueId } from './value-table.js';

/** What a name is in a class: bound in its body, and assigned to it or its instances. */
export interface Member {
  readonly isBound: boolean;
  readonly bound: SetId;
  readonly isAssigned: boolean;
  readonly assigned: SetId;
}

const ABSENT: Member = { isBound: false, bound: EMPTY_SET, isAssigned: false, assigned: EMPTY_SET };

/**
 * What is read in a circle before it is known: something, of which nothing is known yet. Taken for absent, it would be looked for
 * elsewhere, and what is found there would have to be taken back.
 */
const PENDING: Member = { isBound: true, bound: EMPTY_SET, isAssigned: true, assigned: EMPTY_SET };

const MemberFlag = { BOUND: 1, ASSIGNED: 2 } as const;

/** OWN. */
export function ownMember(s: Session, file: FileUnit, definition: number, name: number): SetId {
  const isWritten =
    isBoundInBody(file.index, definition, name) && !isDeleted(s, file.index, definition, name);
  const isAssigned = mayBeAssigned(s, file, name) || isPassedField(file, definition, name);
  const own: Member = {
    isBound: isWritten,
    bound: isWritten ? bodyValue(s, file, definition, name) : EMPTY_SET,
    isAssigned,
    assigned: isAssigned ? assignedTo(s, file, definition, name) : EMPTY_SET,
  };
  const self = s.values.value(Kind.CLASS, file.number, definition);
  const replaced = isWritten && isAssigned ? replacedHere(s, file, self, name) : undefined;
  const member = replaced === undefined ? own : { ...own, bound: replaced };
  const patch = patchOf(s, file, self, name);
  return memberAnswer(s, patch === NO_PATCH ? member : patchedMember(s, member, patch));
}

/** A member with what other files put in its place. */
function patchedMember(
  { values }: Session,
  own: Member,
  { own: given, ofInstances, isFirst }: Patch,
): Member {
  return {
    isBound: own.isBound || given !== EMPTY_SET,
    bound: values.union(isFirst ? EMPTY_SET : own.bound, given),
    isAssigned: own.isAssigned || ofInstances !== EMPTY_SET,
    assigned: values.union(own.assigned, ofInstances),
  };
}

/** Whether the file sets an attribute of that name on anything. */
function mayBeAssigned(s: Session, { index }: FileUnit, name: number): boolean {
  const { occurrences } = index;
  return (
    occurrences.find(Occurrence.SET, name) !== -1 || occurrences.find(Occurrence.CALL, s.names.setattr) !== -1
  );
}

/** LOOKUP: the first class in the order that binds the name, and all assignments along the order. */
export function lookUpMember(s: Session, file: FileUnit, definition: number, name: number): SetId {
  const order = answeredList(s, s.ask(Query.MRO, file, definition));
  let found = ABSENT;
  for (const [place, value] of order.entries()) {
    if (s.values.kind(value) !== Kind.CLASS) continue;
    const isRest = place > 0 && isSameOrder(classOrder(s, value), order, place);
    const member = isRest ? memberOf(s, value, name) : ownMemberOf(s, value, name);
    found = {
      isBound: found.isBound || member.isBound,
      bound: found.isBound ? found.bound : member.bound,
      isAssigned: found.isAssigned || member.isAssigned,
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

function memberAnswer(s: Session, { isBound, bound, isAssigned, assigned }: Member): SetId {
  const flags = (isBound ? MemberFlag.BOUND : 0) | (isAssigned ? MemberFlag.ASSIGNED : 0);
  return listAnswer(s, flags === 0 ? [0] : [flags, bound, assigned]);
}

function answeredMember(s: Session, answer: SetId): Member {
  if (answer === EMPTY_SET) return PENDING;
  const [flags = 0, bound = EMPTY_SET, assigned = EMPTY_SET] = answeredList(s, answer);
  return {
    isBound: (flags & MemberFlag.BOUND) !== 0,
    bound,
    isAssigned: (flags & MemberFlag.ASSIGNED) !== 0,
    assigned,
  };
}

/** What a name is in the class of a value (CLASS, SUBCLASS, INSTANCE, DECLARED) or one behind it. */
export function memberOf(s: Session, value: ValueId, name: number): Member {
  return answeredMember(s, askClass(s, Query.LOOKUP, value, name));
}

/** What the class of a value or one behind it binds in its body; EMPTY_SET when none does, too. */
export function classMember(s: Session, value: ValueId, name: number): SetId {
  return memberOf(s, value, name).bound;
}

/** What a name is in the class of a value itself. */
export function ownMemberOf(s: Session, value: ValueId, name: number): Member {
  return isForeignTo(s, value, name) ? ABSENT : answeredMember(s, askClass(s, Query.OWN, value, name));
}

/**
 * Whether a class of the file that is worked on has nothing of a name, which its syntax tells: most lookups end so for most classes
 * of an order, and a query for each would be a fifth of all queries.
 */
function isForeignTo(s: Session, value: ValueId, name: number): boolean {
  const unit = s.files[s.values.a(value)];
  if (unit === undefined || unit.number !== s.solver.file) return false;
  const { symbols, definitionScope } = unit.index;
  const scope = definitionScope[s.values.b(value)] ?? 0;
  const isAbsent = symbols.find(scope, name) === NO_SYMBOL && !mayBeAssigned(s, unit, name);
  return isAbsent && patchersOf(s, unit).length === 0;
}

/** What the class of a value itself binds; undefined when it does not. */
export function bodyMember(s: Session, value: ValueId, name: number): SetId | undefined {
  const member = ownMemberOf(s, value, name);
  return member.isBound ? member.bound : undefined;
}

/** What making an instance of a class runs. */
export interface Construction {
  readonly hasInit: boolean;
  readonly init: SetId;
  /** `__new__`. */
  readonly maker: SetId;
  /** `__post_init__`, which what a dataclass makes of itself calls. */
  readonly postInit: SetId;
  /** `__call__` of the metaclass, which runs in place of all these. */
  readonly caller: SetId;
  /** Instances of other classes, which `__new__` gives in place of one; EMPTY_SET when it makes what it is asked for. */
  readonly given: SetId;
}

/** CONSTRUCTION: one question instead of four, since most classes have one answer or none. */
export function constructionAnswer(s: Session, file: FileUnit, definition: number): SetId {
  const self = s.values.value(Kind.CLASS, file.number, definition);
  const init = memberOf(s, self, s.names.init);
  const maker = classMember(s, self, s.names.new);
  const postInit = classMember(s, self, s.names.postInit);
  const metaclass = metaclassOf(s, projectOrder(s, self));
  const caller = metaclass === undefined ? EMPTY_SET : classMember(s, metaclass, s.names.call);
  const given = givenInPlace(s, self, maker);
  return listAnswer(s, [init.isBound ? MemberFlag.BOUND : 0, init.bound, maker, postInit, caller, given]);
}

export function constructionOf(s: Session, value: ValueId): Construction {
  const answer = answeredList(s, askClass(s, Query.CONSTRUCTION, value, 0));
  const [
    flags = 0,
    init = EMPTY_SET,
    maker = EMPTY_SET,
    postInit = EMPTY_SET,
    caller = EMPTY_SET,
    given = EMPTY_SET,
  ] = answer;
  return { hasInit: flags !== 0, init, maker, postInit, caller, given };
}
