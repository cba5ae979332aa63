/** How large a node is drawn: by its kind and how much hangs on it, smaller where there are many. In pixels of radius. */
import type { GraphData } from '../data/graph-data.js';
import { NODE_KINDS, type NodeKind } from '../data/vocabulary.js';
import type { Scene } from './scene.js';

const BASE: Readonly<Record<NodeKind, number>> = {
  module: 9,
  file: 6,
  class: 5.5,
  function: 3.4,
  adr: 7.5,
  decision: 5.5,
  concept: 5,
  trade_off: 5,
  config: 6,
  memory: 6.5,
};
const BASES = NODE_KINDS.map((kind) => BASE[kind]);
// A picture of so many nodes is drawn at full size.
const ROOMY = 220;
const SHRUNK_MIN = 0.42;

/** By node of the graph. */
export function nodeSizes(data: GraphData, scene: Scene): Float32Array {
  const shrink = Math.max(SHRUNK_MIN, Math.min(1, Math.sqrt(ROOMY / Math.max(1, scene.nodes.length))));
  const sizes = new Float32Array(data.nodeCount);
  for (const node of scene.nodes) {
    const weight =
      Math.log2(1 + (data.degrees[node] ?? 0)) * 0.55 + Math.log2(1 + (scene.held.get(node) ?? 0)) * 0.5;
    sizes[node] = ((BASES[data.kinds[node] ?? 0] ?? 4) + weight) * shrink;
  }
  return sizes;
}

/** Which names come first: the more a node holds and the more depends on it. */
export function importanceOf(data: GraphData, scene: Scene, node: number): number {
  const base = BASES[data.kinds[node] ?? 0] ?? 4;
  return base * 10 + (scene.held.get(node) ?? 0) * 2 + Math.min(60, data.degrees[node] ?? 0);
}
