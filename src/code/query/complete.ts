/**
 * Ids that begin, end or go on as what a person has typed so far.
 */
import type { GraphView, NodeRef } from '../graph.js';
import { NODE_TYPES, type NodeType } from '../model.js';
import { selectFirst } from './top.js';

export interface Completions {
  /** Ids, the likeliest first. */
  readonly values: readonly string[];
  readonly total: number;
}

// As many as MCP allows in one reply.
const VALUES_MAX = 100;

/** Completes an id, a path or a name. Nothing typed proposes the most referred to. */
export function completeName(view: GraphView, typed: string, types?: readonly NodeType[]): Completions {
  const lower = typed.trim().toLowerCase();
  const last = lower.slice(Math.max(...[...'./:'].map((mark) => lower.lastIndexOf(mark))) + 1);
  const fits = (node: NodeRef) =>
    (types === undefined || types.includes(view.type(node))) && view.id(node).toLowerCase().includes(lower);
  const found = candidates(view, last, types).filter(fits);
  const rank = (node: NodeRef) => {
    const id = view.id(node).toLowerCase();
    const body = id.slice(id.indexOf(':') + 1);
    return id.startsWith(lower) || body.startsWith(lower) || view.name(node).toLowerCase().startsWith(lower)
      ? 0
      : 1;
  };
  const order = (a: NodeRef, b: NodeRef) =>
    rank(a) - rank(b) ||
    view.references(b) - view.references(a) ||
    NODE_TYPES.indexOf(view.type(a)) - NODE_TYPES.indexOf(view.type(b)) ||
    (view.id(a) < view.id(b) ? -1 : 1);
  return { values: selectFirst(found, VALUES_MAX, order).map((node) => view.id(node)), total: found.length };
}

/** What is typed after the last separator is a piece of the name, or, at the end of a path, of nothing yet. */
function candidates(
  view: GraphView,
  last: string,
  types: readonly NodeType[] | undefined,
): readonly NodeRef[] {
  if (types !== undefined) return types.flatMap((type) => view.ofType(type));
  return last === '' ? [...view.nodes()] : view.nameContains(last);
}
