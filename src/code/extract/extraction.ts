/**
 * The state of reading one file: where the cursor stands, what was emitted, which definitions are open. The functions in
 * the files beside this one each take it, start with the cursor on a node, and leave the cursor on that node.
 */

import { Op, ScopeKind } from '../code.js';
import type { SyntaxCursor } from '../cursor.js';
import { type Definition, type Problem, QualifiedNames } from '../facts.js';
import type { Fingerprinter } from '../fingerprint.js';
import type { Emitter, Ref } from './emitter.js';
import { isPunctuation, Kind } from './kinds.js';

/**
 * What reads a kind of node. The readers call each other in circles, as the grammar does, so they meet here instead of
 * importing one another. `block` and `statement` return whether what follows is unreachable.
 */
export interface Readers {
  readonly expression: (x: Extraction) => Ref;
  readonly scan: (x: Extraction) => void;
  readonly statement: (x: Extraction) => boolean;
  readonly block: (x: Extraction) => boolean;
}

/**
 * How deep expressions and blocks may nest before what is deeper is left out, with a problem. CPython stops at 200
 * brackets and 100 indents; one level here takes some 400 bytes of stack, so this stays far below any stack's size.
 */
const DEPTH_MAX = 500;

export class Extraction {
  readonly definitions: Definition[] = [];
  readonly problems: Problem[] = [];
  /** The module's own. */
  docstring = '';
  /** The definition whose body is being read, -1 at module level. */
  enclosing = -1;
  /** Kind of the innermost open scope. */
  scope: number = ScopeKind.MODULE;
  /** A quote was never closed on its line, and what the tree has as text may be code. */
  hasOpenText = false;
  /** Within how many `if TYPE_CHECKING:` we are. */
  typeChecking = 0;
  /** How often the loop that is being read is left by `break`, so far. */
  breaks = 0;
  /** How many `raise` were met so far. */
  raises = 0;

  readonly #kinds: Uint8Array;
  readonly #readers: Readers;
  readonly #lineStarts: Int32Array;
  readonly #isAscii: boolean;
  readonly #names = new QualifiedNames();
  #line = 0;
  #depth = 0;
  #isTooDeep = false;
  #statements = 0;

  constructor(
    readonly cursor: SyntaxCursor,
    kinds: Uint8Array,
    readonly text: string,
    readonly out: Emitter,
    readonly prints: Fingerprinter,
    readers: Readers,
  ) {
    prints.read(text);
    this.#readers = readers;
    this.#kinds = kinds;
    this.#lineStarts = lineStarts(text);
    this.#isAscii = isAscii(text);
  }

  /** The kind of the node under the cursor. */
  kind(): number {
    return this.#kinds[this.cursor.symbol()] ?? Kind.OTHER;
  }

  /** The text of the node under the cursor. */
  source(): string {
    return this.text.slice(this.cursor.start(), this.cursor.end());
  }

  /** The same with white space and line breaks collapsed, as properties show it. */
  sourceOnOneLine(): string {
    return this.source().replace(/\s+/g, ' ');
  }

  /** The identifier under the cursor, as Python compares identifiers (PEP 3131: NFKC). */
  name(): string {
    const name = this.source();
    return this.#isAscii ? name : name.normalize('NFKC');
  }

  /** The 1-based line on which the node under the cursor starts. */
  line(): number {
    return this.lineAt(this.cursor.start());
  }

  /** The 1-based line of an offset. Cheap for offsets near the last one asked for. */
  lineAt(offset: number): number {
    const starts = this.#lineStarts;
    let line = this.#line;
    while (line > 0 && (starts[line] ?? 0) > offset) line--;
    while (line + 1 < starts.length && (starts[line + 1] ?? 0) <= offset) line++;
    this.#line = line;
    return line + 1;
  }

  /** The last line of the node under the cursor, comments behind its last statement left out, as CPython counts. */
  lastLine(): number {
    let end = this.cursor.end();
    for (;;) {
      const start = this.text.lastIndexOf('\n', end - 1) + 1;
      const line = this.text.slice(start, end).trim();
      if (start <= this.cursor.start() || (line !== '' && !line.startsWith('#'))) return this.lineAt(start);
      end = start - 1;
    }
  }

  /** Where the text of a line ends, its break left out. */
  lineEnd(line: number): number {
    const next = this.#lineStarts[line];
    return next === undefined ? this.text.length : next - 1;
  }

  get lineCount(): number {
    return this.#lineStarts.length;
  }

  /** A number for a statement whose blocks belong together. */
  nextStatement(): number {
    return this.#statements++;
  }

  /** Goes one level deeper unless that is too deep; `leave` ends it when it returned true. */
  enter(): boolean {
    if (this.#depth >= DEPTH_MAX) {
      this.#reportDepth();
      return false;
    }
    this.#depth++;
    return true;
  }

  leave(): void {
    this.#depth--;
  }

  /** The value of the node under the cursor, whatever its kind. */
  expression(): Ref {
    return this.#readers.expression(this);
  }

  /** What happens within the node under the cursor, when its value does not matter. */
  scan(): void {
    this.#readers.scan(this);
  }

  statement(): boolean {
    return this.#readers.statement(this);
  }

  block(): boolean {
    return this.#readers.block(this);
  }

  /** Runs `visit` on every child of the node under the cursor that is no punctuation. */
  eachPart(visit: () => void): void {
    if (!this.cursor.firstChild()) return;
    do {
      if (!isPunctuation(this.kind())) visit();
    } while (this.cursor.nextSibling());
    this.cursor.parent();
  }

  /** Opens a block of a statement, runs `body` in it, and closes it. */
  inBlock(kind: number, statement: number, body: () => void): void {
    this.out.emit2(Op.BLOCK, kind, statement);
    body();
    this.out.emit0(Op.END_BLOCK);
  }

  /** Opens a scope within the current one, runs `body` in it, and closes it. `definition` is -1 for scopes without one. */
  inScope(scope: number, definition: number, body: () => void): void {
    const outer = this.scope;
    this.out.emit2(Op.SCOPE, scope, definition);
    this.scope = scope;
    body();
    this.out.emit0(Op.END_SCOPE);
    this.scope = outer;
  }

  /** The enclosing names and `name`, unique in the file. */
  qualify(name: string): string {
    return this.#names.qualify(this.definitions[this.enclosing]?.qualname, name);
  }

  #reportDepth(): void {
    if (this.#isTooDeep) return;
    this.#isTooDeep = true;
    this.problems.push({
      kind: 'effort',
      message: `Nested deeper than ${DEPTH_MAX} levels; what is deeper was left out`,
      line: this.line(),
    });
  }
}

/** Offsets at which lines begin. Lines end with `\n`; the text has no other line ends any more. */
function lineStarts(text: string): Int32Array {
  const starts: number[] = [0];
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', end + 1)) {
    if (end + 1 < text.length) starts.push(end + 1);
  }
  return Int32Array.from(starts);
}

function isAscii(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the ASCII range is what is meant
  return /^[\x00-\x7f]*$/.test(text);
}
