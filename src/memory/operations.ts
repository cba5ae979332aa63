/**
 * The contract of the agent memory: everything that can be asked of it, what each question answers, and what applying it
 * changes. `apply(state, operation, context)` in `apply.ts` is the one entry; it is pure, so whoever holds the state (the
 * store) saves `saves`, remembers `changes` for undo, swaps in the new state, and only then answers and sends `events`.
 * When saving fails the old state is still there.
 *
 * It knows no protocol. Faces turn a request into one operation; a refusal is a `MemoryError`.
 * Before applying, the store loads the project graphs that `projectsNeeded` names.
 */
import type { Limits } from './limits.js';
import type { GraphName, Level, MemoryEdge, MemoryNode, MemoryState, ProgressState, Tier } from './model.js';

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
}

/** The full read. Without a usable session, `project` makes one (or takes the newest preloaded, unread one of it). */
export interface ReadGraph extends Asker {
  readonly kind: 'read-graph';
}

/** Nodes in full. `promote: false` changes nothing, for viewers; else archived and orphaned ones become active. */
export interface ReadNodes extends Asker {
  readonly kind: 'read-nodes';
  readonly ids: readonly string[];
  readonly level?: Level;
  readonly promote?: boolean;
}

/** Search both levels. Without a session and a project, all loaded projects are searched. `mark: false` marks nothing seen. */
export interface Search extends Asker {
  readonly kind: 'search';
  readonly query: string;
  readonly mark?: boolean;
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
}

/** Creates or overwrites a node. Notes and touches that are not given stay; empty ones clear. */
export interface PutNode extends Asker {
  readonly kind: 'put-node';
  readonly level: Level;
  readonly id: string;
  readonly gist: string;
  readonly notes?: readonly string[];
  readonly touches?: readonly string[];
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
  readonly expectedVersion?: number;
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

/** What the outside tells an operation, so that it stays a function of values. */
export interface Context {
  /** Float seconds since the epoch. */
  readonly now: number;
  readonly limits: Limits;
  /** The id that a new session gets: 8 hex characters, not in use. */
  readonly freshSessionId: string;
  /** Last times of the project's tool events, which count as activity. */
  readonly eventTimes?: (project: string) => readonly number[];
  /** Lines of warning that a full read shows for a level whose file was damaged. */
  readonly warnings?: (graph: GraphName) => readonly string[];
}

/** What compaction did to one graph: ids, each in at most one list. */
export interface CompactionReport {
  readonly archived: readonly string[];
  readonly restored: readonly string[];
  readonly orphaned: readonly string[];
  readonly deleted: readonly string[];
}

/** A node that says nearly the same as one just written. */
export interface NearDuplicate {
  readonly level: Level;
  readonly id: string;
  readonly gist: string;
  /** From 0 to 1. */
  readonly similarity: number;
}

/** A node in full with where it stands. `was` is its tier before the operation. */
export interface NodeView {
  readonly level: Level;
  readonly node: MemoryNode;
  readonly version: number;
  readonly tier: Tier;
  readonly was: Tier;
  readonly edges: readonly MemoryEdge[];
  /** The other level has a node of the same id. */
  readonly isInBothLevels: boolean;
}

/** A hit of a search. */
export interface SearchHit {
  readonly level: Level;
  readonly id: string;
  readonly gist: string;
  readonly notes: readonly string[];
  readonly tier: Tier;
  readonly isSeen: boolean;
  readonly score: number;
  /** Set when the hit is of another project than the asker's (search without session). */
  readonly project?: string;
}

/** The answer to a search; `text` is at most 10,000 characters. */
export interface SearchAnswer {
  readonly total: number;
  readonly top: readonly SearchHit[];
  readonly more: readonly SearchHit[];
  readonly connectors: readonly SearchHit[];
  readonly connections: readonly MemoryEdge[];
  readonly text: string;
}

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

/** What listeners are told. `project` is the root of a project-level change; `session` is who caused it. */
export type MemoryEvent = {
  readonly level: Level;
  readonly project?: string;
  readonly session: string | null;
} & (
  | { readonly type: 'node_updated'; readonly node: MemoryNode }
  | { readonly type: 'node_deleted'; readonly id: string }
  | { readonly type: 'node_renamed'; readonly id: string; readonly node: MemoryNode }
  | { readonly type: 'edge_updated'; readonly edge: MemoryEdge }
  | { readonly type: 'edge_deleted'; readonly edge: MemoryEdge }
  | { readonly type: 'node_recalled'; readonly node: MemoryNode; readonly rescued: readonly string[] }
  | ({ readonly type: 'compacted' } & CompactionReport)
);

/** Each operation's answer. Where there is a `text`, it is what a tool shows, within its budget. */
export interface Results {
  readonly 'register-session': { readonly session: string; readonly startTs: number };
  readonly bootstrap: {
    readonly session: string;
    readonly isReused: boolean;
    /** Header and body, at most 9,800 characters; a short note when a conversation is resumed. */
    readonly context: string;
    /** The body alone; empty when resumed. */
    readonly text: string;
    readonly stats: {
      readonly userActive: number;
      readonly projectActive: number;
      readonly shownGists: number;
    };
  };
  readonly 'read-graph': {
    readonly session: string;
    readonly text: string;
    readonly isFirstFullRead: boolean;
  };
  readonly 'read-nodes': {
    readonly found: readonly NodeView[];
    readonly missing: readonly string[];
    readonly rescued: readonly string[];
    readonly text: string;
  };
  readonly search: SearchAnswer;
  readonly recall: {
    readonly did: 'nudged' | 'recalled' | 'silent';
    /** `null` when the conversation has no session yet. */
    readonly session: string | null;
    /** Empty when silent; what was recalled has at most 2,500 characters. */
    readonly text: string;
    /** How many gists and how many bare names it shows. */
    readonly gists: number;
    readonly anchors: number;
  };
  readonly 'put-node': {
    readonly level: Level;
    readonly node: MemoryNode;
    readonly version: number;
    readonly isNew: boolean;
    readonly was?: Tier;
    /** Pieces of a tool call stood in the gist and were put where they belong. */
    readonly isHealed: boolean;
    /** The gist is longer than advised. */
    readonly isLong: boolean;
    readonly nearDuplicates: readonly NearDuplicate[];
    readonly compaction: CompactionReport;
  };
  readonly 'put-edge': {
    readonly level: Level;
    readonly edge: MemoryEdge;
    readonly version: number;
    readonly isNew: boolean;
    /** Ends that are no node of either level: kept as they are, as files and other artifacts are. */
    readonly artifacts: readonly string[];
    readonly compaction: CompactionReport;
  };
  readonly 'delete-node': {
    readonly level: Level;
    readonly node: MemoryNode;
    readonly edgesDeleted: number;
    /** Edges of the other level that named it and now name nothing there. */
    readonly edgesLeft: readonly MemoryEdge[];
    readonly compaction: CompactionReport;
  };
  readonly 'delete-edge': {
    readonly isDeleted: boolean;
    readonly level?: Level;
    readonly compaction: CompactionReport;
  };
  readonly 'rename-node': {
    readonly level: Level;
    readonly node: MemoryNode;
    readonly edgesChanged: number;
    readonly compaction: CompactionReport;
  };
  readonly 'merge-nodes': {
    readonly level: Level;
    readonly node: MemoryNode;
    readonly edgesChanged: number;
    readonly compaction: CompactionReport;
  };
  readonly 'archive-node': { readonly view: NodeView; readonly compaction: CompactionReport };
  readonly 'restore-node': {
    readonly view: NodeView;
    readonly rescued: readonly string[];
    readonly compaction: CompactionReport;
  };
  readonly useful: {
    readonly accepted: readonly { readonly level: Level; readonly id: string }[];
    readonly rejected: readonly { readonly id: string; readonly because: 'already' | 'budget' | 'unknown' }[];
    readonly left: number;
  };
  readonly sync: { readonly changeCount: number; readonly isTruncated: boolean; readonly text: string };
  readonly progress: { readonly level: Level; readonly task: string; readonly state: ProgressState | null };
  readonly undo: { readonly changes: readonly Change[]; readonly compaction: CompactionReport };
  readonly import: {
    readonly nodes: number;
    readonly edges: number;
    /** What could not be taken, one sentence each. */
    readonly problems: readonly string[];
    readonly compaction: CompactionReport;
  };
  readonly maintain: {
    readonly reports: readonly { readonly graph: GraphName; readonly report: CompactionReport }[];
    /** Levels above their limit in which nothing may be archived. */
    readonly stalled: readonly GraphName[];
    readonly expiredSessions: readonly string[];
  };
}

/** The answer to one operation. */
export type ResultOf<O extends Operation> = Results[O['kind']];

/**
 * What has to be on disk before the answer. That a session was active or has seen a gist changes the state without asking
 * for a save: the next one, or the tick, takes it along.
 */
export interface Saves {
  readonly graphs: readonly GraphName[];
  readonly sessions: boolean;
}

/** What applying an operation gives. When nothing changed, `state` is the very value that was given. */
export interface Outcome<O extends Operation = Operation> {
  readonly state: MemoryState;
  readonly result: ResultOf<O>;
  readonly events: readonly MemoryEvent[];
  readonly saves: Saves;
}

/** The function in `apply.ts`. */
export type Apply = <O extends Operation>(state: MemoryState, operation: O, context: Context) => Outcome<O>;
