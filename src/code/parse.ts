/**
 * Text → syntax tree. The only place, with `cursor.ts`, that knows web-tree-sitter and the vendored grammars. Trees live in
 * WASM memory, which never shrinks, so none is kept: `withTree` hands a cursor to one function and frees the tree.
 */
import { readFileSync } from 'node:fs';
import { Language, type Node, Parser, type Tree, type TreeCursor } from 'web-tree-sitter';
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
  /** The innermost places that do not fit, in order, each looked for when it is asked for. */
  errors(): Iterable<SyntaxErrorRange>;
}

/** The symbol of an ERROR node, whatever the grammar. */
export const ERROR_SYMBOL = 65535;

// Both lie where the build puts them: dist/ holds this code, grammars/ lies beside it.
function grammarFile(): URL {
  return new URL('../grammars/tree-sitter-python.wasm', import.meta.url);
}

function runtimeFile(): URL {
  return new URL('./web-tree-sitter.wasm', import.meta.url);
}

/** SHA-256 of the grammar in hexadecimal: with another one, the same text may give other facts. A test compares it. */
export const GRAMMAR_CHECKSUM = '16108b50df4ee9a30168794252ab55e7c93bfc5765d7fa0aa3e335752c515f47';

export class PythonParser {
  readonly #parser: Parser;
  readonly #rawCursor: RawCursor | undefined;
  /** Node names by symbol; those of anonymous tokens in quotes: `"yield"`. */
  readonly symbols: readonly string[];

  private constructor(parser: Parser, language: Language, module: CursorModule | undefined) {
    this.#parser = parser;
    this.#rawCursor = module && new RawCursor(module);
    this.symbols = language.types.map((name, symbol) =>
      language.nodeTypeIsNamed(symbol) ? name : `"${name}"`,
    );
  }

  /** Compiles the runtime and the grammar: about 100 ms, once per thread, before the first parse. */
  static async load(options: { readonly raw?: boolean } = {}): Promise<PythonParser> {
    const module = { wasmBinary: readFileSync(runtimeFile()) };
    await Parser.init(module);
    const language = await Language.load(readFileSync(grammarFile()));
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
        cursor: this.#cursorOf(tree, cursor),
        hasErrors: hasError,
        errors: () => innermostErrors(tree),
      });
    } finally {
      cursor.delete();
      tree.delete();
    }
  }

  #cursorOf(tree: Tree, cursor: TreeCursor): SyntaxCursor {
    if (this.#rawCursor === undefined) return new PublicCursor(cursor);
    this.#rawCursor.enter(treeAddress(tree), cursor);
    return this.#rawCursor;
  }
}

function treeAddress(tree: Tree): number {
  return (tree as unknown as { readonly [word: number]: number })[0] ?? 0;
}

/** ERROR and MISSING nodes that hold no further ones. Iterative: broken trees may be as deep as sound ones. */
function* innermostErrors(tree: Tree): Generator<SyntaxErrorRange, void, void> {
  const cursor = tree.walk();
  // The broken nodes around the cursor, from the outermost in, and whether each holds another one.
  const around: { readonly node: Node; holdsOther: boolean }[] = [];
  try {
    for (;;) {
      const node = cursor.currentNode;
      const isBroken = node.hasError || node.isError || node.isMissing;
      const outer = around.at(-1);
      if (isBroken && outer !== undefined) outer.holdsOther = true;
      if (isBroken && cursor.gotoFirstChild()) {
        around.push({ node, holdsOther: false });
        continue;
      }
      if (isBroken) yield* rangeOf(node);
      while (!cursor.gotoNextSibling()) {
        const left = around.pop();
        if (left === undefined) return;
        if (!left.holdsOther) yield* rangeOf(left.node);
        cursor.gotoParent();
      }
    }
  } finally {
    cursor.delete();
  }
}

/** The range of a node that is an error itself. */
function* rangeOf(node: Node): Generator<SyntaxErrorRange, void, void> {
  if (node.isError || node.isMissing) yield { start: node.startIndex, end: node.endIndex };
}
