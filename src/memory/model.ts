/**
 * What the agent memory is made of: nodes, edges, graphs (one for the user, one for each project), sessions, and the
 * state that holds them all. Everything is a readonly value; a change makes a new value (`draft.ts`).
 *
 * Nodes, edges, sessions and `_meta` have the very shape of their files (`user.json`, `graph.json`, `sessions.json`),
 * underscores included, so that what is loaded and saved needs no translation and fields that we do not know survive.
 * All times are float seconds since the epoch. Nothing here knows files, rendering, or scores.
 */

import type { Anchor } from './anchor.js';

/** The two levels of the memory: the user's one graph, and the graph of the project a session works in. */
export type Level = 'user' | 'project';

/** Both levels in the order in which they are read. */
export const LEVELS: readonly Level[] = ['user', 'project'];

/** Active: gist shown. Archived: only its id is shown. Orphaned: found by search alone. */
export type Tier = 'active' | 'archived' | 'orphaned';

/** All tiers, in the order in which they are shown. */
export const TIERS: readonly Tier[] = ['active', 'archived', 'orphaned'];

/** A named piece of knowledge, as in its file; fields that are not named here are kept. */
export interface MemoryNode {
  readonly id: string;
  /** The headline, all that a read of the graph shows. */
  readonly gist: string;
  readonly notes?: readonly string[];
  /** Files and artifacts the node is about, free text (`src/auth/refresh.py:30-40`). */
  readonly touches?: readonly string[];
  /** Set by the first put; absent means long ago. */
  readonly _created_ts?: number;
  /** The last full read of this node. */
  readonly _last_read_ts?: number;
  readonly _archived?: boolean;
  /** Archived by hand: compaction does not bring it back, a read does. */
  readonly _held?: boolean;
  /** Its presence makes the node orphaned. */
  readonly _orphaned_ts?: number;
  /** One time for each endorsement. */
  readonly _useful_ts?: readonly number[];
  /** Where the touches were in the code. */
  readonly _anchors?: readonly Anchor[];
}

/** A relation of two ends; the triple is its identity. An end is a node's id or any other text (a file, a URL). */
export interface MemoryEdge {
  readonly from: string;
  readonly to: string;
  readonly rel: string;
  readonly notes?: readonly string[];
  /** Where the ends were in the code. */
  readonly _anchors?: readonly Anchor[];
}

/** The last write of a node or an edge: its count from 1, when, and by which session (null: by no session). */
export interface Version {
  readonly v: number;
  readonly ts: number;
  readonly session: string | null;
}

/** What happened to a node or an edge, for sessions that sync. Compaction writes with session null. */
export type LogAction = 'put' | 'deleted' | 'archived' | 'restored' | 'renamed' | 'merged';

/** One line of a graph's change log. `key` is a version key; `into` is the new id of what was renamed or merged. */
export interface LogEntry {
  readonly seq: number;
  readonly ts: number;
  readonly session: string | null;
  readonly action: LogAction;
  readonly key: string;
  readonly into?: string;
}

/** Sums that say what a level's render costs, kept up to date by every change; see `ledger.ts`. */
export interface Ledger {
  readonly active: number;
  readonly archived: number;
  readonly orphaned: number;
  /** Characters of the active nodes' lines. */
  readonly gistChars: number;
  /** Characters of the archived nodes' lines. */
  readonly anchorChars: number;
  /** Bounds of the citations' characters: an edge of two active nodes names one end or the other. */
  readonly citationCharsMin: number;
  readonly citationCharsMax: number;
}

/** One graph with what makes its questions cheap. Maps iterate in the order of the file. */
export interface MemoryGraph {
  readonly nodes: ReadonlyMap<string, MemoryNode>;
  /** By `edgeKey`. */
  readonly edges: ReadonlyMap<string, MemoryEdge>;
  /** The edges at each end, node or not, in order of creation; a self-loop stands once. */
  readonly incident: ReadonlyMap<string, readonly MemoryEdge[]>;
  /** By `nodeVersionKey` or `edgeVersionKey`. */
  readonly versions: ReadonlyMap<string, Version>;
  /** The number of the last change. */
  readonly seq: number;
  /** Ascending by `seq`; bounded, so old entries are gone. */
  readonly log: readonly LogEntry[];
  readonly progress: ReadonlyMap<string, ProgressState>;
  /** The absolute root, for project graphs. */
  readonly projectPath?: string;
  /** Fields of `_meta` and of the file's top level that we do not know, kept as they are. */
  readonly extraMeta: Readonly<Record<string, unknown>>;
  readonly extraTop: Readonly<Record<string, unknown>>;
  readonly ledger: Ledger;
  /** The words of nodes and edges that search has seen; shared by all versions of the graph. */
  readonly words: WordMemo;
}

/**
 * The words of what search has looked at, computed at most once for each value: nodes by id, edges with notes by
 * themselves, all other edges by their relation. What it answers is a function of what is asked; only the cost differs.
 */
export interface WordMemo {
  readonly nodes: Map<string, Words>;
  readonly edges: WeakMap<MemoryEdge, EdgeWords>;
  readonly relations: Map<string, EdgeWords>;
}

/**
 * A node as search sees it: the words of each field in lower case with one blank before and after each, a compound followed
 * by its parts.
 */
export interface Words {
  /** The value they were taken from; others with the same texts have the same words. */
  readonly of: MemoryNode;
  readonly id: string;
  readonly gist: string;
  readonly touches: string;
  readonly notes: string;
  /** The distinct words of id and gist that carry meaning. */
  readonly distinct: readonly string[];
  /** The beginnings of all words, and the distinct words, as bits (`words.ts`). */
  readonly filter: Int32Array;
  readonly signature: readonly [number, number];
}

/** An edge as search sees it. */
export interface EdgeWords {
  readonly rel: string;
  readonly notes: string;
  readonly filter: Int32Array;
}

/** What a task recorded about how far it is: any JSON object. */
export type ProgressState = Readonly<Record<string, unknown>>;

/** One conversation, as in `sessions.json`; fields that are not named here are kept. */
export interface Session {
  readonly start_ts: number;
  readonly project_path: string | null;
  readonly last_activity: number;
  readonly op_count: number;
  /** The host's id of the conversation. */
  readonly claude_sid?: string;
  /** What was shown, as `level/id`; an entry without a level (from older files) counts for both. */
  readonly seen_ids?: readonly string[];
  readonly preloaded_ids?: readonly string[];
  readonly liked_ids?: readonly string[];
  readonly full_read_ts?: number;
  readonly last_synced_ts?: number;
  /** The last change that sync has told, for each level. */
  readonly cursors?: { readonly user?: number; readonly project?: number };
}

/** The whole memory of one server: what is loaded. Projects are keyed by their absolute root. */
export interface MemoryState {
  readonly user: MemoryGraph;
  readonly projects: ReadonlyMap<string, MemoryGraph>;
  readonly sessions: ReadonlyMap<string, Session>;
}

/** Which graph: the user's, or the project's with this root. */
export type GraphName = { readonly level: 'user' } | { readonly level: 'project'; readonly project: string };

/** One text for each graph; two names of one graph have the same. */
export function graphKey(name: GraphName): string {
  return name.level === 'user' ? 'user' : `project:${name.project}`;
}

/**
 * The identity of an edge, and its key in the file's `edges`: `from->to:rel`. An end that holds the arrow itself would make
 * two edges look alike; such a key says where the first end stops.
 */
export function edgeKey({ from, to, rel }: Pick<MemoryEdge, 'from' | 'to' | 'rel'>): string {
  const key = `${from}->${to}:${rel}`;
  return from.includes('->') || to.includes('->') ? `${key} #${from.length}` : key;
}

/** The key of a node in `versions` and in the log. */
export function nodeVersionKey(id: string): string {
  return `node:${id}`;
}

/** The key of an edge in `versions` and in the log. */
export function edgeVersionKey(edge: Pick<MemoryEdge, 'from' | 'to' | 'rel'>): string {
  return `edge:${edgeKey(edge)}`;
}

/** Orphaned when it has `_orphaned_ts`, else archived when flagged so, else active. */
export function tierOf(node: MemoryNode): Tier {
  if (node._orphaned_ts !== undefined) return 'orphaned';
  return node._archived === true ? 'archived' : 'active';
}
