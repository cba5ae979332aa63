/**
 * "Did you mean": the nodes whose names are closest to a name that fits none, by Levenshtein distance over simple names.
 */
import { distance } from 'fastest-levenshtein';
import type { GraphView, NodeRef } from '../graph.js';
import { NODE_TYPES, type NodeType } from '../model.js';
import { FirstFew } from './top.js';

// At most so much of the longer name may differ.
const EDITS_SHARE = 2 / 5;
/** Looked for first: the fewer edits, the fewer names have to be compared letter by letter. */
const FEW_EDITS = [1, 3] as const;

interface Near {
  readonly node: NodeRef;
  readonly edits: number;
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
  const within = (editsMax?: number): readonly NodeRef[] => {
    const near = view.nameIsNear(lower, EDITS_SHARE, editsMax);
    return types === undefined ? near : near.filter((node) => types.has(view.type(node)));
  };
  let near: readonly NodeRef[] = [];
  for (const editsMax of FEW_EDITS) {
    near = within(editsMax);
    // All others are further away.
    if (near.length >= count) break;
  }
  if (near.length < count) near = within();
  const few = new FirstFew<Near>(count, (a, b) => compareNear(view, a, b));
  for (const node of near) few.offer({ node, edits: distance(lower, view.name(node).toLowerCase()) });
  return few.inOrder().map(({ node }) => node);
}

/** Whether two names are so close that one may be meant by the other. */
export function isNear(wanted: string, name: string): boolean {
  const [a, b] = [wanted.toLowerCase(), name.toLowerCase()];
  return distance(a, b) <= Math.floor(Math.max(a.length, b.length) * EDITS_SHARE);
}

function compareNear(view: GraphView, a: Near, b: Near): number {
  const rank = (near: Near) => NODE_TYPES.indexOf(view.type(near.node));
  return (
    a.edits - b.edits ||
    rank(a) - rank(b) ||
    view.references(b.node) - view.references(a.node) ||
    a.node - b.node
  );
}
