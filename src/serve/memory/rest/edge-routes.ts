/**
 * Edges by REST. Ends may be paths, so a delete names its edge in the query or the body; the earlier form with four segments
 * works too, when a slash in an end is written as %2F.
 */
import * as z from 'zod/v4';
import { ASKED, askerOf, given, level, texts, version, word } from './fields.js';
import { defineRoute, type Route } from './route.js';
import { anchoringField, edgeShape } from './shapes.js';

const NAMED = { level, from: word, to: word, rel: word, ...ASKED };

export const EDGE_ROUTES: readonly Route[] = [
  defineRoute(
    'POST',
    '/api/edges',
    z.strictObject({ ...NAMED, notes: texts, expected_version: version }),
    async ({ level, from, to, rel, notes, expected_version: expectedVersion, ...asked }, memory) => {
      const edge = { level, from, to, rel, ...given({ notes, expectedVersion }) };
      const done = await memory.apply({ kind: 'put-edge', ...askerOf(asked), ...edge });
      return {
        edge: edgeShape(done.edge),
        level: done.level,
        version: done.version,
        is_new: done.isNew,
        artifacts: done.artifacts,
        compaction: done.compaction,
        ...anchoringField(done.code),
      };
    },
  ),
  ...['/api/edges', '/api/edges/:level/:from/:to/:rel'].map((path) =>
    defineRoute('DELETE', path, z.strictObject(NAMED), async ({ level, from, to, rel, ...asked }, memory) => {
      const edge = { level, from, to, rel };
      const done = await memory.apply({ kind: 'delete-edge', ...askerOf(asked), ...edge });
      return { deleted: done.isDeleted, level: done.level ?? level };
    }),
  ),
];
