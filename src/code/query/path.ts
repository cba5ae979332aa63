/**
 * kg_path: how two nodes are connected. Breadth-first search from both ends at once, along edges in either direction, so
 * that the balls stay small. Among the paths with the fewest hops one that runs along its edges all the way, or against
 * them all the way, says most: a chain of calls, not two callers of one helper. Among those the most certain one is taken,
 * then the first in the graph's own order. An edge is looked into only when it lies on a shortest path.
 */
import type { EdgeRef, GraphView, NodeRef } from '../graph.js';
import { EDGE_TYPES, type EdgeDetail, type EdgeType } from '../model.js';
import { briefEdge, briefNode, type EdgeBrief, type NodeBrief } from './brief.js';

export interface PathRequest {
  readonly source: NodeRef;
  readonly target: NodeRef;
  /** Hops, 1–10. */
  readonly maxDepth: number;
  /** Default: all types. */
  readonly edgeTypes?: readonly EdgeType[];
}

export interface PathAnswer {
  readonly source: NodeBrief;
  readonly target: NodeBrief;
  readonly maxDepth: number;
  readonly edgeTypes: readonly EdgeType[];
  /** From source to target, both included; empty when there is no path. */
  readonly nodes: readonly NodeBrief[];
  /** One fewer than nodes: how the n-th and the next node are joined, in the edge's own direction. */
  readonly edges: readonly EdgeBrief[];
  /** How many nodes were reached from each end before the search ended. */
  readonly reached: { readonly fromSource: number; readonly fromTarget: number };
}

/** The shortest path between two nodes, at most `maxDepth` hops. */
export function findPath(view: GraphView, request: PathRequest): PathAnswer {
  const walk: Walk = { view, types: new Set(request.edgeTypes ?? EDGE_TYPES) };
  const fromSource = newBall(walk, request.source);
  const fromTarget = newBall(walk, request.target);
  const meeting = meet([fromSource, fromTarget], request.maxDepth);
  const steps = meeting.length === 0 ? [] : bestSteps([fromSource, fromTarget], meeting);
  return {
    source: briefNode(view, request.source),
    target: briefNode(view, request.target),
    maxDepth: request.maxDepth,
    edgeTypes: request.edgeTypes ?? [],
    nodes:
      meeting.length === 0
        ? []
        : [request.source, ...steps.map(({ node }) => node)].map((node) => briefNode(view, node)),
    edges: steps.map(({ edge }) => briefEdge(view, edge)),
    reached: { fromSource: fromSource.reached, fromTarget: fromTarget.reached },
  };
}

/** What was reached from one end: the distance of each node plus one, 0 for all others, and the outermost layer. */
interface Ball {
  readonly walk: Walk;
  readonly distances: Uint8Array;
  layer: readonly NodeRef[];
  radius: number;
  reached: number;
}

interface Walk {
  readonly view: GraphView;
  readonly types: ReadonlySet<EdgeType>;
}

function newBall(walk: Walk, center: NodeRef): Ball {
  const distances = new Uint8Array(walk.view.nodeCount);
  distances[center] = 1;
  return { walk, distances, layer: [center], radius: 0, reached: 1 };
}

/** Grows the smaller ball until they touch; the nodes they share then, all on shortest paths, in order of discovery. */
function meet([a, b]: readonly [Ball, Ball], hopsMax: number): readonly NodeRef[] {
  let shared = a.layer.filter((node) => b.distances[node] !== 0);
  while (shared.length === 0 && a.radius + b.radius < hopsMax) {
    const [small, large] = a.layer.length <= b.layer.length ? [a, b] : [b, a];
    grow(small);
    if (small.layer.length === 0) return [];
    shared = small.layer.filter((node) => large.distances[node] !== 0);
  }
  return shared;
}

function grow(ball: Ball): void {
  const next: NodeRef[] = [];
  ball.radius++;
  for (const node of ball.layer) {
    forNeighbours(ball.walk, node, (_edge, other) => {
      if (ball.distances[other] !== 0) return;
      ball.distances[other] = ball.radius + 1;
      next.push(other);
    });
  }
  ball.layer = next;
  ball.reached += next.length;
}

function forNeighbours(
  { view, types }: Walk,
  node: NodeRef,
  visit: (edge: EdgeRef, other: NodeRef) => void,
): void {
  const isAnyType = types.size === EDGE_TYPES.length;
  for (const edge of view.outgoing(node)) {
    if (isAnyType || types.has(view.edgeType(edge))) visit(edge, view.target(edge));
  }
  for (const edge of view.incoming(node)) {
    if (isAnyType || types.has(view.edgeType(edge))) visit(edge, view.source(edge));
  }
}

/** A hop: the edge taken and the node it leads to. */
interface Hop {
  readonly edge: EdgeRef;
  readonly node: NodeRef;
}

/** The best way from a node back to the centre of its ball. */
interface WayBack {
  /** The doubts on the way, and how often it turns against the direction that is wanted. */
  readonly cost: number;
  readonly edge?: EdgeRef;
  readonly next?: NodeRef;
}

/** The better of the best path along the edges and the best one against them. */
function bestSteps(balls: readonly [Ball, Ball], meeting: readonly NodeRef[]): Hop[] {
  const along = cheapestSteps(balls, meeting, true);
  const against = cheapestSteps(balls, meeting, false);
  return against.cost < along.cost ? against.hops : along.hops;
}

function cheapestSteps(
  [fromSource, fromTarget]: readonly [Ball, Ball],
  meeting: readonly NodeRef[],
  along: boolean,
) {
  // Seen from the target, the path comes the other way.
  const back = waysBack(fromSource, meeting, !along);
  const forth = waysBack(fromTarget, meeting, along);
  const costAt = (node: NodeRef) => (back.get(node)?.cost ?? 0) + (forth.get(node)?.cost ?? 0);
  const best = meeting.reduce((a, b) => (costAt(b) < costAt(a) ? b : a));
  const hops: Hop[] = [];
  for (let node = best, way = back.get(node); way?.edge !== undefined; way = back.get(node)) {
    hops.push({ edge: way.edge, node });
    node = way.next ?? node;
  }
  hops.reverse();
  for (let node = best, way = forth.get(node); way?.edge !== undefined; way = forth.get(node)) {
    node = way.next ?? node;
    hops.push({ edge: way.edge, node });
  }
  return { cost: costAt(best), hops };
}

/** For every node on a shortest way from the meeting nodes to the centre: the best such way, `outwards`: along edges that leave it. */
function waysBack(ball: Ball, meeting: readonly NodeRef[], outwards: boolean): ReadonlyMap<NodeRef, WayBack> {
  const ways = new Map<NodeRef, WayBack>();
  for (const layer of layersInwards(ball, meeting).reverse()) {
    for (const node of layer) ways.set(node, bestWay(ball, node, ways, outwards));
  }
  return ways;
}

function layersInwards(ball: Ball, meeting: readonly NodeRef[]): (readonly NodeRef[])[] {
  const layers: (readonly NodeRef[])[] = [meeting];
  for (let layer = meeting; ; layer = layers[layers.length - 1] ?? []) {
    const inner = new Set<NodeRef>();
    for (const node of layer) {
      forNeighbours(ball.walk, node, (_edge, other) => {
        if (isInwards(ball, node, other)) inner.add(other);
      });
    }
    if (inner.size === 0) return layers;
    layers.push([...inner]);
  }
}

function isInwards({ distances }: Ball, node: NodeRef, other: NodeRef): boolean {
  const distance = distances[other] ?? 0;
  return distance !== 0 && distance + 1 === distances[node];
}

/** More than all doubts of a longest path together. */
const TURN_COST = 10;

function bestWay(ball: Ball, node: NodeRef, ways: ReadonlyMap<NodeRef, WayBack>, outwards: boolean): WayBack {
  const { view } = ball.walk;
  let best: WayBack = { cost: 0 };
  forNeighbours(ball.walk, node, (edge, other) => {
    const onwards = ways.get(other);
    if (onwards === undefined || !isInwards(ball, node, other)) return;
    const isTurn = (view.source(edge) === node) !== outwards;
    const cost = onwards.cost + doubt(view.detail(edge)) + (isTurn ? TURN_COST : 0);
    if (best.edge === undefined || cost < best.cost) best = { cost, edge, next: other };
  });
  return best;
}

/** How uncertain an edge is: 0 when proven, 1 when it says itself that it is a guess. */
function doubt({ resolution, confidence }: EdgeDetail): number {
  const byResolution = resolution === 'inferred' ? 0.25 : 0;
  return Math.max(byResolution, confidence === undefined ? 0 : 1 - confidence);
}
