/**
 * `value.name`: along the MRO with Python's descriptors, into modules, and on builtin types by their tables, so that
 * `list.append` is never taken for a method of the project.
 */
import {
  classOfInstance,
  classOrder,
  derivedOf,
  externalAncestors,
  mayHaveFromOutside,
  metaclassOf,
} from './classes.js';
import { builtinTypeOf } from './container-types.js';
import { attributeOfFunction } from './function-attributes.js';
import { typesFor } from './generics.js';
import { lookUp, moduleValue } from './imports.js';
import { methodResult } from './items.js';
import { heldBy, heldInField } from './makings.js';
import { bodyMember, memberOf, ownMemberOf } from './members.js';
import { defaultParsed, NAMESPACE } from './parsed-arguments.js';
import { BUILTIN_METHODS, CAUGHT, OBJECT_ATTRIBUTES } from './python-data.js';
import { type FileUnit, Query, type Session } from './session.js';
import { isAnyDerived, isInstance, Kind } from './value-kinds.js';
import {
  ANYTHING_SET,
  EMPTY_SET,
  type SetId,
  setOf,
  UNKNOWN,
  UNKNOWN_SET,
  type ValueId,
} from './value-table.js';

export function attribute(s: Session, value: ValueId, name: number): SetId {
  const { values } = s;
  switch (values.kind(value)) {
    case Kind.ANYTHING:
      return ANYTHING_SET;
    case Kind.NONE:
      return EMPTY_SET;
    case Kind.MODULE: {
      const unit = s.files[values.a(value)];
      return unit === undefined ? UNKNOWN_SET : s.ask(Query.EXPORT, unit, name);
    }
    case Kind.NAMESPACE:
      return namespaceAttribute(s, value, name);
    case Kind.EXTERNAL:
      return isField(s, s.names.text(values.a(value)), name)
        ? UNKNOWN_SET
        : external(s, values.a(value), name);
    case Kind.EXTERNAL_INSTANCE:
      return externalInstanceAttribute(s, value, name);
    case Kind.CLASS:
      return classAttribute(s, value, name);
    case Kind.SUBCLASS:
      return values.union(classAttribute(s, value, name), derivedAttribute(s, value, name));
    case Kind.INSTANCE:
      return instanceAttribute(s, value, name);
    case Kind.DECLARED:
      return values.union(instanceAttribute(s, value, name), derivedAttribute(s, value, name));
    case Kind.SUPER:
      return superAttribute(s, value, name);
    case Kind.PARAMETER:
      return attributesOf(s, s.expand(setOf(value)), name);
    case Kind.PARAMETER_INSTANCE:
      return attributesOf(s, instancesOf(s, value), name);
    case Kind.FUNCTION: {
      const assigned = attributeOfFunction(s, value, name);
      return assigned === EMPTY_SET ? builtinAttribute(s, value, name) : assigned;
    }
    case Kind.PROPERTY:
      return values.single(Kind.PROPERTY_PART, value, name);
    case Kind.RECORD: {
      const fields = values.listItems(values.a(value));
      const place = fields.findIndex((field, i) => i % 2 === 0 && field === name);
      return place === -1 ? builtinAttribute(s, value, name) : (fields[place + 1] ?? UNKNOWN_SET);
    }
    case Kind.NAMED_TUPLE:
      return external(s, s.names.id('collections.namedtuple'), name);
    case Kind.TYPED:
      return isCaught(s, value, name) ? values.typedElement(value) : builtinAttribute(s, value, name);
    case Kind.TYPE_EXPRESSION: {
      const unit = s.files[values.a(value)];
      return unit === undefined ? UNKNOWN_SET : attributesOf(s, headOf(s, unit, values.b(value)), name);
    }
    default:
      return builtinAttribute(s, value, name);
  }
}

/** Whether an attribute is the exception that `with raises(…) as caught` has caught. */
function isCaught(s: Session, value: ValueId, name: number): boolean {
  if (s.names.text(s.values.a(value)) !== CAUGHT) return false;
  const text = s.names.text(name);
  return text === 'value' || text === 'exception';
}

/** What a type expression is a subscript of, without others of its kind, among which it may be itself through a parameter. */
export function headOf(s: Session, file: FileUnit, position: number): SetId {
  return s.values.flatMap(s.expand(s.ask(Query.HEAD, file, position)), (value) =>
    s.values.kind(value) === Kind.TYPE_EXPRESSION ? EMPTY_SET : setOf(value),
  );
}

/** `value.name` of each value of a set. */
export function attributesOf(s: Session, set: SetId, name: number): SetId {
  return s.values.flatMap(set, (value) => s.attribute(value, name));
}

/** What `cls()` in a class method, `create()` of a parameter that is a class, or `graph.__class__()`, may be. */
export function instancesOf(s: Session, value: ValueId): SetId {
  const made = s.values.a(value);
  const isAttribute = s.values.kind(made) === Kind.PARAMETER_CLASS;
  const classes = isAttribute ? s.attribute(s.values.a(made), s.values.b(made)) : s.expand(setOf(made));
  return s.values.flatMap(classes, (inner) => {
    const kind = s.values.kind(inner);
    if (kind === Kind.CLASS) return s.values.single(Kind.INSTANCE, s.values.a(inner), s.values.b(inner));
    return kind === Kind.SUBCLASS || isAttribute ? s.instanceOf(inner) : EMPTY_SET;
  });
}

const DOTS_MAX = 6;

/** `a.b.c` from outside; a chain that is too long to be one of modules stays what it is (`x = x.next` in a loop). */
function external(s: Session, dotted: number, name: number): SetId {
  if (s.names.dots(dotted) >= DOTS_MAX) return s.values.single(Kind.EXTERNAL, dotted);
  return s.values.single(Kind.EXTERNAL, s.names.dotted(dotted, name));
}

/** The asking file stands for the lookup, since a namespace package has no file of its own. */
function namespaceAttribute(s: Session, value: ValueId, name: number): SetId {
  const file = s.files[s.solver.file];
  if (file === undefined) return UNKNOWN_SET;
  const text = s.names.text(name);
  return moduleValue(s, lookUp(s, file, `?${s.names.text(s.values.a(value))}/?${text}`), text);
}

function externalInstanceAttribute(s: Session, value: ValueId, name: number): SetId {
  const dotted = s.names.text(s.values.a(value));
  if (isField(s, dotted, name)) return UNKNOWN_SET;
  const file = dotted === NAMESPACE ? s.files[s.solver.file] : undefined;
  const parsed = file === undefined ? EMPTY_SET : defaultParsed(s, file, name);
  if (parsed !== EMPTY_SET) return parsed;
  return dotted.startsWith('builtins.')
    ? builtinAttribute(s, value, name)
    : external(s, s.values.a(value), name);
}

/** Whether the attribute of a named tuple is one that the project put there: it may hold anything. */
function isField(s: Session, dotted: string, name: number): boolean {
  if (dotted !== 'collections.namedtuple') return false;
  const text = s.names.text(name);
  return !text.startsWith('_') && BUILTIN_METHODS.get('tuple')?.has(text) !== true;
}

/** A method of a builtin type, bound to its receiver; what every object has; else nothing that is known. */
function builtinAttribute(s: Session, value: ValueId, name: number): SetId {
  const type = builtinTypeOf(s, value);
  const text = s.names.text(name);
  if (BUILTIN_METHODS.get(type)?.has(text)) return s.values.single(Kind.BUILTIN_METHOD, value, name);
  if (OBJECT_ATTRIBUTES.has(text))
    return s.values.single(Kind.EXTERNAL, s.names.id(`builtins.object.${text}`));
  return UNKNOWN_SET;
}

// classes and instances

function classAttribute(s: Session, value: ValueId, name: number): SetId {
  const member = memberOf(s, value, name);
  const made = member.isBound ? EMPTY_SET : makerFromOutside(s, value, name);
  if (made !== EMPTY_SET) return s.values.union(made, member.assigned);
  if (!member.isBound && !member.isAssigned) {
    return metaclassMethod(s, value, name) ?? missingAttribute(s, value, name);
  }
  const bound = s.values.flatMap(member.bound, (each) => onClass(s, value, each));
  return member.isBound ? bound : s.values.union(unbound(s, member.assigned), bound);
}

/** Of a class itself, a function that it was given later is just that. */
function unbound(s: Session, assigned: SetId): SetId {
  return s.values.flatMap(assigned, (value) => {
    const self = s.values.kind(value) === Kind.METHOD ? s.values.b(value) : 0;
    const function_ = s.values.a(value);
    const isGiven =
      s.values.kind(self) === Kind.DECLARED &&
      s.files[s.values.a(function_)]?.index.facts.definitions[s.values.b(function_)]?.isMethod === false;
    return setOf(isGiven ? function_ : value);
  });
}

function onClass(s: Session, value: ValueId, member: ValueId): SetId {
  switch (s.values.kind(member)) {
    case Kind.STATIC_METHOD:
      return setOf(s.values.a(member));
    case Kind.CLASS_METHOD:
      return s.values.single(Kind.METHOD, s.values.a(member), value);
    default:
      return isEnumMember(s, value, member)
        ? s.values.single(Kind.INSTANCE, s.values.a(value), s.values.b(value))
        : setOf(member);
  }
}

/** In an enumeration, plain class attributes are its instances. */
function isEnumMember(s: Session, value: ValueId, member: ValueId): boolean {
  const kind = s.values.kind(member);
  const isPlain =
    kind === Kind.UNKNOWN ||
    kind === Kind.INTEGER ||
    kind === Kind.TEXT ||
    kind === Kind.NAME_PATTERN ||
    kind === Kind.EXTERNAL_INSTANCE ||
    kind === Kind.CONTAINER;
  return isPlain && isEnum(s, value);
}

function isEnum(s: Session, value: ValueId): boolean {
  return externalAncestors(s, value).some((name) => ENUMS.has(name));
}
const ENUMS: ReadonlySet<string> = new Set([
  'enum.Enum',
  'enum.IntEnum',
  'enum.Flag',
  'enum.IntFlag',
  'enum.StrEnum',
  'enum.ReprEnum',
]);

function instanceAttribute(s: Session, value: ValueId, name: number): SetId {
  const member = memberOf(s, value, name);
  if (!member.isBound && !member.isAssigned) {
    if (s.names.text(name) === '__class__') return classOfInstance(s, value);
    return givenInstead(s, value, name) ?? missingAttribute(s, value, name);
  }
  let set: SetId = EMPTY_SET;
  let isProperty = false;
  for (const bound of s.values.elements(member.bound)) {
    const isAccessor = s.values.kind(bound) === Kind.PROPERTY;
    const got = isAccessor ? propertyResult(s, value, bound) : descriptorResult(s, bound);
    isProperty ||= got !== undefined;
    set = s.values.union(set, got ?? onInstance(s, value, bound));
  }
  if (isProperty) {
    // It comes before anything that is assigned to the instance.
    s.propertyReads++;
    return typesFor(s, set, value);
  }
  const held = heldInField(s, value, name) ?? heldBy(s, value, member.assigned);
  return typesFor(s, s.values.union(set, held), value);
}

/** What instances among a set have of their classes alone; `value.name` of anything else. */
export function attributesOfClass(s: Session, set: SetId, name: number): SetId {
  return s.values.flatMap(s.expand(set), (value) => {
    if (!isInstance(s.values.kind(value))) return s.attribute(value, name);
    return s.values.flatMap(memberOf(s, value, name).bound, (member) => onInstance(s, value, member));
  });
}

/**
 * What derived classes put in its place, where the value may be of one of them. Methods that override are left out: that these may
 * run instead is for each call to say. What the class leaves to others counts wherever derived classes have it: for a mixin,
 * its sibling's.
 */
function derivedAttribute(s: Session, value: ValueId, name: number): SetId {
  const derivedClasses = derivedOf(s, value);
  if (derivedClasses.length === 0) return EMPTY_SET;
  const isLeft = !memberOf(s, value, name).isBound;
  let set: SetId = EMPTY_SET;
  for (const derived of derivedClasses) {
    const self = s.values.value(s.values.kind(value), s.values.a(derived), s.values.b(derived));
    if (isLeft) {
      const isBound = memberOf(s, derived, name).isBound;
      const left = isBound ? ownAttribute(s, self, name) : assignedBeside(s, derived, value, name);
      set = s.values.union(set, left);
      continue;
    }
    const { isBound, bound, assigned } = ownMemberOf(s, derived, name);
    for (const member of isBound ? s.values.elements(bound) : []) {
      const kind = s.values.kind(member);
      if (isOverride(s, derived, member)) continue;
      const isProperty = kind === Kind.PROPERTY && s.values.kind(value) === Kind.DECLARED;
      const isGiven = kind === Kind.FUNCTION && s.values.kind(value) === Kind.DECLARED;
      const onSelf = isGiven ? onInstance(s, self, member) : onClass(s, self, member);
      const found = isProperty ? propertyResult(s, self, member) : onSelf;
      set = s.values.union(set, found);
    }
    set = s.values.union(set, assigned);
  }
  return set;
}

/** Whether a member is a method that the class itself defines; a function that stands elsewhere is not told as an override. */
function isOverride(s: Session, owner: ValueId, member: ValueId): boolean {
  switch (s.values.kind(member)) {
    case Kind.CLASS_METHOD:
    case Kind.CONTEXT_FUNCTION:
      return true;
    case Kind.FUNCTION: {
      const unit = s.files[s.values.a(member)];
      const facts = unit?.index.facts.definitions[s.values.b(member)];
      return facts === undefined || facts.parent >= 0 || s.values.a(member) !== s.values.a(owner);
    }
    default:
      return false;
  }
}

/** What is assigned to instances of a derived class by it and its bases but not by those of the class that it derives from. */
function assignedBeside(s: Session, derived: ValueId, value: ValueId, name: number): SetId {
  const own = classOrder(s, value);
  return classOrder(s, derived)
    .filter((each) => s.values.kind(each) === Kind.CLASS && !own.includes(each))
    .reduce((set, each) => s.values.union(set, ownMemberOf(s, each, name).assigned), EMPTY_SET);
}

function ownAttribute(s: Session, value: ValueId, name: number): SetId {
  return s.values.kind(value) === Kind.SUBCLASS
    ? classAttribute(s, value, name)
    : instanceAttribute(s, value, name);
}

/** What the `__get__` of a descriptor gives; undefined for what is none. */
function descriptorResult(s: Session, member: ValueId): SetId | undefined {
  return s.values.kind(member) === Kind.INSTANCE ? methodResult(s, member, '__get__') : undefined;
}

function propertyResult(s: Session, value: ValueId, property: ValueId): SetId {
  const file = s.files[s.solver.file];
  if (file === undefined) return UNKNOWN_SET;
  return s.call(s.values.a(property), { file, call: -1, leading: [setOf(value)] });
}

function onInstance(s: Session, value: ValueId, member: ValueId): SetId {
  switch (s.values.kind(member)) {
    case Kind.FUNCTION:
    case Kind.CONTEXT_FUNCTION:
    case Kind.LAMBDA:
      return s.values.single(Kind.METHOD, member, value);
    case Kind.STATIC_METHOD:
      return setOf(s.values.a(member));
    case Kind.CLASS_METHOD:
      return s.values.single(Kind.METHOD, s.values.a(member), classOfInstance(s, value) >> 1);
    default:
      return setOf(member);
  }
}

/** What `__getattr__` of the class gives for an attribute that it does not have; undefined where there is none. */
function givenInstead(s: Session, value: ValueId, name: number): SetId | undefined {
  const text = s.names.text(name);
  if (text.startsWith('__') || mayHaveFromOutside(s, value, text)) return undefined;
  const result = methodResult(s, value, '__getattr__');
  if (result === undefined) return undefined;
  s.propertyReads++;
  return s.values.flatMap(memberOf(s, value, s.names.moduleGetattr).bound, (member) => {
    const unit = s.values.kind(member) === Kind.FUNCTION ? s.files[s.values.a(member)] : undefined;
    if (unit === undefined) return result;
    const others = s.values.flatMap(s.expand(s.ask(Query.DELEGATES, unit, s.values.b(member))), (other) =>
      isSameClass(s, other, value) ? EMPTY_SET : s.attribute(other, name),
    );
    return s.values.union(others, result);
  });
}

function isSameClass(s: Session, x: ValueId, y: ValueId): boolean {
  return s.values.a(x) === s.values.a(y) && s.values.b(x) === s.values.b(y);
}

/** An attribute that no class of the project has: of an external base, of every object, or unknown. */
function missingAttribute(s: Session, value: ValueId, name: number): SetId {
  const order = classOrder(s, value);
  if (order.includes(UNKNOWN)) return UNKNOWN_SET;
  const text = s.names.text(name);
  const base = externalAncestors(s, value).find((dotted) => !WITHOUT_METHODS.has(dotted));
  if (base !== undefined) {
    return isField(s, base, name)
      ? UNKNOWN_SET
      : s.values.single(Kind.EXTERNAL, s.names.id(`${base}.${text}`));
  }
  if (OBJECT_ATTRIBUTES.has(text))
    return s.values.single(Kind.EXTERNAL, s.names.id(`builtins.object.${text}`));
  return UNKNOWN_SET;
}
/** A method of the metaclass, bound to the class; undefined where there is none. */
function metaclassMethod(s: Session, value: ValueId, name: number): SetId | undefined {
  const order = classOrder(s, value).filter((each) => s.values.kind(each) === Kind.CLASS);
  const metaclass = metaclassOf(s, order);
  if (metaclass === undefined) return undefined;
  const { isBound, bound } = memberOf(s, metaclass, name);
  return isBound ? s.values.flatMap(bound, (member) => onInstance(s, value, member)) : undefined;
}

/** A class method from outside that gives an instance of the class that it is called on, as it is documented; nothing else. */
function makerFromOutside(s: Session, value: ValueId, name: number): SetId {
  const text = s.names.text(name);
  const isMaker = text === 'instance' && externalAncestors(s, value).some((base) => SINGLETONS.test(base));
  return isMaker ? s.values.single(Kind.BUILTIN_METHOD, value, name) : EMPTY_SET;
}
const SINGLETONS = /^traitlets\.(?:\w+\.)*(?:SingletonConfigurable|Application)$/;

/** Bases that bring no attributes of their own to call. */
const WITHOUT_METHODS: ReadonlySet<string> = new Set([
  'typing.Generic',
  'typing.Protocol',
  'typing_extensions.Protocol',
  'abc.ABC',
]);

/** Along the MRO of the receiver, behind the class that `super()` stands in. */
function superAttribute(s: Session, value: ValueId, name: number): SetId {
  const self = s.values.b(value);
  const order = classOrder(s, self);
  const start = order.indexOf(s.values.a(value)) + 1;
  const isClass = s.values.kind(self) === Kind.CLASS || s.values.kind(self) === Kind.SUBCLASS;
  for (const base of order.slice(start)) {
    if (s.values.kind(base) !== Kind.CLASS) continue;
    const raw = bodyMember(s, base, name);
    if (raw === undefined) continue;
    return s.values.flatMap(raw, (member) => {
      if (s.values.kind(member) === Kind.PROPERTY) return propertyResult(s, self, member);
      return isClass ? onClass(s, self, member) : onInstance(s, self, member);
    });
  }
  const rest = order.slice(start);
  if (rest.includes(UNKNOWN)) return UNKNOWN_SET;
  const isOpen = isAnyDerived(s.values.kind(self));
  // In the order of a derived class others may stand behind.
  if (isOpen && rest.length === 0 && !OBJECT_ATTRIBUTES.has(s.names.text(name))) return UNKNOWN_SET;
  const base = rest.find((item) => s.values.kind(item) === Kind.EXTERNAL);
  const dotted = base === undefined ? 'builtins.object' : s.names.text(s.values.a(base));
  return s.values.single(Kind.EXTERNAL, s.names.id(`${dotted}.${s.names.text(name)}`));
}
