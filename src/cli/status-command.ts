/** `kg-memory status`: what is indexed and how well; exit code 3 without an index or without a source. It indexes nothing that was not indexed. */
import { driftOfRecords } from '../code/query/drift.js';
import { statusOf } from '../code/query/status.js';
import { driftLines } from '../code/render/drift.js';
import { stateLine } from '../code/render/state-line.js';
import { statusDocument } from '../code/render/status.js';
import { codeSpan } from '../code/render/text.js';
import { pageFrom, renderDocument } from '../code/render.js';
import { makeCursor, readCursor } from '../serve/cursor.js';
import { STALE_SHOWN } from '../serve/remembered/beside.js';
import { memoryStatusLines } from '../serve/remembered/status.js';
import { memoryFor, PAGE_OPTIONS } from './ask.js';
import { defineCommand } from './command.js';
import { adviceToIndex, isIndexed, STATUS_NAME, withProject } from './open-index.js';

export const statusCommand = defineCommand({
  name: 'status',
  summary: 'Show what is indexed, how well, and how it is set',
  about: [
    'Exit code 3 says that there is no index, or no Python file in it. Files that have changed are read again first.',
  ],
  operands: [{ name: 'path', isRequired: false, why: 'The project, as -C' }],
  options: PAGE_OPTIONS,
  examples: [
    ['kg-memory status', 'The index of this folder.'],
    ['kg-memory status --json', 'The same for programs.'],
  ],
  run: async ({ operands: [path], options }, session) => {
    const config = await session.loadConfig(path);
    const input = { root: config.root, cursor: options.cursor, max_tokens: options.maxTokens };
    const offset = readCursor('status', input);
    if (!(await isIndexed(session, config))) {
      const { root, indexFile } = config;
      const text = `# Status of ${codeSpan(root)}\nNot indexed. ${adviceToIndex(root)}`;
      return { exitCode: 3, text, result: { indexed: false, root, indexFile } };
    }
    return withProject(session, config, 'question', async (project) => {
      const view = project.view();
      const status = statusOf(project.root, view, project.state(), project.problems());
      const memory = memoryFor(project, session);
      const beside = view === undefined ? undefined : await memory.beside(view, session.signal);
      memory.close();
      const remembered = beside?.status(STALE_SHOWN);
      const drift = view === undefined ? undefined : driftOfRecords(view);
      const more = [
        ...(drift === undefined ? [] : driftLines(drift)),
        ...memoryStatusLines(remembered, memory.problems),
      ];
      const text = renderDocument(pageFrom(statusDocument(status, more), offset), {
        maxTokens: options.maxTokens,
        stateLine: stateLine(status.state, { statusName: STATUS_NAME }),
        cursorAt: (next) => makeCursor('status', input, next),
      });
      const { failure, sources } = status.state;
      const isHealthy = failure === undefined && sources.files > 0;
      const result = {
        indexed: true,
        ...status,
        ...(remembered !== undefined && { agentMemory: remembered }),
      };
      return { exitCode: isHealthy ? 0 : 3, text, result };
    });
  },
});
