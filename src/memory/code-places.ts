/**
 * What is known of the code that the memory names, as those who answer need it: made by whoever sees the code, and taken as it
 * is. Without code there is none of it, and every answer is what it would be.
 */
import type { Level } from './model.js';

/** One text of a node, read against the code. */
export interface CodePlace {
  /** An entry of `touches`, or an end of an edge. */
  readonly touch: string;
  /** Of an edge's end: the relation, and whether the edge leaves the node or comes to it. */
  readonly rel?: string;
  readonly direction?: 'out' | 'in';
  /** The bridge's word for how the place stands to what it was. */
  readonly state: string;
  /** One line to be shown beside the text; '' when there is nothing to say. */
  readonly words: string;
  /** Where it is now: an id of the code graph, its file, and lines. */
  readonly at?: string;
  readonly path?: string;
  readonly lines?: readonly [first: number, last: number];
}

/** A node whose code has changed, went elsewhere without certainty, or is gone; `words` says which in a word or two. */
export interface StaleNode {
  readonly id: string;
  readonly words: string;
}

/** The memory of one asker against the code. */
export interface CodePlaces {
  /** The texts of a node that name code, or did. */
  of(level: Level, id: string): readonly CodePlace[];
  /** Those that are not orphaned, the worst first. */
  stale(level: Level): readonly StaleNode[];
}
