/** Signatures of the graph's builder, for whoever is written against it. */
import type { SegmentedView } from './graph.js';
import type { Segment } from './model.js';

/** Builds a graph at one go. */
export declare function buildGraph(segments: Iterable<Segment>): CodeGraph;

/** The same in steps of a few milliseconds, so that others get their turn: see `runInSlices`. */
export declare function buildGraphInSteps(segments: Iterable<Segment>): Generator<void, CodeGraph>;

/** The graph of a project while its files change. What it hands out, the views, never changes. */
export declare class CodeGraph {
  /** The view of now; another one after each change. */
  get view(): SegmentedView;
  /** Puts segments in the place of those with the same keys, and removes others. Costs as much as all edits since the last rebuild. */
  replaceSegments(changed: Iterable<Segment>, removedKeys: Iterable<string>): void;
  /** Whether so much has been replaced that a rebuild pays. */
  get isRebuildDue(): boolean;
  /** Writes the columns anew, in steps; until the last one the old view answers. Edits made meanwhile are kept. */
  rebuild(): Generator<void, void>;
}
