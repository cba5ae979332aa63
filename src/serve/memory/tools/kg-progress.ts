/** kg_progress: how far a long task is. */
import * as z from 'zod/v4';
import { askerOf, cwd, objectField, sessionId, textField } from './fields.js';
import { defineMemoryTool, WRITES } from './memory-tool.js';

export const kgProgress = defineMemoryTool({
  name: 'kg_progress',
  title: 'Where a long task stands',
  description: `Keep the state of a task that outlives a session: with state it replaces what was stored under task_id, without it answers that. It belongs to the project's graph when there is one, else to the user's; level chooses. The task "maintain" is the maintenance of a graph: storing it stamps the time, which pays the graph's debt down.`,
  input: z.strictObject({
    session_id: sessionId,
    cwd,
    task_id: textField('A short name, such as "maintain" or "extract".'),
    state: objectField('A JSON object that replaces the stored one. Leave it out to read.'),
    level: z
      .enum(['user', 'project'])
      .optional()
      .describe('Default: the project of the session, else the user.'),
  }),
  annotations: WRITES,
  run: async ({ task_id, state, level, ...asked }, memory) => {
    const done = await memory.apply({
      kind: 'progress',
      ...askerOf(asked),
      task: task_id,
      ...(state !== undefined && { state }),
      ...(level !== undefined && { level }),
    });
    if (state !== undefined) return `Stored the state of ${done.task} in the ${done.level} graph.`;
    if (done.state === null) return `Nothing is stored for ${done.task} in the ${done.level} graph.`;
    return JSON.stringify(done.state, null, 2);
  },
});
