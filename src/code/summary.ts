/** Totals over a graph and its problems, for the state that a face shows. */
import type { Problem } from './facts.js';
import type { GraphView } from './graph.js';
import type { FileProblem, IndexState } from './project-face.js';
import { clustersOf } from './reconcile/clusters.js';
import { isSourceName } from './skip-rules.js';
import type { FileRecord } from './snapshot.js';

export interface Summary {
  /** Sources, documents not counted; the same for lines and bytes. */
  readonly files: number;
  readonly lines: number;
  readonly bytes: number;
  readonly calls: IndexState['calls'];
  /** Groups of nodes that are held to be the same. */
  readonly clusters: number;
}

export const NO_CALLS: IndexState['calls'] = {
  exact: 0,
  inferred: 0,
  candidate: 0,
  external: 0,
  unresolved: 0,
};

/** Adds up what the file nodes say. Reads every file node: tens of milliseconds for a large project. */
export function summarize(view: GraphView, files: ReadonlyMap<string, FileRecord>): Summary {
  const calls = { ...NO_CALLS };
  let lines = 0;
  for (const node of view.ofType('file')) {
    const properties = view.properties(node);
    const count = (name: string): number => {
      const value = properties[name];
      return typeof value === 'number' ? value : 0;
    };
    lines += count('lines');
    calls.inferred += count('calls_inferred');
    calls.candidate += count('calls_candidate');
    calls.exact += count('calls_resolved') - count('calls_inferred') - count('calls_candidate');
    calls.external += count('calls_external');
    calls.unresolved += count('calls_unresolved');
  }
  let bytes = 0;
  let sources = 0;
  for (const { path, size } of files.values()) {
    if (!isSourceName(path)) continue;
    sources++;
    bytes += size;
  }
  return { files: sources, lines, bytes, calls, clusters: countClusters(view) };
}

/** `same_as` leaves what documents speak of. */
function countClusters(view: GraphView): number {
  const pairs = (['concept', 'decision', 'config'] as const).flatMap((type) =>
    view.ofType(type).flatMap((node) =>
      view
        .outgoing(node)
        .filter((edge) => view.edgeType(edge) === 'same_as')
        .map((edge) => [view.id(node), view.id(view.target(edge))] as const),
    ),
  );
  return clustersOf(pairs).length;
}

/** Problems by kind, and how many files have lines that do not parse. */
export function countProblems(
  problems: readonly FileProblem[],
): Pick<IndexState, 'problemCounts' | 'filesNotParsed'> {
  const counts = new Map<Problem['kind'], number>();
  const broken = new Set<string>();
  for (const { path, problem } of problems) {
    counts.set(problem.kind, (counts.get(problem.kind) ?? 0) + 1);
    if (problem.kind === 'syntax') broken.add(path);
  }
  const problemCounts = [...counts]
    .map(([kind, count]) => ({ kind, count }))
    .sort((a, b) => (a.kind < b.kind ? -1 : 1));
  return { problemCounts, filesNotParsed: broken.size };
}
