/**
 * kg_path: how two nodes are connected. Breadth-first search from both ends at once, along edges in either direction, so
 * that the balls stay small; among the paths with the fewest hops the one whose edges are the most certain, and among
 * those the first in the graph's own order. An edge is looked into only when it lies on a shortest path.
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
  const types = new Set(request.edgeTypes ?? EDGE_TYPES);
  const fromSource = newBall(request.source);
  const fromTarget = newBall(request.target);
  const meeting = meet(view, types, [fromSource, fromTarget], request.maxDepth);
  const steps = meeting.length === 0 ? [] : bestSteps(view, types, fromSource, fromTarget, meeting);
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
    reached: { fromSource: fromSource.distances.size, fromTarget: fromTarget.distances.size },
  };
}

/** What was reached from one end: the distance of each node, and the outermost layer. */
interface Ball {
  readonly distances: Map<NodeRef, number>;
  layer: readonly NodeRef[];
  radius: number;
}

function newBall(center: NodeRef): Ball {
  return { distances: new Map([[center, 0]]), layer: [center], radius: 0 };
}

/** Grows the smaller ball until they touch; the nodes they share then, all on shortest paths, in order of discovery. */
function meet(
  view: GraphView,
  types: ReadonlySet<EdgeType>,
  [a, b]: readonly [Ball, Ball],
  hopsMax: number,
): readonly NodeRef[] {
  let shared = a.layer.filter((node) => b.distances.has(node));
  while (shared.length === 0 && a.radius + b.radius < hopsMax) {
    const [small, large] = a.layer.length <= b.layer.length ? [a, b] : [b, a];
    grow(view, types, small);
    if (small.layer.length === 0) return [];
    shared = small.layer.filter((node) => large.distances.has(node));
  }
  return shared;
}

function grow(view: GraphView, types: ReadonlySet<EdgeType>, ball: Ball): void {
  const next: NodeRef[] = [];
  ball.radius++;
  for (const node of ball.layer) {
    for (const { other } of neighbours(view, types, node)) {
      if (ball.distances.has(other)) continue;
      ball.distances.set(other, ball.radius);
      next.push(other);
    }
  }
  ball.layer = next;
}

interface Step {
  readonly edge: EdgeRef;
  readonly other: NodeRef;
}

function* neighbours(view: GraphView, types: ReadonlySet<EdgeType>, node: NodeRef): Iterable<Step> {
  for (const edge of view.outgoing(node)) {
    if (types.has(view.edgeType(edge))) yield { edge, other: view.target(edge) };
  }
  for (const edge of view.incoming(node)) {
    if (types.has(view.edgeType(edge))) yield { edge, other: view.source(edge) };
  }
}

/** A hop: the edge taken and the node it leads to. */
interface Hop {
  readonly edge: EdgeRef;
  readonly node: NodeRef;
}

/** The cheapest way from a node back to the centre of its ball. */
interface WayBack {
  readonly cost: number;
  readonly edge?: EdgeRef;
  readonly next?: NodeRef;
}

function bestSteps(
  view: GraphView,
  types: ReadonlySet<EdgeType>,
  fromSource: Ball,
  fromTarget: Ball,
  meeting: readonly NodeRef[],
): Hop[] {
  const back = waysBack(view, types, fromSource, meeting);
  const forth = waysBack(view, types, fromTarget, meeting);
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
  return hops;
}

/** For every node on a shortest way from the meeting nodes to the centre: the cheapest such way. */
function waysBack(
  view: GraphView,
  types: ReadonlySet<EdgeType>,
  ball: Ball,
  meeting: readonly NodeRef[],
): ReadonlyMap<NodeRef, WayBack> {
  const layers = layersInwards(view, types, ball, meeting);
  const ways = new Map<NodeRef, WayBack>();
  for (const layer of layers.reverse()) {
    for (const node of layer) ways.set(node, cheapestWay(view, types, ball, node, ways));
  }
  return ways;
}

function layersInwards(
  view: GraphView,
  types: ReadonlySet<EdgeType>,
  ball: Ball,
  meeting: readonly NodeRef[],
): (readonly NodeRef[])[] {
  const layers: (readonly NodeRef[])[] = [meeting];
  for (let layer = meeting; ; layer = layers[layers.length - 1] ?? []) {
    const inner = new Set<NodeRef>();
    for (const node of layer) {
      for (const { other } of neighbours(view, types, node)) {
        if (isInwards(ball, node, other)) inner.add(other);
      }
    }
    if (inner.size === 0) return layers;
    layers.push([...inner]);
  }
}

function isInwards(ball: Ball, node: NodeRef, other: NodeRef): boolean {
  const distance = ball.distances.get(other);
  return distance !== undefined && distance + 1 === ball.distances.get(node);
}

function cheapestWay(
  view: GraphView,
  types: ReadonlySet<EdgeType>,
  ball: Ball,
  node: NodeRef,
  ways: ReadonlyMap<NodeRef, WayBack>,
): WayBack {
  let best: WayBack = { cost: 0 };
  for (const { edge, other } of neighbours(view, types, node)) {
    const onwards = ways.get(other);
    if (onwards === undefined || !isInwards(ball, node, other)) continue;
    const cost = onwards.cost + doubt(view.detail(edge));
    if (best.edge === undefined || cost < best.cost) best = { cost, edge, next: other };
  }
  return best;
}

/** How uncertain an edge is: 0 when proven, 1 when it says itself that it is a guess. */
function doubt({ resolution, confidence }: EdgeDetail): number {
  const byResolution = resolution === 'inferred' ? 0.25 : 0;
  return Math.max(byResolution, confidence === undefined ? 0 : 1 - confidence);
}
