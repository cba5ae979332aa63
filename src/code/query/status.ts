/**
 * kg_status: the size of the graph and the state of the index as one value. The graph says what is in it; everything else
 * is handed in, since a query knows neither clock nor disk.
 */

import { ADR_STATUSES, type AdrStatus } from '../document-facts.js';
import type { GraphView } from '../graph.js';
import type { FileProblem, GraphCounts, IndexState } from '../project-face.js';
import { propertyText, textList } from './brief.js';
import { type Dangling, danglingOf } from './context-record.js';

export interface StatusAnswer {
  readonly root: string;
  /** Absent before there is a graph. */
  readonly graph?: { readonly nodes: number; readonly edges: number; readonly byType: GraphCounts };
  readonly state: IndexState;
  /** What documents there are; absent when there is none. */
  readonly documents?: DocumentCounts;
  /** What the language model said that has to be known; absent when it has read nothing. */
  readonly model?: ModelCounts;
  /** Of the calls that go to code of the project, how many have an edge, 0–1; absent when there is no call. */
  readonly resolutionYield?: number;
  readonly problems: readonly FileProblem[];
}

export interface ModelCounts {
  /** Paths and names that it gave and that lead to no code. */
  readonly unknownNames: number;
  /** Documents that have changed since they were read. */
  readonly outdated: number;
}

export interface DocumentCounts {
  readonly records: number;
  /** Statuses that any record has, in the order of a record's life; a record that another one supersedes is superseded. */
  readonly byStatus: readonly { readonly status: AdrStatus; readonly count: number }[];
  /** Sections of project instructions. */
  readonly sections: number;
  /** What documents name that is not in the graph, in order of id and line. */
  readonly dangling: readonly (Dangling & { readonly id: string; readonly path: string })[];
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
    ...(view !== undefined && countDocuments(view)),
    ...(view !== undefined && countReadings(view)),
    ...(resolved + unresolved > 0 && { resolutionYield: resolved / (resolved + unresolved) }),
    problems,
  };
}

function countReadings(view: GraphView): Pick<StatusAnswer, 'model'> {
  const hosts = [...view.ofType('adr'), ...view.ofType('config')].map((node) => view.properties(node));
  const read = hosts.filter(({ read_by }) => read_by !== undefined);
  if (read.length === 0) return {};
  const names = read.flatMap(({ unknown_names }) => textList(unknown_names));
  const outdated = read.filter(({ read_by }) => Object(read_by).outdated === true);
  return { model: { unknownNames: names.length, outdated: outdated.length } };
}

function countDocuments(view: GraphView): Pick<StatusAnswer, 'documents'> {
  const records = view.ofType('adr');
  const sections = view.ofType('config');
  if (records.length + sections.length === 0) return {};
  const counts = new Map<string, number>();
  for (const node of records) {
    const { status, superseded_by } = view.properties(node);
    const standing = superseded_by === undefined ? propertyText(status) : 'superseded';
    counts.set(standing, (counts.get(standing) ?? 0) + 1);
  }
  const byStatus = ADR_STATUSES.flatMap((status) => {
    const count = counts.get(status);
    return count === undefined ? [] : [{ status, count }];
  });
  const dangling = [...records, ...sections].flatMap((node) =>
    danglingOf(view, node).map((each) => ({ id: view.id(node), path: view.path(node), ...each })),
  );
  return { documents: { records: records.length, byStatus, sections: sections.length, dangling } };
}
