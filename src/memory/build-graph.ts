/**
 * Graphs from parts: an empty one, and one from nodes and edges as a file lists them, with the index of edges and the
 * ledger counted from nothing. A large one is built in steps, so that nothing else has to wait.
 */
import { addTo } from '../kernel/groups.js';
import { runToEnd } from '../kernel/run-to-end.js';
import { countLedgerInSteps, EMPTY_LEDGER } from './ledger.js';
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

/** What a graph has beside its nodes and edges. */
export type GraphRest = Partial<Omit<MemoryGraph, 'nodes' | 'edges' | 'incident' | 'ledger'>>;

/** A graph of these nodes and edges, the last of each identity; everything else as in `rest`. */
export function buildGraph(
  nodeList: Iterable<MemoryNode>,
  edgeList: Iterable<MemoryEdge>,
  rest: GraphRest = {},
): MemoryGraph {
  return runToEnd(buildGraphInSteps(nodeList, edgeList, rest));
}

/** The same in steps. */
export function* buildGraphInSteps(
  nodeList: Iterable<MemoryNode>,
  edgeList: Iterable<MemoryEdge>,
  rest: GraphRest = {},
): Generator<void, MemoryGraph> {
  const nodes = new Map<string, MemoryNode>();
  for (const node of nodeList) nodes.set(node.id, node);
  yield;
  const edges = new Map<string, MemoryEdge>();
  for (const edge of edgeList) edges.set(edgeKey(edge), edge);
  yield;
  const incident = indexEdges(edges.values());
  yield;
  const ledger = yield* countLedgerInSteps(nodes, edges);
  return { ...emptyGraph(), ...rest, nodes, edges, incident, ledger };
}

function indexEdges(edges: Iterable<MemoryEdge>): Map<string, MemoryEdge[]> {
  const incident = new Map<string, MemoryEdge[]>();
  for (const edge of edges) {
    addTo(incident, edge.from, edge);
    if (edge.to !== edge.from) addTo(incident, edge.to, edge);
  }
  return incident;
}
