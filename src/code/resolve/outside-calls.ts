/**
 * What code outside of the project runs in it by our call: functions handed to `map` or `sorted(key=…)`, special methods behind
 * `len(x)` and `str(x)`, modules behind `importlib.import_module('a.b')`.
 */
import { Op } from '../code.js';
import {
  argumentAt,
  argumentCount,
  keywordArgument,
  positionalArgument,
  positionalCount,
} from './arguments.js';
import { lookUp } from './imports.js';
import { elementsOfSet } from './items.js';
import { knownName } from './known.js';
import type { Arguments, FileUnit, Session } from './session.js';
import { Kind } from './value-kinds.js';
import { EMPTY_SET, type SetId, type ValueId } from './value-table.js';

/** Which argument is called, by place, by name or both; and with the elements of which other arguments. */
interface Handed {
  readonly place?: number;
  readonly name?: string;
  readonly from?: number;
  /** Every argument from `from` on gives one. */
  readonly isMany?: true;
  /** Fewer arguments by position than this: nothing is called. */
  readonly least?: number;
}

const CALLING: ReadonlyMap<string, Handed> = new Map<string, Handed>([
  ['builtins.iter', { place: 0, least: 2 }],
  ['builtins.map', { place: 0, from: 1, isMany: true }],
  ['builtins.filter', { place: 0, from: 1 }],
  ['builtins.sorted', { name: 'key', from: 0 }],
  ['builtins.min', { name: 'key', from: 0 }],
  ['builtins.max', { name: 'key', from: 0 }],
  ['functools.reduce', { place: 0 }],
  ['itertools.starmap', { place: 0 }],
  ['itertools.takewhile', { place: 0, from: 1 }],
  ['itertools.dropwhile', { place: 0, from: 1 }],
  ['itertools.filterfalse', { place: 0, from: 1 }],
  ['itertools.accumulate', { place: 1, name: 'func' }],
  ['itertools.groupby', { place: 1, name: 'key', from: 0 }],
  ['heapq.nlargest', { place: 2, name: 'key' }],
  ['heapq.nsmallest', { place: 2, name: 'key' }],
  ['re.sub', { place: 1, name: 'repl' }],
  ['threading.Thread', { place: 1, name: 'target' }],
  ['threading.Timer', { place: 1, name: 'function' }],
  ['multiprocessing.Process', { place: 1, name: 'target' }],
  ['concurrent.futures.ThreadPoolExecutor.submit', { place: 0 }],
  ['concurrent.futures.ThreadPoolExecutor.map', { place: 0, from: 1, isMany: true }],
  ['asyncio.to_thread', { place: 0 }],
  ['contextlib.ExitStack.callback', { place: 0 }],
  ['timeit.timeit', { place: 0, name: 'stmt' }],
  ['functools.cmp_to_key', { place: 0 }],
]);

/**
 * Whether a callee may run code of the project by what it is given; remembered by value, as every call asks.
 */
export function mayComeBack(s: Session, value: ValueId): boolean {
  let may = s.comingBack[value];
  if (may === undefined) {
    const name = knownName(s, value);
    may =
      s.values.kind(value) === Kind.BUILTIN_METHOD ||
      CALLING.has(name) ||
      SPECIAL.has(name) ||
      IMPORTERS.has(name);
    s.comingBack[value] = may;
  }
  return may;
}

/** The last names of all these, and of `list.sort`: where to look for calls that hand functions on. */
export const CALLING_NAMES: readonly string[] = [
  ...new Set([...CALLING.keys()].map((dotted) => dotted.slice(dotted.lastIndexOf('.') + 1))),
  'sort',
];

/** Sets of values that the callee calls at once, among the arguments. */
export function calledByOutside(s: Session, passed: Arguments, callees: SetId): SetId[] {
  return handedOn(s, passed, callees).map(({ called }) => called);
}

/** The same, each with what it is called with. */
export function handedOn(
  s: Session,
  passed: Arguments,
  callees: SetId,
): { readonly called: SetId; readonly leading: readonly SetId[] }[] {
  const found: { readonly called: SetId; readonly leading: readonly SetId[] }[] = [];
  for (const value of s.values.elements(callees)) {
    const handed = handedTo(s, value);
    if (handed === undefined || positionalCount(passed) < (handed.least ?? 0)) continue;
    const called = s.values.union(
      handed.place === undefined ? EMPTY_SET : positionalArgument(s, passed, handed.place),
      handed.name === undefined ? EMPTY_SET : keywordArgument(s, passed, s.names.id(handed.name)),
    );
    if (called !== EMPTY_SET) found.push({ called, leading: givenTo(s, passed, value, handed) });
  }
  return found;
}

/** The elements that a function is called with, one after another. */
function givenTo(s: Session, passed: Arguments, callee: ValueId, handed: Handed): SetId[] {
  if (s.values.kind(callee) === Kind.BUILTIN_METHOD) return [s.element(s.values.a(callee))];
  if (handed.from === undefined) return [];
  const end = handed.isMany === undefined ? handed.from + 1 : positionalCount(passed);
  const given: SetId[] = [];
  for (let place = handed.from; place < end; place++) {
    given.push(elementsOfSet(s, s.expand(positionalArgument(s, passed, place))));
  }
  return given;
}

function handedTo(s: Session, value: ValueId): Handed | undefined {
  if (s.values.kind(value) === Kind.BUILTIN_METHOD) {
    return s.names.text(s.values.b(value)) === 'sort' ? { name: 'key' } : undefined;
  }
  return CALLING.get(knownName(s, value));
}

/** What a callee from outside asks of its arguments. */
interface Asked {
  /** Special methods: one of each list, the first that there is. */
  readonly methods: readonly (readonly string[])[];
  /** It goes through them, too. */
  readonly isIterating?: true;
  /** The first argument that is asked, 0 when not given; all from there on where there are many. */
  readonly from?: number;
  readonly isMany?: true;
}

const ITERATING: Asked = { methods: [], isIterating: true };
/** What makes a sequence asks how long it will be. */
const COLLECTING: Asked = { methods: [['__len__', '__length_hint__']], isIterating: true };

/** Functions that do their work by special methods of their arguments. */
const SPECIAL: ReadonlyMap<string, Asked> = new Map<string, Asked>([
  ['builtins.len', { methods: [['__len__']] }],
  ['builtins.str', { methods: [['__str__', '__repr__']] }],
  ['builtins.print', { methods: [['__str__', '__repr__']], isMany: true }],
  ['builtins.repr', { methods: [['__repr__']] }],
  ['builtins.ascii', { methods: [['__repr__']] }],
  ['builtins.format', { methods: [['__format__', '__str__', '__repr__']] }],
  ['builtins.iter', { methods: [['__iter__']] }],
  ['builtins.next', { methods: [['__next__']] }],
  ['builtins.bool', { methods: [['__bool__', '__len__']] }],
  ['builtins.int', { methods: [['__int__', '__index__', '__trunc__']] }],
  ['builtins.float', { methods: [['__float__', '__index__']] }],
  ['builtins.complex', { methods: [['__complex__', '__float__', '__index__']] }],
  ['builtins.bytes', { methods: [['__bytes__']] }],
  ['builtins.hash', { methods: [['__hash__']] }],
  ['builtins.abs', { methods: [['__abs__']] }],
  ['builtins.round', { methods: [['__round__']] }],
  ['builtins.reversed', { methods: [['__reversed__']] }],
  ['builtins.dir', { methods: [['__dir__']] }],
  ['builtins.list', COLLECTING],
  ['builtins.tuple', COLLECTING],
  ['builtins.sorted', COLLECTING],
  ['builtins.set', ITERATING],
  ['builtins.frozenset', ITERATING],
  ['builtins.sum', ITERATING],
  ['builtins.any', ITERATING],
  ['builtins.all', ITERATING],
  ['builtins.min', ITERATING],
  ['builtins.max', ITERATING],
  ['builtins.enumerate', ITERATING],
  ['builtins.zip', { ...ITERATING, isMany: true }],
  ['builtins.map', { ...ITERATING, from: 1, isMany: true }],
  ['builtins.filter', { ...ITERATING, from: 1 }],
  ['copy.copy', { methods: [['__copy__', '__reduce_ex__', '__reduce__', '__getstate__']] }],
  ['copy.deepcopy', { methods: [['__deepcopy__', '__reduce_ex__', '__reduce__', '__getstate__']] }],
  ['pickle.dump', { methods: [['__reduce_ex__', '__reduce__', '__getstate__']] }],
  ['pickle.dumps', { methods: [['__reduce_ex__', '__reduce__', '__getstate__']] }],
  ['math.floor', { methods: [['__floor__', '__float__']] }],
  ['math.ceil', { methods: [['__ceil__', '__float__']] }],
  ['math.trunc', { methods: [['__trunc__']] }],
  ['operator.index', { methods: [['__index__']] }],
  ['os.fspath', { methods: [['__fspath__']] }],
  ['builtins.open', { methods: [['__fspath__']] }],
  ['contextlib.ExitStack.enter_context', { methods: [['__enter__'], ['__exit__']] }],
]);

/** What a callee asks of the arguments of a call: each with what is asked of it. */
export function askedBySpecial(
  s: Session,
  file: FileUnit,
  call: number,
  callees: SetId,
): readonly { readonly argument: number; readonly asked: Asked }[] {
  for (const value of s.values.elements(callees)) {
    if (s.values.kind(value) !== Kind.EXTERNAL) continue;
    const asked = SPECIAL.get(s.names.text(s.values.a(value)));
    if (asked === undefined) continue;
    const from = asked.from ?? 0;
    const end = asked.isMany === undefined ? from + 1 : argumentCount(file.index, call);
    return byPosition(file, call, end)
      .slice(from)
      .map((argument) => ({ argument, asked }));
  }
  return [];
}

/** Positions of the first `count` arguments, as far as they are passed by position. */
function byPosition({ index }: FileUnit, call: number, count: number): readonly number[] {
  const found: number[] = [];
  for (let i = 0; i < Math.min(count, argumentCount(index, call)); i++) {
    const argument = argumentAt(index, call, i);
    const op = index.code[argument];
    if (op === Op.KEYWORD || op === Op.STAR || op === Op.DOUBLE_STAR) break;
    found.push(argument);
  }
  return found;
}

/** The file of the project that a call imports by a literal name; undefined when it imports none. */
export function importedByCall(s: Session, passed: Arguments, callees: SetId): string | undefined {
  const { file, call } = passed;
  const { code, facts } = file.index;
  const isImport = s.values.elements(callees).some((value) => IMPORTERS.has(knownName(s, value)));
  const first = argumentCount(file.index, call) === 0 ? 0 : argumentAt(file.index, call, 0);
  if (!isImport || code[first] !== Op.STRING) return undefined;
  const target = lookUp(s, file, facts.code.strings[code[first + 1] ?? 0] ?? '');
  return target.kind === 'file' ? target.path : undefined;
}
const IMPORTERS: ReadonlySet<string> = new Set([
  'importlib.import_module',
  'importlib.__import__',
  'builtins.__import__',
]);
