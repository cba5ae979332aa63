/**
 * kg_relate: what stands around a node, breadth first. All nodes within `depth` hops are counted; those on the page are
 * described, each with the edges that join it to nodes before it, so that over all pages every edge is said once.
 *
 * Within a distance the kinds of edges take turns (first of each kind, then second of each…), so that forty methods do not
 * hide the two callers.
 */
import type { EdgeRef, GraphView, NodeRef } from '../graph.js';
import { EDGE_TYPES, type EdgeType, NODE_TYPES, type NodeType } from '../model.js';
import { briefEdge, briefNode, type EdgeBrief, type NodeBrief } from './brief.js';
import { type UnresolvedNote, unresolvedTo } from './unresolved.js';

export type Direction = 'in' | 'out' | 'both';

export interface RelateRequest {
  readonly node: NodeRef;
  /** Default: all types. */
  readonly edgeTypes?: readonly EdgeType[];
  /** Hops, 1–5. */
  readonly depth: number;
  readonly direction: Direction;
  readonly limit: number;
  readonly offset?: number;
}

export interface RelatedNode {
  readonly node: NodeBrief;
  /** Hops from the start. */
  readonly distance: number;
  /** Edges between it and the nodes before it, the start included. */
  readonly edges: readonly EdgeBrief[];
}

export interface RelateAnswer {
  readonly start: NodeBrief;
  readonly depth: number;
  readonly direction: Direction;
  readonly edgeTypes: readonly EdgeType[];
  /** All nodes within reach, the start not counted. */
  readonly total: number;
  readonly totalByType: Readonly<Partial<Record<NodeType, number>>>;
  readonly offset: number;
  readonly nodes: readonly RelatedNode[];
  /** Edges from the start to itself: recursion. */
  readonly selfEdges: readonly EdgeBrief[];
  /** Calls that may belong here and could not be resolved; absent when the question was not about callers. */
  readonly unresolved?: UnresolvedNote;
}

/** The nodes around one, from `offset` on, at most `limit`. */
export function relate(view: GraphView, request: RelateRequest): RelateAnswer {
  const offset = request.offset ?? 0;
  const types = new Set(request.edgeTypes ?? EDGE_TYPES);
  const walk: Walk = { view, types, direction: request.direction };
  const reached = walkAround(walk, request.node, request.depth, offset + request.limit);
  const places = new Map(reached.ordered.map(({ node }, index) => [node, index]));
  const edgesOf = joiningEdges(walk, reached.ordered, places, request.depth);
  const describe = ({ node, distance }: Visit, index: number): RelatedNode => ({
    node: briefNode(view, node),
    distance,
    edges: (edgesOf[index] ?? []).map((edge) => briefEdge(view, edge)),
  });
  const unresolved =
    request.direction !== 'out' && types.has('calls') ? unresolvedTo(view, request.node) : undefined;
  return {
    start: briefNode(view, request.node),
    depth: request.depth,
    direction: request.direction,
    edgeTypes: request.edgeTypes ?? [],
    total: reached.total,
    totalByType: reached.totalByType,
    offset,
    // The start is the first of the order.
    nodes: reached.ordered.map(describe).slice(offset + 1),
    selfEdges: (edgesOf[0] ?? []).map((edge) => briefEdge(view, edge)),
    ...(unresolved !== undefined && { unresolved }),
  };
}

interface Walk {
  readonly view: GraphView;
  readonly types: ReadonlySet<EdgeType>;
  readonly direction: Direction;
}

interface Visit {
  readonly node: NodeRef;
  readonly distance: number;
}

interface Reached {
  /** The start and the first nodes around it. */
  readonly ordered: readonly Visit[];
  readonly total: number;
  readonly totalByType: Partial<Record<NodeType, number>>;
}

function walkAround(walk: Walk, start: NodeRef, depth: number, orderedMax: number): Reached {
  const seen = new Uint8Array(walk.view.nodeCount);
  seen[start] = 1;
  const ordered: Visit[] = [{ node: start, distance: 0 }];
  const counts = new Map<NodeType, number>();
  let total = 0;
  let frontier: readonly NodeRef[] = [start];
  for (let distance = 1; distance <= depth && frontier.length > 0; distance++) {
    const left = walk.view.nodeCount - 1 - total;
    frontier = nextLevel(walk, frontier, { seen, left, inTurns: ordered.length <= orderedMax });
    total += frontier.length;
    for (const node of frontier) {
      const type = walk.view.type(node);
      counts.set(type, (counts.get(type) ?? 0) + 1);
      if (ordered.length <= orderedMax) ordered.push({ node, distance });
    }
  }
  const present = NODE_TYPES.filter((type) => counts.has(type));
  return {
    ordered,
    total,
    totalByType: Object.fromEntries(present.map((type) => [type, counts.get(type) ?? 0])),
  };
}

interface Level {
  /** 1 for every node met so far. */
  readonly seen: Uint8Array;
  /** How many nodes of the graph have not been met. */
  readonly left: number;
  readonly inTurns: boolean;
}

/** What is one hop further; in order of turns when that matters, else in order of discovery. */
function nextLevel(
  walk: Walk,
  frontier: readonly NodeRef[],
  { seen, left, inTurns }: Level,
): readonly NodeRef[] {
  const found: NodeRef[] = [];
  const turns: number[] = [];
  for (const node of frontier) {
    if (found.length === left) break;
    const turnOf = new Map<string, number>();
    forEdgesAround(walk, node, (edge, other, way) => {
      if (seen[other] === 1) return;
      seen[other] = 1;
      found.push(other);
      if (!inTurns) return;
      const kind = `${way} ${walk.view.edgeType(edge)}`;
      const turn = turnOf.get(kind) ?? 0;
      turnOf.set(kind, turn + 1);
      turns.push(turn);
    });
  }
  if (!inTurns) return found;
  const places = [...found.keys()].sort((a, b) => (turns[a] ?? 0) - (turns[b] ?? 0) || a - b);
  return places.map((place) => found[place] as NodeRef);
}

type Visitor = (edge: EdgeRef, other: NodeRef, way: 'out' | 'in') => void;

/** Calls back instead of listing: a walk over a large graph meets a million edges. */
function forEdgesAround({ view, types, direction }: Walk, node: NodeRef, visit: Visitor): void {
  const isAnyType = types.size === EDGE_TYPES.length;
  if (direction !== 'in') {
    for (const edge of view.outgoing(node)) {
      if (isAnyType || types.has(view.edgeType(edge))) visit(edge, view.target(edge), 'out');
    }
  }
  if (direction !== 'out') {
    for (const edge of view.incoming(node)) {
      if (isAnyType || types.has(view.edgeType(edge))) visit(edge, view.source(edge), 'in');
    }
  }
}

/** For each node in order: the walked edges that join it to itself or to nodes before it. */
function joiningEdges(
  walk: Walk,
  ordered: readonly Visit[],
  places: ReadonlyMap<NodeRef, number>,
  depth: number,
): EdgeRef[][] {
  const edgesOf: EdgeRef[][] = ordered.map(() => []);
  const said = new Set<EdgeRef>();
  ordered.forEach(({ node, distance }, place) => {
    if (distance === depth) return;
    forEdgesAround(walk, node, (edge, other) => {
      const otherPlace = places.get(other);
      if (otherPlace === undefined || said.has(edge)) return;
      said.add(edge);
      edgesOf[Math.max(place, otherPlace)]?.push(edge);
    });
  });
  return edgesOf;
}
