/**
 * Compaction: one run over one graph that keeps a level within its budget and fills the room it has.
 *
 * First the orphan pass, so that old anchors do not push active nodes out; then, above the limit, archiving with
 * resurrection; else refill. A node moves at most one tier a run. When a run archives so much that the anchors outgrow
 * their own budget, older anchors make room at once, and the new ones at the next run at the earliest: so archiving counts
 * anchors up to their budget only, or a large graph would lose every active node to the anchors it makes.
 * A run that finds nothing to do changes nothing, and from any graph three runs come to rest.
 *
 * It is a function of the draft, the time and the limits; it deletes nothing (`expire.ts`) and tells nobody.
 */

import { runToEnd } from '../kernel/run-to-end.js';
import { archivePass } from './compact-archive.js';
import { orphanPass } from './compact-orphan.js';
import { refillPass } from './compact-refill.js';
import type { GraphDraft } from './draft.js';
import type { CompactionReport } from './results.js';
import type { RunContext } from './run-context.js';

/** What a run did. `isStalled`: the level is above its limit and nothing in it may be archived. */
export interface RunReport extends CompactionReport {
  readonly isStalled: boolean;
}

// A run that moves more is not told one by one to sessions that sync: they had better read again.
const LOGGED_MAX = 100;

/** One run. Nodes in `spared` stay where they are: what was just written, read or rescued is not moved again at once. */
export function compact(draft: GraphDraft, context: RunContext, spared?: ReadonlySet<string>): RunReport {
  return runToEnd(compactInSteps(draft, context, spared));
}

/** The same in steps, for a graph in which much has to move. */
export function* compactInSteps(
  draft: GraphDraft,
  context: RunContext,
  spared: ReadonlySet<string> = new Set(),
): Generator<void, RunReport> {
  const orphaned = yield* orphanPass(draft, context, spared);
  const { archived, restored, isStalled } = yield* archivePass(draft, context, spared);
  if (archived.length > 0) {
    for (const id of yield* orphanPass(draft, context, new Set([...spared, ...archived]))) orphaned.push(id);
  }
  const refilled = archived.length === 0 ? yield* refillPass(draft, context, spared) : [];
  const report = { archived, restored: [...restored, ...refilled], orphaned, deleted: [], isStalled };
  logMoves(draft, report, context.now);
  return report;
}

function logMoves(draft: GraphDraft, { archived, restored }: RunReport, now: number): void {
  if (archived.length + restored.length > LOGGED_MAX) return;
  const author = { now, session: null };
  for (const id of archived) draft.log('archived', `node:${id}`, author);
  for (const id of restored) draft.log('restored', `node:${id}`, author);
}
