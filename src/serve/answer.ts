/**
 * From a question to the text of its answer, for every tool alike: wait until there is a graph, ask it, check that the
 * files which the answer cites are still as indexed (and ask again when they were not), render within the budget, say the
 * state. So no answer shows a line that has moved without saying so, and none denies what was saved a moment ago.
 */
import type { GraphView } from '../code/graph.js';
import { FRESHNESS_WAIT_MS, type Project } from '../code/project-face.js';
import { progressText, stateLine } from '../code/render/state-line.js';
import { type Document, renderDocument } from '../code/render.js';
import { systemClock } from '../kernel/clock.js';
import { KgError } from '../kernel/errors.js';
import { makeCursor, type PagedInput } from './cursor.js';
import type { MemoryBeside } from './remembered/beside.js';
import type { ToolAnswer, ToolCall } from './tool.js';

// How long a tool waits for the first index; then it answers with what is there.
const READY_WAIT_MS = 20_000;
// A graph that changes under every question (a formatter at work) is taken as it is in the end.
const ASKS_MAX = 3;

/** An answer before it is text: what it cites, and how it is laid out once that is known to be fresh. */
export interface Draft {
  /** Any value that holds nodes with their `path`. */
  readonly cites: unknown;
  readonly document: () => Document | Promise<Document>;
  readonly isError?: boolean;
  /** Whether it says that something does not exist. */
  readonly isMiss?: boolean;
}

/**
 * A graph to ask. Waits for the first one; throws a KgError `not-indexed` when there is still none. `asked` is when the question
 * came, and `patience` gives how many milliseconds are left for what has changed.
 */
export async function readyView(
  call: ToolCall,
): Promise<{ project: Project; view: GraphView; asked: number; patience: () => number }> {
  const asked = call.asked ?? systemClock.elapsed();
  const project = await call.project();
  const before = project.view();
  const opened = systemClock.elapsed();
  await project.whenReady(call.signal, call.onProgress, READY_WAIT_MS, asked);
  // Whoever has waited for a first graph has not waited for changes.
  const end = (before === undefined ? systemClock.elapsed() : opened) + FRESHNESS_WAIT_MS;
  const view = project.view();
  const patience = () => Math.max(0, end - systemClock.elapsed());
  if (view !== undefined) return { project, view, asked, patience };
  const { progress, failure } = project.state();
  if (failure !== undefined) throw new KgError('not-indexed', `The project could not be indexed: ${failure}`);
  throw new KgError('not-indexed', `There is no graph yet: ${progressText(progress)}.`, {
    hint: 'Ask again in a while, or kg_status for how far it is.',
  });
}

/** Asks until what the answer cites is fresh, and renders it. `memory`: what lies beside the view, when there is any. */
export async function answerFresh(
  call: ToolCall,
  tool: string,
  input: PagedInput & { readonly max_tokens: number },
  ask: (view: GraphView, project: Project, memory: MemoryBeside | undefined) => Draft,
): Promise<ToolAnswer> {
  let { project, view, asked, patience } = await readyView(call);
  const memoryNow = async () => (await call.memory?.())?.beside(view, call.signal);
  let draft = ask(view, project, await memoryNow());
  let stale: readonly string[] = [];
  for (let asks = 1; ; asks++) {
    if (draft.isMiss === true && asks === 1) await project.catchUp(call.signal, patience(), asked);
    ({ stale } = await project.ensureFresh(citedPaths(draft.cites), call.signal, patience()));
    const current = project.view() ?? view;
    if (current === view || asks === ASKS_MAX) break;
    view = current;
    draft = ask(view, project, await memoryNow());
  }
  const text = renderDocument(await draft.document(), {
    maxTokens: input.max_tokens,
    stateLine: stateLine(project.state(), { stale, statusName: call.statusName }),
    cursorAt: (offset) => makeCursor(tool, input, offset),
  });
  return draft.isError === true ? { text, isError: true } : { text };
}

/** Every `path` in a value, sorted. */
export function citedPaths(value: unknown): string[] {
  const paths = new Set<string>();
  const waiting: unknown[] = [value];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next !== 'object' || next === null) continue;
    for (const [key, inner] of Object.entries(next)) {
      if (key === 'path' && typeof inner === 'string') paths.add(inner);
      else waiting.push(inner);
    }
  }
  paths.delete('');
  return [...paths].sort();
}
