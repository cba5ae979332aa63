/**
 * Text → syntax tree. The only place, with `cursor.ts`, that knows web-tree-sitter and the vendored grammars. Trees live in
 * WASM memory, which never shrinks, so none is kept: `withTree` hands a cursor to one function and frees the tree.
 *
 * Markdown takes two grammars, one for blocks and one for what stands in a line. They are loaded when the first document
 * comes: a thread that reads Python only never pays for them.
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

/** What is used of it; Node's types leave it to those of browsers. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => CompiledModule;
  readonly Instance: new (compiled: CompiledModule, imports: object) => object;
};
type CompiledModule = object;

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

type GrammarName = 'python' | 'markdown' | 'markdown-inline';

// Both lie where the build puts them: dist/ holds this code, grammars/ lies beside it.
function grammarFile(name: GrammarName): URL {
  return new URL(`../grammars/tree-sitter-${name}.wasm`, import.meta.url);
}

function runtimeFile(): URL {
  return new URL('./web-tree-sitter.wasm', import.meta.url);
}

/** SHA-256 of the grammar in hexadecimal: with another one, the same text may give other facts. A test compares it. */
export const GRAMMAR_CHECKSUM = '16108b50df4ee9a30168794252ab55e7c93bfc5765d7fa0aa3e335752c515f47';

/** The same of the two Markdown grammars, blocks first, with a space between. */
export const DOCUMENT_GRAMMAR_CHECKSUM =
  'dd9fc12ac2804d7c7da787e4774125b32e4fb3c244e5e7031a77cb7dd8036020 ' +
  'd47e5c43683c39b645ced8720ab90c3b3f467e715d3426b29ef3f69984d88c15';

/**
 * Sets up the runtime; gives the object that it makes its module of, the first time. It is compiled at once, and so are grammars:
 * what compiles for a promise is told from other threads that it is done, and when the thread has been ended meanwhile, that can
 * take the whole process with it (nodejs/node#56236).
 */
async function loadRuntime(): Promise<object> {
  const module = {
    instantiateWasm(imports: object, receive: (instance: object, compiled: CompiledModule) => void): void {
      const compiled = compile(runtimeFile());
      receive(new WebAssembly.Instance(compiled, imports), compiled);
    },
  };
  await Parser.init(module);
  return module;
}

function loadGrammar(name: GrammarName): Language {
  return Language.loadSync(compile(grammarFile(name)));
}

function compile(file: URL): CompiledModule {
  return new WebAssembly.Module(readFileSync(file));
}

export class PythonParser {
  readonly #parser: Parser;
  readonly #rawCursor: RawCursor | undefined;
  /** Node names by symbol; those of anonymous tokens in quotes: `"yield"`. */
  readonly symbols: readonly string[];

  private constructor(parser: Parser, language: Language, module: CursorModule | undefined) {
    this.#parser = parser;
    this.#rawCursor = module && new RawCursor(module);
    this.symbols = symbolsOf(language);
  }

  /** Compiles the runtime and the grammar: about 100 ms, once per thread, before the first parse. */
  static async load(options: { readonly raw?: boolean } = {}): Promise<PythonParser> {
    const module = await loadRuntime();
    const language = loadGrammar('python');
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

/** Walks a tree of the Markdown parser; node names are looked up by symbol in `symbols`. */
export interface MarkdownTree {
  readonly cursor: SyntaxCursor;
  readonly symbols: readonly string[];
}

/**
 * Both Markdown grammars. Their scanner keeps the open blocks in a buffer of fixed size, and the WASM module is broken for
 * good when it overflows: the caller bounds nesting and the length of inline text (`extract/markdown/guard.ts`).
 */
export class MarkdownParser {
  readonly #blocks: { readonly parser: Parser; readonly symbols: readonly string[] };
  readonly #inline: { readonly parser: Parser; readonly symbols: readonly string[] };

  private constructor(blocks: Language, inline: Language) {
    this.#blocks = { parser: new Parser(), symbols: symbolsOf(blocks) };
    this.#inline = { parser: new Parser(), symbols: symbolsOf(inline) };
    this.#blocks.parser.setLanguage(blocks);
    this.#inline.parser.setLanguage(inline);
  }

  /** Compiles the grammars, and the runtime when nothing else did: about 30 ms, once per thread. */
  static async load(): Promise<MarkdownParser> {
    await loadRuntime();
    return new MarkdownParser(loadGrammar('markdown'), loadGrammar('markdown-inline'));
  }

  /** The tree of a whole document: headings, paragraphs, lists, tables, their text in `inline` nodes that are leaves. */
  withBlocks<Result>(text: string, use: (tree: MarkdownTree) => Result): Result {
    return withTreeOf(this.#blocks, text, use);
  }

  /** The tree of the text of one `inline` or `pipe_table_cell` node: code spans, links, emphasis. */
  withInline<Result>(text: string, use: (tree: MarkdownTree) => Result): Result {
    return withTreeOf(this.#inline, text, use);
  }
}

function withTreeOf<Result>(
  { parser, symbols }: { readonly parser: Parser; readonly symbols: readonly string[] },
  text: string,
  use: (tree: MarkdownTree) => Result,
): Result {
  const tree = parser.parse(text);
  if (tree === null) throw new Error('The parser gave no tree although nothing cancelled it');
  const cursor = tree.walk();
  try {
    return use({ cursor: new PublicCursor(cursor), symbols });
  } finally {
    cursor.delete();
    tree.delete();
  }
}

function symbolsOf(language: Language): readonly string[] {
  return language.types.map((name, symbol) => (language.nodeTypeIsNamed(symbol) ? name : `"${name}"`));
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
