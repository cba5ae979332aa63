/** kg_put_edge: how two things hang together. */
import * as z from 'zod/v4';
import { putEdgeText } from './answers.js';
import { askerOf, cwd, expectedVersion, level, sessionId, textField, textsField } from './fields.js';
import { defineMemoryTool, WRITES } from './memory-tool.js';

export const kgPutEdge = defineMemoryTool({
  name: 'kg_put_edge',
  title: 'Connect two memories',
  description: `Save a relation: from --rel--> to. Ends are node ids, or any other text that stands for itself: a file ("src/auth/refresh.py"), a URL, a node of the code graph ("func:src.auth.rotate"); those need no node. The same three again replaces the notes.

Prefer an edge to a sentence in a note: connected nodes stay in sight longer, and search shows how hits hang together. rel says how, in a word or two: "requires", "caused-by", "contradicts", "replaces", "implemented-in". An edge between a project node and a user node belongs to the project graph.`,
  input: z.strictObject({
    session_id: sessionId,
    cwd,
    level,
    from: textField('A node id, a path, a URL; at most 512 characters.'),
    to: textField('Likewise.'),
    rel: textField('Letters, digits, ".", "_", "-"; at most 64, such as "requires-init".'),
    notes: textsField('Why, when it is not plain.'),
    expected_version: expectedVersion,
  }),
  annotations: WRITES,
  run: async ({ level, from, to, rel, notes, expected_version, ...asked }, memory) => {
    const edge = {
      level,
      from,
      to,
      rel,
      ...(notes !== undefined && { notes }),
      ...(expected_version !== undefined && { expectedVersion: expected_version }),
    };
    return putEdgeText(await memory.apply({ kind: 'put-edge', ...askerOf(asked), ...edge }));
  },
});
