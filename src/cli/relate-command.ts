/** `kg-memory relate`: what stands around a node. */
import { EDGE_TYPES } from '../code/model.js';
import { relate } from '../code/query/relate.js';
import { withLines } from '../code/render/naming.js';
import { relateDocument } from '../code/render/relate.js';
import { blindSpots } from '../code/render/state-line.js';
import { askIndex, PAGE_OPTIONS } from './ask.js';
import { defineCommand } from './command.js';
import { nodeNamed } from './named-node.js';
import { choice, choices, integer } from './options.js';

const DIRECTIONS = ['in', 'out', 'both'] as const;

export const relateCommand = defineCommand({
  name: 'relate',
  summary: 'Show what is connected to a node: callers, callees, imports…',
  about: [
    'A node is named by its id or loosely: Scorer.compute, scoring.py, src/scoring.py:120, ADR-8. Edges are shown with their lines and how surely calls were resolved; calls that could not be are named.',
  ],
  operands: [{ name: 'node', isRequired: true, why: 'The node to start from' }],
  options: {
    edge: choices('TYPES', 'Follow only edges of these types', EDGE_TYPES),
    direction: choice('WAY', 'Against edges that end at a node, along those that start', DIRECTIONS, 'both'),
    depth: integer('How many hops to go', { min: 1, max: 5, standard: 1 }),
    limit: integer('At most this many nodes', { min: 1, max: 100, standard: 30 }),
    ...PAGE_OPTIONS,
  },
  examples: [
    ['kg-memory relate Oven.bake --edge calls --direction in', 'Who calls it.'],
    ['kg-memory relate ADR-8 --depth 2', 'What a decision touches, and what stands around that.'],
  ],
  run: ({ operands: [node = ''], options }, session) => {
    const { edge: edgeTypes, direction, depth, limit, ...page } = options;
    let notes: readonly string[] = [];
    return askIndex(
      'relate',
      {
        asked: { node, edgeTypes, direction, depth, limit },
        page,
        ask: (view, offset, project) => {
          const named = nodeNamed(view, project, node);
          notes = named.notes;
          return relate(view, {
            node: named.node,
            direction,
            depth,
            limit,
            offset,
            ...(edgeTypes !== undefined && { edgeTypes }),
          });
        },
        document: (answer, project) => withLines(relateDocument(answer, blindSpots(project.state())), notes),
        shown: ({ offset, nodes, total, unresolved }) => ({
          upTo: offset + nodes.length + (unresolved?.places.length ?? 0),
          total: total + (unresolved?.total ?? 0),
        }),
      },
      session,
    );
  },
});
