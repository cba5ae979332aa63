/**
 * One text of a memory and its place in the code as plain values, for those who show it, keep it or hand it on: the node is an id,
 * the state is words. What each face says beside that is its own matter.
 */
import type { GraphView } from '../code/graph.js';
import type { AnchorState, AnchorView } from './anchor-view.js';
import type { Lines } from './touch.js';
import { stateWords } from './words.js';

export interface AnchorPlace {
  /** As it was written: an entry of `touches`, or an end of an edge. */
  readonly touch: string;
  /** Of an edge's end: its relation, and whether the edge leaves the memory or comes to it. */
  readonly rel?: string;
  readonly direction?: 'out' | 'in';
  readonly state: AnchorState;
  /** The state in words; '' when there is nothing to say. */
  readonly words: string;
  /** Id of the node where it is, or may be (`unsure`). */
  readonly at?: string;
  /** Lines of that node's file. */
  readonly lines?: Lines;
  /** Whether the lines are only about there: they were counted in a text that has changed since. */
  readonly isAbout?: true;
}

/** The place of an anchor in the view that it was read against. */
export function placeOf(view: GraphView, anchor: AnchorView): AnchorPlace {
  const { touch, rel, direction, state, node, lines, changed } = anchor;
  return {
    touch,
    ...(rel !== undefined && { rel }),
    ...(direction !== undefined && { direction }),
    state,
    words: stateWords(view, anchor),
    ...(node !== undefined && { at: view.id(node) }),
    ...(lines !== undefined && { lines, ...(changed > 0 && { isAbout: true }) }),
  };
}
