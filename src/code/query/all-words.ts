/**
 * The nodes whose name, path and property values together contain all words of a query, each in any of its forms. The rarest
 * word is looked up in the texts of the graph; once few nodes are left, these are read one by one instead. So a frequent
 * word costs no search of its own where a rare one stands beside it, and where all are frequent names have to do.
 */
import type { GraphView, NodeRef } from '../graph.js';
import { propertyText } from './brief.js';
import type { Term } from './terms.js';

// Reading so many nodes costs about as much as one search in the texts.
const READ_MAX = 400;
/** A word is frequent when more of all names have it. */
const FREQUENT_SHARE = 0.01;
// In a small graph no word is.
const FREQUENT_MIN = 500;

/** In no order; none when there are no terms, or when all of them are frequent. */
export function nodesWithAll(view: GraphView, terms: readonly Term[]): readonly NodeRef[] {
  const [rarest, ...others] = [...terms].sort((a, b) => namesOf(a) - namesOf(b));
  if (rarest === undefined || namesOf(rarest) > Math.max(FREQUENT_MIN, view.nodeCount * FREQUENT_SHARE))
    return [];
  let nodes = [...nodesWith(view, rarest)];
  while (nodes.length > READ_MAX) {
    const next = others.shift();
    if (next === undefined) return nodes;
    const having = nodesWith(view, next);
    nodes = nodes.filter((node) => having.has(node));
  }
  const left = others.map((term) => ({
    needle: term.needle,
    named: new Set([...term.exact, ...term.alike]),
  }));
  return nodes.filter((node) => {
    const text = textOf(view, node);
    return left.every(({ needle, named }) => named.has(node) || text.includes(needle));
  });
}

function namesOf({ exact, alike }: Term): number {
  return exact.length + alike.length;
}

function nodesWith(view: GraphView, { needle, exact, alike }: Term): Set<NodeRef> {
  const texts = [view.nameContains(needle), view.propertyContains(needle), view.pathContains(needle)];
  return new Set([...texts, exact, alike].flat());
}

function textOf(view: GraphView, node: NodeRef): string {
  const properties = propertyText(view.properties(node));
  return `${view.name(node)}\n${view.path(node)}\n${properties}`.toLowerCase();
}
