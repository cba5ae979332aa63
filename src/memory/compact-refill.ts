/**
 * The refill pass: while a level is below its target, the best archived node that fits becomes active again, and then all
 * are ranked anew, for its edges have just made its neighbours better connected: a hub leads its cluster back. A node that
 * is too large is passed over and blocks nobody.
 */
import { compareText } from '../kernel/text.js';
import { charge, exceeds } from './charge.js';
import type { GraphDraft } from './draft.js';
import { citationBounds, sizeBounds } from './ledger.js';
import { ARCHIVED_HEADER_CHARS, nodeChars } from './lines.js';
import { type MemoryGraph, type MemoryNode, tierOf } from './model.js';
import { openRanking } from './refill-ranking.js';
import type { RunContext } from './run-context.js';
import { asActive } from './tiers.js';

/** Restores archived nodes, those in `spared` not, while there is room; the ids in the order of coming back. In steps. */
export function* refillPass(
  draft: GraphDraft,
  context: RunContext,
  spared: ReadonlySet<string>,
): Generator<void, string[]> {
  const room = context.limits.targetChars;
  if (draft.graph.ledger.archived === 0 || sizeBounds(draft.graph.ledger).min >= room) return [];
  const candidates = findCandidates(draft.graph, spared);
  const ranking = openRanking(draft.graph, context);
  const restored: string[] = [];
  for (;;) {
    const chosen = restoreBest(draft, candidates, ranking.scoreOf, room);
    if (chosen === undefined) return restored;
    restored.push(chosen.id);
    candidates.delete(chosen);
    ranking.restored(draft.graph, chosen.id);
    yield;
  }
}

interface Candidate {
  readonly id: string;
  readonly node: MemoryNode;
  /** What its own line costs more than its anchor. */
  readonly lineChars: number;
}

function findCandidates(graph: MemoryGraph, spared: ReadonlySet<string>): Set<Candidate> {
  const candidates = new Set<Candidate>();
  for (const node of graph.nodes.values()) {
    if (tierOf(node) !== 'archived' || node._held === true || spared.has(node.id)) continue;
    candidates.add({ id: node.id, node, lineChars: nodeChars(asActive(node)) - nodeChars(node) });
  }
  return candidates;
}

/**
 * Restores the best candidate that fits. What it adds is estimated from the present layout first; whether it fits is then
 * measured, as a new edge may turn others round.
 */
function restoreBest(
  draft: GraphDraft,
  candidates: ReadonlySet<Candidate>,
  scoreOf: (id: string) => number,
  room: number,
): Candidate | undefined {
  const left = room - charge(draft.graph) + (candidates.size === 1 ? ARCHIVED_HEADER_CHARS : 0);
  const refused = new Set<Candidate>();
  for (;;) {
    let best: { candidate: Candidate; score: number } | undefined;
    for (const candidate of candidates) {
      if (candidate.lineChars > left || refused.has(candidate)) continue;
      const score = scoreOf(candidate.id);
      const isBetter =
        best === undefined ||
        score > best.score ||
        (score === best.score && compareText(candidate.id, best.candidate.id) < 0);
      if (isBetter) best = { candidate, score };
    }
    if (best === undefined) return undefined;
    const { candidate } = best;
    if (candidate.lineChars + addedCitationChars(draft.graph, candidate.id) <= left) {
      draft.setNode(asActive(candidate.node));
      if (!exceeds(draft.graph, room)) return candidate;
      draft.setNode(candidate.node);
    }
    refused.add(candidate);
  }
}

/** The least that the edges of a node cost more once it is active. */
function addedCitationChars(graph: MemoryGraph, id: string): number {
  let chars = 0;
  for (const edge of graph.incident.get(id) ?? [])
    chars += citationBounds(graph.nodes, edge, id).min - citationBounds(graph.nodes, edge).max;
  return chars;
}
