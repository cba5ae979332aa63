/** Signatures of the snapshot, for whoever is written against it. */
import type { CodeGraph } from './code-graph.js';
import type { Properties } from './model.js';

/** One source file as the snapshot keeps it. */
export interface FileRecord {
  readonly path: string;
  readonly size: number;
  readonly mtimeMs: number;
  readonly hash: string;
}

/** One line of JSON text (as `encodeFacts` makes it), or facts of an open snapshot, which are copied unread. */
export type FactsText = string | StoredFacts;

export interface SnapshotContent {
  /** Whatever the indexer needs to know again: extractor version, grammar checksum, settings, counts. */
  readonly meta: Properties;
  /** Any order; written in order of path. */
  readonly files: Iterable<FileRecord & { readonly facts: FactsText }>;
  readonly graph: CodeGraph;
}

export type OpenedSnapshot =
  | { readonly kind: 'ok'; readonly snapshot: Snapshot }
  | { readonly kind: 'absent' }
  | { readonly kind: 'damaged'; readonly reason: string }
  | { readonly kind: 'other-version'; readonly version: number };

/** Replaces the file at `path` whole, in slices. Rejects with a `KgError` of code `io`. */
export declare function writeSnapshot(
  path: string,
  content: SnapshotContent,
): Promise<{ readonly bytes: number }>;

/** Reads the first line only. Never throws for what may lie at the path. */
export declare function openSnapshot(path: string): OpenedSnapshot;

/** Facts that lie in a snapshot. */
export interface StoredFacts {
  readonly bytes: number;
  readonly checksum: number;
  read(): Buffer;
}

/**
 * A snapshot that is read as it is needed; the file stays open, so it stays what it was when another one takes its place.
 * A section whose checksum is wrong throws a `SnapshotDamage`.
 */
export declare class Snapshot {
  readonly meta: Properties;
  readonly bytes: number;
  /** In order of path. */
  files(): readonly FileRecord[];
  facts(path: string): string | undefined;
  storedFacts(path: string): StoredFacts | undefined;
  graph(): CodeGraph;
  /** Reads everything, in steps, and compares the checksums; the reason when something is damaged. */
  check(): Generator<void, string | undefined>;
  close(): void;
}

/** What a reader of a damaged section gets. */
export declare class SnapshotDamage extends Error {}
