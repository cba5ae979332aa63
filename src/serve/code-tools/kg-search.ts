/**
 * kg_search: nodes by name, words, or property text. Memories are a type of their own: asked for, they are listed whole;
 * unasked, at most three that have every word of the query stand beside the hits, so that they never crowd out the code.
 */
import * as z from 'zod/v4';
import { blindSpots } from '../../code/render/state-line.js';
import { codeSpan } from '../../code/render/text.js';
import { answerFresh } from '../answer.js';
import { readCursor } from '../cursor.js';
import { searchBoth, searchBothDocument } from '../remembered/search.js';
import { defineTool, READ_ONLY } from '../tool.js';
import { cursor, filterOf, integerField, maxTokens, searchedTypes, textField } from './fields.js';

const NAME = 'kg_search';

export const kgSearch = defineTool({
  name: NAME,
  title: 'Search the code graph',
  description: `Find classes, functions, modules, files, ADRs and concepts of this project by name, by words of a name, or by text in their docstrings and properties. Use it first when you do not know where something is; it is faster and more precise than grep for names.

Scores: 1.0 exact name, or what a dotted name, a path or an id names; 0.8 name contains the query; 0.6 × share of the query's words in the name (in any form: load, loader, loading); 0.4 text found in a property or the path, or all words found there. Within a score rare words count more than frequent ones, and tests come last. Each hit has its id (to pass to kg_context, kg_relate and kg_path), its place and its signature. When nothing fits, the nearest names are given. Variables and constants are no nodes. Notes of earlier sessions (agent memory) are nodes of type memory: beside the hits stand the best that have every word.

Example: query "scoring", node_types ["class", "function"].`,
  input: z.strictObject({
    query: textField('What to look for: a name, a part of one, or a few words.'),
    node_types: searchedTypes,
    limit: integerField({ min: 1, max: 100, standard: 20 }, 'At most this many hits.'),
    max_tokens: maxTokens,
    cursor,
  }),
  annotations: READ_ONLY,
  run: (input, call) => {
    const offset = readCursor(NAME, input);
    return answerFresh(call, NAME, input, (view, project, memory) => {
      const types = filterOf(input.node_types);
      const { query, limit } = input;
      const found = searchBoth(view, memory, { query, limit, offset, ...(types !== undefined && { types }) });
      const rest = codeSpan(`kg_search ${JSON.stringify({ query, node_types: ['memory'] })}`);
      return {
        cites: found.code,
        isMiss: found.code !== undefined && (found.code.total === 0 || found.code.mayBeVariable),
        document: () =>
          searchBothDocument(found, { outside: blindSpots(project.state()), rest, face: 'tools' }),
      };
    });
  },
});
