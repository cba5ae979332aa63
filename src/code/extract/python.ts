/**
 * Python source → Facts of one file. Never fails: what does not parse is left out and listed. Nothing here looks at another
 * file, at the disk or at a clock.
 */
import type { Facts, NotebookCell, Problem } from '../facts.js';
import { Fingerprinter } from '../fingerprint.js';
import type { PythonParser, SyntaxTree } from '../parse.js';
import { docstringOf } from './docstring.js';
import { Emitter } from './emitter.js';
import { expression, scan } from './expressions.js';
import { Extraction } from './extraction.js';
import { kindsBySymbol } from './kinds.js';
import { hasLongJoin, withoutCommentRuns } from './long-runs.js';
import { repair } from './repair.js';
import { block, statement } from './statements.js';

const READERS = { expression, scan, statement, block };

/** A file as `decode.ts` gives it: every line ends with `\n`. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
  /** Absent when UTF-8. */
  readonly encoding?: string;
  readonly problems: readonly Problem[];
  /** Of a notebook. */
  readonly cells?: readonly NotebookCell[];
}

/** Reads files one after another with one parser; keeps nothing of them. */
export class PythonExtractor {
  readonly #parser: PythonParser;
  readonly #kinds: Uint8Array;
  readonly #emitter = new Emitter();
  readonly #prints = new Fingerprinter();

  constructor(parser: PythonParser) {
    this.#parser = parser;
    this.#kinds = kindsBySymbol(parser.symbols);
  }

  extract(file: SourceFile): Facts {
    const text = withoutCommentRuns(file.text);
    if (hasLongJoin(text)) return this.#extractBroken(file, text);
    const facts = this.#parser.withTree(text, (tree) => this.#read(file, text, tree));
    return facts ?? this.#extractBroken(file, text);
  }

  #extractBroken(file: SourceFile, text: string): Facts {
    const repaired = repair(text, (attempt, find) =>
      this.#parser.withTree(attempt, (tree) => find(tree.errors())),
    );
    return this.#parser.withTree(repaired.text, (tree) => {
      const x = this.#walk(repaired.text, tree);
      const unmasked = [...tree.errors()].map(({ start, end }) => ({
        line: x.lineAt(start),
        endLine: x.lineAt(Math.max(start, end - 1)),
      }));
      return this.#facts(file, x, syntaxProblems([...repaired.masked, ...unmasked]));
    });
  }

  /** Undefined when the tree has errors, or hides one. */
  #read(file: SourceFile, text: string, tree: SyntaxTree): Facts | undefined {
    if (tree.hasErrors) return undefined;
    const x = this.#walk(text, tree);
    return x.hasOpenText ? undefined : this.#facts(file, x, []);
  }

  #walk(text: string, tree: SyntaxTree): Extraction {
    this.#emitter.reset();
    const x = new Extraction(tree.cursor, this.#kinds, text, this.#emitter, this.#prints, READERS);
    x.docstring = docstringOf(x);
    x.block();
    return x;
  }

  #facts(file: SourceFile, x: Extraction, syntax: readonly Problem[]): Facts {
    return {
      path: file.path,
      language: 'python',
      lines: x.text === '' ? 0 : x.lineCount,
      ...(file.encoding === undefined ? {} : { encoding: file.encoding }),
      docstring: file.cells === undefined ? x.docstring : '',
      fingerprint: x.prints.of(0, x.text.length),
      ...(file.cells === undefined ? {} : { cells: file.cells }),
      definitions: x.definitions,
      code: this.#emitter.code(),
      problems: [...file.problems, ...syntax, ...x.problems],
    };
  }
}

interface LineRange {
  readonly line: number;
  readonly endLine: number;
}

/** One problem for each run of neighbouring lines. */
function syntaxProblems(ranges: readonly LineRange[]): Problem[] {
  const runs: { line: number; endLine: number }[] = [];
  for (const { line, endLine } of [...ranges].sort((a, b) => a.line - b.line)) {
    const last = runs.at(-1);
    if (last !== undefined && line <= last.endLine + 1) last.endLine = Math.max(last.endLine, endLine);
    else runs.push({ line, endLine });
  }
  const message = 'These lines do not parse and were left out';
  return runs.map(({ line, endLine }) => ({ kind: 'syntax', message, line, endLine }));
}
