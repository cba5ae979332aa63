/**
 * Walking a syntax tree fast. The extractor needs six movements and readings of a tree cursor, tens of millions of times;
 * through web-tree-sitter's public `TreeCursor` each costs four writes and four reads of WASM memory besides the call.
 * `RawCursor` leaves the cursor's state where the WASM functions expect it and only makes the calls, which walks 1.5 times
 * as fast. It stands on names that are not documented, hence `PublicCursor` with the same meaning, taken when they are not
 * there, and a test that both agree.
 *
 * Only one RawCursor can be in use at a time: they share the one transfer buffer of the WASM module.
 */
import type { TreeCursor } from 'web-tree-sitter';

/** A position in a syntax tree. Offsets are UTF-16 units of the text that was parsed. */
export interface SyntaxCursor {
  /** The node's symbol: an index into the grammar's node names; 65535 for ERROR. */
  symbol(): number;
  start(): number;
  end(): number;
  /** Each moves and says whether there was such a node; the cursor stays where it is otherwise. */
  firstChild(): boolean;
  nextSibling(): boolean;
  parent(): boolean;
}

/** The functions of web-tree-sitter's WASM module that RawCursor calls. */
export interface CursorModule {
  readonly HEAP32: Int32Array;
  _ts_init(): number;
  _ts_tree_cursor_current_node_type_id_wasm(tree: number): number;
  _ts_tree_cursor_start_index_wasm(tree: number): number;
  _ts_tree_cursor_end_index_wasm(tree: number): number;
  _ts_tree_cursor_goto_first_child_wasm(tree: number): number;
  _ts_tree_cursor_goto_next_sibling_wasm(tree: number): number;
  _ts_tree_cursor_goto_parent_wasm(tree: number): number;
}

const NEEDED = [
  '_ts_init',
  '_ts_tree_cursor_current_node_type_id_wasm',
  '_ts_tree_cursor_start_index_wasm',
  '_ts_tree_cursor_end_index_wasm',
  '_ts_tree_cursor_goto_first_child_wasm',
  '_ts_tree_cursor_goto_next_sibling_wasm',
  '_ts_tree_cursor_goto_parent_wasm',
];

/** Whether the module that `Parser.init` filled has what RawCursor needs. */
export function hasCursorFunctions(module: object): module is CursorModule {
  const members = module as Record<string, unknown>;
  return members.HEAP32 instanceof Int32Array && NEEDED.every((name) => typeof members[name] === 'function');
}

/** How many words of state a cursor has in the transfer buffer. */
const CURSOR_WORDS = 4;

/** No symbol has this number. */
const UNKNOWN = -1;

type CursorFunction = (tree: number) => number;

/** One cursor for all trees of a parser, one tree after another. */
export class RawCursor implements SyntaxCursor {
  readonly #module: CursorModule;
  // The module has hundreds of members, so V8 looks each up in a table; these are fields of a small object.
  readonly #symbol: CursorFunction;
  readonly #start: CursorFunction;
  readonly #end: CursorFunction;
  readonly #firstChild: CursorFunction;
  readonly #nextSibling: CursorFunction;
  readonly #parent: CursorFunction;
  #tree = 0;
  #symbolHere = UNKNOWN;

  constructor(module: CursorModule) {
    this.#module = module;
    this.#symbol = module._ts_tree_cursor_current_node_type_id_wasm;
    this.#start = module._ts_tree_cursor_start_index_wasm;
    this.#end = module._ts_tree_cursor_end_index_wasm;
    this.#firstChild = module._ts_tree_cursor_goto_first_child_wasm;
    this.#nextSibling = module._ts_tree_cursor_goto_next_sibling_wasm;
    this.#parent = module._ts_tree_cursor_goto_parent_wasm;
  }

  /** Takes the place of `from`, which must not be used meanwhile, in the tree at an address in WASM memory. */
  enter(tree: number, from: TreeCursor): void {
    const state = from as unknown as { readonly [word: number]: number };
    const { HEAP32 } = this.#module;
    const buffer = this.#module._ts_init() / Int32Array.BYTES_PER_ELEMENT;
    for (let word = 0; word < CURSOR_WORDS; word++) HEAP32[buffer + word] = state[word] ?? 0;
    this.#tree = tree;
    this.#symbolHere = UNKNOWN;
  }

  symbol(): number {
    // Readers ask for it again and again while the cursor stands still.
    if (this.#symbolHere === UNKNOWN) this.#symbolHere = this.#symbol(this.#tree);
    return this.#symbolHere;
  }
  start(): number {
    return this.#start(this.#tree);
  }
  end(): number {
    return this.#end(this.#tree);
  }
  firstChild(): boolean {
    this.#symbolHere = UNKNOWN;
    return this.#firstChild(this.#tree) === 1;
  }
  nextSibling(): boolean {
    this.#symbolHere = UNKNOWN;
    return this.#nextSibling(this.#tree) === 1;
  }
  parent(): boolean {
    this.#symbolHere = UNKNOWN;
    return this.#parent(this.#tree) === 1;
  }
}

export class PublicCursor implements SyntaxCursor {
  readonly #cursor: TreeCursor;

  constructor(cursor: TreeCursor) {
    this.#cursor = cursor;
  }

  symbol(): number {
    return this.#cursor.nodeTypeId;
  }
  start(): number {
    return this.#cursor.startIndex;
  }
  end(): number {
    return this.#cursor.endIndex;
  }
  firstChild(): boolean {
    return this.#cursor.gotoFirstChild();
  }
  nextSibling(): boolean {
    return this.#cursor.gotoNextSibling();
  }
  parent(): boolean {
    return this.#cursor.gotoParent();
  }
}
