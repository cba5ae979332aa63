/**
 * Text → syntax tree. The only place, with `cursor.ts`, that knows web-tree-sitter and the vendored grammars. Trees live in
 * WASM memory, which never shrinks, so none is kept: `withTree` hands a cursor to one function and frees the tree.
 */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Language, type Node, Parser, type Tree } from 'web-tree-sitter';
import {
  type CursorModule,
  hasCursorFunctions,
  PublicCursor,
  RawCursor,
  type SyntaxCursor,
} from './cursor.js';

/** A range of UTF-16 offsets in which the text does not fit the grammar. */
export interface SyntaxErrorRange {
  readonly start: number;
  readonly end: number;
}

export interface SyntaxTree {
  readonly cursor: SyntaxCursor;
  readonly hasErrors: boolean;
  /** The innermost places that do not fit, in order; computed on demand. */
  errors(): readonly SyntaxErrorRange[];
}

/** The symbol of an ERROR node, whatever the grammar. */
export const ERROR_SYMBOL = 65535;

/** The package's own folder: the nearest one above this code that holds `grammars/`. */
function packageFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  for (;;) {
    try {
      readFileSync(join(folder, 'grammars', 'tree-sitter-python.wasm'));
      return folder;
    } catch (error) {
      const parent = dirname(folder);
      if (parent === folder) {
        throw new Error('The package is incomplete: grammars/tree-sitter-python.wasm is missing', {
          cause: error,
        });
      }
      folder = parent;
    }
  }
}

export class PythonParser {
  readonly #parser: Parser;
  readonly #module: CursorModule | undefined;
  /** Node names by symbol; those of anonymous tokens in quotes: `"yield"`. */
  readonly symbols: readonly string[];

  private constructor(parser: Parser, language: Language, module: CursorModule | undefined) {
    this.#parser = parser;
    this.#module = module;
    this.symbols = language.types.map((name, symbol) =>
      language.nodeTypeIsNamed(symbol) ? name : `"${name}"`,
    );
  }

  /** Compiles the runtime and the grammar: about 100 ms, once per thread, before the first parse. */
  static async load(options: { readonly raw?: boolean } = {}): Promise<PythonParser> {
    const folder = packageFolder();
    const module: { wasmBinary: Uint8Array } = {
      wasmBinary: readFileSync(join(folder, 'dist', 'web-tree-sitter.wasm')),
    };
    await Parser.init(module);
    const language = await Language.load(readFileSync(join(folder, 'grammars', 'tree-sitter-python.wasm')));
    const parser = new Parser();
    parser.setLanguage(language);
    return new PythonParser(
      parser,
      language,
      options.raw !== false && hasCursorFunctions(module) ? module : undefined,
    );
  }

  /** Parses `text` and hands the tree to `use`; the tree is gone afterwards. Parsing never fails: errors are in the tree. */
  withTree<Result>(text: string, use: (tree: SyntaxTree) => Result): Result {
    const tree = this.#parser.parse(text);
    if (tree === null) throw new Error('The parser gave no tree although nothing cancelled it');
    const { hasError } = tree.rootNode;
    const cursor = tree.walk();
    try {
      return use({
        cursor: this.#module
          ? new RawCursor(this.#module, treeAddress(tree), cursor)
          : new PublicCursor(cursor),
        hasErrors: hasError,
        errors: () => innermostErrors(tree.rootNode),
      });
    } finally {
      cursor.delete();
      tree.delete();
    }
  }
}

function treeAddress(tree: Tree): number {
  return (tree as unknown as { readonly [word: number]: number })[0] ?? 0;
}

/** ERROR and MISSING nodes that hold no further ones. Iterative: broken trees may be as deep as sound ones. */
function innermostErrors(root: Node): SyntaxErrorRange[] {
  if (!root.hasError) return [];
  const ranges: SyntaxErrorRange[] = [];
  const pending: Node[] = [root];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    const broken = node.children.filter((child) => child?.hasError || child?.isError || child?.isMissing);
    if (broken.length === 0 && (node.isError || node.isMissing)) {
      ranges.push({ start: node.startIndex, end: node.endIndex });
    }
    for (const child of broken.reverse()) if (child) pending.push(child);
  }
  return ranges;
}
