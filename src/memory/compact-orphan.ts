/**
 * The orphan pass: when the anchors of archived nodes outgrow their budget, the least connected ones go out of sight. They
 * stay in the graph and in search.
 */
import { compareText } from '../kernel/text.js';
import type { GraphDraft } from './draft.js';
import { endKind } from './live-edge.js';
import { type MemoryGraph, type MemoryNode, tierOf } from './model.js';
import { MOVES_PER_STEP, type RunContext } from './run-context.js';
import { scoreNodesInSteps } from './score.js';
import { asOrphaned } from './tiers.js';

// A node in grace has no score; it stands in the middle.
const SCORE_IN_GRACE = 0.5;

// About a millisecond.
const COUNTED_PER_STEP = 200;

interface Candidate {
  readonly node: MemoryNode;
  readonly activeEdges: number;
  readonly score: number;
}

/** Orphans archived nodes until the anchors fit, those in `spared` never; the ids in the order of leaving. In steps. */
export function* orphanPass(
  draft: GraphDraft,
  { now, limits }: RunContext,
  spared: ReadonlySet<string>,
): Generator<void, string[]> {
  if (draft.graph.ledger.anchorChars <= limits.anchorChars) return [];
  const scores = yield* scoreNodesInSteps(draft.graph, { now, limits, tiers: ['active', 'archived'] });
  const candidates: Candidate[] = [];
  for (const node of draft.graph.nodes.values()) {
    if (tierOf(node) !== 'archived' || spared.has(node.id)) continue;
    const activeEdges = countActiveEdges(draft.graph, node.id);
    candidates.push({ node, activeEdges, score: scores.get(node.id) ?? SCORE_IN_GRACE });
    if (candidates.length % COUNTED_PER_STEP === 0) yield;
  }
  yield;
  candidates.sort(
    (a, b) => a.activeEdges - b.activeEdges || a.score - b.score || compareText(a.node.id, b.node.id),
  );
  yield;
  const orphaned: string[] = [];
  for (const { node } of candidates) {
    if (draft.graph.ledger.anchorChars <= limits.anchorChars) break;
    draft.setNode(asOrphaned(node, now));
    orphaned.push(node.id);
    if (orphaned.length % MOVES_PER_STEP === 0) yield;
  }
  return orphaned;
}

function countActiveEdges(graph: MemoryGraph, id: string): number {
  let count = 0;
  for (const { from, to } of graph.incident.get(id) ?? [])
    if (endKind(graph.nodes, from === id ? to : from) === 'active') count++;
  return count;
}
