/** `kg-memory reindex`: throw the index away and make it anew. */
import { stateLine } from '../code/render/state-line.js';
import { reindexDocument } from '../code/render/status.js';
import { renderDocument } from '../code/render.js';
import { defineCommand } from './command.js';
import { withProject } from './open-index.js';
import { twoWay } from './options.js';

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
    return withProject(session, config, async (project) => {
      const report = await project.reindex({ llm: options.llm ?? true }, session.progress, session.signal);
      const text = renderDocument(reindexDocument(report), {
        maxTokens: TOKENS_MAX,
        stateLine: stateLine(project.state()),
        cursorAt: () => '',
      });
      return { text, result: { root: project.root, ...report } };
    });
  },
});
