/** kg_status: the size of the graph and the state of the server. It never waits for the index. */
import * as z from 'zod/v4';
import { driftOfRecords } from '../../code/query/drift.js';
import { statusOf } from '../../code/query/status.js';
import { driftLines } from '../../code/render/drift.js';
import { stateLine } from '../../code/render/state-line.js';
import { statusDocument } from '../../code/render/status.js';
import { pageFrom, renderDocument } from '../../code/render.js';
import { makeCursor, readCursor } from '../cursor.js';
import { STALE_SHOWN } from '../remembered/beside.js';
import { memoryStatusLines } from '../remembered/status.js';
import { defineTool, READ_ONLY } from '../tool.js';
import { cursor, maxTokens } from './fields.js';

const NAME = 'kg_status';

export const kgStatus = defineTool({
  name: NAME,
  title: 'Status of the code graph',
  description: `Nodes and edges by type, what is indexed and what lies outside, how far indexing is, how many calls were resolved, files that could not be parsed, snapshot, file watcher, language model, memory in use, agent memory (how many of its notes lie in the code, and whose code has changed or is gone), and where every setting came from. Use it when an answer seems incomplete.`,
  input: z.strictObject({ max_tokens: maxTokens, cursor }),
  annotations: { ...READ_ONLY, idempotentHint: false },
  run: async (input, call) => {
    const offset = readCursor(NAME, input);
    const project = await call.project();
    // A first index is told of while it goes on; a graph that is there is counted with what has just changed.
    if (project.view() !== undefined) await project.whenReady(call.signal, call.onProgress, 0);
    const view = project.view();
    const status = statusOf(project.root, view, project.state(), project.problems());
    const memory = await call.memory?.();
    const beside = view === undefined ? undefined : await memory?.beside(view, call.signal);
    const remembered = memoryStatusLines(beside?.status(STALE_SHOWN), memory?.problems ?? []);
    const more = [...(view === undefined ? [] : driftLines(driftOfRecords(view))), ...remembered];
    const text = renderDocument(pageFrom(statusDocument(status, more), offset), {
      maxTokens: input.max_tokens,
      stateLine: stateLine(status.state),
      cursorAt: (next) => makeCursor(NAME, input, next),
    });
    return { text };
  },
});
