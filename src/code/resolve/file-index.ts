/**
 * One file's instruction stream, indexed once so that questions about it need no walk: which scopes and blocks there are,
 * where each name is bound in each scope, where attributes are set and functions called, by name. It knows nothing of other
 * files and evaluates nothing; `build-index.ts` fills it in one pass.
 *
 * A *symbol* is one name in one scope; its *events* are the instructions that bind it, in source order. A *path symbol* stands
 * for `name.attribute` or `name[key]` within one scope, so that straight-line code can be followed through these too.
 */
import type { Facts } from '../facts.js';
import type { PairTable } from './pair-table.js';

export const NO_SCOPE = -1;
export const NO_BLOCK = -1;
export const NO_SYMBOL = -1;

export interface Scopes {
  readonly count: number;
  /** ScopeKind. */
  readonly kind: Int32Array;
  /** The scope around; NO_SCOPE for the module's. */
  readonly parent: Int32Array;
  /** Index in `Facts.definitions`, -1 for scopes without one. */
  readonly definition: Int32Array;
  /** Position of the SCOPE instruction and of its END_SCOPE. */
  readonly start: Int32Array;
  readonly end: Int32Array;
  /** The block that stands for the scope as a whole. */
  readonly block: Int32Array;
}

/** Every scope's body is a block, every BLOCK one below it. */
export interface Blocks {
  readonly count: number;
  /** BlockKind, -1 for a scope's body. */
  readonly kind: Int32Array;
  /** NO_BLOCK for a scope's body. */
  readonly parent: Int32Array;
  readonly scope: Int32Array;
  readonly start: Int32Array;
  readonly end: Int32Array;
  /** 1 when control leaves before the end. */
  readonly exits: Uint8Array;
  /** The first and the next block of the same statement; NO_BLOCK behind the last. */
  readonly first: Int32Array;
  readonly next: Int32Array;
  /** Of a statement's first block: 1 when one of its blocks runs in any case. */
  readonly exhaustive: Uint8Array;
}

/** BOUND: some event binds; without it, the events only tell its type. */
export const SymbolFlag = { GLOBAL: 1, NONLOCAL: 2, BOUND: 4 } as const;

export interface FileIndex {
  /** Once the file is linked, without the texts that only its nodes show. */
  facts: Facts;
  readonly code: Int32Array;
  /** String index → name id. */
  readonly names: Int32Array;
  readonly scopes: Scopes;
  readonly blocks: Blocks;
  /** Where the current block changes, ascending, and to which. */
  readonly cuts: Int32Array;
  readonly cutBlocks: Int32Array;
  /** Definition → position of its CLASS or FUNCTION, and its scope. */
  readonly definitionAt: Int32Array;
  readonly definitionScope: Int32Array;

  /** (scope, name id) → symbol; (PATH - symbol, key) → path symbol. */
  readonly symbols: PairTable;
  readonly symbolFlags: Uint8Array;
  /** The keys of all path symbols. */
  readonly pathKeys: ReadonlySet<number>;
  /** Position of a NAME that an `update` is given → the DICT that it is bound to before, in the same block, for nothing else. */
  readonly updatingDisplays: ReadonlyMap<number, number>;
  /** Events of symbol s: `events[eventsFrom[s]]` up to `events[eventsFrom[s + 1]]`, positions; their blocks beside them. */
  readonly eventsFrom: Int32Array;
  readonly events: Int32Array;
  readonly eventBlocks: Int32Array;
  /** Events in other scopes by `global`, `nonlocal`, or `:=` in a comprehension. */
  readonly remoteEvents: ReadonlyMap<number, readonly number[]>;
  /** It has a part that runs only when the file is run as a script. */
  readonly isScript: boolean;
  /** Positions of `from … import *`, of all imports, of all CALLs and DECORATORs; ascending. */
  readonly stars: Int32Array;
  readonly imports: Int32Array;
  readonly calls: Int32Array;
  /** By string index: 1 when a name, or an attribute, of that text is read other than to call it. */
  readonly isNameHandedOn: Uint8Array;
  readonly isAttributeHandedOn: Uint8Array;
  /** By string index: 1 when it is bound to other than a definition or an import. */
  readonly isAssigned: Uint8Array;

  /** Scope → positions of its RETURNs and YIELDs, as lists. */
  readonly returns: PositionLists;
  readonly yields: PositionLists;
  /** (Occurrence, name id) → key of `occurrencePositions`. */
  readonly occurrences: PairTable;
  readonly occurrencePositions: PositionLists;
  /** By definition of the module, where its own code can run it first; found when first asked for (`first-runs.ts`). */
  readonly firstRuns: { known: ReadonlyMap<number, number> | undefined };
}

/** What is listed by name. */
export const Occurrence = {
  /** SET_ATTRIBUTE and ANNOTATE_ATTRIBUTE, by attribute. */
  SET: 0,
  /** CALL and DECORATOR, by the last name of the callee. */
  CALL: 1,
  /** SET_ITEM, by the last name of the container. */
  ITEM: 2,
  /** DELETE_ATTRIBUTE, by attribute. */
  DELETED: 3,
  /** GUARD, by the name whose kind it tells. */
  GUARD: 4,
  /** DELETE_ITEM, by the last name of the container. */
  TAKEN: 5,
} as const;

/** Path symbols live in the same table as symbols, below zero. */
export const PATH = -2;

/** The lists of all keys one behind the other: where each begins, and the positions; the last of a list is inverted. */
export interface PositionArrays {
  readonly from: Int32Array;
  readonly positions: Int32Array;
}

/** Lists of positions by a small key, in order of arrival. */
export class PositionLists {
  readonly #from: Int32Array;
  readonly #positions: Int32Array;

  constructor({ from, positions }: PositionArrays) {
    this.#from = from;
    this.#positions = positions;
  }

  /** The first link of a key's list, -1 when it is empty. */
  first(key: number): number {
    const link = this.#from[key] ?? -1;
    return link === (this.#from[key + 1] ?? link) ? -1 : link;
  }

  /** The link behind, -1 behind the last one. */
  next(link: number): number {
    return (this.#positions[link] ?? -1) < 0 ? -1 : link + 1;
  }

  at(link: number): number {
    const position = this.#positions[link] ?? 0;
    return position < 0 ? ~position : position;
  }

  list(key: number): number[] {
    const positions: number[] = [];
    for (let link = this.first(key); link !== -1; link = this.next(link)) positions.push(this.at(link));
    return positions;
  }
}

/** The innermost block around a position. */
export function blockAt(index: FileIndex, position: number): number {
  const { cuts } = index;
  let low = 0;
  let high = cuts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((cuts[middle] ?? 0) <= position) low = middle;
    else high = middle - 1;
  }
  return index.cutBlocks[low] ?? 0;
}

/** The innermost scope around a position. */
export function scopeAt(index: FileIndex, position: number): number {
  return index.blocks.scope[blockAt(index, position)] ?? 0;
}

/** The definition whose scope a scope is or lies in, lambdas and comprehensions not counted; -1 for the module. */
export function definitionAround({ scopes }: FileIndex, inner: number): number {
  let scope = inner;
  while (scope > 0 && (scopes.definition[scope] ?? -1) < 0) scope = scopes.parent[scope] ?? 0;
  return scopes.definition[scope] ?? -1;
}

/** The scope of the LAMBDA at a position: it opens right behind it. */
export function lambdaScope(index: FileIndex, position: number): number {
  return scopeAt(index, position + 1);
}

/** Positions listed under a name. */
export function occurrencesOf(index: FileIndex, kind: number, name: number): number[] {
  const key = index.occurrences.find(kind, name);
  return key === -1 ? [] : index.occurrencePositions.list(key);
}

/**
 * Whether a symbol is bound or declared in its scope; it may also exist because paths start from it or tests tell its type.
 */
export function isBound(index: FileIndex, symbol: number): boolean {
  return (index.symbolFlags[symbol] ?? 0) !== 0 || index.remoteEvents.has(symbol);
}

export function firstEvent(index: FileIndex, symbol: number): number {
  return index.eventsFrom[symbol] ?? 0;
}

export function eventsEnd(index: FileIndex, symbol: number): number {
  return index.eventsFrom[symbol + 1] ?? 0;
}
