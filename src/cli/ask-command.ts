/**
 * `kg-memory ask`: a question in plain words. With a language model its answer, line by line as it comes, each citation looked
 * up before the line is shown, and the sources at the end; without one what the graph holds on the question.
 */
import type { GraphView } from '../code/graph.js';
import type { ModelFace, Project } from '../code/project-face.js';
import { checkedAnswer, type Retrieval, retrieve, sourcesOf } from '../code/query/ask.js';
import { CitationReader } from '../code/query/citations.js';
import {
  HOW_TO_TURN_ON,
  questionFor,
  retrievalDocument,
  SHORT,
  sourcesDocument,
  WHOLE,
} from '../code/render/ask.js';
import { stateLine } from '../code/render/state-line.js';
import { pageFrom, renderDocument } from '../code/render.js';
import type { Config } from '../config.js';
import { citedPaths } from '../serve/answer.js';
import type { MemoryBeside, MemoryOnQuestion } from '../serve/remembered/beside.js';
import { memorySources, questionLists } from '../serve/remembered/lists.js';
import { askIndex, memoryFor, PAGE_OPTIONS } from './ask.js';
import { Channel } from './channel.js';
import { defineCommand, type Session } from './command.js';
import { STATUS_NAME, withIndex } from './open-index.js';

interface Asked {
  readonly question: string;
  readonly maxTokens: number;
}

export const askCommand = defineCommand({
  name: 'ask',
  summary: 'Ask a question in plain words; a language model answers',
  about: [
    'It needs a language model (KG_LLM_ENABLED, KG_LLM_MODEL and a key; kg-memory doctor checks them). Without one it shows what the graph holds on the question, and its exit code is 1. Every source of an answer is in the graph; what the model cites and is not there is marked.',
  ],
  operands: [{ name: 'question', isRequired: true, isMany: true, why: 'The question' }],
  options: PAGE_OPTIONS,
  examples: [
    ['kg-memory ask How does memory consolidation work?', 'An answer with its sources.'],
    [
      'kg-memory ask --llm-enabled "Why is there a log?" --json',
      'The same for programs, with the model turned on.',
    ],
  ],
  run: async ({ operands: [question = ''], options }, session) => {
    const config = await session.loadConfig();
    const asked = { question, maxTokens: options.maxTokens };
    if (config.llm.enabled) {
      return {
        live: {
          text: () => answerInPieces(asked, config, session),
          result: () => wholeAnswer(asked, config, session),
        },
      };
    }
    const outcome = await askIndex(
      'ask',
      {
        asked: { question },
        page: options,
        ask: (view, _offset, _project, memory) => {
          const retrieval = retrieve(view, question);
          const memories = memoriesOn(retrieval, memory);
          return { ...retrieval, ...(memories.length > 0 && { memories }) };
        },
        document: (answer, _project, offset) => {
          const more = questionLists(answer.memories ?? [], SHORT.textMax);
          return pageFrom(retrievalDocument(answer, [HOW_TO_TURN_ON], { extent: SHORT, more }), offset);
        },
      },
      session,
    );
    return { ...outcome, exitCode: 1 };
  },
});

interface Ready {
  readonly project: Project;
  readonly view: GraphView;
  readonly model: ModelFace;
  readonly retrieval: Retrieval;
  readonly memories: readonly MemoryOnQuestion[];
}

function memoriesOn(
  { question, retrieved }: Retrieval,
  memory: MemoryBeside | undefined,
): readonly MemoryOnQuestion[] {
  const ids = retrieved.map(({ node }) => node.id);
  return memory?.onQuestion(question, ids) ?? [];
}

/** The ids of memories that an answer may cite. */
function idsOf(memories: readonly MemoryOnQuestion[]): ReadonlySet<string> {
  return new Set(memories.map(({ memory }) => memory.id));
}

/** Opens the index, and what bears on the question is as it stands on the disk. */
function prepare<T>(
  { question }: Asked,
  config: Config,
  session: Session,
  use: (ready: Ready) => Promise<T>,
): Promise<T> {
  return withIndex(session, config, async (project) => {
    const first = project.view();
    if (first !== undefined) await project.ensureFresh(citedPaths(retrieve(first, question)), session.signal);
    const [view, { model }] = [project.view(), project];
    if (view === undefined || model === undefined)
      throw new Error('a project that is ready has a graph and its model');
    const retrieval = retrieve(view, question);
    const memory = memoryFor(project, session);
    try {
      const memories = memoriesOn(retrieval, await memory.beside(view, session.signal));
      return await use({ project, view, model, retrieval, memories });
    } finally {
      memory.close();
    }
  });
}

async function wholeAnswer(asked: Asked, config: Config, session: Session): Promise<object> {
  return prepare(asked, config, session, async ({ view, model, retrieval, memories }) => {
    const more = questionLists(memories, WHOLE.textMax);
    const said = await model.answer(questionFor(retrieval, asked.maxTokens, more), session.signal);
    const { citedOthers, ...answer } = checkedAnswer(view, retrieval, said, idsOf(memories));
    if (memories.length === 0) return answer;
    const isCited = ({ memory }: MemoryOnQuestion) => citedOthers.includes(memory.id);
    return { ...answer, memories: memories.map((each) => ({ ...each, isCited: isCited(each) })) };
  });
}

async function* answerInPieces(
  asked: Asked,
  config: Config,
  session: Session,
): AsyncGenerator<string, void, void> {
  const channel = new Channel<string>();
  const answering = prepare(asked, config, session, (ready) => say(ready, asked, { channel, session }));
  answering.then(
    () => channel.end(),
    (error: unknown) => channel.end({ error }),
  );
  yield* channel;
}

/** Passes on whole lines: what a line cites is known at its end. */
async function say(
  { project, view, model, retrieval, memories }: Ready,
  { maxTokens }: Asked,
  { channel, session }: { readonly channel: Channel<string>; readonly session: Session },
): Promise<void> {
  const reader = new CitationReader(view, idsOf(memories));
  let rest = '';
  const show = (line: string): void => {
    const checked = reader.line(line);
    if (checked === undefined) return;
    // What is drawn on the terminal makes room.
    session.progress({ phase: 'ready', done: 0, total: 0 });
    channel.push(`${checked}\n`);
  };
  session.progress({ phase: 'asking', done: 0, total: 0 });
  const onText = (piece: string): void => {
    const lines = `${rest}${piece}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) show(line);
  };
  const more = questionLists(memories, WHOLE.textMax);
  await model.answer({ ...questionFor(retrieval, maxTokens, more), onText }, session.signal);
  if (rest !== '') show(rest);
  const found = sourcesOf(view, retrieval.retrieved, reader);
  const sources = sourcesDocument(found, memorySources(memories, found.citedOthers));
  const line = stateLine(project.state(), { statusName: STATUS_NAME });
  channel.push(`\n${renderDocument(sources, { maxTokens, stateLine: line })}\n`);
}
