/** `kg-memory index`: index a project, or bring its index up to date, and show what was found. */
import { statusOf } from '../code/query/status.js';
import { stateLine } from '../code/render/state-line.js';
import { renderDocument } from '../code/render.js';
import { environment } from '../config.js';
import { defineCommand } from './command.js';
import { indexDocument } from './index-document.js';
import { invocationsOf } from './invocation.js';
import { STATUS_NAME, withProject } from './open-index.js';
import { PhaseTimes } from './phase-times.js';

// The summary is short by itself; nothing of it should be left out.
const TOKENS_MAX = 100_000;

export const indexCommand = defineCommand({
  name: 'index',
  summary: 'Index a project, or bring its index up to date',
  about: [
    'Reads every Python file once and keeps the graph in .kg-index.json. Later runs read only what has changed; the server for coding agents does so by itself. Exit code 3 says that no Python file was found.',
  ],
  operands: [{ name: 'path', isRequired: false, why: 'The project, as -C' }],
  options: {},
  examples: [
    ['kg-memory index', 'Index the project in this folder.'],
    ['kg-memory index ~/code/bakery --source-dirs src,tools', 'Another one, two of its folders.'],
  ],
  run: async ({ operands: [path] }, session) => {
    const config = await session.loadConfig(path);
    const times = new PhaseTimes();
    const timed = { ...session, progress: times.passOn(session.progress) };
    const project = await withProject(timed, config, 'index', async (opened) => {
      // What was read from the disk is looked at while it can still be made anew.
      statusOf(opened.root, opened.view(), opened.state(), opened.problems());
      return opened;
    });
    // What is known after closing: the snapshot is written then.
    const state = project.state();
    const status = statusOf(project.root, project.view(), state, project.problems());
    const phases = times.list();
    const invocations = invocationsOf(process.argv[1] ?? '', environment().PATH ?? '');
    const text = renderDocument(indexDocument(status, phases, invocations), {
      maxTokens: TOKENS_MAX,
      stateLine: stateLine(state, { statusName: STATUS_NAME }),
      cursorAt: () => '',
    });
    // A graph that could not be kept (the reason is a note) has to be made again by whoever asks next.
    const exitCode = state.snapshot === undefined ? 1 : state.sources.files === 0 ? 3 : 0;
    return { exitCode, text, result: { ...status, phases } };
  },
});
