/**
 * A large import as several: each part is an operation of some milliseconds, so that nobody waits for the whole. Nodes come
 * before edges, what is known about them last, and the graph is compacted once, when all are in.
 */
import type { Import } from './operations.js';
import type { Results } from './results.js';

// Some milliseconds of work.
const ITEMS_PER_PART = 50;

/** The parts in their order; at least one. */
export function* splitImport(operation: Import): Generator<Import> {
  const { nodes, edges, meta, sessions, ...rest } = operation;
  const part = { ...rest, nodes: [], edges: [], isPart: true };
  for (let at = 0; at < nodes.length; at += ITEMS_PER_PART)
    yield { ...part, nodes: nodes.slice(at, at + ITEMS_PER_PART) };
  for (let at = 0; at < edges.length; at += ITEMS_PER_PART)
    yield { ...part, edges: edges.slice(at, at + ITEMS_PER_PART) };
  yield { ...part, ...(meta === undefined ? {} : { meta }), ...(sessions === undefined ? {} : { sessions }) };
}

/** The answer of all parts together, without what compaction did. */
export function joinImports(parts: readonly Results['import'][]): Omit<Results['import'], 'compaction'> {
  return {
    nodes: parts.reduce((sum, { nodes }) => sum + nodes, 0),
    edges: parts.reduce((sum, { edges }) => sum + edges, 0),
    problems: parts.flatMap(({ problems }) => problems),
  };
}
