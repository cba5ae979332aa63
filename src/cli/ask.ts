/**
 * A question to an indexed project, for every query command alike: open the index, ask until what the answer cites is as
 * it stands on the disk, and give the answer to people as the tools word it, to programs as the value it is.
 */
import type { GraphView } from '../code/graph.js';
import type { IndexState, Project } from '../code/project-face.js';
import type { Document } from '../code/render.js';
import { answerFresh } from '../serve/answer.js';
import { makeCursor, readCursor } from '../serve/cursor.js';
import type { MemoryBeside } from '../serve/remembered/beside.js';
import type { MemorySource } from '../serve/remembered/memory-source.js';
import { openMemory } from '../serve/remembered/open-memory.js';
import type { Outcome, Session } from './command.js';
import { STATUS_NAME, withIndex } from './open-index.js';
import { integer, text, type ValuesOf } from './options.js';

/** The options of all questions. The bounds are those of the tools. */
export const PAGE_OPTIONS = {
  maxTokens: integer('Upper limit of the text; what does not fit is shortened, then counted', {
    min: 200,
    max: 100_000,
    standard: 4_000,
  }),
  cursor: text('CURSOR', 'Where to go on: the cursor that the same question ended with'),
} as const;

export interface Question<A extends object> {
  /** What was asked: it names the question that a cursor belongs to. */
  readonly asked: Readonly<Record<string, unknown>>;
  readonly page: ValuesOf<typeof PAGE_OPTIONS>;
  /** The answer from `offset` on. `memory`: what lies beside the graph, when there is any. */
  ask(view: GraphView, offset: number, project: Project, memory: MemoryBeside | undefined): A;
  document(answer: A, project: Project, offset: number): Document | Promise<Document>;
  /** What programs get beside the answer. */
  more?(answer: A, project: Project): object | Promise<object>;
  /** How many items of the answer lie before the next page; absent when the answer has only one. */
  shown?(answer: A): { readonly upTo: number; readonly total: number };
}

/** Asks one question and closes the index again. */
export async function askIndex<A extends object>(
  command: string,
  question: Question<A>,
  session: Session,
): Promise<Outcome> {
  const { maxTokens, cursor } = question.page;
  const input = { ...question.asked, cursor, max_tokens: maxTokens };
  const offset = readCursor(command, input);
  const config = await session.loadConfig();
  return withIndex(session, config, async (project) => {
    const { signal, progress: onProgress } = session;
    const memory = memoryFor(project, session);
    const call = {
      project: async () => project,
      memory: async () => memory,
      signal,
      onProgress,
      // Put when the process was started: the look that it begins with is enough.
      asked: 0,
      statusName: STATUS_NAME,
    };
    let last: A | undefined;
    const { text: said } = await answerFresh(call, command, input, (view, _project, beside) => {
      const answer = question.ask(view, offset, project, beside);
      last = answer;
      return { cites: answer, document: () => question.document(answer, project, offset) };
    }).finally(() => memory.close());
    if (last === undefined) throw new Error('the question was not asked');
    const shown = question.shown?.(last);
    const isMore = shown !== undefined && shown.upTo < shown.total;
    const result = {
      ...last,
      ...(await question.more?.(last, project)),
      ...(shown !== undefined && { nextCursor: isMore ? makeCursor(command, input, shown.upTo) : null }),
      index: indexOf(project.state()),
    };
    return { text: said, result };
  });
}

// A command has no next answer, and whoever typed it waits for this one.
const HINTS_WAIT_MS = 5_000;

/** The agent memory beside a project that is open. */
export function memoryFor({ root }: Project, { log }: Session): MemorySource {
  return openMemory({ root: async () => root, onFault: log.error, hintsWaitMs: HINTS_WAIT_MS });
}

/** How far an answer can be trusted. */
function indexOf({ indexedAt, changedSince, filesNotParsed, calls }: IndexState) {
  return {
    indexedAt: indexedAt === undefined ? null : new Date(indexedAt).toISOString(),
    changedSince,
    filesNotParsed,
    callsUnresolved: calls.unresolved,
  };
}
