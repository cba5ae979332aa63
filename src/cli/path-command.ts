/** `kg-memory path`: how two nodes are connected. */
import { EDGE_TYPES } from '../code/model.js';
import { pathDocument } from '../code/render/answers.js';
import { withLines } from '../code/render/naming.js';
import { blindSpots } from '../code/render/state-line.js';
import { pageFrom } from '../code/render.js';
import { endOfCode, findPathBetween } from '../serve/remembered/path.js';
import { askIndex, PAGE_OPTIONS } from './ask.js';
import { defineCommand } from './command.js';
import { memoryEnd } from './named-memory.js';
import { nodeNamed } from './named-node.js';
import { choices, integer } from './options.js';

export const pathCommand = defineCommand({
  name: 'path',
  summary: 'Show the shortest path between two nodes',
  about: [
    'The shortest chain whose hops all run from source to target comes first, then one that runs back, then a connection over edges both ways. The first line says which it is.',
  ],
  operands: [
    { name: 'source', isRequired: true, why: 'Where it starts; an id or a loose name' },
    { name: 'target', isRequired: true, why: 'Where it ends' },
  ],
  options: {
    edge: choices('TYPES', 'Follow only edges of these types', EDGE_TYPES),
    maxDepth: integer('At most this many hops', { min: 1, max: 10, standard: 5 }),
    ...PAGE_OPTIONS,
  },
  examples: [
    ['kg-memory path open_shop Oven.heat --edge calls', 'How one function comes to call another.'],
    ['kg-memory path ADR-8 src/bakery/oven.py', 'What a decision has to do with a file.'],
  ],
  run: ({ operands: [source = '', target = ''], options }, session) => {
    const { edge: edgeTypes, maxDepth, ...page } = options;
    let notes: readonly string[] = [];
    return askIndex(
      'path',
      {
        asked: { source, target, edgeTypes, maxDepth },
        page,
        ask: (view, _offset, project, memory) => {
          const endOf = (name: string) =>
            memoryEnd(memory, name) ?? endOfCode(nodeNamed(view, project, name).node);
          const found = findPathBetween(view, endOf(source), endOf(target), {
            maxDepth,
            ...(edgeTypes !== undefined && { edgeTypes }),
          });
          notes = found.notes;
          return found.answer;
        },
        document: (answer, project, offset) =>
          withLines(pageFrom(pathDocument(answer, blindSpots(project.state())), offset), notes),
      },
      session,
    );
  },
});
