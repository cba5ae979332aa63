/**
 * What the linker asks of its caller and what it gives back. A caller holds one `Linker` per project, feeds it the changed
 * paths, runs the generator in slices, and takes over the segments it returns.
 *
 *     const linker = createLinker(restored);              // restored: from the snapshot, absent on a cold start
 *     const run = linker.update(source, changedPaths);    // cold start: changedPaths = source.paths
 *     let step = run.next();
 *     while (!step.done) step = run.next();               // at every yield the caller may wait, or give the run up
 *     const { replaced, touched, removed } = step.value;
 */
import type { Facts, Problem } from '../facts.js';
import type { Segment } from '../model.js';
import type { ScriptEntry } from './registrations.js';

/** All that the linker knows of the world. */
export interface FactsSource {
  /** Every Python file of the project, sorted by code units. */
  readonly paths: readonly string[];
  /** Folders (relative, without a trailing `/`; '' is the root) that imports are looked up in, in order of precedence. */
  readonly roots: readonly string[];
  /** The name under which the root itself is imported, when it holds an `__init__.py`. */
  readonly rootPackage?: string;
  /** Functions that packaging makes commands of. */
  readonly scripts?: readonly ScriptEntry[];
  /** Decoded facts of a path in `paths`. Asked for seldom twice in a row but often overall: the caller caches. */
  facts(path: string): Facts;
  /** The content hash that the file's node shows. */
  hash(path: string): string;
}

/** What a linker must be told about the last run to go on from it: taken from the snapshot. */
export interface RestoredLinks {
  /** The import roots of that run. When they differ from the source's, everything is linked again. */
  readonly roots: readonly string[];
  readonly rootPackage?: string;
  /** Every segment's key with its `reads`. */
  readonly segments: Iterable<Pick<Segment, 'key' | 'reads'>>;
}

/** Where a run stands; yielded at least once a file, within big files more often. */
export interface LinkStep {
  /** Files done and files known to need linking; the second may grow while a change spreads. */
  readonly done: number;
  readonly total: number;
}

export interface LinkResult {
  /** New or changed segments, sorted by key. */
  readonly replaced: readonly Segment[];
  /** Segments whose nodes and edges stay as they are, but whose `reads` are to be kept anew; sorted by key. */
  readonly touched: readonly Pick<Segment, 'key' | 'reads'>[];
  /** Keys of the segments that are gone, sorted. */
  readonly removed: readonly string[];
  /** Of the files that were linked those where that was cut short so that it ends in time, by path. */
  readonly problems: ReadonlyMap<string, readonly Problem[]>;
  /** How many files were linked in this run. */
  readonly relinked: number;
}

export interface Linker {
  /**
   * Links what `changed` (paths added, edited or removed since the last finished run; unknown ones do no harm) makes
   * necessary. Runs one at a time; one that is given up before its end leaves the linker as it was, and its changes must
   * be passed again.
   */
  update(source: FactsSource, changed: Iterable<string>): Generator<LinkStep, LinkResult, void>;
}
