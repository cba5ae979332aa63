/**
 * The shortest path between two nodes over edges of some types: breadth-first search from both ends at once, so that the
 * balls stay small. Which way edges may be walked is the caller's: along them, against them, or both ways. Among the paths
 * with the fewest hops the cheapest is taken, by what its edges say (`hopCost`), then the first in the graph's own order. An
 * edge is looked into only when it lies on a shortest path.
 */
import type { EdgeRef, GraphView, NodeRef } from '../graph.js';
import { EDGE_TYPES, type EdgeDetail, type EdgeType } from '../model.js';

/** Which way edges are walked on the way from source to target. */
export type Sense = 'along' | 'against' | 'both';

export interface Walk {
  readonly view: GraphView;
  readonly types: ReadonlySet<EdgeType>;
  readonly sense: Sense;
}

/** A hop: the edge taken and the node it leads to. */
export interface Hop {
  readonly edge: EdgeRef;
  readonly node: NodeRef;
}

export interface Walked {
  /** From source to target; absent when there is no path within the hops. */
  readonly hops?: readonly Hop[];
  /** Nodes reached from each end. */
  readonly reached: { readonly fromSource: number; readonly fromTarget: number };
}

/** How far a search may go. */
export interface Limits {
  readonly hopsMax: number;
  /** The search gives up once it has reached so many nodes; no limit when absent. */
  readonly visitsMax?: number;
}

/** The best of the shortest paths. */
export function shortestPath(walk: Walk, ends: readonly [NodeRef, NodeRef], limits: Limits): Walked {
  const balls = [newBall(walk, ends[0], walk.sense), newBall(walk, ends[1], opposite(walk.sense))] as const;
  const meeting = meet(balls, limits);
  return {
    ...(meeting.length > 0 && { hops: bestHops(balls, meeting, walk.sense) }),
    reached: { fromSource: balls[0].reached, fromTarget: balls[1].reached },
  };
}

/** Seen from the target, the path comes the other way. */
function opposite(sense: Sense): Sense {
  if (sense === 'both') return sense;
  return sense === 'along' ? 'against' : 'along';
}

/** What was reached from one end: the distance of each node plus one, 0 for all others, and the outermost layer. */
interface Ball {
  readonly walk: Walk;
  readonly sense: Sense;
  readonly distances: Uint8Array;
  layer: readonly NodeRef[];
  radius: number;
  reached: number;
}

function newBall(walk: Walk, center: NodeRef, sense: Sense): Ball {
  const distances = new Uint8Array(walk.view.nodeCount);
  distances[center] = 1;
  return { walk, sense, distances, layer: [center], radius: 0, reached: 1 };
}

/** Grows the smaller ball until they touch; the nodes they share then, all on shortest paths, in order of discovery. */
function meet([a, b]: readonly [Ball, Ball], { hopsMax, visitsMax }: Limits): readonly NodeRef[] {
  const left = () => (visitsMax === undefined ? Number.POSITIVE_INFINITY : visitsMax - a.reached - b.reached);
  let shared = a.layer.filter((node) => b.distances[node] !== 0);
  while (shared.length === 0 && a.radius + b.radius < hopsMax && left() > 0) {
    const [small, large] = a.layer.length <= b.layer.length ? [a, b] : [b, a];
    if (!grow(small, left())) return [];
    shared = small.layer.filter((node) => large.distances[node] !== 0);
  }
  return shared;
}

/** One layer more, of at most `newMax` nodes; whether it is whole and there was any. */
function grow(ball: Ball, newMax: number): boolean {
  const next: NodeRef[] = [];
  ball.radius++;
  for (const node of ball.layer) {
    if (next.length > newMax) return false;
    forNeighbours(ball, node, (_edge, other) => {
      if (ball.distances[other] !== 0) return;
      ball.distances[other] = ball.radius + 1;
      next.push(other);
    });
  }
  ball.layer = next;
  ball.reached += next.length;
  return next.length > 0;
}

function forNeighbours(
  { walk, sense }: Ball,
  node: NodeRef,
  visit: (edge: EdgeRef, other: NodeRef) => void,
): void {
  const { view, types } = walk;
  const isAnyType = types.size === EDGE_TYPES.length;
  if (sense !== 'against') {
    for (const edge of view.outgoing(node)) {
      if (isAnyType || types.has(view.edgeType(edge))) visit(edge, view.target(edge));
    }
  }
  if (sense !== 'along') {
    for (const edge of view.incoming(node)) {
      if (isAnyType || types.has(view.edgeType(edge))) visit(edge, view.source(edge));
    }
  }
}

/** The best way from a node back to the centre of its ball. */
interface WayBack {
  readonly cost: number;
  readonly edge?: EdgeRef;
  readonly next?: NodeRef;
}

/** Both ways: the better of the best path that mostly runs along the edges and the best that mostly runs against them. */
function bestHops(balls: readonly [Ball, Ball], meeting: readonly NodeRef[], sense: Sense): readonly Hop[] {
  if (sense !== 'both') return cheapestHops(balls, meeting, sense === 'along').hops;
  const along = cheapestHops(balls, meeting, true);
  const against = cheapestHops(balls, meeting, false);
  return against.cost < along.cost ? against.hops : along.hops;
}

function cheapestHops(
  [fromSource, fromTarget]: readonly [Ball, Ball],
  meeting: readonly NodeRef[],
  along: boolean,
) {
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

/**
 * For every node on a shortest way from the meeting nodes to the centre: the best such way. `outwards`: hops are wanted
 * along edges that leave the node.
 */
function waysBack(ball: Ball, meeting: readonly NodeRef[], outwards: boolean): ReadonlyMap<NodeRef, WayBack> {
  const ways = new Map<NodeRef, WayBack>();
  for (const layer of layersInwards(ball, meeting).reverse()) {
    for (const node of layer) ways.set(node, bestWay(ball, node, ways, outwards));
  }
  return ways;
}

function layersInwards(ball: Ball, meeting: readonly NodeRef[]): (readonly NodeRef[])[] {
  const layers: (readonly NodeRef[])[] = [meeting];
  const back = turned(ball);
  for (let layer = meeting; ; layer = layers[layers.length - 1] ?? []) {
    const inner = new Set<NodeRef>();
    for (const node of layer) {
      forNeighbours(back, node, (_edge, other) => {
        if (isInwards(ball, node, other)) inner.add(other);
      });
    }
    if (inner.size === 0) return layers;
    layers.push([...inner]);
  }
}

/** The ball as it is walked from its surface to its centre. */
function turned(ball: Ball): Ball {
  return { ...ball, sense: opposite(ball.sense) };
}

function isInwards({ distances }: Ball, node: NodeRef, other: NodeRef): boolean {
  const distance = distances[other] ?? 0;
  return distance !== 0 && distance + 1 === distances[node];
}

function bestWay(ball: Ball, node: NodeRef, ways: ReadonlyMap<NodeRef, WayBack>, outwards: boolean): WayBack {
  const { view } = ball.walk;
  let best: WayBack = { cost: 0 };
  forNeighbours(turned(ball), node, (edge, other) => {
    const onwards = ways.get(other);
    if (onwards === undefined || !isInwards(ball, node, other)) return;
    const isTurn = (view.source(edge) === node) !== outwards;
    const cost = onwards.cost + hopCost(view, edge, isTurn);
    if (best.edge === undefined || cost < best.cost) best = { cost, edge, next: other };
  });
  return best;
}

/** More than all doubts of a longest path together. */
const TURN_COST = 10;
/** More than all doubts and turns: that one thing stands in another joins everything with everything. */
const CONTAINMENT_COST = 200;

/** What a hop costs beside being one: standing in one another most, turning against the others less, doubt least. */
function hopCost(view: GraphView, edge: EdgeRef, isTurn: boolean): number {
  const byType = isContainment(view.edgeType(edge)) ? CONTAINMENT_COST : 0;
  return byType + (isTurn ? TURN_COST : 0) + doubt(view.detail(edge));
}

/** Whether edges of this type only say what stands in what. */
export function isContainment(type: EdgeType): boolean {
  return type === 'contains' || type === 'method_of';
}

/** How uncertain an edge is: 0 when proven, 1 when it says itself that it is a guess. */
function doubt({ resolution, confidence }: EdgeDetail): number {
  const byResolution = resolution === 'inferred' ? 0.25 : 0;
  return Math.max(byResolution, confidence === undefined ? 0 : 1 - confidence);
}
