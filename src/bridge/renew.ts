/**
 * What is to be stored anew after the code has changed: anchors that moved surely, at the place where they are, and touches that
 * name code and were never pinned. Whoever stores them sees to it that the graph is of the main checkout on its main branch.
 *
 * A moved anchor keeps its time, its commit and its text's print: what was learned was learned about that text, so that it
 * stays `changed` until somebody writes the touch again. Questions and what is gone stay as they are stored.
 */
import type { GraphView } from '../code/graph.js';
import type { Anchor } from '../memory/anchor.js';
import { edgeKey, type Level } from '../memory/model.js';
import type { AnchorView, MemoryLinks } from './anchor-view.js';
import { Neighbours, writeNear } from './near.js';
import { anchorAt, type PinContext } from './pin.js';

/** All anchors that a node or an edge is to have. */
export interface RenewedAnchors {
  readonly level: Level;
  /** A node by its id, an edge by its `edgeKey`. */
  readonly of: { readonly id: string } | { readonly edge: string };
  readonly anchors: readonly Anchor[];
}

/**
 * Nodes and edges whose anchors are to be stored anew, in the order of the links: one memory after another, for whoever must not
 * hold others up.
 */
export function* renewedInSteps(
  view: GraphView,
  links: MemoryLinks,
  how: Omit<PinContext, 'level'>,
): Generator<readonly RenewedAnchors[], void> {
  const neighbours = new Neighbours(view);
  for (const memory of links.memories) {
    const { level, id, node } = memory;
    const renew = (anchors: readonly AnchorView[]) => {
      return anchors.flatMap((each) => renewed(view, neighbours, each, { ...how, level }));
    };
    const fresh = renew(memory.anchors.filter(({ edge }) => edge === undefined));
    const found: RenewedAnchors[] = [];
    if (fresh.length > 0) found.push({ level, of: { id }, anchors: joined(node._anchors, fresh) });
    for (const anchor of memory.anchors) {
      const { edge } = anchor;
      const anchors = edge === undefined ? [] : renew([anchor]);
      if (edge === undefined || anchors.length === 0) continue;
      found.push({ level, of: { edge: edgeKey(edge) }, anchors: joined(edge._anchors, anchors) });
    }
    yield found;
  }
}

function renewed(
  view: GraphView,
  neighbours: Neighbours,
  { state, touch, node, lines, anchor }: AnchorView,
  how: PinContext,
): readonly Anchor[] {
  if (node === undefined) return [];
  if (state === 'linked') {
    const start = view.line(node);
    const below = lines === undefined ? undefined : ([lines[0] - start, lines[1] - start] as const);
    return [anchorAt(view, neighbours, { touch, node, ...(below !== undefined && { lines: below }), how })];
  }
  if (anchor === undefined || state === 'unsure') return [];
  // What was pinned on a branch has come to the main one.
  const { branch, ...merged } = anchor;
  if (state !== 'moved') return branch === undefined ? [] : [merged];
  // On its branch it is where it was pinned; the main one may only be behind.
  if (branch !== undefined) return [];
  const { id, path } = anchorAt(view, neighbours, { touch, node, how });
  return [
    { ...merged, id, path, near: writeNear(neighbours.withRivals(node)), was: anchor.was ?? anchor.id },
  ];
}

/** In the order of what is stored, new ones in place of those of the same text and project, then all others. */
function joined(stored: readonly Anchor[] = [], fresh: readonly Anchor[]): readonly Anchor[] {
  const isOf = (a: Anchor) => (b: Anchor) => a.touch === b.touch && a.project === b.project;
  return [
    ...stored.map((each) => fresh.find(isOf(each)) ?? each),
    ...fresh.filter((each) => !stored.some(isOf(each))),
  ];
}
