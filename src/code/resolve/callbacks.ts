/**
 * Functions from outside that call what they are given, and methods of library classes that run what a derived class has put in
 * place: `re.sub(p, f, text)`, `Thread.start` → `run`, `HTMLParser.feed` → `handle_starttag`. Data alone; who uses it:
 * `outside-calls.ts`, `special-calls.ts`.
 */

/** Which argument is called, by place, by name or both; and with the elements of which other arguments. */
export interface Handed {
  readonly place?: number;
  readonly name?: string;
  readonly from?: number;
  /** Every argument from `from` on gives one. */
  readonly isMany?: true;
  /** What the parsers of the file are told to make of texts is called. */
  readonly isParsing?: true;
  /** Not the elements but the instances of the project that lie anywhere in them are given. */
  readonly isDeep?: true;
  /** Fewer arguments by position than this: nothing is called. */
  readonly least?: number;
  /** It is called by who uses the result: goes through it, starts it. */
  readonly isLater?: true;
}

/** By dotted name of what is called. */
export const CALLING: ReadonlyMap<string, Handed> = new Map<string, Handed>([
  ['builtins.iter', { place: 0, least: 2 }],
  ['builtins.map', { place: 0, from: 1, isMany: true, isLater: true }],
  ['builtins.filter', { place: 0, from: 1, isLater: true }],
  ['builtins.sorted', { name: 'key', from: 0 }],
  ['builtins.min', { name: 'key', from: 0 }],
  ['builtins.max', { name: 'key', from: 0 }],
  ['functools.reduce', { place: 0 }],
  ['itertools.starmap', { place: 0, isLater: true }],
  ['itertools.takewhile', { place: 0, from: 1, isLater: true }],
  ['itertools.dropwhile', { place: 0, from: 1, isLater: true }],
  ['itertools.filterfalse', { place: 0, from: 1, isLater: true }],
  ['itertools.accumulate', { place: 1, name: 'func', isLater: true }],
  ['itertools.groupby', { place: 1, name: 'key', from: 0, isLater: true }],
  ['heapq.nlargest', { place: 2, name: 'key' }],
  ['heapq.nsmallest', { place: 2, name: 'key' }],
  ['bisect.insort', { name: 'key' }],
  ['bisect.bisect', { name: 'key' }],
  ['re.sub', { place: 1, name: 'repl' }],
  ['re.subn', { place: 1, name: 'repl' }],
  ['re.Pattern.sub', { place: 0, name: 'repl' }],
  ['re.Pattern.subn', { place: 0, name: 'repl' }],
  ['json.dump', { name: 'default', from: 0, isDeep: true }],
  ['json.dumps', { name: 'default', from: 0, isDeep: true }],
  ['json.load', { name: 'object_hook' }],
  ['json.loads', { name: 'object_hook' }],
  ['argparse.ArgumentParser.parse_args', { isParsing: true }],
  ['argparse.ArgumentParser.parse_known_args', { isParsing: true }],
  ['atexit.register', { place: 0 }],
  ['signal.signal', { place: 1, name: 'handler' }],
  ['weakref.finalize', { place: 1 }],
  ['threading.Thread', { place: 1, name: 'target', isLater: true }],
  ['threading.Timer', { place: 1, name: 'function', isLater: true }],
  ['multiprocessing.Process', { place: 1, name: 'target', isLater: true }],
  ['concurrent.futures.ThreadPoolExecutor.submit', { place: 0 }],
  ['concurrent.futures.ThreadPoolExecutor.map', { place: 0, from: 1, isMany: true }],
  ['concurrent.futures.ProcessPoolExecutor.submit', { place: 0 }],
  ['concurrent.futures.ProcessPoolExecutor.map', { place: 0, from: 1, isMany: true }],
  ['multiprocessing.Pool.map', { place: 0, from: 1 }],
  ['multiprocessing.Pool.imap', { place: 0, from: 1 }],
  ['multiprocessing.Pool.apply', { place: 0 }],
  ['multiprocessing.Pool.apply_async', { place: 0 }],
  ['asyncio.to_thread', { place: 0 }],
  ['contextvars.Context.run', { place: 0 }],
  ['contextlib.ExitStack.callback', { place: 0 }],
  ['contextlib.AsyncExitStack.callback', { place: 0 }],
  ['timeit.timeit', { place: 0, name: 'stmt' }],
  ['functools.cmp_to_key', { place: 0 }],
]);

const RUN: readonly string[] = ['run'];
const OF_MARKUP: readonly string[] = [
  'handle_starttag',
  'handle_endtag',
  'handle_startendtag',
  'handle_data',
  'handle_entityref',
  'handle_charref',
  'handle_comment',
  'handle_decl',
  'handle_pi',
  'unknown_decl',
];
const OF_FORMATTER: readonly string[] = ['get_field', 'get_value', 'convert_field', 'format_field'];
const GET: readonly string[] = ['__getitem__'];
const EACH: readonly string[] = ['__iter__', '__getitem__'];

/** By method of a library class: what it runs on the same instance, as far as a derived class puts it in place. */
export const HOOKS: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ['threading.Thread.start', RUN],
  ['threading.Timer.start', RUN],
  ['multiprocessing.Process.start', RUN],
  ['html.parser.HTMLParser.feed', OF_MARKUP],
  ['html.parser.HTMLParser.close', OF_MARKUP],
  ['json.JSONEncoder.encode', ['default']],
  ['json.JSONEncoder.iterencode', ['default']],
  ['string.Formatter.format', OF_FORMATTER],
  ['string.Formatter.vformat', OF_FORMATTER],
  ['cmd.Cmd.cmdloop', ['preloop', 'precmd', 'onecmd', 'default', 'emptyline', 'postcmd', 'postloop']],
  ['cmd.Cmd.onecmd', ['default', 'emptyline']],
  ['logging.Handler.handle', ['emit']],
  ['logging.Formatter.format', ['formatTime', 'formatMessage', 'formatException']],
  ['queue.Queue.put', ['_put']],
  ['queue.Queue.get', ['_get']],
  ...ofCollection('Mapping', { get: GET, items: EACH, values: EACH }),
  ...ofCollection('MutableMapping', {
    get: GET,
    items: EACH,
    values: EACH,
    pop: ['__getitem__', '__delitem__'],
    setdefault: ['__getitem__', '__setitem__'],
    update: ['__setitem__'],
  }),
  ...ofCollection('Sequence', { index: GET, count: GET }),
  ...ofCollection('MutableSequence', {
    index: GET,
    count: GET,
    append: ['__len__', 'insert'],
    extend: ['__len__', 'insert'],
    pop: ['__getitem__', '__delitem__'],
    remove: ['__getitem__', '__delitem__'],
  }),
  ...ofCollection('MutableSet', { remove: ['__contains__', 'discard'], pop: ['__iter__', 'discard'] }),
]);

/** An abstract collection is known under two names. */
function ofCollection(
  name: string,
  methods: Readonly<Record<string, readonly string[]>>,
): (readonly [string, readonly string[]])[] {
  return ['collections.abc', 'typing'].flatMap((module) =>
    Object.entries(methods).map(([method, run]) => [`${module}.${name}.${method}`, run] as const),
  );
}
