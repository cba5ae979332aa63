/** kg_reindex: rebuild the graph. */
import * as z from 'zod/v4';
import { stateLine } from '../../code/render/state-line.js';
import { reindexDocument } from '../../code/render/status.js';
import { pageFrom, renderDocument } from '../../code/render.js';
import { defineTool } from '../tool.js';
import { booleanField, maxTokens } from './fields.js';

export const kgReindex = defineTool({
  name: 'kg_reindex',
  title: 'Rebuild the code graph',
  description: `Rebuild the whole graph: structure, language-model extraction (when it is turned on), reconciliation, saving. The answer has counts by type, the time of each phase, files that failed and why, and what changed since the last index.

It is seldom needed: answers are checked against the disk and changed files are indexed again by themselves. Use it after a change of settings, or when kg_status shows something that is not right.`,
  input: z.strictObject({
    llm: booleanField(true, 'Run the language model too, when it is turned on.'),
    max_tokens: maxTokens,
  }),
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  run: async (input, call) => {
    const project = await call.project();
    const report = await project.reindex({ llm: input.llm }, call.onProgress, call.signal);
    const text = renderDocument(pageFrom(reindexDocument(report), 0), {
      maxTokens: input.max_tokens,
      stateLine: stateLine(project.state()),
      // Going on would be to do it once more.
      restIn: 'kg_status',
    });
    return { text };
  },
});
