/**
 * A picture as islands: a file with all it holds is one, and so is each package, record and memory. Forces move islands; what
 * lies on one keeps its place around the middle, in a spiral of the golden angle (Vogel, 1979) with the largest first. So
 * that what belongs together is seen together, and ten thousand nodes are a few hundred to the forces.
 */
import { edgesOut, type GraphData } from '../data/graph-data.js';
import { EDGE_KINDS, NODE_KINDS } from '../data/vocabulary.js';
import type { Scene } from '../display/scene.js';

export interface Islands {
  /** The node in the middle of each, rising. */
  readonly roots: Uint32Array;
  /** How far each reaches. */
  readonly radii: Float32Array;
  /** By node of the graph: its island; -1 for what is not in the picture. */
  readonly of: Int32Array;
  /** By node: from the middle of its island. */
  readonly dx: Float32Array;
  readonly dy: Float32Array;
}

const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));
const MODULE = NODE_KINDS.indexOf('module');
const MEMORY = NODE_KINDS.indexOf('memory');
const TOUCHES = EDGE_KINDS.indexOf('touches');
// Room around a leaf, and what a ring of children leaves free.
const LEAF = 1;
const SLACK = 1.3;
// A closed group is as large as a few of what it holds.
const HELD_SHARE = 0.5;

export function islandsOf(data: GraphData, scene: Scene): Islands {
  const parents = parentsInPicture(data, scene);
  const children = new Map<number, number[]>();
  const roots: number[] = [];
  for (const node of scene.nodes) {
    const parent = parents[node] ?? -1;
    if (parent < 0 || data.kinds[parent] === MODULE) {
      roots.push(node);
      continue;
    }
    const list = children.get(parent);
    if (list === undefined) children.set(parent, [node]);
    else list.push(node);
  }
  const islands: Islands = {
    roots: Uint32Array.from(roots),
    radii: new Float32Array(roots.length),
    of: new Int32Array(data.nodeCount).fill(-1),
    dx: new Float32Array(data.nodeCount),
    dy: new Float32Array(data.nodeCount),
  };
  roots.forEach((root, island) => {
    islands.radii[island] = settle(root, { scene, children, islands, island });
  });
  return islands;
}

/** The nearest thing around each node that is in the picture itself; for a memory, the code that it touches first. */
function parentsInPicture(data: GraphData, { nodes, shownAs }: Scene): Int32Array {
  const parents = new Int32Array(data.nodeCount).fill(-1);
  for (const node of nodes) {
    let at = data.kinds[node] === MEMORY ? touchedBy(data, node) : (data.parents[node] ?? -1);
    while (at >= 0 && shownAs[at] !== at) at = data.parents[at] ?? -1;
    parents[node] = at;
  }
  return parents;
}

function touchedBy(data: GraphData, memory: number): number {
  const edge = edgesOut(data, memory).find((each) => data.edgeKinds[each] === TOUCHES);
  return edge === undefined ? -1 : (data.to[edge] ?? -1);
}

interface Building {
  readonly scene: Scene;
  readonly children: ReadonlyMap<number, readonly number[]>;
  readonly islands: Islands;
  readonly island: number;
}

/** Places everything on an island; returns how far it reaches. */
function settle(root: number, { scene, children, islands, island }: Building): number {
  // Outer before inner; radii are made from the end.
  const order = [root];
  for (const node of order) for (const child of children.get(node) ?? []) order.push(child);
  const radii = new Map<number, number>();
  const places = new Map<number, readonly [x: number, y: number]>();
  for (const node of order.toReversed()) {
    const held = scene.held.get(node) ?? 0;
    let reach = LEAF + Math.sqrt(held) * HELD_SHARE;
    const own = reach * reach;
    let area = own;
    const list = [...(children.get(node) ?? [])];
    list.sort((a, b) => (radii.get(b) ?? LEAF) - (radii.get(a) ?? LEAF) || a - b);
    list.forEach((child, at) => {
      const radius = radii.get(child) ?? LEAF;
      const distance = Math.sqrt(area + radius * radius) * SLACK;
      places.set(child, [Math.cos(at * GOLDEN_ANGLE) * distance, Math.sin(at * GOLDEN_ANGLE) * distance]);
      area += radius * radius;
      reach = Math.max(reach, distance + radius);
    });
    radii.set(node, reach);
  }
  islands.of[root] = island;
  for (const node of order) {
    for (const child of children.get(node) ?? []) {
      const [x, y] = places.get(child) ?? [0, 0];
      islands.of[child] = island;
      islands.dx[child] = (islands.dx[node] ?? 0) + x;
      islands.dy[child] = (islands.dy[node] ?? 0) + y;
    }
  }
  return radii.get(root) ?? LEAF;
}
