/** kg_path: how two nodes are connected. */
import * as z from 'zod/v4';
import type { GraphView } from '../../code/graph.js';
import type { IndexState, Project } from '../../code/project-face.js';
import { pathDocument } from '../../code/render/answers.js';
import { withLines } from '../../code/render/naming.js';
import { blindSpots } from '../../code/render/state-line.js';
import { grouped } from '../../code/render/text.js';
import { pageFrom } from '../../code/render.js';
import { answerFresh, type Draft } from '../answer.js';
import { readCursor } from '../cursor.js';
import type { MemoryBeside } from '../remembered/beside.js';
import { endOfCode, endOfMemory, findPathBetween, type PathEnd } from '../remembered/path.js';
import { defineTool, READ_ONLY } from '../tool.js';
import { cursor, edgeTypes, filterOf, integerField, maxTokens, NODE_HELP, textField } from './fields.js';
import { memoryNamed, missingMemory, unplacedMemory } from './named-memory.js';
import { type NameToResolve, nodeNamed } from './named-node.js';

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
    return answerFresh(call, NAME, input, (view, project, memory) => {
      const place = { view, project, memory };
      const source = endNamed(place, { field: 'source', text: input.source, offset });
      if (!('nodes' in source)) return source;
      const target = endNamed(place, { field: 'target', text: input.target, offset });
      if (!('nodes' in target)) return target;
      const types = filterOf(input.edge_types);
      const request = { maxDepth: input.max_depth, ...(types !== undefined && { edgeTypes: types }) };
      const { answer, notes } = findPathBetween(view, source, target, request);
      const hidden = hiddenEdges(project.state(), types?.includes('calls') !== false);
      return {
        cites: answer,
        document: () => withLines(pageFrom(pathDocument(answer, hidden), offset), notes),
      };
    });
  },
});

interface Whereabouts {
  readonly view: GraphView;
  readonly project: Project;
  readonly memory: MemoryBeside | undefined;
}

/** What a name means as an end of a path, or the draft that takes the place of an answer. */
function endNamed({ view, project, memory }: Whereabouts, name: NameToResolve): PathEnd | Draft {
  const named = memoryNamed(memory, name.text);
  if (memory === undefined || named === undefined) {
    const meant = nodeNamed(view, project, name);
    return meant.kind === 'draft' ? meant.draft : endOfCode(meant.node);
  }
  if (named.kind === 'none') return missingMemory(name, named);
  return endOfMemory(memory, named) ?? unplacedMemory(name);
}

function hiddenEdges(state: IndexState, isOverCalls: boolean): string[] {
  const { unresolved } = state.calls;
  if (!isOverCalls || unresolved === 0) return blindSpots(state);
  return [
    `A path over one of the ${grouped(unresolved)} calls that could not be resolved would not be seen.`,
    ...blindSpots(state),
  ];
}
