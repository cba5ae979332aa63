/**
 * Calls to builtins and to the few functions of the standard library through which values of the project flow. Everything else
 * from outside gives an instance when it is a class, and something unknown when it is a function.
 */
import { ScopeKind } from '../code.js';
import {
  argument,
  argumentAt,
  argumentCount,
  hasStars,
  isKeywordPassed,
  keywordArgument,
  positionalArgument,
  positionalCount,
} from './arguments.js';
import { attributesOf } from './attributes.js';
import { classOfInstance, metaclassOf, projectOrder } from './classes.js';
import { computedAttribute } from './computed-names.js';
import { builtinTypeOf } from './container-types.js';
import { type FileIndex, scopeAt } from './file-index.js';
import { isCallableType } from './functions.js';
import { literalModule } from './imports.js';
import { elementsOfSet, nextItem, valuesOf } from './items.js';
import { joinedBy } from './joined-texts.js';
import { isClassName } from './known.js';
import { namedTuple } from './named-tuples.js';
import { GETTERS, getterOf } from './operator-getters.js';
import {
  CAUGHT,
  LOWER_CASE_CLASSES,
  RETURNED_CLASSES,
  TEXT_LIST_RESULTS,
  TEXT_RESULTS,
} from './python-data.js';
import { type Arguments, type FileUnit, Query, type Session } from './session.js';
import { settledList } from './settled-lists.js';
import { settledTable } from './settled-tables.js';
import { INTEGER_BIAS, isInstance, Kind } from './value-kinds.js';
import {
  EMPTY_SET,
  IDENTITY,
  NONE_SET,
  type SetId,
  setOf,
  UNKNOWN,
  UNKNOWN_SET,
  type ValueId,
} from './value-table.js';

type Rule = (s: Session, passed: Arguments) => SetId;

function text(s: Session): SetId {
  return s.values.single(Kind.EXTERNAL_INSTANCE, s.names.str);
}

function iterator(s: Session, elements: SetId): SetId {
  return s.values.typed(s.names.id('builtins.iterator'), elements);
}

function elementsOfArgument(s: Session, passed: Arguments, place: number): SetId {
  return elementsOfSet(s, s.expand(positionalArgument(s, passed, place)));
}

/** `list(…)` and its like make a container of their own. */
const container: Rule = (s, passed) =>
  passed.call < 0 ? UNKNOWN_SET : s.values.single(Kind.CONTAINER, passed.file.number, passed.call);

const same: Rule = (s, passed) => positionalArgument(s, passed, 0);

/** A decorator that may be written with or without a call. */
const sameOrIdentity: Rule = (s, passed) =>
  positionalCount(passed) === 0 ? setOf(IDENTITY) : positionalArgument(s, passed, 0);

const RULES: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ['builtins.list', container],
  ['builtins.set', container],
  ['builtins.frozenset', container],
  ['builtins.tuple', container],
  ['builtins.dict', container],
  ['collections.OrderedDict', container],
  ['collections.defaultdict', container],
  ['collections.deque', container],
  ['builtins.super', superOf],
  ['builtins.object.__new__', instanceOfArgument],
  ['builtins.type', typeOfArgument],
  ['builtins.getattr', getAttribute],
  ['builtins.iter', iterated],
  ['builtins.next', nextOf],
  ['builtins.reversed', (s, passed) => iterator(s, elementsOfArgument(s, passed, 0))],
  ['builtins.filter', (s, passed) => iterator(s, elementsOfArgument(s, passed, 1))],
  ['builtins.sorted', (s, passed) => s.values.typed(s.names.list, elementsOfArgument(s, passed, 0))],
  ['builtins.enumerate', enumerated],
  ['builtins.zip', zipped],
  ['builtins.map', (s, passed) => iterator(s, mapped(s, passed))],
  ['builtins.min', extreme],
  ['builtins.max', extreme],
  ['builtins.vars', same],
  ['builtins.property', propertyOf],
  ['builtins.staticmethod', (s, passed) => wrapped(s, passed, Kind.STATIC_METHOD)],
  ['builtins.classmethod', (s, passed) => wrapped(s, passed, Kind.CLASS_METHOD)],
  ['builtins.__import__', (s, passed) => importOf(s, passed, true)],
  ['importlib.import_module', (s, passed) => importOf(s, passed, false)],
  ['contextlib.contextmanager', (s, passed) => wrapped(s, passed, Kind.CONTEXT_FUNCTION)],
  ['contextlib.asynccontextmanager', (s, passed) => wrapped(s, passed, Kind.CONTEXT_FUNCTION)],
  ['contextlib.closing', same],
  ['functools.partial', (s, passed) => wrapped(s, passed, Kind.PARTIAL)],
  ['functools.partialmethod', (s, passed) => wrapped(s, passed, Kind.PARTIAL)],
  ['functools.wraps', () => setOf(IDENTITY)],
  ['functools.update_wrapper', same],
  ['functools.lru_cache', sameOrIdentity],
  ['functools.cache', same],
  ['functools.singledispatch', same],
  ['functools.total_ordering', same],
  ['atexit.register', same],
  ['copy.copy', same],
  ['copy.replace', same],
  ['dataclasses.replace', same],
  ['builtins.globals', (s, passed) => s.values.single(Kind.MODULE, passed.file.number)],
  ['copy.deepcopy', same],
  ['weakref.proxy', same],
  ['weakref.ref', (s, passed) => s.values.typed(s.names.id('typing.Callable'), same(s, passed))],
  ['asyncio.run', awaitedArgument],
  ['asyncio.gather', gathered],
  ['asyncio.create_task', same],
  ['asyncio.ensure_future', same],
  ['asyncio.wait_for', same],
  ['asyncio.shield', same],
  ['pytest.raises', raising],
  ['unittest.TestCase.assertRaises', raising],
  ['unittest.TestCase.assertRaisesRegex', raising],
  ['builtins.type.__call__', made],
  ['abc.ABCMeta.__call__', made],
  ['typing.cast', castTo],
  ['typing.TypeVar', typeVariable],
  ['typing_extensions.TypeVar', typeVariable],
  ['dataclasses.field', fieldOf],
  ['attr.ib', fieldOf],
  ['attr.field', fieldOf],
  ['attrs.field', fieldOf],
  ['pydantic.Field', fieldOf],
  ['collections.namedtuple', namedTuple],
  ['six.with_metaclass', (s, passed) => positionalArgument(s, passed, 1)],
  ['itertools.chain', chained],
  ['builtins.dict.fromkeys', fromKeys],
  ...GETTERS.map((dotted): [string, Rule] => [dotted, (s, passed) => getterOf(s, dotted, passed)]),
]);

/** The result of calling what is known under a dotted name; undefined when nothing is known of it. */
export function knownCall(s: Session, dotted: string, passed: Arguments): SetId | undefined {
  return RULES.get(dotted)?.(s, passed);
}

/** `super().__call__()` in a metaclass: an instance of the class that the method is called on. */
function made(s: Session, { file, call }: Arguments): SetId {
  const around = call < 0 ? undefined : methodAround(file.index, call);
  if (around === undefined) return UNKNOWN_SET;
  return s.values.single(Kind.PARAMETER_INSTANCE, s.values.value(Kind.PARAMETER, file.number, around.self));
}

/** `object.__new__(Square)` where the class is written; `cls` stays what it is. */
function instanceOfArgument(s: Session, passed: Arguments): SetId {
  return s.values.flatMap(positionalArgument(s, passed, 0), (value) =>
    s.values.kind(value) === Kind.CLASS
      ? s.values.single(Kind.INSTANCE, s.values.a(value), s.values.b(value))
      : UNKNOWN_SET,
  );
}

/** `with raises(Error) as caught`: `caught.value`, for unittest `caught.exception`, is one of these errors (`attributes.ts`). */
function raising(s: Session, passed: Arguments): SetId {
  const errors = s.values.flatMap(s.expand(positionalArgument(s, passed, 0)), (value) => s.instanceOf(value));
  const caught = s.values.typed(s.names.id(CAUGHT), errors);
  return positionalCount(passed) > 1 ? caught : s.values.typed(s.names.id('pytest.raises'), caught);
}

/** What a function of the library is documented to return; undefined when nothing is known of it. */
export function knownResult(s: Session, dotted: string): SetId | undefined {
  const returned = RETURNED_CLASSES.get(dotted);
  if (returned === undefined) return undefined;
  const outside = s.values.single(Kind.EXTERNAL_INSTANCE, s.names.id(returned));
  const file = s.files[s.solver.file];
  const isOfProject = s.modules.standardRoot !== undefined && !returned.startsWith('builtins.');
  return isOfProject && file !== undefined ? ownInstance(s, file, returned, outside) : outside;
}

/** An instance of a class of the library by its dotted name where the library is the project; `outside` when it is in C. */
function ownInstance(s: Session, file: FileUnit, dotted: string, outside: SetId): SetId {
  const [module = '', ...names] = dotted.split('.');
  let set = literalModule(s, file, module);
  for (const name of names) set = attributesOf(s, set, s.names.id(name));
  const instances = s.values.flatMap(set, (value) => s.instanceOf(value));
  return s.values.flatMap(instances, (value) => (value === UNKNOWN ? outside : setOf(value)));
}

/** The result of calling anything else from outside. */
export function externalCall(s: Session, dotted: string): SetId {
  const isClass = dotted.startsWith('builtins.')
    ? BUILTIN_CLASSES.has(dotted.slice(9)) || /\.[A-Z]/.test(dotted)
    : isClassName(dotted, LOWER_CASE_CLASSES);
  return isClass ? s.values.single(Kind.EXTERNAL_INSTANCE, s.names.id(dotted)) : UNKNOWN_SET;
}
const BUILTIN_CLASSES: ReadonlySet<string> = new Set([
  'str',
  'bytes',
  'bytearray',
  'int',
  'float',
  'complex',
  'bool',
  'range',
  'slice',
  'memoryview',
  'object',
]);

/** `super()`: the class around, bound to the first parameter of the method around; or what is spelt out. */
function superOf(s: Session, passed: Arguments): SetId {
  const { file, call } = passed;
  if (call < 0) return UNKNOWN_SET;
  const isPlain = positionalCount(passed) === 0;
  const around = methodAround(file.index, call);
  if (around === undefined) return UNKNOWN_SET;
  const self = isPlain
    ? s.ask(Query.PARAMETER, file, around.self)
    : s.expand(positionalArgument(s, passed, 1));
  const after = isPlain
    ? s.values.single(Kind.CLASS, file.number, around.parent)
    : s.expand(positionalArgument(s, passed, 0));
  let set: SetId = EMPTY_SET;
  for (const start of s.values.elements(after)) {
    if (s.values.kind(start) !== Kind.CLASS && s.values.kind(start) !== Kind.SUBCLASS) continue;
    const base = s.values.value(Kind.CLASS, s.values.a(start), s.values.b(start));
    for (const receiver of s.values.elements(self)) {
      if (!HAS_CLASS.has(s.values.kind(receiver))) continue;
      set = s.values.union(set, s.values.single(Kind.SUPER, base, receiver));
    }
  }
  return set;
}
const HAS_CLASS: ReadonlySet<number> = new Set([Kind.INSTANCE, Kind.DECLARED, Kind.CLASS, Kind.SUBCLASS]);

/** The innermost method around a position: its class and its first PARAMETER. */
export function methodAround(
  index: FileIndex,
  position: number,
): { readonly parent: number; readonly self: number } | undefined {
  for (let scope = scopeAt(index, position); scope > 0; scope = index.scopes.parent[scope] ?? 0) {
    if (index.scopes.kind[scope] !== ScopeKind.FUNCTION) continue;
    const facts = index.facts.definitions[index.scopes.definition[scope] ?? -1];
    if (facts?.isMethod !== true) continue;
    return { parent: facts.parent, self: (index.scopes.start[scope] ?? 0) + 3 };
  }
  return undefined;
}

function typeOfArgument(s: Session, passed: Arguments): SetId {
  return s.values.flatMap(s.expand(positionalArgument(s, passed, 0)), (value) => {
    const kind = s.values.kind(value);
    if (isInstance(kind)) return classOfInstance(s, value);
    if (kind === Kind.CLASS) return metaclassAsValue(s, value);
    return kind === Kind.EXTERNAL_INSTANCE ? s.values.single(Kind.EXTERNAL, s.values.a(value)) : UNKNOWN_SET;
  });
}

function metaclassAsValue(s: Session, value: ValueId): SetId {
  const metaclass = metaclassOf(s, projectOrder(s, value));
  return metaclass === undefined ? UNKNOWN_SET : setOf(metaclass);
}

function getAttribute(s: Session, passed: Arguments): SetId {
  const standard = positionalArgument(s, passed, 2);
  const receivers = positionalArgument(s, passed, 0);
  const found = s.values.flatMap(s.keysAmong(positionalArgument(s, passed, 1)), (name) => {
    const kind = s.values.kind(name);
    if (kind === Kind.NAME_PATTERN) return computedAttribute(s, receivers, name);
    return kind === Kind.TEXT ? attributesOf(s, receivers, s.values.a(name)) : UNKNOWN_SET;
  });
  return s.values.union(standard, found);
}

/** `iter(values)`; `iter(read, None)` gives what calling the first gives. */
function iterated(s: Session, passed: Arguments): SetId {
  if (positionalCount(passed) < 2) return iterator(s, elementsOfArgument(s, passed, 0));
  const plain: Arguments = { file: passed.file, call: -1, leading: [] };
  return iterator(
    s,
    s.values.flatMap(positionalArgument(s, passed, 0), (value) => s.call(value, plain)),
  );
}

function nextOf(s: Session, passed: Arguments): SetId {
  const standard = positionalArgument(s, passed, 1);
  const given = s.values.flatMap(s.expand(positionalArgument(s, passed, 0)), (value) => nextItem(s, value));
  return s.values.union(standard, given);
}

function enumerated(s: Session, passed: Arguments): SetId {
  const number = s.values.single(Kind.EXTERNAL_INSTANCE, s.names.id('builtins.int'));
  const pair = s.values.tuple([number, elementsOfArgument(s, passed, 0)]);
  return iterator(s, pair);
}

function zipped(s: Session, passed: Arguments): SetId {
  const items: SetId[] = [];
  for (let place = 0; place < positionalCount(passed); place++)
    items.push(elementsOfArgument(s, passed, place));
  return iterator(s, s.values.tuple(items));
}

/** What `map` calls its function with, and gets. */
function mapped(s: Session, passed: Arguments): SetId {
  const leading: SetId[] = [];
  for (let place = 1; place < positionalCount(passed); place++)
    leading.push(elementsOfArgument(s, passed, place));
  return s.values.flatMap(positionalArgument(s, passed, 0), (called) =>
    s.call(called, { file: passed.file, call: -1, leading }),
  );
}

function extreme(s: Session, passed: Arguments): SetId {
  if (positionalCount(passed) < 2) return elementsOfArgument(s, passed, 0);
  return s.values.union(positionalArgument(s, passed, 0), positionalArgument(s, passed, 1));
}

function wrapped(s: Session, passed: Arguments, kind: number): SetId {
  return s.values.flatMap(positionalArgument(s, passed, 0), (value) => s.values.single(kind, value));
}

function propertyOf(s: Session, passed: Arguments): SetId {
  const [setter = 0] = s.values.elements(argument(s, passed, 1, 'fset'));
  return s.values.flatMap(argument(s, passed, 0, 'fget'), (getter) =>
    s.values.single(Kind.PROPERTY, getter, setter),
  );
}

/** `importlib.import_module('a.b')` is `a.b`, `__import__('a.b')` is `a`. */
function importOf(s: Session, passed: Arguments, isTop: boolean): SetId {
  let set: SetId = EMPTY_SET;
  for (const value of s.values.elements(positionalArgument(s, passed, 0))) {
    const dotted = s.values.kind(value) === Kind.TEXT ? s.names.text(s.values.a(value)) : '';
    if (dotted === '') return UNKNOWN_SET;
    if (dotted.startsWith('.') && !isTop) {
      set = s.values.union(set, relativeModule(s, passed, dotted));
      continue;
    }
    const bound = isTop && !isKeywordPassed(passed, s.names.id('fromlist')) ? dotted.split('.')[0] : dotted;
    set = s.values.union(set, literalModule(s, passed.file, bound ?? dotted));
  }
  return set;
}

/** `import_module('.b', package='a')` is `a.b`. */
function relativeModule(s: Session, passed: Arguments, dotted: string): SetId {
  const level = dotted.length - dotted.replace(/^\.+/, '').length;
  return s.values.flatMap(argument(s, passed, 1, 'package'), (value) => {
    if (s.values.kind(value) !== Kind.TEXT) return UNKNOWN_SET;
    const parts = s.names.text(s.values.a(value)).split('.');
    const around = parts.slice(0, parts.length - level + 1);
    return literalModule(s, passed.file, [...around, dotted.slice(level)].join('.'));
  });
}

function awaitedArgument(s: Session, passed: Arguments): SetId {
  return resultsOf(s, positionalArgument(s, passed, 0));
}

/** What coroutines give in the end. */
function resultsOf(s: Session, coroutines: SetId): SetId {
  return s.values.flatMap(s.expand(coroutines), (value) => {
    const file = s.files[s.values.a(value)];
    const isCoroutine = s.values.kind(value) === Kind.COROUTINE && file !== undefined;
    return isCoroutine ? s.ask(Query.RETURN, file, s.values.b(value)) : UNKNOWN_SET;
  });
}

/** `asyncio.gather`: the results in order, or of a star any of them. */
function gathered(s: Session, passed: Arguments): SetId {
  const results: SetId[] = [];
  for (let place = 0; place < positionalCount(passed); place++) {
    results.push(resultsOf(s, positionalArgument(s, passed, place)));
  }
  const all = results.reduce((set, result) => s.values.union(set, result), EMPTY_SET);
  const given = hasStars(passed) ? s.values.typed(s.names.list, all) : s.values.tuple(results);
  return s.values.typed(s.names.id('typing.Awaitable'), given);
}

/** The type, but for callables: which one is told by the value. */
function castTo(s: Session, passed: Arguments): SetId {
  const { file, call } = passed;
  if (argumentCount(file.index, call) === 0) return UNKNOWN_SET;
  const type = s.typeOf(file, argumentAt(file.index, call, 0));
  const value = positionalArgument(s, passed, 1);
  return isCallableType(s, type) && !s.values.has(value, UNKNOWN) ? value : type;
}

function typeVariable(s: Session, passed: Arguments): SetId {
  const { file } = passed;
  const { code, names } = file.index;
  const [first = UNKNOWN] = s.values.elements(positionalArgument(s, passed, 0));
  const name = s.values.kind(first) === Kind.TEXT ? s.values.a(first) : 0;
  for (let i = 0; i < argumentCount(file.index, passed.call); i++) {
    const ref = argumentAt(file.index, passed.call, i);
    if (names[code[ref + 1] ?? 0] === s.names.id('bound')) {
      return s.values.single(Kind.TYPE_VARIABLE, s.typeOf(file, code[ref + 2] ?? 0), name);
    }
  }
  return s.values.single(Kind.TYPE_VARIABLE, UNKNOWN_SET, name);
}

/** What a field of a dataclass holds when nothing is passed for it. */
function fieldOf(s: Session, passed: Arguments): SetId {
  let set = keywordArgument(s, passed, s.names.id('default'));
  for (const name of ['default_factory', 'factory']) {
    for (const factory of s.values.elements(keywordArgument(s, passed, s.names.id(name)))) {
      set = s.values.union(set, s.call(factory, { file: passed.file, call: -1, leading: [] }));
    }
  }
  return s.values.union(set, UNKNOWN_SET);
}

/** `dict.fromkeys(keys, value)`. */
function fromKeys(s: Session, passed: Arguments): SetId {
  return s.values.typed(s.names.dict, positionalArgument(s, passed, 1), elementsOfArgument(s, passed, 0));
}

function chained(s: Session, passed: Arguments): SetId {
  let set: SetId = EMPTY_SET;
  for (let place = 0; place < positionalCount(passed); place++) {
    set = s.values.union(set, elementsOfArgument(s, passed, place));
  }
  return iterator(s, set);
}

/** Methods of builtin types, as far as they hand on what they hold. */
export function knownBuiltinMethod(s: Session, method: ValueId, passed: Arguments): SetId {
  const receiver = s.values.a(method);
  const kind = s.values.kind(receiver);
  // A class method from outside that makes one (`attributes.ts`).
  if (kind === Kind.CLASS || kind === Kind.SUBCLASS) return s.instanceOf(receiver);
  const name = s.names.text(s.values.b(method));
  const type = builtinTypeOf(s, receiver);
  if (type === 'str' || type === 'bytes')
    return name === 'join'
      ? joinedBy(s, receiver, positionalArgument(s, passed, 0))
      : textMethod(s, type, name);
  if (type === 'dict') return mappingMethod(s, receiver, name, passed);
  switch (name) {
    case 'pop':
    case 'popleft':
      return poppedAt(s, receiver, passed) ?? positionalOrAny(s, receiver, passed);
    case 'copy':
    case 'union':
    case 'difference':
    case 'intersection':
      return setOf(receiver);
    default:
      return NO_RESULT.has(name) ? NONE_SET : UNKNOWN_SET;
  }
}
const NO_RESULT: ReadonlySet<string> = new Set([
  'append',
  'extend',
  'insert',
  'sort',
  'reverse',
  'clear',
  'add',
  'update',
]);

/** What `pop` gives of a list whose items are known where it stands. */
function poppedAt(s: Session, receiver: ValueId, { file, call }: Arguments): SetId | undefined {
  const isHere = s.values.kind(receiver) === Kind.CONTAINER && s.values.a(receiver) === file.number;
  const item = isHere ? settledList(file, s.values.b(receiver))?.popped.get(call) : undefined;
  return item === undefined ? undefined : s.evaluate(file, item);
}

function positionalOrAny(s: Session, receiver: ValueId, passed: Arguments): SetId {
  const isKeyed = positionalCount(passed) > 0;
  const last = s.values.single(Kind.INTEGER, INTEGER_BIAS - 1);
  return s.item(receiver, isKeyed ? positionalArgument(s, passed, 0) : last);
}

function textMethod(s: Session, type: string, name: string): SetId {
  const own = s.values.single(Kind.EXTERNAL_INSTANCE, s.names.id(`builtins.${type}`));
  if (TEXT_RESULTS.has(name)) return own;
  if (TEXT_LIST_RESULTS.has(name)) return s.values.typed(s.names.list, own);
  if (name === 'encode') return s.values.single(Kind.EXTERNAL_INSTANCE, s.names.id('builtins.bytes'));
  if (name === 'decode' || name === 'hex') return text(s);
  return s.values.single(Kind.EXTERNAL_INSTANCE, s.names.id('builtins.int'));
}

/** What `pop` or `setdefault` gives of a table whose items are known where it stands. */
function givenByTable(s: Session, receiver: ValueId, { file, call }: Arguments): SetId | undefined {
  const isHere = s.values.kind(receiver) === Kind.CONTAINER && s.values.a(receiver) === file.number;
  const item = isHere ? settledTable(file, s.values.b(receiver))?.given.get(call) : undefined;
  return item === undefined ? undefined : s.evaluate(file, item);
}

/** Whether all that a key may be is sure to be in a dictionary. */
function isPresent(s: Session, receiver: ValueId, key: SetId): boolean {
  const unit = s.values.kind(receiver) === Kind.CONTAINER ? s.files[s.values.a(receiver)] : undefined;
  const keys = s.values.elements(s.keysAmong(key));
  return (
    unit !== undefined &&
    keys.length > 0 &&
    keys.every((each) => {
      const isLiteral = s.values.kind(each) === Kind.TEXT || s.values.kind(each) === Kind.INTEGER;
      return isLiteral && s.ask(Query.PRESENT, unit, s.values.b(receiver), each) === NONE_SET;
    })
  );
}

function mappingMethod(s: Session, receiver: ValueId, name: string, passed: Arguments): SetId {
  const key = (): SetId => positionalArgument(s, passed, 0);
  const given = givenByTable(s, receiver, passed);
  if (given !== undefined) return given;
  switch (name) {
    case 'get':
    case 'setdefault': {
      const found = s.item(receiver, key());
      return isPresent(s, receiver, key()) ? found : s.values.union(found, positionalArgument(s, passed, 1));
    }
    case 'pop':
      return s.values.union(s.item(receiver, key()), positionalArgument(s, passed, 1));
    case 'values':
      return iterator(s, valuesOf(s, setOf(receiver)));
    case 'keys':
      return iterator(s, s.element(receiver));
    case 'items': {
      const pair = s.values.tuple([s.element(receiver), valuesOf(s, setOf(receiver))]);
      return iterator(s, pair);
    }
    case 'copy':
      return setOf(receiver);
    default:
      return NO_RESULT.has(name) ? NONE_SET : UNKNOWN_SET;
  }
}
