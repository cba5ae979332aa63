/**
 * Circles between packages (`depends_on`) and between files (`imports`): the strongly connected components with more than one
 * member (Tarjan, 1972; without recursion). The largest come first.
 */
import { edgesOut, type GraphData } from './graph-data.js';
import { EDGE_KINDS, type EdgeKind } from './vocabulary.js';

export interface Cycle {
  readonly over: EdgeKind;
  /** In order of number. */
  readonly nodes: readonly number[];
  /** The edges within it. */
  readonly edges: readonly number[];
}

/** Circles of packages, then of files. */
export function findCycles(data: GraphData): readonly Cycle[] {
  return (['depends_on', 'imports'] as const).flatMap((kind) => cyclesOver(data, kind));
}

function cyclesOver(data: GraphData, over: EdgeKind): Cycle[] {
  const kind = EDGE_KINDS.indexOf(over);
  const ofKind = (node: number) => edgesOut(data, node).filter((edge) => data.edgeKinds[edge] === kind);
  const cycles = components(data, ofKind).map((nodes): Cycle => {
    const members = new Set(nodes);
    const edges = nodes.flatMap((node) =>
      [...ofKind(node)].filter((edge) => members.has(data.to[edge] ?? -1)),
    );
    return { over, nodes, edges };
  });
  return cycles.sort((a, b) => b.nodes.length - a.nodes.length || (a.nodes[0] ?? 0) - (b.nodes[0] ?? 0));
}

interface Frame {
  readonly node: number;
  readonly edges: Uint32Array;
  at: number;
}

function components(data: GraphData, edgesOf: (node: number) => Uint32Array): number[][] {
  const order = new Int32Array(data.nodeCount).fill(-1);
  const low = new Int32Array(data.nodeCount);
  const isOpen = new Uint8Array(data.nodeCount);
  const stack: number[] = [];
  const found: number[][] = [];
  let count = 0;

  const enter = (node: number): Frame => {
    order[node] = count;
    low[node] = count++;
    isOpen[node] = 1;
    stack.push(node);
    return { node, edges: edgesOf(node), at: 0 };
  };
  const lower = (node: number, to: number) => {
    low[node] = Math.min(low[node] ?? 0, to);
  };

  for (let root = 0; root < data.nodeCount; root++) {
    if (order[root] !== -1) continue;
    const frames = [enter(root)];
    for (let frame = frames.at(-1); frame !== undefined; frame = frames.at(-1)) {
      const { node, edges } = frame;
      if (frame.at < edges.length) {
        const next = data.to[edges[frame.at++] ?? 0] ?? 0;
        if (order[next] === -1) frames.push(enter(next));
        else if (isOpen[next] === 1) lower(node, order[next] ?? 0);
        continue;
      }
      frames.pop();
      const above = frames.at(-1);
      if (above !== undefined) lower(above.node, low[node] ?? 0);
      if (low[node] === order[node]) close(node);
    }
  }
  return found;

  function close(node: number): void {
    const members = stack.splice(stack.lastIndexOf(node));
    for (const member of members) isOpen[member] = 0;
    if (members.length > 1) found.push(members.sort((a, b) => a - b));
  }
}
