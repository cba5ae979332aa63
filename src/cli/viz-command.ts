/**
 * `kg-memory viz`, also as `kg-memory-viz`: the explorer of one project's code graph in a browser, until it is told to end. The
 * index is brought in line with the disk first; what others index later is followed.
 */
import { CodeSource } from '../serve/viz/code-source.js';
import { openVizServer, VIZ_PORT } from '../serve/viz/viz-server.js';
import { defineCommand } from './command.js';
import { withProject } from './open-index.js';
import { integer, toggle } from './options.js';

const PORT_MAX = 65_535;

export const vizCommand = defineCommand({
  name: 'viz',
  summary: 'Explore the code graph in a browser',
  about: [
    `Serves a page on this machine alone, at port ${VIZ_PORT} or the next free one, and prints its address. It never changes the project. With a memory server running, the same page at its /viz/ shows the memory too. kg-memory-viz is the same command.`,
  ],
  operands: [{ name: 'path', isRequired: false, why: 'The project, as -C' }],
  options: {
    port: integer('The port; 0 for any free one', { min: 0, max: PORT_MAX, standard: VIZ_PORT }),
    index: toggle('Bring the index in line with the disk first; --no-index shows it as it is'),
  },
  examples: [
    ['kg-memory-viz --project-root ~/code/bakery', 'That project, until Ctrl-C.'],
    ['kg-memory viz --port 0', 'This folder, at any free port.'],
  ],
  run: async ({ operands: [path], options: { port, index } }, session) => {
    const config = await session.loadConfig(path);
    if (index !== false) await withProject(session, config, 'index', async () => undefined);
    const source = new CodeSource(config, (note) => session.log.warn(note));
    const server = await openVizServer(source, session.log, port === VIZ_PORT ? undefined : port);
    session.log.info(`the explorer of ${config.root} is at ${server.address}`);
    try {
      if (!session.signal.aborted) {
        await new Promise((done) => session.signal.addEventListener('abort', done, { once: true }));
      }
    } finally {
      await server.close();
    }
    return {};
  },
});
