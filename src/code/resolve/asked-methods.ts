/**
 * Which special methods builtins and the library ask of what they are given: `len(x)` asks `__len__`, `sorted(xs)` asks `__iter__`,
 * and `__lt__` of the elements. Data alone; who uses it: `outside-calls.ts`, `special-calls.ts`.
 */
import { AskKind } from '../code.js';

/** What a callee from outside asks of its arguments. */
export interface Asked {
  /** Special methods: one of each list, the first that there is. */
  readonly methods: readonly (readonly string[])[];
  /** It goes through them, too. */
  readonly isIterating?: true;
  /** What is asked of each element, in the same way. */
  readonly elements?: readonly (readonly string[])[];
  /** With `key=` elements are asked for nothing. */
  readonly unlessKey?: true;
  /** What is asked of the elements of builtin containers, and of no others. */
  readonly contents?: readonly (readonly string[])[];
  /** Elements are asked where one argument is given; several arguments are themselves asked. */
  readonly orArguments?: true;
  /** The first argument that is asked, 0 when not given; all from there on where there are many. */
  readonly from?: number;
  readonly isMany?: true;
}

const ITERATING: Asked = { methods: [], isIterating: true };
/** What makes a sequence asks how long it will be. */
const COLLECTING: Asked = { methods: [['__len__', '__length_hint__']], isIterating: true };
const STRING = ['__str__', '__repr__'];
const FORMAT = ['__format__', ...STRING];
/** A container shows what it holds. */
const SHOWN: Asked = { methods: [STRING], contents: [['__repr__']] };
const TRUTH = ['__bool__', '__len__'];
const LESS = ['__lt__', '__gt__'];
const GREATER = ['__gt__', '__lt__'];

/** Functions that do their work by special methods of their arguments. */
export const SPECIAL: ReadonlyMap<string, Asked> = new Map<string, Asked>([
  ['builtins.len', { methods: [['__len__']] }],
  ['builtins.str', SHOWN],
  ['builtins.print', { ...SHOWN, isMany: true }],
  ['builtins.repr', { methods: [['__repr__']], contents: [['__repr__']] }],
  ['builtins.ascii', { methods: [['__repr__']] }],
  ['builtins.format', { methods: [FORMAT] }],
  ['builtins.iter', { methods: [['__iter__']] }],
  ['builtins.next', { methods: [['__next__']] }],
  ['builtins.bool', { methods: [TRUTH] }],
  ['builtins.int', { methods: [['__int__', '__index__', '__trunc__']] }],
  ['builtins.float', { methods: [['__float__', '__index__']] }],
  ['builtins.complex', { methods: [['__complex__', '__float__', '__index__']] }],
  ['builtins.bytes', { methods: [['__bytes__']] }],
  ['builtins.hash', { methods: [['__hash__']], contents: [['__hash__']] }],
  ['builtins.abs', { methods: [['__abs__']] }],
  ['builtins.round', { methods: [['__round__']] }],
  ['builtins.reversed', { methods: [['__reversed__']] }],
  ['builtins.dir', { methods: [['__dir__']] }],
  ['builtins.list', COLLECTING],
  ['builtins.tuple', COLLECTING],
  ['builtins.sorted', { ...COLLECTING, elements: [LESS], unlessKey: true }],
  ['builtins.set', { ...ITERATING, elements: [['__hash__']] }],
  ['builtins.frozenset', { ...ITERATING, elements: [['__hash__']] }],
  ['builtins.sum', { ...ITERATING, elements: [['__radd__'], ['__add__']] }],
  ['builtins.any', { ...ITERATING, elements: [TRUTH] }],
  ['builtins.all', { ...ITERATING, elements: [TRUTH] }],
  ['builtins.min', { ...ITERATING, elements: [LESS], unlessKey: true, orArguments: true }],
  ['builtins.max', { ...ITERATING, elements: [GREATER], unlessKey: true, orArguments: true }],
  ['heapq.heapify', { methods: [], elements: [LESS] }],
  ['heapq.heappush', { methods: [LESS], from: 1 }],
  ['bisect.insort', { methods: [LESS], from: 1, unlessKey: true }],
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
  ['contextlib.closing', { methods: [['close']] }],
  ['contextlib.aclosing', { methods: [['aclose']] }],
  ['contextlib.ExitStack.enter_context', { methods: [['__enter__'], ['__exit__']] }],
]);

/** What `list.sort` asks of what the list holds, and `set.add` of what it is given. */
export const SORTED: Asked = { methods: [], elements: [LESS] };
export const ADDED: Asked = { methods: [['__hash__']], contents: [['__hash__']] };

export const NOTHING_ASKED: Asked = { methods: [] };

/** By AskKind, what an ASK asks. */
export const ASKED: Readonly<Record<number, Asked>> = {
  [AskKind.TRUTH]: { methods: [TRUTH] },
  [AskKind.FORMAT]: { methods: [FORMAT], contents: [['__repr__']] },
  [AskKind.STR]: SHOWN,
  [AskKind.REPR]: { methods: [['__repr__']], contents: [['__repr__']] },
  [AskKind.HASH]: { methods: [['__hash__']], contents: [['__hash__']] },
};
