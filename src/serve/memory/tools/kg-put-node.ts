/** kg_put_node: a piece of knowledge, new or better. */
import * as z from 'zod/v4';
import { putNodeText } from './answers.js';
import { askerOf, cwd, expectedVersion, level, sessionId, textField, textsField } from './fields.js';
import { defineMemoryTool, WRITES } from './memory-tool.js';

export const kgPutNode = defineMemoryTool({
  name: 'kg_put_node',
  title: 'Remember',
  description: `Save one insight so that later sessions have it: a decision and its reason, a root cause, a convention, a trap, a preference of the user. Write it when you learn it, not at the end. An id that exists is overwritten: its gist always, notes and touches only when given ([] clears them).

gist: the bottom line in one sentence, about 120 characters, at most 300; it is all that a later read shows. notes: the why, the evidence, the date. touches: the code it is about, such as "src/auth/refresh.py:30-40", "TokenStore.rotate" or "ADR-0003"; it is followed when it moves, and giving touches again says that you looked and it holds. id: a short name in kebab-case, such as "auth-token-refresh". Search first: sharpening a node beats a second one. Connect it with kg_put_edge.

Keep out what the code itself says, guesses, and secrets (they are refused). It is on disk when this answers.`,
  input: z.strictObject({
    session_id: sessionId,
    cwd,
    level,
    id: textField('Letters, digits, ".", "_", "-"; begins with a letter or digit; at most 128.'),
    gist: textField('The insight in one sentence.'),
    notes: textsField('Depth on demand: reasons, evidence, dates.'),
    touches: textsField('Files, symbols, decisions, addresses it is about; lines where that helps.'),
    expected_version: expectedVersion,
  }),
  annotations: WRITES,
  run: async ({ level, id, gist, notes, touches, expected_version, ...asked }, memory) => {
    const node = {
      level,
      id: id.trim(),
      gist,
      ...(notes !== undefined && { notes }),
      ...(touches !== undefined && { touches }),
      ...(expected_version !== undefined && { expectedVersion: expected_version }),
    };
    return putNodeText(await memory.apply({ kind: 'put-node', ...askerOf(asked), ...node }));
  },
});
