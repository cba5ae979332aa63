/**
 * What iterating over a value and subscribing it give, whatever it is: a container, a tuple, a generator, an instance with
 * the special methods. What the containers of one file hold is asked of them (`containers.ts`) through the session.
 */
import { answeredList, externalAncestors } from './classes.js';
import { builtinTypeOf, isMapping, unitOf } from './container-types.js';
import { resultFor, typesFor } from './generics.js';
import { memberOf } from './members.js';
import { type Arguments, Query, type Session } from './session.js';
import { INTEGER_BIAS, isInstance, Kind } from './value-kinds.js';
import { ANYTHING_SET, EMPTY_SET, type SetId, setOf, UNKNOWN_SET, type ValueId } from './value-table.js';

/** What iterating over a value gives. */
export function element(s: Session, value: ValueId): SetId {
  const { values } = s;
  switch (values.kind(value)) {
    case Kind.ANYTHING:
      return ANYTHING_SET;
    case Kind.NONE:
      return EMPTY_SET;
    case Kind.CONTAINER: {
      const unit = unitOf(s, value);
      const query = isMapping(s, value) ? Query.KEYS : Query.ELEMENTS;
      return unit === undefined ? UNKNOWN_SET : s.ask(query, unit, values.b(value));
    }
    case Kind.TYPED: {
      const key = values.typedKey(value);
      return key === EMPTY_SET ? values.typedElement(value) : key;
    }
    case Kind.TUPLE:
      return values.listItems(values.a(value)).reduce((set, item) => values.union(set, item), EMPTY_SET);
    case Kind.TEXT:
    case Kind.NAME_PATTERN:
    case Kind.RECORD:
      return values.single(Kind.EXTERNAL_INSTANCE, s.names.str);
    case Kind.GENERATOR: {
      const unit = unitOf(s, value);
      return unit === undefined
        ? UNKNOWN_SET
        : resultFor(s, s.ask(Query.YIELD, unit, values.b(value)), value);
    }
    case Kind.PARAMETER:
    case Kind.PARAMETER_INSTANCE:
      return values.flatMap(s.expand(setOf(value)), (inner) =>
        inner === value ? UNKNOWN_SET : s.element(inner),
      );
    case Kind.INSTANCE:
    case Kind.DECLARED:
      return iterated(s, value);
    case Kind.CLASS:
      return values.single(Kind.INSTANCE, values.a(value), values.b(value));
    case Kind.EXTERNAL_INSTANCE:
      return builtinTypeOf(s, value) === 'str' ? setOf(value) : UNKNOWN_SET;
    default:
      return UNKNOWN_SET;
  }
}

/** The fields of an instance of a `NamedTuple`, as a tuple; undefined for others. */
function asTuple(s: Session, value: ValueId): ValueId | undefined {
  if (!externalAncestors(s, value).includes('typing.NamedTuple')) return undefined;
  const unit = unitOf(s, value);
  if (unit === undefined) return undefined;
  const names = answeredList(s, s.ask(Query.FIELD_NAMES, unit, s.values.b(value)));
  return s.values.tuple(names.map((name) => s.attribute(value, name))) >> 1;
}

/** Through `__iter__` and `__next__`, or `__getitem__`. */
function iterated(s: Session, value: ValueId): SetId {
  const tuple = asTuple(s, value);
  if (tuple !== undefined) return s.element(tuple);
  const iterators = methodResult(s, value, '__iter__');
  if (iterators === undefined) return methodResult(s, value, '__getitem__') ?? UNKNOWN_SET;
  return s.values.flatMap(s.expand(iterators), (iterator) => nextItem(s, iterator));
}

/** `next(value)`. */
export function nextItem(s: Session, value: ValueId): SetId {
  if (!isInstance(s.values.kind(value))) return s.element(value);
  return methodResult(s, value, '__next__') ?? UNKNOWN_SET;
}

/** What a special method of an instance returns; undefined when its class has none in the project. */
export function methodResult(s: Session, value: ValueId, name: string, call?: Arguments): SetId | undefined {
  const { isBound, bound } = memberOf(s, value, s.names.id(name));
  const file = s.files[s.solver.file];
  if (!isBound || file === undefined) return undefined;
  const passed: Arguments =
    call === undefined
      ? { file, call: -1, leading: [setOf(value)] }
      : { ...call, leading: [setOf(value), ...call.leading] };
  const result = s.values.flatMap(bound, (member) => {
    // An instance that stands for a method may be one of the same class.
    return isInstance(s.values.kind(member)) ? UNKNOWN_SET : s.call(member, passed);
  });
  return typesFor(s, result, value);
}

/** `value[key]`. */
export function item(s: Session, value: ValueId, key: SetId): SetId {
  const { values } = s;
  switch (values.kind(value)) {
    case Kind.ANYTHING:
      return ANYTHING_SET;
    case Kind.NONE:
      return EMPTY_SET;
    case Kind.CONTAINER:
      return itemOfContainer(s, value, key);
    case Kind.TYPED:
      return values.typedElement(value);
    case Kind.TUPLE:
      return itemOfTuple(s, value, key);
    case Kind.RECORD:
      return itemOfRecord(s, value, key);
    case Kind.MODULE:
      return itemOfModule(s, value, key);
    case Kind.TEXT:
    case Kind.NAME_PATTERN:
      return values.single(Kind.EXTERNAL_INSTANCE, s.names.str);
    case Kind.CLASS:
    case Kind.SUBCLASS:
    case Kind.EXTERNAL:
      return setOf(value);
    case Kind.PARAMETER:
      return values.flatMap(s.expand(setOf(value)), (inner) => s.item(inner, key));
    case Kind.INSTANCE:
    case Kind.DECLARED: {
      const tuple = asTuple(s, value);
      return tuple === undefined
        ? (methodResult(s, value, '__getitem__') ?? UNKNOWN_SET)
        : s.item(tuple, key);
    }
    default:
      return UNKNOWN_SET;
  }
}

function itemOfContainer(s: Session, value: ValueId, key: SetId): SetId {
  const unit = unitOf(s, value);
  if (unit === undefined) return UNKNOWN_SET;
  const at = s.values.b(value);
  return s.values.flatMap(s.keysAmong(key), (each) => {
    const kind = s.values.kind(each);
    const isLiteral = kind === Kind.TEXT || kind === Kind.INTEGER;
    return isLiteral ? s.ask(Query.ITEM, unit, at, each) : s.ask(Query.ELEMENTS, unit, at);
  });
}

function itemOfTuple(s: Session, value: ValueId, key: SetId): SetId {
  const items = s.values.listItems(s.values.a(value));
  return s.values.flatMap(s.keysAmong(key), (each) => {
    const isKnown = s.values.kind(each) === Kind.INTEGER;
    const at = s.values.a(each) - INTEGER_BIAS;
    const place = at < 0 ? items.length + at : at;
    return isKnown ? (items[place] ?? EMPTY_SET) : s.element(value);
  });
}

/** The fields of a record under the keys; all of them under a key that is not known. */
function itemOfRecord(s: Session, value: ValueId, key: SetId): SetId {
  const fields = s.values.listItems(s.values.a(value));
  let set: SetId = EMPTY_SET;
  for (const each of s.values.elements(s.keysAmong(key))) {
    const isKnown = s.values.kind(each) === Kind.TEXT;
    for (let i = 0; i < fields.length; i += 2) {
      if (!isKnown || fields[i] === s.values.a(each)) set = s.values.union(set, fields[i + 1] ?? EMPTY_SET);
    }
  }
  return set;
}

/** `globals()['name']`: a module's attributes by key. */
function itemOfModule(s: Session, value: ValueId, key: SetId): SetId {
  const unit = unitOf(s, value);
  return s.values.flatMap(s.keysAmong(key), (each) => {
    const isKnown = s.values.kind(each) === Kind.TEXT && unit !== undefined;
    return isKnown ? s.ask(Query.EXPORT, unit, s.values.a(each)) : UNKNOWN_SET;
  });
}

/** What iterating over each value of a set gives. */
export function elementsOfSet(s: Session, set: SetId): SetId {
  return s.values.flatMap(set, (value) => s.element(value));
}

/** What mappings hold under any key. */
export function valuesOf(s: Session, set: SetId): SetId {
  return s.values.flatMap(s.expand(set), (value) => {
    const unit = s.values.kind(value) === Kind.CONTAINER ? unitOf(s, value) : undefined;
    return unit === undefined ? otherValues(s, value) : s.ask(Query.ELEMENTS, unit, s.values.b(value));
  });
}

function otherValues(s: Session, value: ValueId): SetId {
  if (s.values.kind(value) === Kind.TYPED) return s.values.typedElement(value);
  if (s.values.kind(value) !== Kind.RECORD) return UNKNOWN_SET;
  const fields = s.values.listItems(s.values.a(value));
  return fields.reduce((set, field, i) => (i % 2 === 0 ? set : s.values.union(set, field)), EMPTY_SET);
}
