/** kg_useful: which memories helped. */
import * as z from 'zod/v4';
import { USEFUL_PER_SESSION_MAX } from '../../../memory/limits.js';
import { usefulText } from './answers.js';
import { idsField, textField } from './fields.js';
import { defineMemoryTool, WRITES } from './memory-tool.js';

export const kgUseful = defineMemoryTool({
  name: 'kg_useful',
  title: 'Endorse memories that helped',
  description: `At the end of a piece of work, name the nodes that really helped, judged by the result: they stay in sight longer. At most ${USEFUL_PER_SESSION_MAX} per session, one vote for each. Do not endorse what you only read, or what you wrote yourself just now.`,
  input: z.strictObject({
    session_id: textField('Your session id.'),
    ids: idsField('The nodes that helped.'),
  }),
  annotations: { ...WRITES, idempotentHint: false },
  run: async ({ session_id, ids }, memory) =>
    usefulText(await memory.apply({ kind: 'useful', session: session_id.trim(), ids })),
});
