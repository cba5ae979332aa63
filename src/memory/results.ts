/**
 * What each operation of the agent memory answers, as values. Where there is a `text`, it is what a tool shows, within its
 * budget.
 */
import type { Anchor } from './anchor.js';
import type { CodePlace } from './code-places.js';
import type { GraphName, Level, MemoryEdge, MemoryNode, ProgressState, Tier } from './model.js';
import type { Change, Operation } from './operations.js';

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
  /** Its texts against the code, where that is known. */
  readonly places?: readonly CodePlace[];
}

/** What the texts that were just written mean in the code. */
export interface Anchoring {
  readonly anchored: readonly Anchor[];
  /** Those that look like code and are found nowhere. */
  readonly unknown: readonly string[];
  /** Anchored at the whole file, since it does not have the lines that are written. */
  readonly noLines: readonly string[];
  /** Ids of the code graph that a node without an anchor may be about. */
  readonly couldMean: readonly string[];
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
  /** What has become of the code it is about, in a word or two, when that is not what it was. */
  readonly code?: string;
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

/** Each operation's answer. */
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
    /** Added by whoever sees the code. */
    readonly code?: Anchoring;
  };
  readonly 'put-edge': {
    readonly level: Level;
    readonly edge: MemoryEdge;
    readonly version: number;
    readonly isNew: boolean;
    /** Ends that are no node of either level: kept as they are, as files and other artifacts are. */
    readonly artifacts: readonly string[];
    readonly compaction: CompactionReport;
    readonly code?: Anchoring;
  };
  /** How many nodes and edges have other anchors. */
  readonly 'set-anchors': { readonly changed: number };
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
