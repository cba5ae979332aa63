/**
 * Graphs from parts: an empty one, and one from nodes and edges as a file lists them, with the index of edges and the
 * ledger counted from nothing.
 */
import { countLedger, EMPTY_LEDGER } from './ledger.js';
import type { MemoryEdge, MemoryGraph, MemoryNode } from './model.js';
import { edgeKey } from './model.js';
import { emptyWordMemo } from './words.js';

/** A graph with nothing in it; `projectPath` for a project's. */
export function emptyGraph(projectPath?: string): MemoryGraph {
  return {
    nodes: new Map(),
    edges: new Map(),
    incident: new Map(),
    versions: new Map(),
    seq: 0,
    log: [],
    progress: new Map(),
    ...(projectPath === undefined ? {} : { projectPath }),
    extraMeta: {},
    extraTop: {},
    ledger: EMPTY_LEDGER,
    words: emptyWordMemo(),
  };
}

/** A graph of these nodes and edges, the last of each identity; everything else as in `rest`. */
export function buildGraph(
  nodeList: Iterable<MemoryNode>,
  edgeList: Iterable<MemoryEdge>,
  rest: Partial<Omit<MemoryGraph, 'nodes' | 'edges' | 'incident' | 'ledger'>> = {},
): MemoryGraph {
  const nodes = new Map<string, MemoryNode>();
  for (const node of nodeList) nodes.set(node.id, node);
  const edges = new Map<string, MemoryEdge>();
  for (const edge of edgeList) edges.set(edgeKey(edge), edge);
  const incident = indexEdges(edges.values());
  return { ...emptyGraph(), ...rest, nodes, edges, incident, ledger: countLedger(nodes, edges) };
}

function indexEdges(edges: Iterable<MemoryEdge>): Map<string, MemoryEdge[]> {
  const incident = new Map<string, MemoryEdge[]>();
  const add = (end: string, edge: MemoryEdge) => {
    const list = incident.get(end);
    if (list === undefined) incident.set(end, [edge]);
    else list.push(edge);
  };
  for (const edge of edges) {
    add(edge.from, edge);
    if (edge.to !== edge.from) add(edge.to, edge);
  }
  return incident;
}
