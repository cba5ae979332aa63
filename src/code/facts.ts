/**
 * Facts: what one Python file says, and nothing that another file says. They depend on the bytes and the path alone, so
 * they can be made in any order on any worker, kept by content hash, and linked later. Extraction never fails: what could
 * not be read is a problem.
 *
 * Two halves. `definitions` is what becomes nodes. `code` is what the linker resolves: the file's scopes, bindings and
 * expressions as one stream of instructions in source order, like the bytecode of a machine that only knows names. It is
 * flat since a large project has tens of millions of them; `code.ts` holds the instruction set and its reader.
 */

/** Raise it whenever the same bytes would give other facts. */
export const EXTRACTOR_VERSION = 14;

export type ProblemKind =
  | 'syntax' // lines that do not parse
  | 'encoding' // text that is not what it claims
  | 'unreadable' // the file could not be read
  | 'too-large'
  | 'outside' // a link that leaves the root
  | 'missing' // a directory or file that the settings name
  | 'settings' // a pyproject.toml or the like that cannot be read
  | 'effort'; // inference that was cut short

/** Something that could not be read as it should; shown to the user, never swallowed. Lines are 1-based and inclusive. */
export interface Problem {
  readonly kind: ProblemKind;
  readonly message: string;
  readonly line?: number;
  readonly endLine?: number;
}

/** One `class` or `def`, in source order. Its index in `Facts.definitions` is how the code names it. */
export interface Definition {
  readonly kind: 'class' | 'function';
  readonly name: string;
  /** Enclosing definitions joined with dots; `#2`, `#3` behind the second, third of one qualified name in the file. */
  readonly qualname: string;
  /** Index of the definition around it, -1 at module level. */
  readonly parent: number;
  /** A `def` in a class body (also below `if`, `for`, `try`, `with` there). */
  readonly isMethod: boolean;
  /** Line of the `def` or `class` keyword (of `async` for `async def`, as CPython counts), and of the last line. */
  readonly line: number;
  readonly endLine: number;
  readonly isAsync: boolean;
  /** As written, white space collapsed: `a`, `b: int = 3`, `*args`, `/`. Empty for classes. */
  readonly params: readonly string[];
  /** Return annotation as written, '' when absent. */
  readonly returns: string;
  /** As written without the `@`. */
  readonly decorators: readonly string[];
  /** Base classes and keywords as written. Empty for functions. */
  readonly bases: readonly string[];
  /** Cleaned as `inspect.cleandoc` does; '' when absent. */
  readonly docstring: string;
  /** Of its text from behind its name on (`fingerprint.ts`). */
  readonly fingerprint: string;
  /** Where a stub describes it, `oven.pyi:12`. Never part of one file's facts: the linker adds it. */
  readonly stub?: string;
}

/** The instruction stream of a file. See `code.ts`. */
export interface Code {
  /** Names and string constants that the instructions refer to by index; the first is ''. */
  readonly strings: readonly string[];
  readonly instructions: Int32Array;
}

/** A code cell of a notebook. `number` is its place among all cells, from 1; lines are inclusive. */
export interface NotebookCell {
  readonly number: number;
  readonly line: number;
  readonly endLine: number;
}

export interface Facts {
  readonly path: string;
  readonly language: 'python';
  readonly lines: number;
  /** Absent when UTF-8. */
  readonly encoding?: string;
  readonly docstring: string;
  /** Of the whole text. */
  readonly fingerprint: string;
  /** Of a notebook. */
  readonly cells?: readonly NotebookCell[];
  readonly definitions: readonly Definition[];
  readonly code: Code;
  readonly problems: readonly Problem[];
}

/** Gives the definitions of one file their qualified names, in source order. */
export class QualifiedNames {
  readonly #timesSeen = new Map<string, number>();

  /** `outer` is the qualified name of the definition around it, undefined at module level. */
  qualify(outer: string | undefined, name: string): string {
    const plain = outer === undefined ? name : `${outer}.${name}`;
    const times = (this.#timesSeen.get(plain) ?? 0) + 1;
    this.#timesSeen.set(plain, times);
    return times === 1 ? plain : `${plain}#${times}`;
  }
}
