/**
 * Everything that can be asked of the agent memory, one type for each question. What each answers is in `results.ts`, what
 * applying it gives in `outcome.ts`. It knows no protocol: faces turn a request into one operation, and a refusal is a
 * `MemoryError`.
 */
import type { WeighedPrompt } from './ambient/weigh-prompt.js';
import type { Anchor } from './anchor.js';
import type { CodePlaces } from './code-places.js';
import type { GraphName, Level, MemoryEdge, MemoryNode, ProgressState } from './model.js';

/**
 * Who asks, and about which project. `session` is a session's id; an unknown one is refused, except where `project` is
 * given too. `project` is an absolute root and wins over the session's. Project level without either is refused.
 */
export interface Asker {
  readonly session?: string;
  readonly project?: string;
}

/** Makes a session. `hostSession` is the host's id of the conversation, which at most one of ours is bound to. */
export interface RegisterSession {
  readonly kind: 'register-session';
  readonly project?: string;
  readonly hostSession?: string;
}

/** Why a conversation (re)starts, as hosts say it. */
export type StartSource = 'startup' | 'resume' | 'clear' | 'compact';

/**
 * The start of a conversation: its session (the bound one again unless `clear`) and the preload. `resumedSession` is a
 * session the transcript names; it is taken when it is alive and of the same project.
 */
export interface Bootstrap {
  readonly kind: 'bootstrap';
  readonly project: string;
  readonly hostSession?: string;
  readonly source?: StartSource;
  readonly resumedSession?: string;
  readonly code?: CodePlaces;
}

/** The full read. Without a usable session, `project` makes one (or takes the newest preloaded, unread one of it). */
export interface ReadGraph extends Asker {
  readonly kind: 'read-graph';
  readonly code?: CodePlaces;
}

/** Nodes in full. `promote: false` changes nothing, for viewers; else archived and orphaned ones become active. */
export interface ReadNodes extends Asker {
  readonly kind: 'read-nodes';
  readonly ids: readonly string[];
  readonly level?: Level;
  readonly promote?: boolean;
  readonly code?: CodePlaces;
}

/** Search both levels. Without a session and a project, all loaded projects are searched. `mark: false` marks nothing seen. */
export interface Search extends Asker {
  readonly kind: 'search';
  readonly query: string;
  readonly mark?: boolean;
  readonly code?: CodePlaces;
}

/**
 * A prompt of the user, from a hook: what it calls to mind, or that the full read is due. The session is the one bound to
 * `hostSession`, else the project's newest that is bound to none, which is bound then. What is shown is seen.
 */
export interface Recall {
  readonly kind: 'recall';
  readonly project: string;
  readonly hostSession?: string;
  readonly prompt: string;
  /** Nodes about code that the prompt names, the nearest first. */
  readonly named?: readonly { readonly level: Level; readonly id: string }[];
  readonly code?: CodePlaces;
  /** What its words find, made in steps before; made anew when a graph is another by then. */
  readonly weighed?: WeighedPrompt;
}

/** Creates or overwrites a node. Notes and touches that are not given stay; empty ones clear. */
export interface PutNode extends Asker {
  readonly kind: 'put-node';
  readonly level: Level;
  readonly id: string;
  readonly gist: string;
  readonly notes?: readonly string[];
  readonly touches?: readonly string[];
  /** Where the touches are in the code, made by whoever knows it; left out where there was no code to look at. */
  readonly anchors?: readonly Anchor[];
  /** Refused with `version-conflict` when the node's version is another; 0 means that there is none. */
  readonly expectedVersion?: number;
}

/** Creates or overwrites an edge. Ends need not exist as nodes. */
export interface PutEdge extends Asker {
  readonly kind: 'put-edge';
  readonly level: Level;
  readonly from: string;
  readonly to: string;
  readonly rel: string;
  readonly notes?: readonly string[];
  /** Where the ends are in the code, as in `PutNode`. */
  readonly anchors?: readonly Anchor[];
  readonly expectedVersion?: number;
}

/**
 * Stores where touches and ends are in the code now. It is no write of theirs: no version, no log entry, nothing to sync.
 * What was written since the anchors were made, or is gone, stays as it is.
 */
export interface SetAnchors {
  readonly kind: 'set-anchors';
  /** The root of the project whose levels are meant. */
  readonly project: string;
  readonly items: readonly AnchoredItem[];
}

/** A node by its id, or an edge by its `edgeKey`, as it stood at a version, and all anchors it is to have. */
export interface AnchoredItem {
  readonly level: Level;
  readonly of: { readonly id: string } | { readonly edge: string };
  readonly version: number;
  readonly anchors: readonly Anchor[];
}

/** Deletes a node with its edges. Without a level, refused when both levels have the id. */
export interface DeleteNode extends Asker {
  readonly kind: 'delete-node';
  readonly id: string;
  readonly level?: Level;
}

/** Deletes an edge; that there is none is an answer, not an error. Without a level, refused when both levels have it. */
export interface DeleteEdge extends Asker {
  readonly kind: 'delete-edge';
  readonly from: string;
  readonly to: string;
  readonly rel: string;
  readonly level?: Level;
}

/** Gives a node another id, with its edges, version, endorsements, and what refers to it in the other level. */
export interface RenameNode extends Asker {
  readonly kind: 'rename-node';
  readonly id: string;
  readonly newId: string;
  readonly level?: Level;
}

/** Makes one node of two of one level: `from` goes, `into` keeps its gist (or takes `gist`) and gains all else. */
export interface MergeNodes extends Asker {
  readonly kind: 'merge-nodes';
  readonly from: string;
  readonly into: string;
  readonly gist?: string;
  readonly level?: Level;
}

/** Archives an active node, or makes an archived or orphaned one active, by hand. */
export interface SetTier extends Asker {
  readonly kind: 'archive-node' | 'restore-node';
  readonly id: string;
  readonly level?: Level;
}

/** Endorses nodes that helped. */
export interface MarkUseful {
  readonly kind: 'useful';
  readonly session: string;
  readonly ids: readonly string[];
}

/** What other sessions changed since the session started or last synced. */
export interface Sync {
  readonly kind: 'sync';
  readonly session: string;
}

/** Reads (without `state`) or replaces how far a task is. The level is the project's when there is one. */
export interface Progress extends Asker {
  readonly kind: 'progress';
  readonly task: string;
  readonly state?: ProgressState;
  readonly level?: Level;
}

/** Puts back what some changes replaced; refused with `undo-conflict` when a later change lies above. */
export interface Undo extends Asker {
  readonly kind: 'undo';
  readonly changes: readonly Change[];
}

/** Puts the nodes and edges of a graph's file into a level, over those of the same identity (import, restore). */
export interface Import extends Asker {
  readonly kind: 'import';
  readonly level: Level;
  readonly nodes: readonly MemoryNode[];
  readonly edges: readonly MemoryEdge[];
  /** The `_meta` of the graph's file: versions are taken where they are higher, progress always. */
  readonly meta?: Readonly<Record<string, unknown>>;
  /** As `sessions.json` has them; those that are over or known already are left out. */
  readonly sessions?: Readonly<Record<string, unknown>>;
  /** More follows, and compaction waits for it. */
  readonly isPart?: boolean;
}

/** The periodic run over everything loaded: compaction, deletion of long orphaned nodes, expiry of sessions. */
export interface Maintain {
  readonly kind: 'maintain';
}

/** Everything that can be asked. */
export type Operation =
  | RegisterSession
  | Bootstrap
  | ReadGraph
  | ReadNodes
  | Search
  | Recall
  | PutNode
  | PutEdge
  | SetAnchors
  | DeleteNode
  | DeleteEdge
  | RenameNode
  | MergeNodes
  | SetTier
  | MarkUseful
  | Sync
  | Progress
  | Undo
  | Import
  | Maintain;

/** What one change of one key was, for history and undo: what stood there before, what stands there after. */
export type Change =
  | {
      readonly kind: 'node';
      readonly graph: GraphName;
      readonly id: string;
      readonly before?: MemoryNode;
      readonly after?: MemoryNode;
    }
  | {
      readonly kind: 'edge';
      readonly graph: GraphName;
      readonly key: string;
      readonly before?: MemoryEdge;
      readonly after?: MemoryEdge;
    };
