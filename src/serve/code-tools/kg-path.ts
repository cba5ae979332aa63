/** kg_path: how two nodes are connected. */
import * as z from 'zod/v4';
import type { IndexState } from '../../code/project-face.js';
import { findPath } from '../../code/query/path.js';
import { pathDocument } from '../../code/render/answers.js';
import { blindSpots } from '../../code/render/state-line.js';
import { grouped } from '../../code/render/text.js';
import { pageFrom } from '../../code/render.js';
import { answerFresh } from '../answer.js';
import { readCursor } from '../cursor.js';
import { defineTool, READ_ONLY } from '../tool.js';
import { cursor, edgeTypes, filterOf, integerField, maxTokens, NODE_HELP, textField } from './fields.js';
import { nodeNamed } from './named-node.js';

const NAME = 'kg_path';

export const kgPath = defineTool({
  name: NAME,
  title: 'Shortest path between two nodes',
  description: `How one thing reaches another, as an indented chain with each node's name, type and id and the edge that joins it. The shortest chain whose hops all run from source to target comes first (calls, imports, inheritance before containment), then the shortest that runs back from target to source, then the shortest connection over edges both ways (two callers of one helper). The answer says which of them it is.

Use it for "how does A reach B" (edge_types ["calls"]), or "what does this decision have to do with that file". No path found is said with how far was looked.`,
  input: z.strictObject({
    source: textField(`Where the path starts. ${NODE_HELP}`),
    target: textField('Where it ends, named like the source.'),
    max_depth: integerField({ min: 1, max: 10, standard: 5 }, 'At most this many hops.'),
    edge_types: edgeTypes,
    max_tokens: maxTokens,
    cursor,
  }),
  annotations: READ_ONLY,
  run: (input, call) => {
    const offset = readCursor(NAME, input);
    return answerFresh(call, NAME, input, (view, project) => {
      const source = nodeNamed(view, project, { field: 'source', text: input.source, offset });
      if (source.kind === 'draft') return source.draft;
      const target = nodeNamed(view, project, { field: 'target', text: input.target, offset });
      if (target.kind === 'draft') return target.draft;
      const types = filterOf(input.edge_types);
      const answer = findPath(view, {
        source: source.node,
        target: target.node,
        maxDepth: input.max_depth,
        ...(types !== undefined && { edgeTypes: types }),
      });
      const hidden = hiddenEdges(project.state(), types?.includes('calls') !== false);
      return { cites: answer, document: () => pageFrom(pathDocument(answer, hidden), offset) };
    });
  },
});

function hiddenEdges(state: IndexState, isOverCalls: boolean): string[] {
  const { unresolved } = state.calls;
  if (!isOverCalls || unresolved === 0) return blindSpots(state);
  return [
    `A path over one of the ${grouped(unresolved)} calls that could not be resolved would not be seen.`,
    ...blindSpots(state),
  ];
}
