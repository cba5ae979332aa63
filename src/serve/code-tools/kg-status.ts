/** kg_status: the size of the graph and the state of the server. It never waits for the index. */
import * as z from 'zod/v4';
import { statusOf } from '../../code/query/status.js';
import { stateLine } from '../../code/render/state-line.js';
import { statusDocument } from '../../code/render/status.js';
import { pageFrom, renderDocument } from '../../code/render.js';
import { makeCursor, readCursor } from '../cursor.js';
import { defineTool, READ_ONLY } from '../tool.js';
import { cursor, maxTokens } from './fields.js';

const NAME = 'kg_status';

export const kgStatus = defineTool({
  name: NAME,
  title: 'Status of the code graph',
  description: `Nodes and edges by type, what is indexed and what lies outside, how far indexing is, how many calls were resolved, files that could not be parsed, snapshot, file watcher, language model, memory, and where every setting came from. Use it when an answer seems incomplete.`,
  input: z.strictObject({ max_tokens: maxTokens, cursor }),
  annotations: { ...READ_ONLY, idempotentHint: false },
  run: async (input, call) => {
    const offset = readCursor(NAME, input);
    const project = await call.project();
    const status = statusOf(project.root, project.view(), project.state(), project.problems());
    const text = renderDocument(pageFrom(statusDocument(status), offset), {
      maxTokens: input.max_tokens,
      stateLine: stateLine(status.state),
      cursorAt: (next) => makeCursor(NAME, input, next),
    });
    return { text };
  },
});
