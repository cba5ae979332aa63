/** kg_ask: a question in plain words, answered from the graph. */
import * as z from 'zod/v4';
import type { ModelFace, Project } from '../../code/project-face.js';
import { type Retrieval, retrieve } from '../../code/query/ask.js';
import { retrievalDocument, SHORT, sourcesDocument } from '../../code/render/ask.js';
import { pageFrom, renderDocument } from '../../code/render.js';
import { answerFresh, type Draft } from '../answer.js';
import { readCursor } from '../cursor.js';
import { defineTool, READ_ONLY } from '../tool.js';
import { cursor, maxTokens, textField } from './fields.js';

const NAME = 'kg_ask';
// What the model is given to read.
const CONTEXT_TOKENS_MAX = 12_000;

export const kgAsk = defineTool({
  name: NAME,
  title: 'Ask about the codebase',
  description: `Answer a question about this codebase in plain words, grounded in the graph: why it is so, how it works, where in the code; with its sources.

It needs a language model (KG_LLM_ENABLED=true). Without one the answer is an error that says how to turn it on and carries what the graph holds on the question (the ten most relevant nodes, the best five with their surroundings), so that you can answer yourself.

Example: "How does memory consolidation work?"`,
  input: z.strictObject({
    question: textField('The question, in plain words.', 2_000),
    max_tokens: maxTokens,
    cursor,
  }),
  annotations: { ...READ_ONLY, idempotentHint: false, openWorldHint: true },
  run: (input, call) => {
    const offset = readCursor(NAME, input);
    return answerFresh(call, NAME, input, (view, project) => {
      const retrieval = retrieve(view, input.question);
      const { model } = project;
      if (model === undefined) return contextDraft(project, retrieval, offset);
      return {
        cites: retrieval,
        document: async () => pageFrom(await answered(model, retrieval, call.signal), offset),
      };
    });
  },
});

function contextDraft(project: Project, retrieval: Retrieval, offset: number): Draft {
  const { enabled } = project.state().llm;
  const why = enabled
    ? 'The language model is turned on, but this project has none that can answer (kg_status says why).'
    : 'No language model is turned on: set KG_LLM_ENABLED=true, KG_LLM_MODEL and its key in the environment of this server.';
  const intro = [why, 'This is what the graph holds on the question; kg_context of an id shows its source.'];
  return {
    cites: retrieval,
    document: () => pageFrom(retrievalDocument(retrieval, intro, SHORT), offset),
    isError: true,
  };
}

async function answered(model: ModelFace, retrieval: Retrieval, signal: AbortSignal) {
  const context = renderDocument(retrievalDocument(retrieval, []), {
    maxTokens: CONTEXT_TOKENS_MAX,
    stateLine: '',
  });
  return sourcesDocument(retrieval, await model.answer(retrieval.question, context, signal));
}
