/** `kg-memory reindex`: make the index anew, and say what is different from the one before. */
import type { Project, ReindexReport } from '../code/project-face.js';
import { stateLine } from '../code/render/state-line.js';
import { reindexDocument } from '../code/render/status.js';
import { renderDocument } from '../code/render.js';
import { defineCommand } from './command.js';
import { isIndexed, STATUS_NAME, withProject } from './open-index.js';
import { twoWay } from './options.js';
import { PhaseTimes } from './phase-times.js';

// A report of a rebuild is read whole, or searched.
const TOKENS_MAX = 100_000;

export const reindexCommand = defineCommand({
  name: 'reindex',
  summary: 'Rebuild the whole index, whatever is there',
  about: [
    'Seldom needed: index and every question read again what has changed. It shows what is different from the index before.',
  ],
  operands: [{ name: 'path', isRequired: false, why: 'The project, as -C' }],
  options: { llm: { ...twoWay('Run the language model too, when it is turned on'), standard: 'on' } },
  examples: [
    ['kg-memory reindex', 'Rebuild the index of this folder.'],
    ['kg-memory reindex --no-llm', 'The same without asking the language model anything.'],
  ],
  run: async ({ operands: [path], options }, session) => {
    const config = await session.loadConfig(path);
    const isFirst = !(await isIndexed(session, config));
    const times = new PhaseTimes();
    const timed = { ...session, progress: times.passOn(session.progress) };
    return withProject(timed, config, 'index', async (project) => {
      if (isFirst && (options.llm ?? true)) await project.enrich?.(timed.progress, session.signal);
      const report = isFirst
        ? firstReport(project, times)
        : await project.reindex({ llm: options.llm ?? true }, session.progress, session.signal);
      const text = renderDocument(reindexDocument(report), {
        maxTokens: TOKENS_MAX,
        stateLine: stateLine(project.state(), { statusName: STATUS_NAME }),
        cursorAt: () => '',
      });
      return { text, result: { root: project.root, ...report } };
    });
  },
});

/** To open a project that was never indexed is to build it: nothing has to be built once more. */
function firstReport(project: Project, times: PhaseTimes): ReindexReport {
  const view = project.view();
  if (view === undefined) throw new Error('a project that is ready has no graph');
  const { sources, notes } = project.state();
  return {
    counts: view.countByType(),
    phases: times.list(),
    files: sources.files,
    problems: project.problems(),
    notes,
  };
}
