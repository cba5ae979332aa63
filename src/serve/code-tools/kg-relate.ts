/** kg_relate: the neighbourhood of a node. */
import * as z from 'zod/v4';
import { relate } from '../../code/query/relate.js';
import { withLines } from '../../code/render/naming.js';
import { relateDocument } from '../../code/render/relate.js';
import { blindSpots } from '../../code/render/state-line.js';
import { answerFresh } from '../answer.js';
import { readCursor } from '../cursor.js';
import { TOUCHING_MAX } from '../remembered/beside.js';
import { aroundMemoryDocument } from '../remembered/memory-document.js';
import { withTouching } from '../remembered/with-memories.js';
import { defineTool, READ_ONLY } from '../tool.js';
import { cursor, edgeTypes, filterOf, integerField, maxTokens, NODE_HELP, textField } from './fields.js';
import { memoryDraft } from './named-memory.js';
import { nodeNamed } from './named-node.js';

const NAME = 'kg_relate';

export const kgRelate = defineTool({
  name: NAME,
  title: 'What is around a node',
  description: `Everything connected to a node within some hops, breadth first, grouped by node type; each edge as \`source --[type]--> target\` with its lines and, for calls, how surely it was resolved (exact, inferred, candidate).

Use it for: who calls a function (direction "in", edge_types ["calls"]), what it calls ("out"), subclasses ("in", ["inherits"]), who imports a file ("in", ["imports"]), what an ADR touches (depth 2). For a class, callers of its own constructor count as its callers. Totals are exact. An answer about callers lists, after the nodes, the calls of that name that could not be resolved. Notes of earlier sessions about the node (agent memory) are listed as its neighbours of type memory, unless edge_types are given.

For one file or symbol with everything about it, kg_context is the better question.`,
  input: z.strictObject({
    node_id: textField(`The node to start from. ${NODE_HELP}`),
    edge_types: edgeTypes,
    depth: integerField({ min: 1, max: 5, standard: 1 }, 'How many hops to go.'),
    direction: z
      .enum(['in', 'out', 'both'])
      .default('both')
      .describe('"out": along edges that start at a node; "in": against edges that end at it.'),
    limit: integerField({ min: 1, max: 100, standard: 30 }, 'At most this many nodes.'),
    max_tokens: maxTokens,
    cursor,
  }),
  annotations: READ_ONLY,
  run: (input, call) => {
    const offset = readCursor(NAME, input);
    return answerFresh(call, NAME, input, (view, project, memory) => {
      const name = { field: 'node_id', text: input.node_id, offset };
      const ofMemory = memoryDraft({ view, memory }, name, (each) => aroundMemoryDocument(each, 'tools'));
      if (ofMemory !== undefined) return ofMemory;
      const named = nodeNamed(view, project, name);
      if (named.kind === 'draft') return named.draft;
      const types = filterOf(input.edge_types);
      const touching =
        types === undefined ? memory?.touching(named.node, input.direction, TOUCHING_MAX) : undefined;
      const answer = relate(view, {
        node: named.node,
        depth: input.depth,
        direction: input.direction,
        limit: input.limit,
        offset: Math.max(0, offset - (touching?.items.length ?? 0)),
        ...(types !== undefined && { edgeTypes: types }),
      });
      const outside = blindSpots(project.state());
      const document = () => {
        const around = relateDocument(answer, outside);
        return withLines(
          touching === undefined ? around : withTouching(around, touching, { offset, face: 'tools' }),
          named.notes,
        );
      };
      return { cites: answer, document };
    });
  },
});
