/**
 * `kg-memory viz`, also as `kg-memory-viz`: the explorer of one project's code graph in a browser, until it is told to end. The
 * index is brought in line with the disk first; what others index later is followed.
 */
import { KgError } from '../kernel/errors.js';
import { CodeSource } from '../serve/viz/code-source.js';
import { VIZ_PATH } from '../serve/viz/viz-face.js';
import { openVizServer, VIZ_PORT } from '../serve/viz/viz-server.js';
import type { ProjectsDocument } from '../serve/viz/wire.js';
import { defineCommand, type Session } from './command.js';
import { readMemorySettings } from './memory-options.js';
import { withProject } from './open-index.js';
import { integer, toggle } from './options.js';

const PORT_MAX = 65_535;

export const vizCommand = defineCommand({
  name: 'viz',
  summary: 'Explore the code graph in a browser',
  about: [
    `Serves a page on this machine alone, at port ${VIZ_PORT} or the next free one, and prints its address. It changes nothing but the index. With a memory server running, the same page at its /viz/ shows the memory too. kg-memory-viz is the same command.`,
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
      const other = await addressWithMemory(config.root, session);
      if (other !== undefined) session.log.info(`with the memory of the project it is at ${other}`);
      if (!session.signal.aborted) {
        await new Promise((done) => session.signal.addEventListener('abort', done, { once: true }));
      }
    } finally {
      await server.close();
    }
    return {};
  },
});

/** Where a running memory server shows the project; `undefined` when none does. */
async function addressWithMemory(root: string, session: Session): Promise<string | undefined> {
  const { findServer } = await import('../serve/memory/process/find-server.js');
  const { callServer } = await import('../serve/memory/process/call-server.js');
  const { reachable } = await import('../serve/memory/process/probe.js');
  try {
    const config = await readMemorySettings({}, session);
    if (config.port === 0 || (await findServer(config)).kind !== 'running') return undefined;
    const asked = { method: 'GET', path: '/viz/api/projects', fields: {}, signal: session.signal } as const;
    const { projects } = (await callServer(config, asked)) as Pick<ProjectsDocument, 'projects'>;
    const isShown = projects.some((project) => project.root === root);
    const query = new URLSearchParams({ project: root });
    return isShown ? `http://${reachable(config.host)}:${config.port}${VIZ_PATH}?${query}` : undefined;
  } catch (error) {
    // A server of another version or with another token: the explorer itself is there all the same.
    if (!(error instanceof KgError)) throw error;
    return undefined;
  }
}
