/** kg_search: nodes by name, words, or property text. */
import * as z from 'zod/v4';
import { search } from '../../code/query/search.js';
import { searchDocument } from '../../code/render/answers.js';
import { blindSpots } from '../../code/render/state-line.js';
import { answerFresh } from '../answer.js';
import { readCursor } from '../cursor.js';
import { defineTool, READ_ONLY } from '../tool.js';
import { cursor, filterOf, integerField, maxTokens, nodeTypes, textField } from './fields.js';

const NAME = 'kg_search';

export const kgSearch = defineTool({
  name: NAME,
  title: 'Search the code graph',
  description: `Find classes, functions, modules, files, ADRs and concepts of this project by name, by words of a name, or by text in their docstrings and properties. Use it first when you do not know where something is; it is faster and more precise than grep for names.

Scores: 1.0 exact name, or what a dotted name, a path or an id names; 0.8 name contains the query; 0.6 × share of the query's words in the name (in any form: load, loader, loading); 0.4 text found in a property or the path, or all words found there. Within a score rare words count more than frequent ones, and tests come last. Each hit has its id (to pass to kg_context, kg_relate and kg_path), its place and its signature. When nothing fits, the nearest names are given. Variables and constants are no nodes.

Example: query "scoring", node_types ["class", "function"].`,
  input: z.strictObject({
    query: textField('What to look for: a name, a part of one, or a few words.'),
    node_types: nodeTypes,
    limit: integerField({ min: 1, max: 100, standard: 20 }, 'At most this many hits.'),
    max_tokens: maxTokens,
    cursor,
  }),
  annotations: READ_ONLY,
  run: (input, call) => {
    const offset = readCursor(NAME, input);
    return answerFresh(call, NAME, input, (view, project) => {
      const types = filterOf(input.node_types);
      const answer = search(view, {
        query: input.query,
        limit: input.limit,
        offset,
        ...(types !== undefined && { nodeTypes: types }),
      });
      return {
        cites: answer,
        isMiss: answer.total === 0 || answer.mayBeVariable,
        document: () => searchDocument(answer, blindSpots(project.state())),
      };
    });
  },
});
