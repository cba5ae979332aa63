/** What happened to a graph and how it is taken back; whole graphs to keep elsewhere; and how much care each one needs. */
import * as z from 'zod/v4';
import { systemClock } from '../../../kernel/clock.js';
import type { StaleNode } from '../../../memory/code-places.js';
import { measureDebt } from '../../../memory/debt.js';
import { MemoryError } from '../../../memory/errors.js';
import { encodeGraph } from '../../../memory/graph-file.js';
import type { GraphName, Level, MemoryEdge, MemoryNode } from '../../../memory/model.js';
import type { Change } from '../../../memory/operations.js';
import type { MemoryPort } from '../memory-port.js';
import { ASKED, askerOf, level, onlookerOf, word } from './fields.js';
import { defineRoute, type Route } from './route.js';
import { edgeShape, nodeShape } from './shapes.js';

// A page of a history; more is asked for by key.
const ENTRIES = 50;
const ENTRIES_MAX = 1_000;

/** Numbers in a query are text. */
const count = z
  .unknown()
  .overwrite((given) => (typeof given === 'string' && /^\d{1,9}$/.test(given) ? Number(given) : given))
  .pipe(z.number().int().min(1));
const record = z.record(z.string(), z.unknown());

export const HISTORY_ROUTES: readonly Route[] = [
  defineRoute(
    'GET',
    '/api/history',
    z.strictObject({ level, key: word.optional(), limit: count.optional(), ...ASKED }),
    async ({ level, key, limit = ENTRIES, ...asked }, memory) => {
      const name = graphName(level, onlookerOf(asked, memory).project);
      const query = { limit: Math.min(limit, ENTRIES_MAX), ...(key !== undefined && { key }) };
      const entries = await memory.history(name, query);
      return {
        entries: entries.map(({ n, ts, session, op, changes }) => {
          return { n, ts, session_id: session, op, changes: changes.map(changeShape) };
        }),
      };
    },
  ),
  defineRoute(
    'POST',
    '/api/undo',
    z.strictObject({ level, n: count, key: word.optional(), ...ASKED }),
    async ({ level, n, key, ...asked }, memory) => {
      const done = await memory.restore(graphName(level, onlookerOf(asked, memory).project), n, key);
      return { changes: done.changes.map(changeShape), compaction: done.compaction };
    },
  ),
  defineRoute('GET', '/api/export', z.strictObject({}), async (_, memory) => ({
    graphs: await memory.survey((name, graph) => ({ ...addressOf(name), ...encodeGraph(graph) })),
    sessions: Object.fromEntries(memory.state().sessions),
  })),
  defineRoute(
    'POST',
    '/api/import',
    z.strictObject({
      level,
      nodes: z.array(record),
      edges: z.array(record),
      _meta: record.optional(),
      sessions: record.optional(),
      is_part: z.boolean().optional(),
      ...ASKED,
    }),
    async ({ level, nodes, edges, _meta: meta, sessions, is_part, ...asked }, memory) => {
      // What is no node or no edge is told by the import itself, one by one.
      const given = {
        nodes: nodes as unknown as MemoryNode[],
        edges: edges as unknown as MemoryEdge[],
        ...(meta !== undefined && { meta }),
        ...(sessions !== undefined && { sessions }),
        ...(is_part !== undefined && { isPart: is_part }),
      };
      const done = await memory.apply({ kind: 'import', ...askerOf(asked), level, ...given });
      return { nodes: done.nodes, edges: done.edges, problems: done.problems, compaction: done.compaction };
    },
  ),
  defineRoute('GET', '/api/maintenance_debt', z.strictObject({}), async (_, memory) => {
    const graphs = await withStale(await debts(memory), memory);
    return { graphs: graphs.sort((a, b) => b.debt.score - a.debt.score) };
  }),
];

function debts(memory: MemoryPort) {
  const now = systemClock.now() / 1_000;
  return memory.survey((name, graph, { events }) => ({
    graph: name.level === 'user' ? 'user' : name.project,
    ...addressOf(name),
    debt: measureDebt(
      graph,
      now,
      [...events.values()].map((event) => event.last_ts),
    ),
  }));
}

/** With the nodes of each indexed project whose code has changed: one after another, as each may open an index. */
async function withStale(graphs: Awaited<ReturnType<typeof debts>>, memory: MemoryPort) {
  const found: ((typeof graphs)[number] & { readonly stale?: readonly StaleNode[] })[] = [];
  for (const graph of graphs) {
    const code =
      'project_path' in graph && graph.project_path !== undefined
        ? await memory.code?.codePlacesOf({ project: graph.project_path })
        : undefined;
    found.push({ ...graph, ...(code !== undefined && { stale: code.stale('project') }) });
  }
  return found;
}

function addressOf(name: GraphName) {
  return { level: name.level, ...(name.level === 'project' && { project_path: name.project }) };
}

function graphName(level: Level, project: string | undefined): GraphName {
  if (level === 'user') return { level };
  if (project !== undefined) return { level, project };
  throw new MemoryError(
    'no-project',
    'the project level needs to know which project',
    'Give project_path, or the session_id of a session that has a project.',
  );
}

function changeShape(change: Change) {
  const { kind } = change;
  if (change.kind === 'node') {
    const shaped = (node: MemoryNode | undefined) => (node === undefined ? null : nodeShape(node));
    return { kind, id: change.id, before: shaped(change.before), after: shaped(change.after) };
  }
  const shaped = (edge: MemoryEdge | undefined) => (edge === undefined ? null : edgeShape(edge));
  return { kind, key: change.key, before: shaped(change.before), after: shaped(change.after) };
}
