/** kg_merge_nodes: one node of two that say the same. */
import * as z from 'zod/v4';
import { changedNodeText } from './answers.js';
import { askerOf, cwd, optionalLevel, sessionId, textField } from './fields.js';
import { defineMemoryTool, REMOVES } from './memory-tool.js';

export const kgMergeNodes = defineMemoryTool({
  name: 'kg_merge_nodes',
  title: 'Make one node of two',
  description: `Fold one node into another of the same graph: the one in "into" keeps its gist (or takes the gist you give) and gains the notes, touches, edges and endorsements of the one in "from", which is gone then. Edges of the other graph follow. Use it for duplicates; read both first, and give a gist that says what both said.`,
  input: z.strictObject({
    session_id: sessionId,
    cwd,
    from: textField('The node that goes.'),
    into: textField('The node that stays.'),
    gist: z.string().optional().describe('A gist for the node that stays. Default: its own.'),
    level: optionalLevel,
  }),
  annotations: { ...REMOVES, idempotentHint: false },
  run: async ({ from, into, gist, level, ...asked }, memory) => {
    const nodes = {
      from,
      into,
      ...(gist !== undefined && { gist }),
      ...(level !== undefined && { level }),
    };
    const done = await memory.apply({ kind: 'merge-nodes', ...askerOf(asked), ...nodes });
    return changedNodeText(`Merged ${from} into ${done.node.id}`, done);
  },
});
