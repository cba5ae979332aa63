/**
 * What the filters leave: for every node and edge of the scene whether it is shown. One pass over the columns, a millisecond
 * for ten thousand nodes, so that a filter answers at once. What is revealed (the chosen node with its neighbours, an
 * answer) is shown whatever the filters say.
 */
import type { GraphData } from '../data/graph-data.js';
import { EDGE_KINDS, LAYERS, NODE_KINDS } from '../data/vocabulary.js';
import type { ViewState } from '../state/view-state.js';
import type { Scene } from './scene.js';

export interface Visibility {
  /** By node of the graph. */
  readonly nodes: Uint8Array;
  /** By edge of the scene. */
  readonly edges: Uint8Array;
  readonly nodeCount: number;
  readonly edgeCount: number;
}

/** Nodes and edges that are shown although a filter hides them. */
export interface Revealed {
  readonly nodes: ReadonlySet<number>;
  readonly edges: ReadonlySet<number>;
}

type Filters = Pick<ViewState, 'nodeKinds' | 'edgeKinds' | 'layers' | 'tests' | 'connectedOnly'>;

export function visibilityOf(
  data: GraphData,
  scene: Scene,
  filters: Filters,
  revealed: Revealed,
): Visibility {
  const nodeKinds = NODE_KINDS.map((kind) => filters.nodeKinds.has(kind));
  const edgeKinds = EDGE_KINDS.map((kind) => filters.edgeKinds.has(kind));
  const layers = LAYERS.map((layer) => filters.layers.has(layer));
  const nodes = new Uint8Array(data.nodeCount);
  for (const node of scene.nodes) {
    if (!filters.tests && data.tests[node] === 1) continue;
    if (nodeKinds[data.kinds[node] ?? 0] === true && layers[data.layers[node] ?? 0] === true) nodes[node] = 1;
  }
  const edges = new Uint8Array(scene.from.length);
  const isJoined = new Uint8Array(data.nodeCount);
  for (let edge = 0; edge < edges.length; edge++) {
    const [from = 0, to = 0] = [scene.from[edge], scene.to[edge]];
    if (edgeKinds[scene.edgeKinds[edge] ?? 0] !== true || nodes[from] === 0 || nodes[to] === 0) continue;
    edges[edge] = 1;
    isJoined[from] = 1;
    isJoined[to] = 1;
  }
  if (filters.connectedOnly) {
    for (const node of scene.nodes) if (isJoined[node] === 0) nodes[node] = 0;
  }
  for (const node of revealed.nodes) nodes[scene.shownAs[node] ?? node] = 1;
  for (const edge of revealed.edges) edges[edge] = 1;
  return { nodes, edges, nodeCount: sum(nodes), edgeCount: sum(edges) };
}

function sum(flags: Uint8Array): number {
  let count = 0;
  for (const flag of flags) count += flag;
  return count;
}
