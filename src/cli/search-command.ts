/** `kg-memory search`: nodes by name, by words of a name, by text. */
import { blindSpots } from '../code/render/state-line.js';
import { codeSpan } from '../code/render/text.js';
import { SEARCHED_TYPES } from '../serve/remembered/beside.js';
import { type BothAnswer, searchBoth, searchBothDocument, shownOf } from '../serve/remembered/search.js';
import { askIndex, PAGE_OPTIONS } from './ask.js';
import { defineCommand } from './command.js';
import { choices, integer } from './options.js';

export const searchCommand = defineCommand({
  name: 'search',
  summary: 'Find classes, functions, files, decisions by name or text',
  about: [
    'The score is 1.0 for the exact name, 0.8 for a part of it, 0.6 for its words, 0.4 for text in a docstring or another property. Words count in any form, rare ones more than frequent ones; tests come last within a score. When nothing fits, the nearest names are shown. What the agent memory holds is of type memory: beside the hits stand the best that have every word.',
  ],
  operands: [{ name: 'query', isRequired: true, isMany: true, why: 'A name, a part of one, or a few words' }],
  options: {
    type: choices('TYPES', 'Only nodes of these types', SEARCHED_TYPES),
    limit: integer('At most this many hits', { min: 1, max: 100, standard: 20 }),
    ...PAGE_OPTIONS,
  },
  examples: [
    ['kg-memory search oven', 'Everything whose name or text holds "oven", best first.'],
    ['kg-memory search bake --type function,class --limit 5', 'The five best functions and classes.'],
  ],
  run: ({ operands: [query = ''], options }, session) => {
    const { type: types, limit, ...page } = options;
    let found: BothAnswer = { query, offset: 0, areAsked: false };
    return askIndex<object>(
      'search',
      {
        asked: { query, types, limit },
        page,
        ask: (view, offset, _project, memory) => {
          found = searchBoth(view, memory, { query, limit, offset, ...(types !== undefined && { types }) });
          const { code, memories } = found;
          return { query, ...code, ...(memories !== undefined && { offset, memories }) };
        },
        document: (_answer, project) =>
          searchBothDocument(found, {
            outside: blindSpots(project.state()),
            rest: codeSpan(`kg-memory search --type memory ${query}`),
            face: 'commands',
          }),
        shown: () => shownOf(found),
      },
      session,
    );
  },
});
