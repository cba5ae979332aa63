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
import { elementsOfSet } from './containers.js';
import { lookUp } from './imports.js';
import { knownName } from './known.js';
import type { Arguments, FileUnit, Session } from './session.js';
import { EMPTY_SET, Kind, type SetId, type ValueId } from './values.js';

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

/** Builtins that do their work by special methods of their first argument. */
const SPECIAL: ReadonlyMap<string, readonly string[]> = new Map([
  ['builtins.len', ['__len__']],
  ['builtins.str', ['__str__']],
  ['builtins.print', ['__str__']],
  ['builtins.repr', ['__repr__']],
  ['builtins.iter', ['__iter__']],
  ['builtins.next', ['__next__']],
  ['builtins.bool', ['__bool__']],
  ['builtins.int', ['__int__']],
  ['builtins.float', ['__float__']],
  ['builtins.bytes', ['__bytes__']],
  ['builtins.hash', ['__hash__']],
  ['builtins.abs', ['__abs__']],
  ['builtins.reversed', ['__reversed__']],
  ['builtins.list', ['__iter__']],
  ['builtins.tuple', ['__iter__']],
  ['builtins.set', ['__iter__']],
  ['builtins.sum', ['__iter__']],
  ['builtins.sorted', ['__iter__']],
  ['contextlib.ExitStack.enter_context', ['__enter__', '__exit__']],
]);

/** The special methods that a builtin calls, and on what; `argument` is where that stands. */
export function specialMethodOf(
  s: Session,
  file: FileUnit,
  call: number,
  callees: SetId,
): { readonly receivers: SetId; readonly names: readonly string[]; readonly argument: number } | undefined {
  for (const value of s.values.elements(callees)) {
    if (s.values.kind(value) !== Kind.EXTERNAL) continue;
    const names = SPECIAL.get(s.names.text(s.values.a(value)));
    if (names === undefined || argumentCount(file.index, call) === 0) continue;
    const first = argumentAt(file.index, call, 0);
    if (file.index.code[first] !== Op.KEYWORD) {
      return { receivers: s.expand(s.evaluate(file, first)), names, argument: first };
    }
  }
  return undefined;
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
