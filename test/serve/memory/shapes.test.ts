/** What the server sends is what its schemas say and nothing more, whatever stands in the files. */
import assert from 'node:assert/strict';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import * as z from 'zod/v4';
import { EDGE, GRAPH, HIT, NODE, VIEW } from '../../../src/serve/memory/rest/shapes.js';
import { TestMemoryServer } from '../../support/memory-server.js';
import { createWorkFolder } from '../../support/run-bin.js';
import { Listener } from './listener.js';

const COMPACTION = z.strictObject({
  archived: z.array(z.string()),
  restored: z.array(z.string()),
  orphaned: z.array(z.string()),
  deleted: z.array(z.string()),
});
const CHANGES = z.array(
  z.discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('node'),
      id: z.string(),
      before: NODE.nullable(),
      after: NODE.nullable(),
    }),
    z.strictObject({
      kind: z.literal('edge'),
      key: z.string(),
      before: EDGE.nullable(),
      after: EDGE.nullable(),
    }),
  ]),
);
const CHANGED = z.strictObject({ node: NODE, level: z.string(), edges_changed: z.int() });
const hits = z.array(HIT);
const HERE = 'project_path=%2Fhome%2Fada%2Fbakery';
const project = { level: 'project', project_path: '/home/ada/bakery' };

const REPLIES: readonly (readonly [
  method: string,
  path: string,
  fields: object | undefined,
  shape: z.ZodType,
])[] = [
  [
    'GET',
    `/api/graph/read?${HERE}`,
    undefined,
    z.strictObject({ user: GRAPH, project: GRAPH, project_path: z.string() }),
  ],
  ['GET', '/api/nodes/user/prefers-small-commits', undefined, VIEW],
  ['POST', '/api/nodes/user/old-habit/promote', {}, VIEW.extend({ rescued: z.array(z.string()) })],
  ['POST', '/api/nodes/user/old-habit/archive', {}, VIEW.extend({ compaction: COMPACTION })],
  ['POST', '/api/nodes/user/lost-habit/restore', {}, VIEW.extend({ compaction: COMPACTION })],
  [
    'GET',
    `/api/search?query=flour&${HERE}`,
    undefined,
    z.strictObject({ total: z.int(), top: hits, more: hits, connectors: hits, connections: z.array(EDGE) }),
  ],
  [
    'POST',
    '/api/nodes',
    { ...project, id: 'oven-heats-slowly', gist: 'The oven needs 45 minutes' },
    z.strictObject({
      node: NODE,
      level: z.string(),
      version: z.literal(2),
      is_new: z.literal(false),
      is_healed: z.boolean(),
      is_long: z.boolean(),
      near_duplicates: z.array(
        z.strictObject({ level: z.string(), id: z.string(), gist: z.string(), similarity: z.number() }),
      ),
      compaction: COMPACTION,
    }),
  ],
  [
    'POST',
    '/api/edges',
    { ...project, from: 'oven-heats-slowly', to: 'src/oven.py', rel: 'explains' },
    z.strictObject({
      edge: EDGE,
      level: z.string(),
      version: z.int(),
      is_new: z.literal(false),
      artifacts: z.tuple([z.literal('src/oven.py')]),
      compaction: COMPACTION,
    }),
  ],
  ['POST', '/api/nodes/user/old-habit/rename', { new_id: 'flour-habit' }, CHANGED],
  ['POST', '/api/nodes/user/lost-habit/merge', { into: 'flour-habit' }, CHANGED],
  [
    'GET',
    '/api/history?level=user',
    undefined,
    z.strictObject({
      entries: z.array(
        z.strictObject({
          n: z.int(),
          ts: z.number(),
          session_id: z.string().nullable(),
          op: z.string(),
          changes: CHANGES,
        }),
      ),
    }),
  ],
  ['POST', '/api/undo', { ...project, n: 1 }, z.strictObject({ changes: CHANGES, compaction: COMPACTION })],
  [
    'DELETE',
    '/api/nodes/user/flour-habit',
    undefined,
    z.strictObject({
      deleted: z.string(),
      level: z.string(),
      edges_deleted: z.int(),
      edges_left: z.array(EDGE),
    }),
  ],
  ['GET', '/api/projects', undefined, z.strictObject({ projects: z.tuple([z.literal('/home/ada/bakery')]) })],
  [
    'POST',
    '/api/sessions/register',
    { project_path: project.project_path },
    z.strictObject({ session_id: z.string(), start_ts: z.number() }),
  ],
];

it('sends what the schemas name, and no field of other programs', async () => {
  const work = createWorkFolder('memory-shapes');
  try {
    cpSync('fixtures/memory/earlier', join(work.path, 'memory'), { recursive: true });
    const server = await TestMemoryServer.start(work.path);
    const listener = await Listener.open(server.url, { project_path: project.project_path });
    try {
      for (const [method, path, fields, shape] of REPLIES) {
        const { body } = await server.fetch(method, path, fields);
        const { error } = shape.safeParse(body);
        assert.equal(
          error,
          undefined,
          `${method} ${path}: ${error && z.prettifyError(error)} in ${JSON.stringify(body)}`,
        );
      }
      const heard = await listener.all();
      assert.ok(heard.some(({ type }) => type === 'node_recalled'));
      for (const { node, edge } of heard) {
        if (node !== undefined) NODE.parse(node);
        if (edge !== undefined) EDGE.parse(edge);
      }
    } finally {
      listener.close();
      await server.stop();
    }
  } finally {
    work.remove();
  }
});
