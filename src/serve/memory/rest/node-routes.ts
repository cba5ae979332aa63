/** Nodes by REST: write, look, promote, archive, rename, merge, delete. */
import * as z from 'zod/v4';
import { MemoryError } from '../../../memory/errors.js';
import { ASKED, askerOf, given, level, onlookerOf, texts, version, word } from './fields.js';
import { defineRoute, type Route } from './route.js';
import { anchoringField, edgeShape, nodeShape, viewShape } from './shapes.js';

const NAMED = { level, id: word, ...ASKED };

export const NODE_ROUTES: readonly Route[] = [
  defineRoute(
    'POST',
    '/api/nodes',
    z.strictObject({ ...NAMED, gist: word, notes: texts, touches: texts, expected_version: version }),
    async ({ level, id, gist, notes, touches, expected_version: expectedVersion, ...asked }, memory) => {
      const done = await memory.apply({
        kind: 'put-node',
        ...askerOf(asked),
        level,
        id,
        gist,
        ...given({ notes, touches, expectedVersion }),
      });
      const { node, version, isNew, isHealed, isLong, nearDuplicates, compaction, code } = done;
      return {
        node: nodeShape(node),
        level: done.level,
        version,
        is_new: isNew,
        is_healed: isHealed,
        is_long: isLong,
        near_duplicates: nearDuplicates,
        compaction,
        ...anchoringField(code),
      };
    },
  ),
  defineRoute(
    'GET',
    '/api/nodes/:level/:id',
    z.strictObject(NAMED),
    async ({ level, id, ...asked }, memory) => {
      const asker = onlookerOf(asked, memory);
      const { found } = await memory.apply({
        kind: 'read-nodes',
        ...asker,
        ids: [id],
        level,
        promote: false,
      });
      return viewShape(found[0] ?? unknown(level, id));
    },
  ),
  defineRoute(
    'POST',
    '/api/nodes/:level/:id/promote',
    z.strictObject(NAMED),
    async ({ level, id, ...asked }, memory) => {
      const { found, rescued } = await memory.apply({
        kind: 'read-nodes',
        ...askerOf(asked),
        ids: [id],
        level,
      });
      return { ...viewShape(found[0] ?? unknown(level, id)), rescued };
    },
  ),
  ...(['archive', 'restore'] as const).map((verb) =>
    defineRoute(
      'POST',
      `/api/nodes/:level/:id/${verb}`,
      z.strictObject(NAMED),
      async ({ level, id, ...asked }, memory) => {
        const done = await memory.apply({ kind: `${verb}-node`, ...askerOf(asked), id, level });
        return { ...viewShape(done.view), compaction: done.compaction };
      },
    ),
  ),
  defineRoute(
    'POST',
    '/api/nodes/:level/:id/rename',
    z.strictObject({ ...NAMED, new_id: word }),
    async ({ level, id, new_id: newId, ...asked }, memory) => {
      const done = await memory.apply({ kind: 'rename-node', ...askerOf(asked), id, newId, level });
      return { node: nodeShape(done.node), level: done.level, edges_changed: done.edgesChanged };
    },
  ),
  defineRoute(
    'POST',
    '/api/nodes/:level/:id/merge',
    z.strictObject({ ...NAMED, into: word, gist: word.optional() }),
    async ({ level, id, into, gist, ...asked }, memory) => {
      const nodes = { from: id, into, level, ...given({ gist }) };
      const done = await memory.apply({ kind: 'merge-nodes', ...askerOf(asked), ...nodes });
      return { node: nodeShape(done.node), level: done.level, edges_changed: done.edgesChanged };
    },
  ),
  defineRoute(
    'DELETE',
    '/api/nodes/:level/:id',
    z.strictObject(NAMED),
    async ({ level, id, ...asked }, memory) => {
      const done = await memory.apply({ kind: 'delete-node', ...askerOf(asked), id, level });
      return {
        deleted: done.node.id,
        level: done.level,
        edges_deleted: done.edgesDeleted,
        edges_left: done.edgesLeft.map(edgeShape),
      };
    },
  ),
];

function unknown(level: string, id: string): never {
  throw new MemoryError(
    'unknown-node',
    `the ${level} graph has no node ${JSON.stringify(id.slice(0, 128))}`,
    'GET /api/search?query=… finds nodes by words.',
  );
}
