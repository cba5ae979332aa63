/** kg_rename_node: a better name for the same thing. */
import * as z from 'zod/v4';
import { changedNodeText } from './answers.js';
import { askerOf, cwd, optionalLevel, sessionId, textField } from './fields.js';
import { defineMemoryTool, REMOVES } from './memory-tool.js';

export const kgRenameNode = defineMemoryTool({
  name: 'kg_rename_node',
  title: 'Rename a node',
  description: `Give a node another id. Its edges, history and endorsements go with it, and so do the edges of the other graph that name it. The new id must be free; if it is not, and both mean the same, use kg_merge_nodes.`,
  input: z.strictObject({
    session_id: sessionId,
    cwd,
    id: textField('The node as it is called now.'),
    new_id: textField('What it is to be called.'),
    level: optionalLevel,
  }),
  annotations: { ...REMOVES, idempotentHint: false },
  run: async ({ id, new_id, level, ...asked }, memory) => {
    const names = { id, newId: new_id, ...(level !== undefined && { level }) };
    const done = await memory.apply({ kind: 'rename-node', ...askerOf(asked), ...names });
    return changedNodeText(`Renamed ${id} to ${done.node.id}`, done);
  },
});
