/**
 * The archive pass with resurrection: above the limit, the lowest scores are archived until the level is at its target;
 * then nodes that were archived long before and outscore a newly archived one take its room, one for one, best gain first.
 * Only nodes archived before this run can come back, so the pass never undoes itself.
 */
import { compareText } from '../kernel/text.js';
import { charge, exceeds } from './charge.js';
import type { GraphDraft } from './draft.js';
import { sizeBounds } from './ledger.js';
import { RESURRECTION_MARGIN } from './limits.js';
import { type MemoryNode, tierOf } from './model.js';
import { MOVES_PER_STEP, type RunContext } from './run-context.js';
import { scoreNodesInSteps } from './score.js';
import { asActive, asArchived } from './tiers.js';

/** What the pass moved. */
export interface ArchiveReport {
  readonly archived: string[];
  readonly restored: string[];
  readonly isStalled: boolean;
}

/** One pass in steps, which leaves `spared` alone; nothing happens at or below the limit. */
export function* archivePass(
  draft: GraphDraft,
  context: RunContext,
  spared: ReadonlySet<string>,
): Generator<void, ArchiveReport> {
  const { now, limits } = context;
  if (!exceeds(draft.graph, limits.levelChars)) return { archived: [], restored: [], isStalled: false };
  const before = archivedNodes(draft);
  const scores = yield* scoreNodesInSteps(draft.graph, { now, limits, tiers: ['active'] });
  yield;
  const archived = yield* archiveLowest(
    draft,
    context,
    [...scores].filter(([id]) => !spared.has(id)),
  );
  if (archived.length === 0) return { archived, restored: [], isStalled: true };
  yield;
  return { archived, restored: yield* resurrect(draft, context, { archived, before }), isStalled: false };
}

function* archiveLowest(
  draft: GraphDraft,
  { limits }: RunContext,
  scored: [string, number][],
): Generator<void, string[]> {
  scored.sort(([idA, a], [idB, b]) => a - b || compareText(idA, idB));
  const archived: string[] = [];
  const isEnough = targetCheck(draft, limits.targetChars, limits.anchorChars);
  for (const [id] of scored) {
    const node = draft.graph.nodes.get(id);
    if (node === undefined) continue;
    if (isEnough()) break;
    draft.setNode(asArchived(node));
    archived.push(id);
    if (archived.length % MOVES_PER_STEP === 0) yield;
  }
  return archived;
}

/**
 * Whether the level is at its target, anchors counted up to their budget. It is laid out only when the ledger's bounds
 * leave that open, and after a look that failed not again before the lower bound has sunk by what was missing.
 */
function targetCheck(draft: GraphDraft, targetChars: number, anchorCharsMax: number): () => boolean {
  let nextLookAt = Number.POSITIVE_INFINITY;
  return () => {
    const surplus = Math.max(0, draft.graph.ledger.anchorChars - anchorCharsMax);
    const { min, max } = sizeBounds(draft.graph.ledger);
    if (max - surplus <= targetChars) return true;
    if (min - surplus > Math.min(targetChars, nextLookAt)) return false;
    const missing = charge(draft.graph) - surplus - targetChars;
    nextLookAt = min - surplus - missing;
    return missing <= 0;
  };
}

function* resurrect(
  draft: GraphDraft,
  { now, limits }: RunContext,
  { archived, before }: { readonly archived: readonly string[]; readonly before: readonly MemoryNode[] },
): Generator<void, string[]> {
  if (before.length === 0) return [];
  const scores = yield* scoreNodesInSteps(draft.graph, { now, limits, tiers: ['active', 'archived'] });
  const scoreOf = (id: string) => scores.get(id) ?? 0;
  const losers = [...archived].sort((a, b) => scoreOf(a) - scoreOf(b) || compareText(a, b));
  const winners = before
    .filter((node) => scores.has(node.id) && node._held !== true)
    .sort((a, b) => scoreOf(b.id) - scoreOf(a.id) || compareText(a.id, b.id));
  const restored: string[] = [];
  for (const winner of winners) {
    const loser = losers[restored.length];
    if (loser === undefined || scoreOf(winner.id) - scoreOf(loser) < RESURRECTION_MARGIN) break;
    const surplus = Math.max(0, draft.graph.ledger.anchorChars - limits.anchorChars);
    draft.setNode(asActive(winner));
    if (exceeds(draft.graph, limits.levelChars, surplus)) draft.setNode(winner);
    else restored.push(winner.id);
  }
  return restored;
}

function archivedNodes(draft: GraphDraft): MemoryNode[] {
  return [...draft.graph.nodes.values()].filter((node) => tierOf(node) === 'archived');
}
