/**
 * A memory as it lies on the disk, written without a server: for tests of those who only read it. Touches are pinned as the
 * server pins them, to the code as a project's index has it.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pinTouches } from '../../src/bridge/pin.js';
import type { GraphView } from '../../src/code/graph.js';
import { openProject } from '../../src/index.js';

/** A memory to write; `touches` that name code are pinned when there is a view. */
export interface WrittenMemory {
  readonly id: string;
  readonly gist: string;
  readonly touches?: readonly string[];
  readonly notes?: readonly string[];
  readonly [field: string]: unknown;
}

export interface WrittenEdge {
  readonly from: string;
  readonly to: string;
  readonly rel: string;
}

/** The project's graph below a storage root. */
export function graphFile(storageRoot: string, project: string): string {
  return join(storageRoot, 'projects', basename(project), 'graph.json');
}

/** Writes the graph of a project. */
export function writeMemories(
  storageRoot: string,
  project: string,
  nodes: readonly WrittenMemory[],
  { edges = [], view }: { readonly edges?: readonly WrittenEdge[]; readonly view?: GraphView } = {},
): void {
  const file = graphFile(storageRoot, project);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, graphText(project, nodes, { edges, ...(view !== undefined && { view }) }));
}

/** The text of a graph's file. */
export function graphText(
  project: string,
  nodes: readonly WrittenMemory[],
  { edges = [], view }: { readonly edges?: readonly WrittenEdge[]; readonly view?: GraphView } = {},
): string {
  const place = { root: project, main: project };
  const how = { place, level: 'project', now: WRITTEN_AT } as const;
  const pinned = nodes.map((node) => {
    const anchors = view === undefined ? [] : pinTouches(view, node.touches ?? [], how);
    return [node.id, { _created_ts: WRITTEN_AT, ...node, ...(anchors.length > 0 && { _anchors: anchors }) }];
  });
  const tied = edges.map((edge) => [`${edge.from}->${edge.to}:${edge.rel}`, edge]);
  const document = {
    nodes: Object.fromEntries(pinned),
    edges: Object.fromEntries(tied),
    _meta: { versions: {}, project_path: project },
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** 2026-11-20, noon UTC. */
export const WRITTEN_AT = Date.UTC(2026, 10, 20, 12) / 1000;

/** The code graph of a project as it is now. */
export async function viewOf(root: string): Promise<GraphView> {
  const project = await openProject(root, { settings: { watch_enabled: 'false' } });
  const view = project.view();
  await project.close();
  if (view === undefined) throw new Error(`${root} has no graph`);
  return view;
}
