/**
 * How hits hang together: the shortest chains of edges between them, over the nodes of all graphs that were searched. Ends
 * that are no nodes (files) lead nowhere, or everything would be one step from everything.
 */
import { CONNECTION_HOPS_MAX } from './limits.js';
import { edgeKey, type MemoryEdge, type MemoryGraph } from './model.js';

/** The edges on the shortest chains between these nodes, at most `hopsMax` long, each once. */
export function findConnections(
  graphs: readonly MemoryGraph[],
  ids: readonly string[],
  hopsMax = CONNECTION_HOPS_MAX,
): MemoryEdge[] {
  const edges = new Map<string, MemoryEdge>();
  for (const [at, id] of ids.entries()) {
    const targets = new Set(ids.slice(at + 1).filter((each) => each !== id));
    for (const edge of chainsFrom(graphs, id, targets, hopsMax)) edges.set(edgeKey(edge), edge);
  }
  return [...edges.values()];
}

interface Step {
  readonly id: string;
  readonly before?: Step;
  readonly edge?: MemoryEdge;
}

/** A walk by breadth from one node until all targets are met; the edges of the chains to them. */
function chainsFrom(
  graphs: readonly MemoryGraph[],
  start: string,
  targets: Set<string>,
  hopsMax: number,
): MemoryEdge[] {
  const edges: MemoryEdge[] = [];
  const visited = new Set([start]);
  let front: Step[] = [{ id: start }];
  for (let hops = 0; hops < hopsMax && targets.size > 0 && front.length > 0; hops++) {
    const next: Step[] = [];
    for (const step of front) {
      for (const { edge, other } of neighboursOf(graphs, step.id)) {
        if (visited.has(other)) continue;
        visited.add(other);
        const reached = { id: other, before: step, edge };
        next.push(reached);
        if (targets.delete(other)) edges.push(...edgesTo(reached));
      }
    }
    front = next;
  }
  return edges;
}

function* neighboursOf(
  graphs: readonly MemoryGraph[],
  id: string,
): Iterable<{ edge: MemoryEdge; other: string }> {
  for (const graph of graphs) {
    for (const edge of graph.incident.get(id) ?? []) {
      const other = edge.from === id ? edge.to : edge.from;
      if (graphs.some(({ nodes }) => nodes.has(other))) yield { edge, other };
    }
  }
}

function edgesTo(step: Step): MemoryEdge[] {
  const edges: MemoryEdge[] = [];
  for (let at: Step | undefined = step; at?.edge !== undefined; at = at.before) edges.push(at.edge);
  return edges.reverse();
}
