/**
 * Which node of which level is meant by an id. A level that is given decides; else a node that only one level has is meant;
 * else reads take the project's, and what changes or deletes is refused until the level is said.
 */
import { nearestNames } from '../kernel/text.js';
import { MemoryError } from './errors.js';
import {
  edgeKey,
  type GraphName,
  type Level,
  type MemoryEdge,
  type MemoryNode,
  nodeVersionKey,
  tierOf,
} from './model.js';
import type { NodeView } from './results.js';
import type { Who, Work } from './work.js';

/** A node that was found. */
export interface Located {
  readonly name: GraphName;
  readonly node: MemoryNode;
  readonly isInBothLevels: boolean;
}

/** The node, or nothing. `isReading`: the project's wins when both levels have it. */
export function findNode(
  work: Work,
  who: Who,
  { id, level, isReading }: { id: string; level?: Level | undefined; isReading: boolean },
): Located | undefined {
  const found = work
    .namesOf(who)
    .flatMap((name) => ({ name, node: work.graph(name).nodes.get(id) }))
    .flatMap(({ name, node }) => (node === undefined ? [] : [{ name, node }]));
  const isInBothLevels = found.length > 1;
  if (level !== undefined) {
    work.nameOf(level, who);
    const only = found.find(({ name }) => name.level === level);
    return only === undefined ? undefined : { ...only, isInBothLevels };
  }
  if (isInBothLevels && !isReading) throw ambiguousLevel(`node ${id}`);
  const last = found.at(-1);
  return last === undefined ? undefined : { ...last, isInBothLevels };
}

/** The node; refused with the nearest ids when there is none. */
export function needNode(
  work: Work,
  who: Who,
  wanted: { id: string; level?: Level | undefined; isReading: boolean },
): Located {
  const located = findNode(work, who, wanted);
  if (located !== undefined) return located;
  const near = nearestNames(wanted.id, nodeIds(work, who));
  const where = wanted.level === undefined ? '' : ` in the ${wanted.level} level`;
  throw new MemoryError(
    'unknown-node',
    `there is no node ${JSON.stringify(wanted.id.slice(0, 150))}${where}`,
    near.length > 0
      ? `Nearest: ${near.join(', ')}. kg_search finds nodes by their words.`
      : 'kg_search finds nodes by their words.',
  );
}

/** The level and the edge of a triple, or nothing; refused when both levels have it and none is given. */
export function findEdge(
  work: Work,
  who: Who,
  { from, to, rel, level }: { from: string; to: string; rel: string; level?: Level | undefined },
): { readonly name: GraphName; readonly edge: MemoryEdge } | undefined {
  const names = level === undefined ? work.namesOf(who) : [work.nameOf(level, who)];
  const key = edgeKey({ from, to, rel });
  const found = names.flatMap((name) => {
    const edge = work.graph(name).edges.get(key);
    return edge === undefined ? [] : [{ name, edge }];
  });
  if (found.length > 1) throw ambiguousLevel(`edge ${key}`);
  return found[0];
}

/** The node as it stands now, with its edges. */
export function viewNode(work: Work, { name, node, isInBothLevels }: Located): NodeView {
  const graph = work.graph(name);
  const now = graph.nodes.get(node.id) ?? node;
  return {
    level: name.level,
    node: now,
    version: graph.versions.get(nodeVersionKey(node.id))?.v ?? 0,
    tier: tierOf(now),
    was: tierOf(node),
    edges: graph.incident.get(node.id) ?? [],
    isInBothLevels,
  };
}

function* nodeIds(work: Work, who: Who): Iterable<string> {
  for (const name of work.namesOf(who)) yield* work.graph(name).nodes.keys();
}

function ambiguousLevel(what: string): MemoryError {
  return new MemoryError(
    'ambiguous-level',
    `${what} stands in both levels`,
    'Say which one is meant: level "user" or level "project".',
  );
}
