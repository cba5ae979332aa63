/**
 * `kg-memory verify`: proves the index. What is kept, brought up to date as every question does it, must equal a graph that
 * is built from nothing.
 */
import type { GraphView } from '../code/graph.js';
import { compareGraphs, type Difference } from '../code/query/compare.js';
import { buildFresh } from './build-fresh.js';
import { defineCommand } from './command.js';
import { withIndex } from './open-index.js';
import { integer } from './options.js';
import { verifyText } from './verify-text.js';

export const verifyCommand = defineCommand({
  name: 'verify',
  summary: 'Compare the index with a fresh build of the graph',
  about: [
    'Files that have changed since are read again first, as every question does. Then the project is built from nothing in memory and both graphs are compared, each node, edge and property. Exit code 3 says that they differ, or that the index was damaged: it is built anew then, and the next run finds it good.',
  ],
  operands: [{ name: 'path', isRequired: false, why: 'The project, as -C' }],
  options: {
    limit: integer('Show at most this many differences', { min: 1, max: 10_000, standard: 20 }),
  },
  examples: [
    ['kg-memory verify', 'Check the index of this folder.'],
    ['kg-memory verify ~/code/bakery --limit 100 --json', 'More differences, for programs.'],
  ],
  run: async ({ operands: [path], options: { limit } }, session) => {
    const config = await session.loadConfig(path);
    const verification = await withIndex(session, config, async (project) => {
      // Its checksums are compared first.
      await project.settle(session.signal);
      const indexed = project.view();
      if (indexed === undefined) throw new Error('a project that is ready has no graph');
      const fresh = await buildFresh(session, config);
      const found = await compareInSteps(indexed, fresh, limit, session.signal);
      const { damage } = project.state();
      return {
        root: config.root,
        nodes: indexed.nodeCount,
        edges: indexed.edgeCount,
        ...(damage === undefined ? {} : { damage }),
        ...found,
      };
    });
    return {
      exitCode: verification.differences === 0 && verification.damage === undefined ? 0 : 3,
      text: verifyText(verification),
      result: { ...verification, first: verification.first.map(nameSides) },
    };
  },
});

async function compareInSteps(left: GraphView, right: GraphView, limit: number, signal: AbortSignal) {
  const first: Difference[] = [];
  let differences = 0;
  for (const step of compareGraphs(left, right)) {
    differences += step.length;
    first.push(...step.slice(0, Math.max(0, limit - first.length)));
    await new Promise((done) => setImmediate(done));
    signal.throwIfAborted();
  }
  return { differences, first };
}

/** For programs the sides are called what they are. */
function nameSides(difference: Difference): Record<string, unknown> {
  if ('only' in difference) {
    return { ...difference, only: difference.only === 'left' ? 'index' : 'fresh' };
  }
  const { left, right, ...rest } = difference;
  return { ...rest, index: left, fresh: right };
}
