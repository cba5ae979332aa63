/**
 * kg_status: the size of the graph and the state of the index as one value. The graph says what is in it; everything else
 * is handed in, since a query knows neither clock nor disk.
 */
import type { GraphView } from '../graph.js';
import type { FileProblem, GraphCounts, IndexState } from '../project-face.js';

export interface StatusAnswer {
  readonly root: string;
  /** Absent before there is a graph. */
  readonly graph?: { readonly nodes: number; readonly edges: number; readonly byType: GraphCounts };
  readonly state: IndexState;
  /** Of the calls that go to code of the project, how many have an edge, 0–1; absent when there is no call. */
  readonly resolutionYield?: number;
  readonly problems: readonly FileProblem[];
}

/** How things stand. */
export function statusOf(
  root: string,
  view: GraphView | undefined,
  state: IndexState,
  problems: readonly FileProblem[],
): StatusAnswer {
  const { exact, inferred, candidate, unresolved } = state.calls;
  const resolved = exact + inferred + candidate;
  return {
    root,
    ...(view !== undefined && {
      graph: { nodes: view.nodeCount, edges: view.edgeCount, byType: view.countByType() },
    }),
    state,
    ...(resolved + unresolved > 0 && { resolutionYield: resolved / (resolved + unresolved) }),
    problems,
  };
}
