/** kg_sync: what others changed meanwhile. */
import * as z from 'zod/v4';
import { textField } from './fields.js';
import { defineMemoryTool, WRITES } from './memory-tool.js';

export const kgSync = defineMemoryTool({
  name: 'kg_sync',
  title: 'What other sessions changed',
  description: `What other sessions wrote, changed or deleted in both graphs since your session started or last synced. Each change is told once. Use it in long sessions, when several agents work at once, and before you act on a memory that others may have corrected.`,
  input: z.strictObject({ session_id: textField('Your session id.') }),
  annotations: { ...WRITES, idempotentHint: false },
  run: async ({ session_id }, memory) =>
    (await memory.apply({ kind: 'sync', session: session_id.trim() })).text,
});
