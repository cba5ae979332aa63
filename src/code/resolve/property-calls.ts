/** The accessors that reading or setting an attribute runs: properties, descriptors, `__getattr__` of a class. */
import { type CallFindings, TARGETS_MAX } from './call-findings.js';
import { mayHaveFromOutside } from './classes.js';
import { evidenceFor } from './evidence.js';
import { classMember, memberOf } from './members.js';
import { overriding, proved } from './other-targets.js';
import { replacedGetter } from './replaced.js';
import type { Session } from './session.js';
import { targetsOf } from './targets.js';
import { isInstance, Kind } from './value-kinds.js';
import { EMPTY_SET, type SetId, type ValueId } from './value-table.js';
import { addReplaced, addTargets } from './written-calls.js';

/** The ATTRIBUTE or SET_ATTRIBUTE at a position. */
export function propertyCall(c: CallFindings, at: number, base: number, isSetter: boolean): void {
  const { s, file } = c;
  const name = file.index.names[file.index.code[at + 2] ?? 0] ?? 0;
  let accessors: SetId = EMPTY_SET;
  for (const receiver of s.values.elements(c.receivers(base))) {
    accessors = s.values.union(accessors, accessorsOf(s, receiver, name, isSetter));
  }
  if (accessors === EMPTY_SET) return;
  const targets = targetsOf(s, accessors);
  if (targets.isTooMany || targets.values.length > TARGETS_MAX) return;
  const all = { own: targets.values, others: overriding(c, targets) };
  const evidence =
    all.others.length === 0
      ? undefined
      : evidenceFor(s, file, base, (value) => accessorsOf(s, value, name, isSetter));
  const { own, others } = evidence === undefined ? all : proved(c, evidence, all);
  if (own.length > 0) addTargets(c, at, 'property', { targets, own, others, evidence });
  if (isSetter) return;
  addReplaced(c, replacedGetter(s, c.receivers(base), name, targets.values), targets.values);
}

function accessorsOf(s: Session, receiver: ValueId, name: number, isSetter: boolean): SetId {
  const { values } = s;
  let accessors: SetId = EMPTY_SET;
  if (!isInstance(values.kind(receiver))) return accessors;
  for (const member of values.elements(classMember(s, receiver, name))) {
    if (values.kind(member) === Kind.INSTANCE) {
      accessors = values.union(accessors, descriptorMethods(s, member, isSetter));
    }
    if (values.kind(member) !== Kind.PROPERTY) continue;
    const accessor = isSetter ? values.b(member) : values.a(member);
    if (accessor !== 0) accessors = values.union(accessors, values.single(Kind.METHOD, accessor, receiver));
  }
  const { isBound, isAssigned } = memberOf(s, receiver, name);
  if (isBound || isAssigned || isSetter) return accessors;
  const text = s.names.text(name);
  if (text.startsWith('__') || mayHaveFromOutside(s, receiver, text)) return accessors;
  return values.flatMap(classMember(s, receiver, s.names.moduleGetattr), (member) =>
    values.single(Kind.METHOD, member, receiver),
  );
}

/** `__get__` or `__set__` of an instance that stands in a class. */
function descriptorMethods(s: Session, descriptor: ValueId, isSetter: boolean): SetId {
  const method = classMember(s, descriptor, s.names.id(isSetter ? '__set__' : '__get__'));
  return s.values.flatMap(method, (each) => s.values.single(Kind.METHOD, each, descriptor));
}
