/**
 * Pinning: what is kept of a place in code when a memory that names it is written. A text that names lines is pinned to the
 * innermost definition around them, with the lines counted from its first, so that they move along with it.
 *
 * A memory of the user belongs to no project; it is pinned only by what no other project can have meant.
 */
import type { GraphView, NodeRef } from '../code/graph.js';
import type { Anchor } from '../memory/anchor.js';
import type { Level } from '../memory/model.js';
import { type Found, innermostAround, TouchFinder } from './find-touch.js';
import { Neighbours, writeNear } from './near.js';
import type { Lines, Place } from './touch.js';

/** Where and when texts are pinned. `now`: seconds; `commit`: HEAD's, its first twelve digits. */
export interface PinContext {
  readonly place: Place;
  readonly level: Level;
  readonly now: number;
  readonly commit?: string;
}

/** An anchor for each text that names code, in their order; each text once. */
export function pinTouches(view: GraphView, texts: readonly string[], how: PinContext): Anchor[] {
  const finder = new TouchFinder(view, how.place);
  const neighbours = new Neighbours(view);
  return [...new Set(texts)].flatMap((touch) => {
    const found = finder.find(touch);
    if (found === undefined || (how.level === 'user' && !found.isWhole)) return [];
    return [anchorAt(view, neighbours, { touch, ...placed(view, found), how })];
  });
}

/** What is pinned, and under which text. */
export interface Pinned {
  readonly touch: string;
  readonly node: NodeRef;
  /** Counted from the first line of the node. */
  readonly lines?: Lines;
  readonly how: PinContext;
}

/** The anchor of a node as it is in a view. */
export function anchorAt(
  view: GraphView,
  neighbours: Neighbours,
  { touch, node, lines, how }: Pinned,
): Anchor {
  return {
    touch,
    ...(how.level === 'user' && { project: how.place.main }),
    id: view.id(node),
    path: view.type(node) === 'module' ? '' : view.path(node),
    ...(lines !== undefined && { lines }),
    print: view.fingerprint(node),
    near: writeNear(neighbours.withRivals(node)),
    ts: how.now,
    ...(how.commit !== undefined && { commit: how.commit }),
  };
}

function placed(view: GraphView, { node, lines }: Found): { node: NodeRef; lines?: Lines } {
  return lines === undefined ? { node } : innermostAround(view, node, lines);
}
