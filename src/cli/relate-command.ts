/** `kg-memory relate`: what stands around a node. */
import { EDGE_TYPES } from '../code/model.js';
import { type RelateAnswer, relate } from '../code/query/relate.js';
import { withLines } from '../code/render/naming.js';
import { relateDocument } from '../code/render/relate.js';
import { blindSpots } from '../code/render/state-line.js';
import { pageFrom } from '../code/render.js';
import {
  type Few,
  type MemoryContext,
  type RememberedBrief,
  TOUCHING_MAX,
} from '../serve/remembered/beside.js';
import { aroundMemoryDocument } from '../serve/remembered/memory-document.js';
import { withTouching } from '../serve/remembered/with-memories.js';
import { askIndex, PAGE_OPTIONS } from './ask.js';
import { defineCommand } from './command.js';
import { contextOfMemory } from './named-memory.js';
import { nodeNamed } from './named-node.js';
import { choice, choices, integer } from './options.js';

type Answer =
  | (RelateAnswer & { readonly kind?: never; readonly memories?: Few<RememberedBrief> | undefined })
  | ({ readonly kind: 'memory' } & MemoryContext);

const NONE: Few<RememberedBrief> = { total: 0, items: [] };

const DIRECTIONS = ['in', 'out', 'both'] as const;

export const relateCommand = defineCommand({
  name: 'relate',
  summary: 'Show what is connected to a node: callers, callees, imports…',
  about: [
    'A node is named by its id or loosely: Scorer.compute, scoring.py, src/scoring.py:120, ADR-8. Edges are shown with their lines and how surely calls were resolved; calls that could not be are named. What the agent memory holds on the node is listed as its neighbours of type memory, unless --edge is given.',
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
        ask: (view, offset, project, memory): Answer => {
          const ofMemory = contextOfMemory(memory, node);
          if (ofMemory !== undefined) return { kind: 'memory', ...ofMemory };
          const named = nodeNamed(view, project, node);
          notes = named.notes;
          const touching =
            edgeTypes === undefined ? memory?.touching(named.node, direction, TOUCHING_MAX) : undefined;
          const before = touching?.items.length ?? 0;
          const answer = relate(view, {
            node: named.node,
            direction,
            depth,
            limit,
            offset: Math.max(0, offset - before),
            ...(edgeTypes !== undefined && { edgeTypes }),
          });
          return before === 0 ? answer : { ...answer, offset, memories: touching };
        },
        document: (answer, project, offset) => {
          if (answer.kind === 'memory') return pageFrom(aroundMemoryDocument(answer, 'commands'), offset);
          const around = relateDocument(answer, blindSpots(project.state()));
          const { memories = NONE } = answer;
          return withLines(withTouching(around, memories, { offset, face: 'commands' }), notes);
        },
        shown: (answer) => {
          if (answer.kind === 'memory') return { upTo: 0, total: 0 };
          const { offset, nodes, total, unresolved, memories = NONE } = answer;
          const before = memories.items.length;
          const shown = Math.max(0, before - offset) + nodes.length + (unresolved?.places.length ?? 0);
          return { upTo: offset + shown, total: before + total + (unresolved?.total ?? 0) };
        },
      },
      session,
    );
  },
});
