/** kg_search: nodes of the memory by words. */
import * as z from 'zod/v4';
import { READ_ONLY } from '../../tool.js';
import { askerOf, cwd, sessionId, textField } from './fields.js';
import { defineMemoryTool } from './memory-tool.js';

export const kgMemorySearch = defineMemoryTool({
  name: 'kg_search',
  title: 'Search the memory',
  description: `Find what was learned, in both graphs of the memory and in every tier: active, archived, orphaned. Words match ids, gists, notes, touches and edges; parts of camelCase and kebab-case names and of paths count, and rare words weigh more. The best hits come with their gist and notes, more by id, then how the hits are connected.

Use it before you write (the node may be there already), when you meet something that looks familiar, and for the ids a read only hinted at. Then kg_read with ids. It searches memories, not code.`,
  input: z.strictObject({
    query: textField('A few words, an id, or a path.'),
    session_id: sessionId,
    cwd,
  }),
  annotations: READ_ONLY,
  run: async ({ query, ...asked }, memory) =>
    (await memory.apply({ kind: 'search', query, ...askerOf(asked) })).text,
});
