/** Whole graphs by REST, what is found in them, what a session does with them, and how far tasks are. */
import * as z from 'zod/v4';
import { graphOf } from '../memory-port.js';
import { IDS_MAX } from '../tools/fields.js';
import { ASKED, askerOf, given, level, onlookerOf, word } from './fields.js';
import { defineRoute, type Route } from './route.js';
import { edgeShape, graphShape, hitShape, placeShape } from './shapes.js';

export const GRAPH_ROUTES: readonly Route[] = [
  defineRoute('GET', '/api/graph/read', z.strictObject(ASKED), async (asked, memory) => {
    const { project } = onlookerOf(asked, memory);
    const user = graphShape(memory.state().user);
    if (project === undefined) return { user };
    const root = await memory.openProject(project);
    return {
      user,
      project: graphShape(await graphOf(memory, { level: 'project', project: root })),
      project_path: root,
    };
  }),
  defineRoute('GET', '/api/places', z.strictObject(ASKED), async (asked, memory) => {
    const places = await memory.code?.placesOf(onlookerOf(asked, memory));
    if (places === undefined) return { indexed: false, memories: [], counts: {} };
    const memories = places.memories.map((each) => ({ ...each, places: each.places.map(placeShape) }));
    return { indexed: true, memories, counts: places.counts };
  }),
  defineRoute('GET', '/api/projects', z.strictObject({}), async (_, memory) => ({
    projects: await memory.projects(),
  })),
  defineRoute(
    'GET',
    '/api/search',
    z.strictObject({ query: word, ...ASKED }),
    async ({ query, ...asked }, memory) => {
      const asker = onlookerOf(asked, memory);
      const found = await memory.apply({ kind: 'search', query, ...asker, mark: false });
      return {
        total: found.total,
        top: found.top.map(hitShape),
        more: found.more.map(hitShape),
        connectors: found.connectors.map(hitShape),
        connections: found.connections.map(edgeShape),
      };
    },
  ),
  defineRoute(
    'POST',
    '/api/useful',
    z.strictObject({ session_id: word, ids: z.array(word).max(IDS_MAX) }),
    ({ session_id: session, ids }, memory) => memory.apply({ kind: 'useful', session, ids }),
  ),
  defineRoute(
    'POST',
    '/api/sync',
    z.strictObject({ session_id: word }),
    async ({ session_id: session }, memory) => {
      const { changeCount, isTruncated, text } = await memory.apply({ kind: 'sync', session });
      return { change_count: changeCount, is_truncated: isTruncated, text };
    },
  ),
  defineRoute(
    'GET',
    '/api/progress/:task_id',
    z.strictObject({ task_id: word, level: level.optional(), ...ASKED }),
    async ({ task_id: task, level, ...asked }, memory) => {
      const asker = onlookerOf(asked, memory);
      const done = await memory.apply({ kind: 'progress', ...asker, task, ...given({ level }) });
      return done.state ?? {};
    },
  ),
  defineRoute(
    'POST',
    '/api/progress',
    z.strictObject({
      task_id: word,
      state: z.record(z.string(), z.unknown()),
      level: level.optional(),
      ...ASKED,
    }),
    async ({ task_id: task, state, level, ...asked }, memory) => {
      const asker = askerOf(asked);
      const done = await memory.apply({ kind: 'progress', ...asker, task, state, ...given({ level }) });
      return { task_id: done.task, level: done.level, stored: true };
    },
  ),
];
