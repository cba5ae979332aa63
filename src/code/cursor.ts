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

export class RawCursor implements SyntaxCursor {
  readonly #module: CursorModule;
  readonly #tree: number;

  /** `tree` is the tree's address in WASM memory; the state is taken over from `from`, which must not be used meanwhile. */
  constructor(module: CursorModule, tree: number, from: TreeCursor) {
    this.#module = module;
    this.#tree = tree;
    const state = from as unknown as { readonly [word: number]: number };
    const buffer = module._ts_init() / Int32Array.BYTES_PER_ELEMENT;
    for (let word = 0; word < CURSOR_WORDS; word++) module.HEAP32[buffer + word] = state[word] ?? 0;
  }

  symbol(): number {
    return this.#module._ts_tree_cursor_current_node_type_id_wasm(this.#tree);
  }
  start(): number {
    return this.#module._ts_tree_cursor_start_index_wasm(this.#tree);
  }
  end(): number {
    return this.#module._ts_tree_cursor_end_index_wasm(this.#tree);
  }
  firstChild(): boolean {
    return this.#module._ts_tree_cursor_goto_first_child_wasm(this.#tree) === 1;
  }
  nextSibling(): boolean {
    return this.#module._ts_tree_cursor_goto_next_sibling_wasm(this.#tree) === 1;
  }
  parent(): boolean {
    return this.#module._ts_tree_cursor_goto_parent_wasm(this.#tree) === 1;
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
