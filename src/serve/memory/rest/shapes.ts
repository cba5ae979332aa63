/**
 * What leaves the server by REST and WebSocket, as schemas that are the list of fields as well: what a schema names is sent,
 * in the shapes of the files, and nothing else. A field that somebody else put into a file is kept there and stays there.
 *
 * Nothing is checked when it is sent: whoever loads a file has seen to it. Tests check the replies.
 */
import * as z from 'zod/v4';
import { LEVELS, type MemoryEdge, type MemoryGraph, type MemoryNode } from '../../../memory/model.js';
import type { NodeView, SearchHit } from '../../../memory/results.js';

const texts = z.array(z.string()).optional();
const time = z.number();
const level = z.enum(LEVELS);
const tier = z.enum(['active', 'archived', 'orphaned']);

/** A node as its file has it, times and tiers included. */
export const NODE = z.strictObject({
  id: z.string(),
  gist: z.string(),
  notes: texts,
  touches: texts,
  _created_ts: time.optional(),
  _last_read_ts: time.optional(),
  _archived: z.boolean().optional(),
  _held: z.boolean().optional(),
  _orphaned_ts: time.optional(),
  _useful_ts: z.array(time).optional(),
});

export const EDGE = z.strictObject({ from: z.string(), to: z.string(), rel: z.string(), notes: texts });

/** A whole graph, for viewers. `seq` is the number of its last change. */
export const GRAPH = z.strictObject({ nodes: z.array(NODE), edges: z.array(EDGE), seq: z.int() });

/** A node with where it stands. */
export const VIEW = z.strictObject({
  node: NODE,
  level,
  version: z.int(),
  tier,
  was_archived: z.boolean(),
  edges: z.array(EDGE),
  in_both_levels: z.boolean(),
});

/** A hit of a search. `project_path`: of another project than the asker's. */
export const HIT = z.strictObject({
  level,
  id: z.string(),
  gist: z.string(),
  notes: texts,
  tier,
  score: z.number(),
  project_path: z.string().optional(),
});

export function nodeShape(node: MemoryNode): MemoryNode {
  return only(NODE, node);
}

export function edgeShape(edge: MemoryEdge): MemoryEdge {
  return only(EDGE, edge);
}

export function graphShape({ nodes, edges, seq }: MemoryGraph) {
  return { nodes: [...nodes.values()].map(nodeShape), edges: [...edges.values()].map(edgeShape), seq };
}

export function viewShape({ level, node, version, tier, was, edges, isInBothLevels }: NodeView) {
  return {
    node: nodeShape(node),
    level,
    version,
    tier,
    was_archived: was !== 'active',
    edges: edges.map(edgeShape),
    in_both_levels: isInBothLevels,
  };
}

export function hitShape({ project, ...hit }: SearchHit) {
  return only(HIT, { ...hit, ...(project !== undefined && { project_path: project }) });
}

/** The fields of a value that a schema names, as far as they are there. */
function only<T extends object>(schema: z.ZodObject, value: T): T {
  const fields = Object.entries(value).filter(
    ([name, field]) => field !== undefined && Object.hasOwn(schema.shape, name),
  );
  // What is left out is what the type does not know, or what it allows to be absent.
  return Object.fromEntries(fields) as T;
}
