/**
 * What a face of the code graph may ask of the agent memory beside it, and the answers: plain values whose node ids are texts,
 * so that they can be shown, given to programs and kept. Types and a few limits: whoever has no memory loads nothing of it.
 */

import type { AnchorPlace } from '../../bridge/anchor-place.js';
import type { AnchorState } from '../../bridge/anchor-view.js';
import type { Nearness } from '../../bridge/remembered.js';
import type { GraphView, NodeRef } from '../../code/graph.js';
import { NODE_TYPES } from '../../code/model.js';
import type { Level, Tier } from '../../memory/model.js';

/** A memory as answers show it. */
export interface MemoryBrief {
  /** `memory:project/oven-heat`: told from ids of code by its beginning, and understood wherever a node is named. */
  readonly id: string;
  readonly gist: string;
  readonly tier: Tier;
  /** How many notes it has. */
  readonly notes: number;
}

/** A memory and the place by which it belongs to what was asked about. */
export interface RememberedBrief {
  readonly memory: MemoryBrief;
  readonly place: AnchorPlace;
  readonly nearness: Nearness;
}

/** The first of a list, and how many there are. */
export interface Few<T> {
  readonly total: number;
  readonly items: readonly T[];
}

/** A memory that was found by words. */
export interface MemoryHit {
  readonly memory: MemoryBrief;
  /** Those in the code; none of a memory that names no code. */
  readonly places: readonly AnchorPlace[];
}

/** A memory that bears on a question in plain words. */
export interface MemoryOnQuestion extends MemoryHit {
  /** All of them. */
  readonly notesText: string;
}

/** A memory at the other end of an edge. */
export interface MemoryRelation {
  readonly rel: string;
  readonly direction: 'out' | 'in';
  readonly memory: MemoryBrief;
}

/** One memory in full. Days are `2026-11-03`, in UTC; absent when not known. */
export interface MemoryContext {
  readonly memory: MemoryBrief;
  readonly created?: string;
  readonly lastRead?: string;
  readonly notes: readonly string[];
  /** All touches in their order, then ends of edges in the code. */
  readonly places: readonly AnchorPlace[];
  readonly related: readonly MemoryRelation[];
}

/** How memory and code stand to each other. */
export interface MemoryStatus {
  /** Nodes of each level that is there, by tier. */
  readonly levels: readonly { readonly level: Level; readonly nodes: Readonly<Record<Tier, number>> }[];
  /** Memories with a place in this code, or that had one. */
  readonly linked: number;
  /** Their places by state. */
  readonly counts: Readonly<Record<AnchorState, number>>;
  /** Memories whose code has changed, may be elsewhere, or is gone; the worst first. */
  readonly stale: Few<RememberedBrief>;
}

/** How memories are searched. */
export interface MemorySearch {
  readonly query: string;
  readonly offset: number;
  readonly limit: number;
}

/** A memory by a name, or what comes nearest. */
export type NamedMemory =
  | { readonly kind: 'one'; readonly level: Level; readonly id: string }
  | { readonly kind: 'none'; readonly nearest: readonly MemoryBrief[] };

/** The memory of a project beside one view of its code. */
export interface MemoryBeside {
  /** What was learned about these nodes, and what is around and inside of them; the most important first. */
  remembered(nodes: readonly NodeRef[], max: number): Few<RememberedBrief>;
  /** What touches this very node: `in`, what points to it; `out`, what it points to. */
  touching(node: NodeRef, direction: 'in' | 'out' | 'both', max: number): Few<RememberedBrief>;
  /** What names a path that is none of the code graph: a template, a file of settings. */
  naming(path: string, max: number): Few<RememberedBrief>;
  /** Memories by words: all of the project's, and those of the user's that have a place in this code. */
  search(search: MemorySearch): Few<MemoryHit>;
  /** Of the same those that have every word of a query. */
  withAll(query: string, max: number): Few<MemoryHit>;
  /** At most eight memories that bear on a question, by its words and by nodes of the code that do. */
  onQuestion(question: string, nodeIds: readonly string[]): readonly MemoryOnQuestion[];
  /** Reads `memory:project/oven-heat` or `memory:oven-heat`. */
  find(text: string): NamedMemory;
  context(level: Level, id: string): MemoryContext;
  /** Nodes of the code where a memory has a place, the surest first. */
  nodesOf(level: Level, id: string): readonly NodeRef[];
  status(staleMax: number): MemoryStatus;
}

/** Where a face gets the memory from. */
export interface MemoryFace {
  /** The memory beside a graph as it is now; `undefined` when there is none. Rejects with KgError `cancelled` only. */
  beside(view: GraphView, signal: AbortSignal): Promise<MemoryBeside | undefined>;
  /** Why a memory that is there is not used, one sentence each; as of the last question. */
  readonly problems: readonly string[];
}

/** What a search may be limited to: nodes of the code, and what earlier sessions noted. */
export const SEARCHED_TYPES = [...NODE_TYPES, 'memory'] as const;

/** Memories that are listed as neighbours of a node: so many at most, that they do not crowd out its callers. */
export const TOUCHING_MAX = 10;

/** Memories whose code has changed that the status names; the others are counted. */
export const STALE_SHOWN = 10;

/** What ids of memories begin with. */
export const MEMORY_PREFIX = 'memory:';
