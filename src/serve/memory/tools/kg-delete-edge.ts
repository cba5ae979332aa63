/** kg_delete_edge: a relation that does not hold. */
import * as z from 'zod/v4';
import { compactionText, edgeText, lines } from './answers.js';
import { askerOf, cwd, optionalLevel, sessionId, textField } from './fields.js';
import { defineMemoryTool, REMOVES } from './memory-tool.js';

export const kgDeleteEdge = defineMemoryTool({
  name: 'kg_delete_edge',
  title: 'Forget an edge',
  description: `Delete one relation, named by its three parts exactly as kg_read shows them. Its ends stay. That there is no such edge is said and is no error. It can be restored for a while.`,
  input: z.strictObject({
    session_id: sessionId,
    cwd,
    from: textField('Where it starts.'),
    to: textField('Where it ends.'),
    rel: textField('What it says.'),
    level: optionalLevel,
  }),
  annotations: REMOVES,
  run: async ({ from, to, rel, level, ...asked }, memory) => {
    const edge = { from, to, rel, ...(level !== undefined && { level }) };
    const done = await memory.apply({ kind: 'delete-edge', ...askerOf(asked), ...edge });
    const text = edgeText({ from, to, rel });
    if (!done.isDeleted) return `There is no edge ${text}; kg_read with the id of an end shows its edges.`;
    return lines(
      `Deleted edge ${text} from the ${done.level ?? 'project'} graph.`,
      compactionText(done.compaction),
    );
  },
});
