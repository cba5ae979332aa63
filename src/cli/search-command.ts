/** `kg-memory search`: nodes by name, by words of a name, by text. */
import { NODE_TYPES } from '../code/model.js';
import { search } from '../code/query/search.js';
import { searchDocument } from '../code/render/answers.js';
import { blindSpots } from '../code/render/state-line.js';
import { askIndex, PAGE_OPTIONS } from './ask.js';
import { defineCommand } from './command.js';
import { choices, integer } from './options.js';

export const searchCommand = defineCommand({
  name: 'search',
  summary: 'Find classes, functions, files, decisions by name or text',
  about: [
    'The score is 1.0 for the exact name, 0.8 for a part of it, 0.6 for its words, 0.4 for text in a docstring or another property. Words count in any form, rare ones more than frequent ones; tests come last within a score. When nothing fits, the nearest names are shown.',
  ],
  operands: [{ name: 'query', isRequired: true, isMany: true, why: 'A name, a part of one, or a few words' }],
  options: {
    type: choices('TYPES', 'Only nodes of these types', NODE_TYPES),
    limit: integer('At most this many hits', { min: 1, max: 100, standard: 20 }),
    ...PAGE_OPTIONS,
  },
  examples: [
    ['kg-memory search oven', 'Everything whose name or text holds "oven", best first.'],
    ['kg-memory search bake --type function,class --limit 5', 'The five best functions and classes.'],
  ],
  run: ({ operands: [query = ''], options }, session) => {
    const { type: nodeTypes, limit, ...page } = options;
    return askIndex(
      'search',
      {
        asked: { query, nodeTypes, limit },
        page,
        ask: (view, offset) =>
          search(view, { query, limit, offset, ...(nodeTypes !== undefined && { nodeTypes }) }),
        document: (answer, project) => searchDocument(answer, blindSpots(project.state())),
        shown: ({ offset, hits, total }) => ({ upTo: offset + hits.length, total }),
      },
      session,
    );
  },
});
