/**
 * "Did you mean": the nodes whose names are closest to a name that fits none. Levenshtein distance over simple names; since
 * a million names may have to be compared, two bounds that cost next to nothing come first: the lengths, and the letters
 * that only one of the two has.
 */
import { distance } from 'fastest-levenshtein';
import type { GraphView, NodeRef } from '../graph.js';
import { NODE_TYPES, type NodeType } from '../model.js';
import { FirstFew } from './top.js';

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
  const letters = lettersOf(lower);
  const few = new FirstFew<Near>(count, (a, b) => compareNear(view, a, b));
  for (const node of view.nodes()) {
    if (types !== undefined && !types.has(view.type(node))) continue;
    const name = view.name(node);
    const editsMax = Math.min(
      Math.floor((Math.max(lower.length, name.length) * 2) / 5),
      few.last?.edits ?? Number.POSITIVE_INFINITY,
    );
    if (editsMax === 0 || Math.abs(name.length - lower.length) > editsMax) continue;
    const folded = name.toLowerCase();
    if (lettersApart(letters, lettersOf(folded)) > editsMax) continue;
    const edits = distance(lower, folded);
    if (edits <= editsMax) few.offer({ node, edits });
  }
  return few.inOrder().map((near) => near.node);
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

/** Which letters occur, as a set of 32: every letter is one of them. */
function lettersOf(text: string): number {
  let letters = 0;
  for (let index = 0; index < text.length; index++) letters |= 1 << (text.charCodeAt(index) & 31);
  return letters;
}

/** One edit mends at most one letter that is missing and one that is too many. */
function lettersApart(a: number, b: number): number {
  return Math.max(bitCount(a & ~b), bitCount(b & ~a));
}

function bitCount(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
}
