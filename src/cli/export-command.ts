/** `kg-memory export`: the whole graph for other programs. */
import { defineCommand } from './command.js';
import { graphAsJson } from './graph-json.js';
import { withProject } from './open-index.js';
import { choice } from './options.js';

export const exportCommand = defineCommand({
  name: 'export',
  summary: 'Print the whole graph as JSON',
  about: [
    'One record a line within one valid document, nodes sorted by id, edges by source, type and target: equal graphs give equal bytes. A project without an index is indexed first.',
  ],
  operands: [{ name: 'path', isRequired: false, why: 'The project, as -C' }],
  options: { format: choice('FORMAT', 'How', ['json'], 'json') },
  examples: [
    ['kg-memory export > graph.json', 'The graph of this folder in a file.'],
    ['kg-memory export ~/code/bakery | jq \'.nodes[] | select(.type == "class") | .id\'', 'All its classes.'],
  ],
  run: async ({ operands: [path] }, session) => {
    const config = await session.loadConfig(path);
    const view = await withProject(session, config, 'question', async (project) => {
      const found = project.view();
      if (found === undefined) throw new Error('a project that is ready has no graph');
      // What was read from the disk is read whole before the first byte goes out: nothing could be taken back then.
      for (const _ of graphAsJson(found)) {
        await new Promise((done) => setImmediate(done));
        session.signal.throwIfAborted();
      }
      return found;
    });
    return { document: graphAsJson(view) };
  },
});
