/**
 * The instruction set of `Facts.code`: one file as one stream in source order, which is Python's order of evaluation as
 * far as names are concerned. Each instruction is `[op, operand, …]` in one Int32Array; its position is its name.
 *
 * - *Expressions* compute a value. Operands of shape `r` (refs) hold the position of an earlier expression. Position 0
 *   holds OPAQUE, so a ref of 0 says "nothing is known about this value" (or "absent").
 * - *Statements* bind names, attributes and items to expressions.
 * - *Structure* opens and closes scopes and blocks, like brackets.
 *
 * An instruction belongs to the scope that is open where it stands. Only what can lead to a definition is kept:
 * `f'{a.x}{g(b)}'` has no value, but its attribute read and its call are emitted all the same. So one linear walk meets every
 * call, attribute read, import and binding of the file exactly once.
 *
 * Deliberately absent: control flow beyond blocks, arithmetic with constants, literal values that are no keys or names.
 */

/**
 * Operand shapes: s index into `Code.strings` · r ref · n number (may be negative) · l line, 1-based as CPython's `ast`
 * counts (start of the expression) · R a count, then that many refs.
 */
const SHAPES = {
  // expressions
  OPAQUE: '',
  /** n: ConstantKind. */
  CONSTANT: 'n',
  /** A string constant that looks like a word, a dotted name or a key. Longer text is CONSTANT. */
  STRING: 's',
  INTEGER: 'n',
  /** A text that is put together and may be a name: `f'visit_{kind}'` is `visit_*`; `#` stands where the name of a class is put in. */
  NAME_PATTERN: 's',
  /** The NAME_PATTERN r1 with r2 in its only hole. */
  FILLED: 'rr',
  NAME: 's',
  /** Reads `r.s`. */
  ATTRIBUTE: 'rsl',
  /** Reads `r1[r2]`; in an annotation: the generic r1 applied to r2 (a TUPLE when there are several). */
  SUBSCRIPT: 'rrl',
  /** What an unpacking or a pattern takes of r1 under r2: the same value, but nobody calls `__getitem__`. */
  UNPACKED: 'rr',
  /**
   * `r[n1:n2]`, and what `*rest` takes of r in an unpacking: a container of the same elements. Where a bound is left out or no
   * number, SLICE_OPEN or SLICE_UNKNOWN stands in its place; with a step both are unknown.
   */
  SLICE: 'rnn',
  /** Callee, line, arguments in order: values, KEYWORD, STAR, DOUBLE_STAR. */
  CALL: 'rlR',
  /** `s=r` among the arguments of a CALL or the bases of a CLASS. */
  KEYWORD: 'sr',
  /** `*r` among arguments, bases or items. */
  STAR: 'r',
  /** `**r` among arguments, or in a DICT. */
  DOUBLE_STAR: 'r',
  TUPLE: 'R',
  LIST: 'R',
  SET: 'R',
  /** Keys and values alternate; `**other` stands as the pair [DOUBLE_STAR, 0]. */
  DICT: 'R',
  /** One of several: `a if c else b`, `a or b`, `a and b`; `X | Y` in an annotation. */
  EITHER: 'R',
  /** Its SCOPE opens right after it. */
  LAMBDA: '',
  /** n: ComprehensionKind; r: the element, or the key of a dict; r: the value of a dict, else 0. Its SCOPE, closed before, is the one the element stands in. */
  COMPREHENSION: 'nrr',
  AWAIT: 'r',
  /** Its value is what is sent; it makes the function around it a generator of r. */
  YIELD: 'r',
  /** r, and its line. */
  YIELD_FROM: 'rl',
  /** `r1 + r2`; n: its place in OPERATORS, negative when it changes r1 in place; r2 is 0 for a unary one. */
  OPERATION: 'nrrl',
  /** What iterating over r gives: the target of a `for`. */
  ELEMENT: 'rl',
  ASYNC_ELEMENT: 'rl',
  /** What `with r as x` binds: the result of its `__enter__`. Also emitted without `as`. */
  ENTER: 'rl',
  ASYNC_ENTER: 'rl',
  /** An instance of the class r, or of one of a TUPLE of classes: `except r as x`. Of every handler that names classes. */
  INSTANCE: 'r',
  /** The value r1 once it is known to be an instance of r2: the subject of a class pattern. */
  NARROWED: 'rr',
  /** A type parameter (PEP 695); r: its bound, 0 when absent. */
  TYPE_PARAMETER: 'r',
  /** `@r` at line l. */
  DECORATOR: 'rl',
  /** n: definition; R: DECORATORs in written order. Its SCOPE opens right after it, and the BIND of its name follows the scope. */
  FUNCTION: 'nR',
  /** n: definition; R: bases (values, KEYWORD, STAR); R: DECORATORs. SCOPE and BIND as for FUNCTION. */
  CLASS: 'nRR',

  // statements
  BIND: 'sr',
  /** `s: r1` or `s: r1 = r2`; n: 1 when there is a value (its ref may still be 0). */
  ANNOTATE: 'srrn',
  UNBIND: 's',
  /** `s += r` and the like. */
  AUGMENT: 'sr',
  /** `r1.s = r2`. */
  SET_ATTRIBUTE: 'rsrl',
  /** `r1.s: r2` or `r1.s: r2 = r3`; n: 1 when there is a value. */
  ANNOTATE_ATTRIBUTE: 'rsrrnl',
  /** `r1[r2] = r3`. */
  SET_ITEM: 'rrrl',
  /** `del r1[r2]`. */
  DELETE_ITEM: 'rrl',
  /** `del r.s`. */
  DELETE_ATTRIBUTE: 'rsl',
  GLOBAL: 's',
  /** Also stands before the BIND of a `:=` within a comprehension, which binds in the scope around. */
  NONLOCAL: 's',
  /** `import s1 as s2`; without `as`, s2 is '' and the first part of s1 is bound. n: ImportFlags. */
  IMPORT: 'ssln',
  /** `from <n dots>s1 import s2 as s3`; s2 `*` for a star import (s3 then ''); s3 is the bound name otherwise. Last n: ImportFlags. */
  FROM_IMPORT: 'nsssln',
  /** n: ParameterKind; name; annotation; default (0 when absent, CONSTANT when it is one). First things of a function's or lambda's scope. */
  PARAMETER: 'nsrr',
  /** The return annotation, after the PARAMETERs. */
  RETURNS: 'r',
  RETURN: 'r',
  /** From here to the end of the innermost block, r1 (a NAME or ATTRIBUTE) is an instance of r2; with n 1 it is none. */
  NARROW: 'rrn',
  /** From here to the end of the innermost block the call r, `name.method()`, would say yes (n 1), or no (n 0). */
  GUARD: 'rn',
  /** `raise r`, and the r of `from r` behind it: a class that is raised is called. Without one: what is being handled. */
  RAISE: 'rl',
  /** What Python asks of r without a call that is written, at line l; n: AskKind. */
  ASK: 'nrl',
  /** The innermost block runs only when the file is run as a script: `if __name__ == '__main__':`. */
  SCRIPT: '',

  // structure
  /** n: ScopeKind; n: definition, -1 when it has none. The module's own scope is open from the start. */
  SCOPE: 'nn',
  END_SCOPE: '',
  /** n: BlockKind; n: the statement's number in the file, shared by its branches. */
  BLOCK: 'nn',
  END_BLOCK: '',
  /**
   * The rest of the innermost block, or scope, is not reached: `return`, `raise`, `break`, `continue`. A block that begins with it
   * never runs: what stands behind those, `if False:`.
   */
  EXIT: '',
} as const;

export type Operation = keyof typeof SHAPES;

/** The names of the operations by their number. */
export const OPERATIONS = Object.keys(SHAPES) as readonly Operation[];

/** The number of each operation: `Op.CALL`. */
export const Op = Object.fromEntries(OPERATIONS.map((name, code) => [name, code])) as {
  readonly [name in Operation]: number;
};

/** BOOL: what tests give; TRUE and FALSE as they are written. */
export const ConstantKind = {
  NONE: 0,
  BOOL: 1,
  INT: 2,
  FLOAT: 3,
  COMPLEX: 4,
  STR: 5,
  BYTES: 6,
  ELLIPSIS: 7,
  TRUE: 8,
  FALSE: 9,
} as const;
/** Operators that methods of instances carry out. The first is none, so that the place of one is never 0. */
export const OPERATORS = [
  '',
  '+',
  '-',
  '*',
  '/',
  '//',
  '%',
  '**',
  '@',
  '&',
  '|',
  '^',
  '<<',
  '>>',
  '==',
  '!=',
  '<',
  '<=',
  '>',
  '>=',
  'in',
  'not in',
  'u-',
  'u+',
  'u~',
] as const;
/**
 * TRUTH: `if r`, `not r`, `r and s`; FORMAT, STR, REPR: `f'{r}'`, `f'{r!s}'`, `f'{r!r}'`; HASH: a key or an item of a set that is
 * displayed; ITERATE: `a, b = r`, `[*r]`.
 */
export const AskKind = { TRUTH: 0, FORMAT: 1, STR: 2, REPR: 3, HASH: 4, ITERATE: 5 } as const;
/** Bounds of a SLICE that are no numbers. */
export const SLICE_OPEN = 1_000_000;
export const SLICE_UNKNOWN = 1_000_001;
export const ComprehensionKind = { LIST: 0, SET: 1, DICT: 2, GENERATOR: 3 } as const;
export const ImportFlags = { TYPE_CHECKING: 1 } as const;
export const ParameterKind = {
  POSITIONAL_ONLY: 0,
  NORMAL: 1,
  VARIADIC: 2,
  KEYWORD_ONLY: 3,
  KEYWORDS: 4,
} as const;

/**
 * TYPE_PARAMETERS (PEP 695) wraps the scope of a generic class, function or alias and is transparent to class scopes.
 */
export const ScopeKind = {
  MODULE: 0,
  CLASS: 1,
  FUNCTION: 2,
  LAMBDA: 3,
  COMPREHENSION: 4,
  TYPE_PARAMETERS: 5,
} as const;

/**
 * BRANCH: `if`, `elif`, a `case`; LAST_BRANCH: `else`, an irrefutable `case`: with it one of the statement's branches
 * runs. LOOP: a body that runs any number of times. TRY: a `try` body with its `else`; EXCEPT: a handler. With at least one handler
 * the blocks of a `try` are exhaustive too. `finally` and `with` open no block.
 */
export const BlockKind = { BRANCH: 0, LAST_BRANCH: 1, LOOP: 2, TRY: 3, EXCEPT: 4 } as const;

/** The same shapes by number of operation, for the codec and for `instructionLength`. */
export const OPERAND_SHAPES: readonly string[] = Object.values(SHAPES);

/** How many places the instruction at `position` takes. */
export function instructionLength(instructions: Int32Array, position: number): number {
  const shape = OPERAND_SHAPES[instructions[position] ?? 0] ?? '';
  let length = 1;
  for (let i = 0; i < shape.length; i++) {
    length += shape.charCodeAt(i) === 82 /* R */ ? 1 + (instructions[position + length] ?? 0) : 1;
  }
  return length;
}

const CONSTANT_KINDS = Object.keys(ConstantKind).length;
/** Integers that every stream has at a fixed place: the indexes of unpackings. */
const SMALL_INTEGERS = 8;

/**
 * What every stream begins with: OPAQUE, the constants, the small integers. So the most frequent values are there once and
 * at a known position.
 */
export const PROLOGUE: readonly number[] = [
  Op.OPAQUE,
  ...Array.from({ length: CONSTANT_KINDS }, (_, kind) => [Op.CONSTANT, kind]).flat(),
  ...Array.from({ length: SMALL_INTEGERS }, (_, value) => [Op.INTEGER, value]).flat(),
];

/** Where every stream holds the constant of a kind. */
export function constantRef(kind: (typeof ConstantKind)[keyof typeof ConstantKind]): number {
  return 1 + 2 * kind;
}

/** Where every stream holds a small integer; undefined for others. */
export function integerRef(value: number): number | undefined {
  return value >= 0 && value < SMALL_INTEGERS ? 1 + 2 * (CONSTANT_KINDS + value) : undefined;
}
