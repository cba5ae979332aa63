/**
 * Annotations as types: the instances that a value so annotated may be. Names in them may be bound later in the file. Unions
 * unite, containers remember what they hold, wrappers such as `Optional` and `Annotated` are looked through.
 */
import { ConstantKind, Op, ScopeKind } from '../code.js';
import { attributesOf } from './attributes.js';
import { scopeAt } from './file-index.js';
import { applied, keyRefs } from './generics.js';
import { knownName } from './known.js';
import { type FileUnit, Query, type Session } from './session.js';
import { isInstance, Kind } from './value-kinds.js';
import {
  ANYTHING_SET,
  EMPTY_SET,
  NONE_SET,
  type SetId,
  setOf,
  UNKNOWN,
  UNKNOWN_SET,
  type ValueId,
} from './value-table.js';

/** TYPE. */
export function annotatedType(s: Session, file: FileUnit, ref: number): SetId {
  const { code } = file.index;
  switch (code[ref]) {
    case Op.CONSTANT:
      return code[ref + 1] === ConstantKind.NONE ? NONE_SET : UNKNOWN_SET;
    case Op.EITHER:
      return unionOf(s, file, code.subarray(ref + 2, ref + 2 + (code[ref + 1] ?? 0)));
    case Op.SUBSCRIPT:
      return generic(s, file, ref);
    case Op.NAME:
    case Op.ATTRIBUTE:
    case Op.STRING:
    case Op.CALL:
      return s.values.flatMap(typeValue(s, file, ref), (value) => instances(s, file, ref, value));
    default:
      return UNKNOWN_SET;
  }
}

function unionOf(s: Session, file: FileUnit, refs: Int32Array): SetId {
  let set: SetId = EMPTY_SET;
  for (const ref of refs) set = s.values.union(set, s.typeOf(file, ref));
  return set;
}

/** The value of an expression in an annotation, where names bound later count too. */
function typeValue(s: Session, file: FileUnit, ref: number): SetId {
  const { code, names } = file.index;
  switch (code[ref]) {
    case Op.NAME:
      return s.nameValue(file, ref, names[code[ref + 1] ?? 0] ?? 0, true);
    case Op.ATTRIBUTE:
      return attributesOf(s, typeValue(s, file, code[ref + 1] ?? 0), names[code[ref + 2] ?? 0] ?? 0);
    case Op.STRING:
      return textValue(s, file, ref);
    default:
      return s.evaluate(file, ref);
  }
}

/** A dotted name in quotes, as `cast('shop.Oven', x)` has it. */
function textValue(s: Session, file: FileUnit, ref: number): SetId {
  const [first = '', ...rest] = (file.index.facts.code.strings[file.index.code[ref + 1] ?? 0] ?? '').split(
    '.',
  );
  let set = s.nameValue(file, ref, s.names.id(first), true);
  for (const name of rest) set = attributesOf(s, set, s.names.id(name));
  return set;
}

/** The instances that a value stands for when it is written as an annotation. */
function instances(s: Session, file: FileUnit, ref: number, value: ValueId): SetId {
  const name = knownName(s, value);
  if (SELF.has(name)) return enclosingInstance(s, file, ref);
  if (name !== '') {
    const type = containerName(name);
    if (type !== undefined) return s.values.typed(s.names.id(type), UNKNOWN_SET, keyOf(type));
  }
  return s.instanceOf(value);
}
const SELF: ReadonlySet<string> = new Set(['typing.Self', 'typing_extensions.Self']);

/** Whether an annotation is `Self`. */
export function isSelf(s: Session, file: FileUnit, ref: number): boolean {
  const op = file.index.code[ref];
  if (op !== Op.NAME && op !== Op.ATTRIBUTE) return false;
  return s.values.elements(typeValue(s, file, ref)).some((value) => SELF.has(knownName(s, value)));
}

/** `Self` in a class body: an instance of the class. */
function enclosingInstance(s: Session, file: FileUnit, ref: number): SetId {
  const { scopes } = file.index;
  for (let scope = scopeAt(file.index, ref); scope > 0; scope = scopes.parent[scope] ?? 0) {
    if (scopes.kind[scope] === ScopeKind.CLASS) {
      return s.values.single(Kind.DECLARED, file.number, scopes.definition[scope] ?? 0);
    }
  }
  return UNKNOWN_SET;
}

/** The instances of a class value; UNKNOWN for what is no class. */
export function instanceOf(s: Session, value: ValueId): SetId {
  const { values } = s;
  switch (values.kind(value)) {
    case Kind.ANYTHING:
      return ANYTHING_SET;
    case Kind.NONE:
      return NONE_SET;
    case Kind.CLASS:
    case Kind.SUBCLASS: {
      const instance = values.value(Kind.DECLARED, values.a(value), values.b(value));
      const types = values.argumentsOf(value);
      return setOf(types.length === 0 ? instance : values.withArguments(instance, types));
    }
    case Kind.EXTERNAL: {
      const name = s.names.text(values.a(value));
      return UNTYPED.has(name) ? UNKNOWN_SET : values.single(Kind.EXTERNAL_INSTANCE, values.a(value));
    }
    case Kind.TYPE_VARIABLE:
      return values.flatMap(values.a(value), (bound) =>
        setOf(values.kind(bound) === Kind.DECLARED ? values.asVariable(bound, values.b(value)) : bound),
      );
    case Kind.TYPE_EXPRESSION: {
      const unit = s.files[values.a(value)];
      return unit === undefined ? UNKNOWN_SET : s.ask(Query.TYPE, unit, values.b(value));
    }
    case Kind.CONTAINER:
    case Kind.TUPLE:
      // `except (A, B)`, `isinstance(x, (A, B))`.
      return values.flatMap(s.element(value), (inner) =>
        isContainer(s, inner) ? UNKNOWN_SET : s.instanceOf(inner),
      );
    default:
      return UNKNOWN_SET;
  }
}
/** A container in a container of classes: it may hold itself. */
function isContainer(s: Session, value: ValueId): boolean {
  return s.values.kind(value) === Kind.CONTAINER || s.values.kind(value) === Kind.TUPLE;
}

const UNTYPED: ReadonlySet<string> = new Set([
  'typing.Any',
  'typing_extensions.Any',
  'builtins.object',
  'typing.NoReturn',
  'typing.Never',
  'typing.Callable',
  'collections.abc.Callable',
  'builtins.type',
  'typing.Type',
]);

// generics

/** Looked through: what is written first in the brackets counts. */
const TRANSPARENT: ReadonlySet<string> = new Set([
  'Optional',
  'Annotated',
  'ClassVar',
  'Final',
  'Required',
  'NotRequired',
  'ReadOnly',
  'InitVar',
  'TypeGuard',
]);

const SEQUENCES: ReadonlySet<string> = new Set(
  (
    'list List set Set frozenset FrozenSet deque Deque Sequence MutableSequence Iterable Iterator Collection Container ' +
    'Reversible AbstractSet MutableSet AsyncIterable AsyncIterator Generator AsyncGenerator KeysView ValuesView'
  ).split(' '),
);

const MAPPINGS: ReadonlySet<string> = new Set(
  'dict Dict Mapping MutableMapping defaultdict DefaultDict OrderedDict ChainMap ItemsView'.split(' '),
);

function moduleAndName(dotted: string): readonly [string, string] {
  const dot = dotted.lastIndexOf('.');
  return [dotted.slice(0, dot), dotted.slice(dot + 1)];
}

const TYPE_MODULES: ReadonlySet<string> = new Set([
  'builtins',
  'typing',
  'typing_extensions',
  'collections',
  'collections.abc',
  'contextlib',
  'dataclasses',
]);

/** The builtin container type that a bare annotation names. */
function containerName(dotted: string): string | undefined {
  const [module, name] = moduleAndName(dotted);
  if (!TYPE_MODULES.has(module)) return undefined;
  if (MAPPINGS.has(name)) return 'builtins.dict';
  if (name === 'tuple' || name === 'Tuple') return 'builtins.tuple';
  return SEQUENCES.has(name) ? sequenceType(name) : undefined;
}

function sequenceType(name: string): string {
  if (/^(?:list|List|deque|Deque|Mutable)/.test(name)) return 'builtins.list';
  return /set$/i.test(name) ? 'builtins.set' : 'builtins.iterator';
}

function keyOf(type: string): SetId {
  return type === 'builtins.dict' ? UNKNOWN_SET : EMPTY_SET;
}

/** `Head[keys]`. */
function generic(s: Session, file: FileUnit, ref: number): SetId {
  const { code } = file.index;
  const keys = keyRefs(file.index, ref);
  return s.values.flatMap(typeValue(s, file, code[ref + 1] ?? 0), (value) => {
    const [module, name] = moduleAndName(knownName(s, value));
    if (TYPE_MODULES.has(module)) return special(s, file, name, keys, value);
    return s.values.flatMap(s.instanceOf(value), (instance) =>
      isClass(s, value) ? applied(s, file, instance, ref) : setOf(instance),
    );
  });
}

function isClass(s: Session, value: ValueId): boolean {
  return s.values.kind(value) === Kind.CLASS || s.values.kind(value) === Kind.SUBCLASS;
}

function special(s: Session, file: FileUnit, name: string, keys: Int32Array, value: ValueId): SetId {
  const type = (place: number): SetId => {
    const ref = keys[place];
    return ref === undefined ? UNKNOWN_SET : s.typeOf(file, ref);
  };
  if (TRANSPARENT.has(name)) return type(0);
  if (SEQUENCES.has(name)) return s.values.typed(s.names.id(sequenceType(name)), type(0));
  if (MAPPINGS.has(name)) return s.values.typed(s.names.dict, type(1), type(0));
  switch (name) {
    case 'Union':
      return unionOf(s, file, keys);
    case 'type':
    case 'Type':
      return classesOf(s, type(0));
    case 'tuple':
    case 'Tuple':
      return tupleOf(s, file, keys);
    case 'Callable':
      return s.values.typed(s.names.id('typing.Callable'), type(1));
    case 'Awaitable':
      return s.values.typed(s.names.id('typing.Awaitable'), type(0));
    case 'Coroutine':
      return s.values.typed(s.names.id('typing.Awaitable'), type(2));
    case 'ContextManager':
    case 'AsyncContextManager':
    case 'AbstractContextManager':
    case 'AbstractAsyncContextManager':
      return s.values.typed(s.names.id('typing.ContextManager'), type(0));
    case 'Literal':
      return UNKNOWN_SET;
    default:
      return s.instanceOf(value);
  }
}

/** `tuple[A, B]` by place, `tuple[A, ...]` of one kind. */
function tupleOf(s: Session, file: FileUnit, keys: Int32Array): SetId {
  const { code } = file.index;
  const last = keys.at(-1) ?? 0;
  const isOpen = code[last] === Op.CONSTANT && code[last + 1] === ConstantKind.ELLIPSIS;
  if (isOpen) return s.values.typed(s.names.tuple, s.typeOf(file, keys[0] ?? 0));
  return s.values.tuple([...keys].map((ref) => s.typeOf(file, ref)));
}

/** `type[A]`: the classes of which the instances are. */
function classesOf(s: Session, set: SetId): SetId {
  return s.values.flatMap(set, (value) => {
    return isInstance(s.values.kind(value))
      ? s.values.single(Kind.SUBCLASS, s.values.a(value), s.values.b(value))
      : UNKNOWN_SET;
  });
}

// isinstance

/** A value once it is known to be an instance of one of the classes: what fits stays, what is unknown becomes that. */
export function narrowed(s: Session, set: SetId, classes: SetId): SetId {
  const types = s.values.flatMap(s.expand(classes), (value) => s.instanceOf(value));
  if (s.values.has(types, UNKNOWN)) return set;
  return s.values.flatMap(set, (value) =>
    s.values.kind(value) === Kind.PARAMETER_INSTANCE
      ? s.values.flatMap(s.expand(setOf(value)), (made) => fitting(s, made, types))
      : fitting(s, value, types),
  );
}

/**
 * A value once it is known to be an instance of none of the classes: what is sure to be one goes. Only a class that is told by
 * one name alone proves that.
 */
export function excluded(s: Session, set: SetId, classes: SetId): SetId {
  const named = s.values.elements(s.expand(classes));
  const types = named.length !== 1 ? [] : s.values.elements(s.instanceOf(named[0] ?? UNKNOWN));
  const isTold = types.length > 0 && types.every((type) => s.values.kind(type) === Kind.DECLARED);
  if (!isTold) return set;
  return s.values.flatMap(s.expand(set), (value) => {
    const isOne = isInstance(s.values.kind(value)) && types.some((type) => isDerived(s, value, type));
    return isOne ? EMPTY_SET : setOf(value);
  });
}

function fitting(s: Session, value: ValueId, types: SetId): SetId {
  const kind = s.values.kind(value);
  if (kind === Kind.UNKNOWN || kind === Kind.ANYTHING || kind === Kind.PARAMETER) return types;
  if (kind === Kind.NONE) return EMPTY_SET;
  if (!isInstance(kind)) return setOf(value);
  let fits = false;
  let others: SetId = EMPTY_SET;
  for (const type of s.values.elements(types)) {
    if (s.values.kind(type) !== Kind.DECLARED) continue;
    if (isDerived(s, value, type)) fits = true;
    else others = s.values.union(others, setOf(type));
  }
  if (fits) return setOf(value);
  return kind === Kind.INSTANCE ? EMPTY_SET : others === EMPTY_SET ? setOf(value) : others;
}

function isDerived(s: Session, value: ValueId, type: ValueId): boolean {
  const unit = s.files[s.values.a(value)];
  if (unit === undefined) return false;
  const base = s.values.value(Kind.CLASS, s.values.a(type), s.values.b(type));
  return s.values.listItems(s.ask(Query.MRO, unit, s.values.b(value)) - 1).includes(base);
}
