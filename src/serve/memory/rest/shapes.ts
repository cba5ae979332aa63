/**
 * What leaves the server by REST and WebSocket, as schemas that are the list of fields as well: what a schema names is sent,
 * in the shapes of the files, and nothing else. A field that somebody else put into a file is kept there and stays there.
 *
 * Nothing is checked when it is sent: whoever loads a file has seen to it. Tests check the replies.
 */
import * as z from 'zod/v4';
import type { CodePlace } from '../../../memory/code-places.js';
import { LEVELS, type MemoryEdge, type MemoryGraph, type MemoryNode, TIERS } from '../../../memory/model.js';
import type { Anchoring, NodeView, SearchHit } from '../../../memory/results.js';

const texts = z.array(z.string()).optional();
const time = z.number();
const level = z.enum(LEVELS);
const tier = z.enum(TIERS);

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

const lines = z.tuple([z.int(), z.int()]).optional();

/** A text of a node against the code, where there is an index. `at`: an id of the code graph; `lines` are those of `path`. */
export const PLACE = z.strictObject({
  touch: z.string(),
  rel: z.string().optional(),
  direction: z.enum(['out', 'in']).optional(),
  state: z.string(),
  words: z.string(),
  at: z.string().optional(),
  path: z.string().optional(),
  lines,
});

/** What the texts of a write mean in the code. `lines` are counted from the first of what they are in, from 0. */
export const ANCHORING = z.strictObject({
  anchored: z.array(z.strictObject({ touch: z.string(), at: z.string(), path: z.string(), lines })),
  unknown: z.array(z.string()),
  no_lines: z.array(z.string()),
  could_mean: z.array(z.string()),
});

/** A node with where it stands. */
export const VIEW = z.strictObject({
  node: NODE,
  level,
  version: z.int(),
  tier,
  was_archived: z.boolean(),
  edges: z.array(EDGE),
  in_both_levels: z.boolean(),
  places: z.array(PLACE).optional(),
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

export function placeShape(place: CodePlace): CodePlace {
  return only(PLACE, place);
}

/** The field of a reply to a write; nothing where there is no index. */
export function anchoringField(code: Anchoring | undefined) {
  if (code === undefined) return {};
  const { anchored, unknown, noLines, couldMean } = code;
  const at = anchored.map(({ touch, id, path, lines }) => {
    return { touch, at: id, path, ...(lines !== undefined && { lines }) };
  });
  return { code: { anchored: at, unknown, no_lines: noLines, could_mean: couldMean } };
}

export function viewShape({ level, node, version, tier, was, edges, isInBothLevels, places }: NodeView) {
  return {
    node: nodeShape(node),
    level,
    version,
    tier,
    was_archived: was !== 'active',
    edges: edges.map(edgeShape),
    in_both_levels: isInBothLevels,
    ...(places !== undefined && { places: places.map(placeShape) }),
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
