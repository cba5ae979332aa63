/** kg_delete_node: what is no longer true. */
import * as z from 'zod/v4';
import { deletedNodeText } from './answers.js';
import { askerOf, cwd, optionalLevel, sessionId, textField } from './fields.js';
import { defineMemoryTool, REMOVES } from './memory-tool.js';

export const kgDeleteNode = defineMemoryTool({
  name: 'kg_delete_node',
  title: 'Forget a node',
  description: `Delete a node and its edges: for what is wrong. For what has changed, overwrite it with kg_put_node; for two of the same, kg_merge_nodes; for a better name, kg_rename_node: these keep edges and history. Space is no reason to delete: what is seldom used is archived by itself. A deleted node can be restored for a while with kg-memory restore.`,
  input: z.strictObject({
    session_id: sessionId,
    cwd,
    id: textField('The node.'),
    level: optionalLevel,
  }),
  annotations: REMOVES,
  run: async ({ id, level, ...asked }, memory) => {
    const node = { id, ...(level !== undefined && { level }) };
    return deletedNodeText(await memory.apply({ kind: 'delete-node', ...askerOf(asked), ...node }));
  },
});
