/** What a rebuild says for itself: counts, times, problems, and how the new graph differs from the one before. */
import { runInSlices } from '../kernel/slices.js';
import type { GraphView } from './graph.js';
import type { UpdateReport } from './indexer.js';
import type { FileProblem, ReindexReport } from './project-face.js';
import { compareGraphs } from './query/compare.js';

export interface ReindexRun {
  readonly before: GraphView | undefined;
  readonly after: GraphView;
  readonly run: UpdateReport;
  readonly files: number;
  readonly problems: readonly FileProblem[];
  readonly notes: readonly string[];
}

export async function reportReindex({
  before,
  after,
  run,
  files,
  problems,
  notes,
}: ReindexRun): Promise<ReindexReport> {
  const report = { counts: after.countByType(), phases: run.phases, files, problems, notes };
  if (before === undefined) return report;
  const difference = await countDifferences(before, after);
  return {
    ...report,
    changes: { filesAdded: run.added, filesChanged: run.changed, filesRemoved: run.removed, ...difference },
  };
}

async function countDifferences(before: GraphView, after: GraphView) {
  const counts = { nodesAdded: 0, nodesRemoved: 0, edgesAdded: 0, edgesRemoved: 0 };
  const count = function* (): Generator<undefined, void, void> {
    for (const differences of compareGraphs(before, after)) {
      for (const difference of differences) {
        const isAdded = 'only' in difference && difference.only === 'right';
        if (difference.kind === 'node') counts[isAdded ? 'nodesAdded' : 'nodesRemoved']++;
        else if (difference.kind === 'edge') counts[isAdded ? 'edgesAdded' : 'edgesRemoved']++;
      }
      yield undefined;
    }
  };
  await runInSlices(count());
  return counts;
}
