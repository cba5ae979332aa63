/** kg_ask: a question in plain words, answered from the graph. */
import * as z from 'zod/v4';
import type { GraphView } from '../../code/graph.js';
import type { ModelFace } from '../../code/project-face.js';
import { checkedAnswer, type Retrieval, retrieve } from '../../code/query/ask.js';
import {
  answerDocument,
  HOW_TO_TURN_ON,
  questionFor,
  retrievalDocument,
  SHORT,
  WHOLE,
} from '../../code/render/ask.js';
import { prose } from '../../code/render/text.js';
import { type Document, pageFrom } from '../../code/render.js';
import { describeError, KgError } from '../../kernel/errors.js';
import { answerFresh, type Draft } from '../answer.js';
import { readCursor } from '../cursor.js';
import type { MemoryOnQuestion } from '../remembered/beside.js';
import { memorySources, questionLists } from '../remembered/lists.js';
import { defineTool, READ_ONLY, type ToolCall } from '../tool.js';
import { cursor, maxTokens, textField } from './fields.js';

const NAME = 'kg_ask';
// With the blank behind it: only for how far an answer is.
const CHARS_A_WORD = 6;

export const kgAsk = defineTool({
  name: NAME,
  title: 'Ask about the codebase',
  description: `Answer a question about this codebase in plain words, grounded in the graph: why it is so, how it works, where in the code; with its sources, each of which is in the graph.

It needs a language model (KG_LLM_ENABLED=true). Without one the answer is an error that says how to turn it on and carries what the graph holds on the question (the ten most relevant nodes, the best five with their surroundings, and notes of earlier sessions), so that you can answer yourself.

Example: "How does memory consolidation work?"`,
  input: z.strictObject({
    question: textField('The question, in plain words.', 2_000),
    max_tokens: maxTokens,
    cursor,
  }),
  annotations: { ...READ_ONLY, idempotentHint: false, openWorldHint: true },
  run: async (input, call) => {
    const offset = readCursor(NAME, input);
    const ask = (draftOf: (found: Found) => Draft) =>
      answerFresh(call, NAME, input, (view, _project, memory) => {
        const retrieval = retrieve(view, input.question);
        const ids = retrieval.retrieved.map(({ node }) => node.id);
        return draftOf({ view, retrieval, memories: memory?.onQuestion(input.question, ids) ?? [] });
      });
    const withContext = (why: string) => ask((found) => contextDraft(found, why, offset));
    const { model } = await call.project();
    if (model === undefined) return withContext(HOW_TO_TURN_ON);
    try {
      return await ask((found) => {
        const document = () => answered({ ...found, model, maxTokens: input.max_tokens, call });
        return { cites: found.retrieval, document: async () => pageFrom(await document(), offset) };
      });
    } catch (error) {
      if (!(error instanceof KgError && error.code === 'llm-failed')) throw error;
      return withContext(`The language model did not answer: ${prose(describeError(error), 600)}`);
    }
  },
});

/** What there is on a question. */
interface Found {
  readonly view: GraphView;
  readonly retrieval: Retrieval;
  readonly memories: readonly MemoryOnQuestion[];
}

function contextDraft({ retrieval, memories }: Found, why: string, offset: number): Draft {
  const more = questionLists(memories, SHORT.textMax);
  const intro = [why, 'This is what the graph holds on the question; kg_context of an id shows its source.'];
  return {
    cites: retrieval,
    document: () => pageFrom(retrievalDocument(retrieval, intro, { extent: SHORT, more }), offset),
    isError: true,
  };
}

interface Asking extends Found {
  readonly model: ModelFace;
  readonly maxTokens: number;
  readonly call: ToolCall;
}

async function answered({ model, view, retrieval, memories, maxTokens, call }: Asking): Promise<Document> {
  const asked = questionFor(retrieval, maxTokens, questionLists(memories, WHOLE.textMax));
  let done = 0;
  const onText = (piece: string): void => {
    done += piece.length;
    call.onProgress({ phase: 'asking', done, total: asked.wordsMax * CHARS_A_WORD });
  };
  onText('');
  const said = await model.answer({ ...asked, onText }, call.signal);
  const answer = checkedAnswer(view, retrieval, said, new Set(memories.map(({ memory }) => memory.id)));
  return answerDocument(answer, memorySources(memories, answer.citedOthers));
}
