/** `kg-memory explain`: why the graph says that one node leads to another. */
import type { Project } from '../code/project-face.js';
import { type ExplainAnswer, explain } from '../code/query/explain.js';
import { explainDocument } from '../code/render/explain.js';
import { blindSpots } from '../code/render/state-line.js';
import { pageFrom } from '../code/render.js';
import { askIndex, PAGE_OPTIONS } from './ask.js';
import { defineCommand } from './command.js';
import { nodeNamed } from './named-node.js';
import { integer } from './options.js';

export const explainCommand = defineCommand({
  name: 'explain',
  summary: 'Show why the graph joins two nodes: places and reasons',
  about: [
    'Every edge between them with each line it stands on, how surely it was resolved, and what was concluded there; where no edge is, the shortest chain.',
  ],
  operands: [
    { name: 'source', isRequired: true, why: 'Where it starts; an id or a loose name' },
    { name: 'target', isRequired: true, why: 'Where it ends' },
  ],
  options: {
    maxDepth: integer('At most this many hops of a chain', { min: 1, max: 10, standard: 5 }),
    ...PAGE_OPTIONS,
  },
  examples: [
    ['kg-memory explain open_shop Oven.heat', 'Why one function is said to call another.'],
    ['kg-memory explain ADR-8 src/bakery/oven.py', 'Why a decision is said to govern a file.'],
  ],
  run: ({ operands: [source = '', target = ''], options }, session) => {
    const { maxDepth, ...page } = options;
    return askIndex(
      'explain',
      {
        asked: { source, target, maxDepth },
        page,
        ask: (view, _offset, project) => {
          const ends = [
            nodeNamed(view, project, source).node,
            nodeNamed(view, project, target).node,
          ] as const;
          return explain(view, ends, maxDepth);
        },
        document: async (answer, project, offset) => {
          const lines = await linesOf(answer, project);
          const document = explainDocument(
            answer,
            (path, line) => lines.get(`${path}:${line}`),
            blindSpots(project.state()),
          );
          return pageFrom(document, offset);
        },
      },
      session,
    );
  },
});

/** The text of every line that an answer rests on. */
async function linesOf({ edges }: ExplainAnswer, project: Project): Promise<ReadonlyMap<string, string>> {
  const lines = new Map<string, string>();
  for (const { source, sites } of edges) {
    for (const { line } of sites) {
      const text = await project.readSource(source.path, line, line);
      if (text.kind === 'text') lines.set(`${source.path}:${line}`, text.lines[0] ?? '');
    }
  }
  return lines;
}
