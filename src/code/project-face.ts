/**
 * What the faces (tools, command line) may ask of one indexed project while it lives: the current graph, how far the
 * index is, source text that is proven to be the indexed one, and a rebuild. Types, and one number.
 *
 * The idea: queries are pure functions over `GraphView`. Everything that needs a disk, a clock or patience goes
 * through this one interface, so that a face never touches the indexer, and a test can put a small project behind it.
 */
import type { Asked } from './enrich/answer.js';
import type { Enrichment } from './enrich/enricher.js';
import type { Plan } from './enrich/plan.js';
import type { Usage } from './enrich/usage.js';
import type { Problem } from './facts.js';
import type { GraphView } from './graph.js';
import type { EdgeType, NodeType, Resolution } from './model.js';

/** How long a question waits in all for files that have changed to be indexed again, in milliseconds. */
export const FRESHNESS_WAIT_MS = 2000;

/** One project. It starts indexing on its own and keeps its graph fresh until it is closed. */
export interface Project {
  /** Absolute path of the root. */
  readonly root: string;

  /**
   * The graph that answers now; `undefined` before there is any. A view never changes: when files change a new one
   * takes its place, so `a.view() === b` says that nothing has changed in between.
   */
  view(): GraphView | undefined;

  /** How things stand; cheap enough for every answer (no disk). */
  state(): IndexState;

  /**
   * Waits until the graph is complete (phase `ready` or `failed`), at most `maxWaitMs`; resolves in both cases, and
   * `state().phase` tells which. A graph that is there takes in what is known to have changed, for which it waits
   * `FRESHNESS_WAIT_MS` at most; a look at the whole tree that began at `since` or later, on the clock of durations, is enough.
   * Rejects with KgError `cancelled` within 100 ms after `signal` is aborted.
   */
  whenReady(
    signal: AbortSignal,
    onProgress: ReportProgress,
    maxWaitMs: number,
    since?: number,
  ): Promise<void>;

  /**
   * Checks that these files (paths relative to the root, as nodes carry them) are on disk as they were indexed, and
   * waits for the re-index of those that are not, at most `maxWaitMs` (`FRESHNESS_WAIT_MS` when absent). `stale`: those that
   * are still not as indexed, sorted; the answer names them as changed. Afterwards `view()` may be another one. Unknown paths
   * are ignored.
   */
  ensureFresh(
    paths: readonly string[],
    signal: AbortSignal,
    maxWaitMs?: number,
  ): Promise<{ readonly stale: readonly string[] }>;

  /**
   * Finds out what has changed until now, a file saved a moment ago included, and waits for the re-index of it, at most
   * `maxWaitMs` (`FRESHNESS_WAIT_MS` when absent): to be asked before something is said not to exist. A look at the whole tree
   * that began at `since` or later, on the clock of durations, is enough.
   */
  catchUp(signal: AbortSignal, maxWaitMs?: number, since?: number): Promise<void>;

  /** Lines `startLine`–`endLine` (1-based, inclusive, clipped to the file) of an indexed file. */
  readSource(path: string, startLine: number, endLine: number): Promise<SourceText>;

  /** Files that have to be named in answers because they could not be parsed whole: path → problems, in order of path. */
  problems(): readonly FileProblem[];

  /** Rebuilds everything. Calls that come while one runs join it. Rejects with KgError `cancelled` when aborted. */
  reindex(options: ReindexOptions, onProgress: ReportProgress, signal: AbortSignal): Promise<ReindexReport>;

  /**
   * To be asked when a question has thrown, whatever it was: a graph that was read from a snapshot may turn out to be damaged
   * while it is asked. Then the snapshot is set aside, everything is made anew from the sources, and `true` says that `view()`
   * is another one now: ask again. `false`: the error is nothing that this could mend. Rejects as `whenReady` does.
   */
  recover(error: unknown, signal: AbortSignal, onProgress: ReportProgress): Promise<boolean>;

  /** Resolves when what was read from the disk has been checked whole, what goes on has ended, and what is new is saved. */
  settle(signal: AbortSignal): Promise<void>;

  /** Stops watching and indexing, and saves what is worth it. The view still answers. Never rejects. */
  close(): Promise<void>;

  /** Answers a question with the language model; absent when it is turned off. */
  readonly model?: ModelFace | undefined;

  /**
   * Lets the language model read what it has not read, and links what it found; `undefined` when it is turned off. Rejects with
   * KgError `cancelled`; what failed is in the state.
   */
  enrich?(onProgress: ReportProgress, signal: AbortSignal): Promise<Enrichment | undefined>;

  /** What `enrich` would send, be the model on or off. */
  planEnrichment?(signal: AbortSignal): Promise<Plan>;
}

/** The language model as `kg_ask` needs it. Rejects with KgError `llm-failed` or `cancelled`. */
export interface ModelFace {
  /** The answer is markdown without a Sources section. */
  answer(asked: Asked, signal: AbortSignal): Promise<string>;
}

/** What the index is doing. `ready`: the graph stands for the disk as far as is known. `failed`: see `failure`. */
export type IndexPhase =
  | 'loading'
  | 'scanning'
  | 'parsing'
  | 'linking'
  | 'saving'
  /** The language model reads documents; the graph of the structure is complete. */
  | 'reading'
  /** The language model answers a question. */
  | 'asking'
  | 'ready'
  | 'failed';

/** How far a run is. `total` is 0 while it is unknown; `done` only rises within a phase. */
export interface IndexProgress {
  readonly phase: IndexPhase;
  readonly done: number;
  readonly total: number;
}

export type ReportProgress = (progress: IndexProgress) => void;

/** A problem of one file; `path` is '' when it is the project's (a setting, a missing directory). */
export interface FileProblem {
  readonly path: string;
  readonly problem: Problem;
}

/** Source lines that are proven to be the ones indexed, or why there are none. Never another version's lines. */
export type SourceText =
  | { readonly kind: 'text'; readonly startLine: number; readonly lines: readonly string[] }
  | { readonly kind: 'changed' | 'missing' };

export interface ReindexOptions {
  /** Run the language model too, when it is turned on. */
  readonly llm: boolean;
}

/** What a rebuild did. */
export interface ReindexReport {
  readonly counts: GraphCounts;
  /** Phases in the order they ran, wall time in milliseconds. */
  readonly phases: readonly { readonly name: string; readonly ms: number }[];
  readonly files: number;
  /** Files that failed wholly or in part, in order of path. */
  readonly problems: readonly FileProblem[];
  /** Against the index before this run; absent when there was none. Paths sorted, ids counted. */
  readonly changes?: {
    readonly filesAdded: readonly string[];
    readonly filesChanged: readonly string[];
    readonly filesRemoved: readonly string[];
    readonly nodesAdded: number;
    readonly nodesRemoved: number;
    readonly edgesAdded: number;
    readonly edgesRemoved: number;
  };
  /** What else the user should know: `the language model is off`. */
  readonly notes: readonly string[];
}

export interface GraphCounts {
  readonly nodes: Readonly<Record<NodeType, number>>;
  readonly edges: Readonly<Record<EdgeType, number>>;
}

/** How the index stands. Times are milliseconds since the epoch. */
export interface IndexState {
  readonly progress: IndexProgress;
  /** For `failed`: message and hint for the user. */
  readonly failure?: string;
  /** When the graph that answers was last brought in line with the disk; absent before that. */
  readonly indexedAt?: number;
  /**
   * Of the last run of this process that changed a graph which was there: files that were other than before, files linked again
   * for them.
   */
  readonly lastChange?: { readonly files: number; readonly linked: number } | undefined;
  /** Files known to have changed since, sorted; normally none. */
  readonly changedSince: readonly string[];
  /** More may have changed: what was heard of, or is being looked for, was not in the graph when a question had waited for it. */
  readonly isBehind?: boolean;
  /** What is indexed. */
  readonly sources: {
    /** Directories as the settings name them or as they were found, relative to the root (`.` for the root). */
    readonly directories: readonly string[];
    /** Why these, when the setting does not say so: `KG_SOURCE_DIRS is not set and src holds no Python file`. */
    readonly reason?: string;
    readonly files: number;
    readonly lines: number;
    readonly bytes: number;
    /** Python files that lie outside of them, by folder, in order of folder. */
    readonly outside: readonly { readonly folder: string; readonly files: number }[];
  };
  /** Where documents were looked for and found; absent before the tree was looked at. */
  readonly documents?: {
    /** Folders with decision records that are there, relative to the root. */
    readonly directories: readonly string[];
    /** Why these, when no setting says so. */
    readonly reason?: string;
    /** Files of project instructions. */
    readonly instructions: readonly string[];
    /** Documents that are indexed. */
    readonly files: number;
    /** Paths of documents that could not be read at all. */
    readonly unread: readonly string[];
  };
  /** Every call found in the sources falls in one of these. */
  readonly calls: Readonly<Record<Resolution | 'external' | 'unresolved', number>>;
  /** Problems by kind, and how many files have lines that could not be parsed. */
  readonly problemCounts: readonly { readonly kind: Problem['kind']; readonly count: number }[];
  readonly filesNotParsed: number;
  /** The file that keeps the graph; absent before it was first written. */
  readonly snapshot?: { readonly path: string; readonly bytes: number; readonly savedAt: number };
  /** What was wrong with the snapshot that this process found and did not use. */
  readonly damage?: string;
  /** What happened that a user should know: a damaged snapshot set aside, a folder that cannot be written. */
  readonly notes: readonly string[];
  /** Whether changes are heard of (else the tree is looked at when a question comes), and how or why not, in words. */
  readonly watcher: { readonly enabled: boolean; readonly backend: string };
  /** Whether this process writes the snapshot (`writer`) or another one does. */
  readonly role: 'writer' | 'reader' | 'none';
  /** For a reader: which process writes, `process 4711`. */
  readonly writer?: string;
  readonly llm: {
    readonly enabled: boolean;
    readonly model: string;
    /** Where it is asked. */
    readonly endpoint?: string;
    /** Of this process. */
    readonly usage?: Usage;
    /** What is kept of earlier readings, and what that has cost in all. */
    readonly kept?: {
      readonly extractions: number;
      readonly verdicts: number;
      /** Items of replies that were of no use. */
      readonly dropped: number;
      readonly calls: number;
      readonly tokensIn: number;
      readonly tokensOut: number;
    };
    /** How far the documents are read, while they are. */
    readonly running?: { readonly done: number; readonly total: number };
    /** What could not be read and why, a line each; earlier readings of it stay. */
    readonly failures?: readonly string[];
  };
  /** Groups of nodes that reconciliation holds to be the same. */
  readonly clusters: number;
  /** Bytes. `heapLimit`: what the heap may hold at most. */
  readonly memory: { readonly rss: number; readonly heap: number; readonly heapLimit: number };
  /** Every setting, its value as text, and where it came from: `default`, `environment`, `kg-memory.toml:3`. */
  readonly settings: readonly { readonly name: string; readonly value: string; readonly origin: string }[];
}
