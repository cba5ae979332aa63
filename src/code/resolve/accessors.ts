/** What runs when an attribute of an instance is read or set: getters, setters, `__get__`, `__getattr__`. As values, without edges. */
import { mayHaveFromOutside } from './classes.js';
import { classMember, memberOf } from './members.js';
import type { Session } from './session.js';
import { isInstance, Kind } from './value-kinds.js';
import { EMPTY_SET, type SetId, type ValueId } from './value-table.js';

/** What reading or setting an attribute of a receiver runs. */
export function accessorsOf(s: Session, receiver: ValueId, name: number, isSetter: boolean): SetId {
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
