/**
 * The rules of the agent memory as the store takes them: the operations of `apply.ts`, what they reach, and a graph that
 * comes to rest. It holds no rule itself.
 */
import { weighRecall } from './ambient/recall-operation.js';
import { apply, projectsNeeded } from './apply.js';
import type { GraphName, MemoryState } from './model.js';
import type { Maintain, Operation } from './operations.js';
import type { Context, Outcome } from './outcome.js';
import type { CompactionReport } from './results.js';
import type { Domain } from './store/domain.js';
import { joinReports, NOTHING_COMPACTED, Work } from './work.js';

/** The one domain there is. */
export const memoryDomain: Domain = {
  apply,
  projectsNeeded,
  onlyAsks,
  changesGraphs,
  changesTogether,
  idCarried,
  prepare: (state, operation, now) =>
    operation.kind === 'recall' ? weighRecall(state, operation, now) : undefined,
  comeToRest,
};

// From any graph three runs come to rest; one more finds that nothing is left to do.
const RUNS_MAX = 4;

function* comeToRest(
  state: MemoryState,
  graph: GraphName,
  context: Context,
): Generator<void, Outcome<Maintain>> {
  const work = new Work(state, context);
  let report: CompactionReport = NOTHING_COMPACTED;
  let isStalled = false;
  for (let run = 0; run < RUNS_MAX; run++) {
    const { isStalled: isStuck, ...moves } = yield* work.compactInSteps(graph);
    isStalled = isStuck;
    if (moves.archived.length + moves.restored.length + moves.orphaned.length === 0) break;
    report = joinReports(report, moves);
  }
  const reports = [{ graph, report }];
  return work.finish({ reports, stalled: isStalled ? [graph] : [], expiredSessions: [] });
}

function onlyAsks(operation: Operation): boolean {
  return operation.kind === 'read-nodes' || !changesGraphs(operation);
}

function changesGraphs(operation: Operation): boolean {
  switch (operation.kind) {
    case 'register-session':
    case 'bootstrap':
    case 'read-graph':
    case 'search':
    case 'recall':
    case 'sync':
      return false;
    case 'progress':
      return operation.state !== undefined;
    case 'read-nodes':
      return operation.promote !== false;
    default:
      return true;
  }
}

function changesTogether({ kind }: Operation): boolean {
  return kind === 'rename-node' || kind === 'merge-nodes' || kind === 'undo';
}

function idCarried(operation: Operation): string | undefined {
  switch (operation.kind) {
    case 'rename-node':
      return operation.id;
    case 'merge-nodes':
      return operation.from;
    default:
      return undefined;
  }
}
