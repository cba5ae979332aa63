/**
 * The kinds of abstract values, with what the two numbers of each hold. Which values there are in a run is kept by
 * `value-table.ts`, what becomes of them is told by `values.ts`.
 */

/** The kinds of values, with what `a` and `b` hold. `file` is a file's number in the run, `position` one in its stream. */
export const Kind = {
  /** Something that cannot be followed. */
  UNKNOWN: 0,
  /** More than can be followed; absorbs every other value. */
  ANYTHING: 1,
  NONE: 2,
  /** file. */
  MODULE: 3,
  /** name id of its directories joined with `|`. */
  NAMESPACE: 4,
  /** name id of the dotted name: imported from outside, or a builtin (`builtins.len`). */
  EXTERNAL: 5,
  /** name id of the dotted name of its class. */
  EXTERNAL_INSTANCE: 6,
  /** file, definition: the class object itself. */
  CLASS: 7,
  /** file, definition: the class or one derived from it. */
  SUBCLASS: 8,
  /** file, definition: an instance of exactly this class. */
  INSTANCE: 9,
  /** file, definition: an instance of this class or of one derived from it. */
  DECLARED: 10,
  /** file, definition. */
  FUNCTION: 11,
  /** file, position. */
  LAMBDA: 12,
  /** function value, value it is bound to. */
  METHOD: 13,
  /** function value: what `staticmethod` makes of it. */
  STATIC_METHOD: 14,
  CLASS_METHOD: 15,
  /** getter value, setter value (0 when absent). */
  PROPERTY: 16,
  /** property value, name id: `prop.setter`. */
  PROPERTY_PART: 17,
  /** file, position of the PARAMETER: whatever the caller passes. */
  PARAMETER: 18,
  /** class value after which the search starts, value it is bound to. */
  SUPER: 19,
  /** file, position of the display, comprehension or call that makes it. */
  CONTAINER: 20,
  /** name id of its type (`builtins.list`), pair of (element set, key set): known by type only. */
  TYPED: 21,
  /** list of sets: a tuple with these items. */
  TUPLE: 22,
  /** list of name ids and sets in turn: a dictionary with these keys. */
  RECORD: 35,
  /** name id of the text. */
  TEXT: 23,
  /** the number plus INTEGER_BIAS. */
  INTEGER: 24,
  /** file, definition: a called generator function. */
  GENERATOR: 25,
  /** file, definition: a called `async def`. */
  COROUTINE: 26,
  /** function value: what `contextmanager` makes of a generator function. */
  CONTEXT_FUNCTION: 27,
  /** file, definition: a called one. */
  CONTEXT: 28,
  /** receiver value, name id: a method of a builtin type. */
  BUILTIN_METHOD: 29,
  /** value that is called in the end: `functools.partial(f)`. */
  PARTIAL: 30,
  /** A decorator that gives back what it is given: `functools.wraps(f)`. */
  IDENTITY: 31,
  /** set of its bound, name id: a type variable. */
  TYPE_VARIABLE: 32,
  /** file, position of a subscript in the manner of annotations: `Optional[Oven]`. */
  TYPE_EXPRESSION: 33,
  /** PARAMETER value: an instance of the class that the caller passes (`cls()`); of a PARAMETER_CLASS: `graph.__class__()`. */
  PARAMETER_INSTANCE: 34,
  /** name id: a text of which a pattern is known; see `name-patterns.ts`. */
  NAME_PATTERN: 36,
  /** receiver value, NAME_PATTERN: an attribute that is looked up by a name that is put together. */
  COMPUTED: 37,
  /** PARAMETER value, name id: the class that an attribute of what the caller passes is, inside of a PARAMETER_INSTANCE only. */
  PARAMETER_CLASS: 38,
  /** file, position of the CALL of `namedtuple` that makes the class. */
  NAMED_TUPLE: 39,
  /** TEXT or INTEGER value, name id of what makes it: `operator.methodcaller('turn')`; see `operator-getters.ts`. */
  GETTER: 40,
} as const;
export const KIND_COUNT = 41;

export const INTEGER_BIAS = 1_000_000;

/** Whether values of this kind hold sets. */
export function isStructure(kind: number): boolean {
  return kind === Kind.TYPED || kind === Kind.TUPLE || kind === Kind.RECORD;
}

/** Whether values of this kind are instances of a class of the project. */
export function isInstance(kind: number): boolean {
  return kind === Kind.INSTANCE || kind === Kind.DECLARED;
}

/** Whether a value of this kind may be of a class derived from the one that is known. */
export function isAnyDerived(kind: number): boolean {
  return kind === Kind.DECLARED || kind === Kind.SUBCLASS;
}

/** Whether values of this kind may carry what they were made with: instances, functions that close over parameters. */
export function isMade(kind: number): boolean {
  return kind === Kind.INSTANCE || kind === Kind.FUNCTION || kind === Kind.LAMBDA || kind === Kind.COROUTINE;
}

/** Whether values of this kind stand around another one: `a`, for METHOD and PROPERTY `b` as well. */
export function isAround(kind: number): boolean {
  switch (kind) {
    case Kind.METHOD:
    case Kind.PROPERTY:
    case Kind.STATIC_METHOD:
    case Kind.CLASS_METHOD:
    case Kind.CONTEXT_FUNCTION:
    case Kind.PARTIAL:
      return true;
    default:
      return false;
  }
}
