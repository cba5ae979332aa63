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
  /** A shortest circle in it, in order: each leads to the next, the last to the first. */
  readonly ring: readonly number[];
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
    return { over, nodes, edges, ring: shortestRing(nodes, (node) => nextIn(data, ofKind(node), members)) };
  });
  return cycles.sort((a, b) => b.nodes.length - a.nodes.length || (a.nodes[0] ?? 0) - (b.nodes[0] ?? 0));
}

// A ring is looked for from so many members; in a larger circle, one of nearly the shortest will do.
const STARTS_MAX = 200;

/** Breadth-first from each member back to itself; of equal ones the first. */
function shortestRing(nodes: readonly number[], next: (node: number) => Iterable<number>): readonly number[] {
  let best: readonly number[] = [];
  for (const start of nodes.slice(0, STARTS_MAX)) {
    const ring = ringFrom(start, next);
    if (best.length === 0 || ring.length < best.length) best = ring;
    if (best.length === 2) break;
  }
  return best;
}

function ringFrom(start: number, next: (node: number) => Iterable<number>): readonly number[] {
  const came = new Map<number, number>();
  const queue = [start];
  for (const node of queue) {
    for (const other of next(node)) {
      if (other === start) {
        const ring = [node];
        for (let at = node; at !== start; ring.unshift(at)) at = came.get(at) ?? start;
        return ring;
      }
      if (came.has(other)) continue;
      came.set(other, node);
      queue.push(other);
    }
  }
  return [];
}

/** Where edges lead within a circle, not to the node itself. */
function* nextIn(data: GraphData, edges: Uint32Array, members: ReadonlySet<number>): Generator<number> {
  for (const edge of edges) {
    const [from, to = -1] = [data.from[edge], data.to[edge]];
    if (from !== to && members.has(to)) yield to;
  }
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
