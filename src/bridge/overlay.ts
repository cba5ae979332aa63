/** The memory as edges onto the code, for whoever draws both: one for each anchor that lies somewhere. */
import type { GraphView } from '../code/graph.js';
import type { Level } from '../memory/model.js';
import type { AnchorState, MemoryLinks } from './anchor-view.js';

/** An edge from a memory to a node of the code graph. */
export interface OverlayEdge {
  readonly level: Level;
  /** The memory's. */
  readonly id: string;
  /** The code node's. */
  readonly target: string;
  readonly state: AnchorState;
  /** `touches`, or the relation of an edge. */
  readonly rel: string;
  /** Whether the edge leaves the memory or comes to it. */
  readonly direction: 'out' | 'in';
}

/** In the order of the memories and their anchors; what is gone has no edge. */
export function overlay(view: GraphView, links: MemoryLinks): readonly OverlayEdge[] {
  return links.memories.flatMap(({ level, id, anchors }) =>
    anchors.flatMap(({ node, state, rel = 'touches', direction = 'out' }) => {
      return node === undefined ? [] : [{ level, id, target: view.id(node), state, rel, direction }];
    }),
  );
}
