/** The nodes that most others depend on: by degree, containment left out. */
import type { GraphData } from './graph-data.js';
import { NODE_KINDS, type NodeKind } from './vocabulary.js';

// One screen of a list.
const SPOTS = 25;

/** The nodes with the most edges among the kinds given, most first; those without any are left out. */
export function findHotSpots(data: GraphData, kinds: ReadonlySet<NodeKind>): readonly number[] {
  const wanted = NODE_KINDS.map((kind) => kinds.has(kind));
  const found: number[] = [];
  for (let node = 0; node < data.nodeCount; node++) {
    if (wanted[data.kinds[node] ?? 0] === true && (data.degrees[node] ?? 0) > 0) found.push(node);
  }
  return found.sort((a, b) => (data.degrees[b] ?? 0) - (data.degrees[a] ?? 0) || a - b).slice(0, SPOTS);
}
