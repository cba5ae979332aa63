/**
 * "Did you mean": the nodes whose names are closest to a name that fits none. Levenshtein distance over simple names, a
 * length test first, since a million names are compared.
 */
import { distance } from 'fastest-levenshtein';
import type { GraphView, NodeRef } from '../graph.js';
import { NODE_TYPES, type NodeType } from '../model.js';
import { selectFirst } from './top.js';

interface Near {
  readonly node: NodeRef;
  readonly edits: number;
  readonly position: number;
}

/**
 * At most `count` nodes, nearest first; ties by type, then by how often others refer to them, then by id. A name counts
 * when at most two fifths of the longer one differ; letter case is ignored.
 */
export function nearestNodes(
  view: GraphView,
  wanted: string,
  count = 5,
  types?: ReadonlySet<NodeType>,
): NodeRef[] {
  if (count <= 0 || wanted === '') return [];
  const lower = wanted.toLowerCase();
  const found: Near[] = [];
  let position = 0;
  for (const node of view.nodes()) {
    position++;
    if (types !== undefined && !types.has(view.type(node))) continue;
    const name = view.name(node);
    const editsMax = Math.floor((Math.max(lower.length, name.length) * 2) / 5);
    if (editsMax === 0 || Math.abs(name.length - lower.length) > editsMax) continue;
    const edits = distance(lower, name.toLowerCase());
    if (edits <= editsMax) found.push({ node, edits, position });
  }
  const order = (a: Near, b: Near) =>
    a.edits - b.edits ||
    typeRank(view, a.node) - typeRank(view, b.node) ||
    view.references(b.node) - view.references(a.node) ||
    a.position - b.position;
  return selectFirst(found, count, order).map((near) => near.node);
}

function typeRank(view: GraphView, node: NodeRef): number {
  return NODE_TYPES.indexOf(view.type(node));
}
