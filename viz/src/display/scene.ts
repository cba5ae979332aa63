/**
 * Which nodes a picture has: all of them, or, above a limit, groups. A group is a package, file or class that stands for all it
 * holds; its edges are those of its contents, joined by kind. Groups open one by one, and what is asked for is shown by
 * itself wherever it lies.
 */
import { adjacencyOf } from '../data/adjacency.js';
import { type Adjacency, edgesOut, type GraphData } from '../data/graph-data.js';
import { EDGE_KINDS, NODE_KINDS } from '../data/vocabulary.js';

export interface Scene {
  readonly isGrouped: boolean;
  /** Rising. */
  readonly nodes: Uint32Array;
  /** By node of the graph: the node that stands for it, itself when it is in the picture. */
  readonly shownAs: Int32Array;
  /** How many nodes each group holds; no entry for what is no closed group. */
  readonly held: ReadonlyMap<number, number>;
  /** Edges between nodes of the picture. */
  readonly from: Uint32Array;
  readonly to: Uint32Array;
  readonly edgeKinds: Uint8Array;
  /** How many edges of the graph each stands for. */
  readonly weights: Uint32Array;
  /** By edge of the graph: the edge of the picture, -1 for one within a group. */
  readonly edgeAs: Int32Array;
  readonly outgoing: Adjacency;
  readonly incoming: Adjacency;
}

/** Above it nodes are grouped: what a browser without a graphics card still moves smoothly, and far more than anybody reads. */
export const NODES_MAX = 10_000;
export const EDGES_MAX = 60_000;
// A picture of groups begins with as many as a screen can name.
const FIRST_NODES_MAX = 320;

export interface SceneWishes {
  /** Ids of groups that were opened by hand. */
  readonly opened: ReadonlySet<string>;
  /** Nodes that are shown by themselves. */
  readonly pinned: ReadonlySet<number>;
}

export function buildScene(data: GraphData, wishes: SceneWishes): Scene {
  if (data.nodeCount <= NODES_MAX && data.edgeCount <= EDGES_MAX) return wholeScene(data);
  return groupedScene(data, wishes);
}

function wholeScene(data: GraphData): Scene {
  const nodes = Uint32Array.from({ length: data.nodeCount }, (_, node) => node);
  return {
    isGrouped: false,
    nodes,
    shownAs: Int32Array.from(nodes),
    held: new Map(),
    from: data.from,
    to: data.to,
    edgeKinds: data.edgeKinds,
    weights: new Uint32Array(data.edgeCount).fill(1),
    edgeAs: Int32Array.from({ length: data.edgeCount }, (_, edge) => edge),
    outgoing: data.outgoing,
    incoming: data.incoming,
  };
}

function groupedScene(data: GraphData, { opened, pinned }: SceneWishes): Scene {
  const isOpen = new Uint8Array(data.nodeCount);
  for (const node of openAtFirst(data)) isOpen[node] = 1;
  for (const id of opened) {
    // What was opened is shown with all that leads to it.
    for (let at = data.byId.get(id) ?? -1; at >= 0; at = data.parents[at] ?? -1) isOpen[at] = 1;
  }
  const shownAs = standIns(data, isOpen, pinned);
  const held = new Map<number, number>();
  shownAs.forEach((group, node) => {
    if (group !== node) held.set(group, (held.get(group) ?? 0) + 1);
  });
  const nodes = Uint32Array.from(shownAs.filter((group, node) => group === node));
  return { isGrouped: true, nodes, shownAs, held, ...joinEdges(data, shownAs) };
}

const MODULE = NODE_KINDS.indexOf('module');
const CONTAINS = EDGE_KINDS.indexOf('contains');

/** Packages from the top, the ones with fewest children first, as long as there is room. */
function openAtFirst(data: GraphData): readonly number[] {
  let shown = 0;
  let level: number[] = [];
  for (let node = 0; node < data.nodeCount; node++) {
    if ((data.parents[node] ?? -1) >= 0) continue;
    shown++;
    if (data.kinds[node] === MODULE) level.push(node);
  }
  const open: number[] = [];
  while (level.length > 0) {
    const counted = level.map((node) => ({ node, children: childrenOf(data, node) }));
    counted.sort((a, b) => a.children.length - b.children.length || a.node - b.node);
    level = [];
    for (const { node, children } of counted) {
      if (shown + children.length > FIRST_NODES_MAX) continue;
      shown += children.length;
      open.push(node);
      for (const child of children) if (data.kinds[child] === MODULE) level.push(child);
    }
  }
  return open;
}

/** What a node contains directly. */
export function childrenOf(data: GraphData, node: number): readonly number[] {
  const children: number[] = [];
  for (const edge of edgesOut(data, node)) {
    const child = data.to[edge] ?? node;
    if (data.edgeKinds[edge] === CONTAINS && data.parents[child] === node) children.push(child);
  }
  return children;
}

/** For each node the innermost node around it that is in the picture. */
function standIns(data: GraphData, isOpen: Uint8Array, pinned: ReadonlySet<number>): Int32Array {
  const shownAs = new Int32Array(data.nodeCount).fill(-1);
  for (let node = 0; node < data.nodeCount; node++) {
    const chain: number[] = [];
    for (let at = node; at >= 0 && shownAs[at] === -1; at = data.parents[at] ?? -1) chain.push(at);
    for (const each of chain.reverse()) {
      const parent = data.parents[each] ?? -1;
      const isInPicture =
        parent < 0 || pinned.has(each) || (isOpen[parent] === 1 && shownAs[parent] === parent);
      shownAs[each] = isInPicture ? each : (shownAs[parent] ?? each);
    }
  }
  return shownAs;
}

type JoinedEdges = Omit<Scene, 'isGrouped' | 'nodes' | 'shownAs' | 'held'>;

function joinEdges(data: GraphData, shownAs: Int32Array): JoinedEdges {
  const known = new Map<number, number>();
  const [from, to, edgeKinds, weights]: [number[], number[], number[], number[]] = [[], [], [], []];
  const edgeAs = new Int32Array(data.edgeCount).fill(-1);
  for (let edge = 0; edge < data.edgeCount; edge++) {
    const source = shownAs[data.from[edge] ?? 0] ?? 0;
    const target = shownAs[data.to[edge] ?? 0] ?? 0;
    if (source === target) continue;
    const kind = data.edgeKinds[edge] ?? 0;
    const key = (source * data.nodeCount + target) * EDGE_KINDS.length + kind;
    const at = known.get(key) ?? from.length;
    edgeAs[edge] = at;
    weights[at] = (weights[at] ?? 0) + 1;
    if (at < from.length) continue;
    known.set(key, at);
    from.push(source);
    to.push(target);
    edgeKinds.push(kind);
  }
  const ends = { from: Uint32Array.from(from), to: Uint32Array.from(to) };
  return {
    ...ends,
    edgeKinds: Uint8Array.from(edgeKinds),
    weights: Uint32Array.from(weights),
    edgeAs,
    outgoing: adjacencyOf(data.nodeCount, ends.from),
    incoming: adjacencyOf(data.nodeCount, ends.to),
  };
}

/** What a node is joined to in the picture: the nodes and the edges that join them. */
export function neighbourhood(
  { outgoing, incoming, from, to }: Scene,
  node: number,
): { readonly nodes: ReadonlySet<number>; readonly edges: ReadonlySet<number> } {
  const edges = new Set<number>();
  const nodes = new Set<number>([node]);
  for (const { starts, edges: list } of [outgoing, incoming]) {
    for (const edge of list.subarray(starts[node], starts[node + 1])) {
      edges.add(edge);
      nodes.add(from[edge] ?? node).add(to[edge] ?? node);
    }
  }
  return { nodes, edges };
}
