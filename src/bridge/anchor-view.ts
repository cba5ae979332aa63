/**
 * What is said of a memory and the code: types and their constants alone. `links.ts` makes these values.
 */

import type { NodeRef } from '../code/graph.js';
import type { Removal } from '../code/query/drift.js';
import type { Anchor } from '../memory/anchor.js';
import type { Level, MemoryEdge, MemoryGraph, MemoryNode, Tier } from '../memory/model.js';
import type { Lines } from './touch.js';

/** How the place that a text names stands to what it was. */
export type AnchorState =
  /** Pinned, and its text is the same. */
  | 'fresh'
  /** Found by what is written and never pinned, so nobody knows whether it has changed. */
  | 'linked'
  /** Pinned and found; its text is another than then. */
  | 'changed'
  /** Found elsewhere, surely enough to say so; it may have changed, too (`changed` above 0). */
  | 'moved'
  /** Lost; `node` is the best guess, which is a question. */
  | 'unsure'
  /** Pinned once, and not there any more. */
  | 'gone'
  /** Means nothing in this code: prose, an address, another project's file. */
  | 'text';

/** All states, in the order in which they are counted and shown. */
export const ANCHOR_STATES: readonly AnchorState[] = [
  'fresh',
  'linked',
  'changed',
  'moved',
  'unsure',
  'gone',
  'text',
];

/** One text of a memory, read against the code. */
export interface AnchorView {
  readonly touch: string;
  /** Of an edge's end: the relation, and whether the edge leaves the memory or comes to it, and the edge. */
  readonly rel?: string;
  readonly direction?: 'out' | 'in';
  readonly edge?: MemoryEdge;
  readonly state: AnchorState;
  /** Where it is; absent when `gone` or `text`. */
  readonly node?: NodeRef;
  /** Lines of the node's file. */
  readonly lines?: Lines;
  /** 0..1: about how much of its text is other than when it was pinned. */
  readonly changed: number;
  /** 1, or how sure `moved` and `unsure` are. */
  readonly confidence: number;
  /** As stored; absent when it was never pinned. */
  readonly anchor?: Anchor;
  readonly goneIn?: Removal;
}

/** A node of the memory that names code. */
export interface LinkedMemory {
  readonly level: Level;
  readonly id: string;
  readonly node: MemoryNode;
  readonly tier: Tier;
  /** All its touches in their order, then those of its edges that end in code, or did. */
  readonly anchors: readonly AnchorView[];
}

/** A memory and the anchor by which it is at a place. */
export interface MemoryAt {
  readonly memory: LinkedMemory;
  readonly anchor: AnchorView;
}

/** What git knows; each may be absent, and is asked only when a place is lost. */
export interface Hints {
  /** The branch that is checked out. */
  readonly branch?: string;
  /** What a file that is not there is called, since a commit (when that is known). */
  readonly renamed?: (path: string, commit: string | undefined) => string | undefined;
  /** What removed a name from a file, or the file; `name` is '' for the file itself. */
  readonly removed?: (path: string, name: string) => Removal | undefined;
}

/** One graph of the memory. */
export interface MemoryLevel {
  readonly level: Level;
  readonly graph: MemoryGraph;
}

/** Both graphs joined. Refs are those of the view it was made with. */
export interface MemoryLinks {
  /** Those with an anchor that is not `text`; the user's before the project's, in order of id. */
  readonly memories: readonly LinkedMemory[];
  of(level: Level, id: string): LinkedMemory | undefined;
  /** What is anchored at a node, questions included; in the order of `memories`. */
  at(node: NodeRef): readonly MemoryAt[];
  /** What was anchored in a file and is gone. */
  goneFrom(path: string): readonly MemoryAt[];
  /** Of all anchors of all memories. */
  readonly counts: Readonly<Record<AnchorState, number>>;
}
