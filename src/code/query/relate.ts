/**
 * kg_relate: what stands around a node, breadth first. All nodes within `depth` hops are counted; those on the page are
 * described, each with the edges that join it to nodes before it, so that over all pages every edge is said once.
 *
 * Within a distance the kinds of edges take turns (first of each kind, then second of each…), so that forty methods do not
 * hide the two callers.
 *
 * To call a class is to call its constructor: the calls of a class's own `__init__` and `__new__` count as edges of the class
 * where one starts there. After the nodes come the calls that may belong to the start and could not be resolved.
 */
import type { EdgeRef, GraphView, NodeRef } from '../graph.js';
import { EDGE_TYPES, type EdgeType, NODE_TYPES, type NodeType } from '../model.js';
import { briefEdge, briefNode, type EdgeBrief, type NodeBrief } from './brief.js';
import { inheritedConstructors, ownConstructors } from './constructors.js';
import { type HiddenUse, usesNotSeen } from './hidden-uses.js';
import { callsTo, edgesTo } from './relations.js';
import { type Definitions, definitionsLike } from './same-name.js';
import { type StandIns, standIns } from './stand-ins.js';
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
  /** When several definitions of its file share the start's name. */
  readonly definitions?: Definitions;
  /** All nodes within reach, the start not counted. */
  readonly total: number;
  readonly totalByType: Readonly<Partial<Record<NodeType, number>>>;
  readonly offset: number;
  readonly nodes: readonly RelatedNode[];
  /** Edges from the start to itself: recursion. */
  readonly selfEdges: readonly EdgeBrief[];
  /** What there is to know about callers; absent when the question was not about those of a class or function. */
  readonly callers?: CallersNote;
  /**
   * Calls that may belong here and could not be resolved; absent when the question was not about callers. Its places come
   * after the nodes: as many as the page has left of its limit.
   */
  readonly unresolved?: UnresolvedNote;
}

export interface CallersNote {
  /** Of a class: its own constructors, whose callers are included. */
  readonly constructors: readonly NodeBrief[];
  /** Of a class without any: those of a base, whose callers may make it. */
  readonly inheritedConstructors: readonly NodeBrief[];
  /** Callers through its decorator, when their edges (`references`) are not asked for. */
  readonly throughDecorator: number;
  /** Whether anything calls it, also through its decorator or constructor. */
  readonly isCalled: boolean;
  /** Of a method: what runs in its place, with the callers of that. */
  readonly standIns?: StandIns;
  /** What may use it unseen; of what has callers less, but never nothing. */
  readonly hiddenUses: readonly HiddenUse[];
}

/** The nodes around one, from `offset` on, at most `limit`. */
export function relate(view: GraphView, request: RelateRequest): RelateAnswer {
  const offset = request.offset ?? 0;
  const types = new Set(request.edgeTypes ?? EDGE_TYPES);
  const isOfCallers = request.direction !== 'out' && types.has('calls');
  const constructors = isOfCallers ? ownConstructors(view, request.node) : [];
  const start = request.node;
  const walk: Walk = { view, types, direction: request.direction, start, constructors };
  const reached = walkAround(walk, request.node, request.depth, offset + request.limit);
  const places = new Map(reached.ordered.map(({ node }, index) => [node, index]));
  const edgesOf = joiningEdges(walk, reached.ordered, places, request.depth);
  const describe = ({ node, distance }: Visit, index: number): RelatedNode => ({
    node: briefNode(view, node),
    distance,
    edges: (edgesOf[index] ?? []).map((edge) => briefEdge(view, edge)),
  });
  // The start is the first of the order.
  const nodes = reached.ordered.map(describe).slice(offset + 1);
  const callers = isOfCallers ? callersNote(walk) : undefined;
  const unresolved = isOfCallers
    ? unresolvedTo(view, start, {
        offset: Math.max(0, offset - reached.total),
        max: request.limit - nodes.length,
      })
    : undefined;
  const definitions = definitionsLike(view, start);
  return {
    start: briefNode(view, start),
    depth: request.depth,
    direction: request.direction,
    edgeTypes: request.edgeTypes ?? [],
    ...(definitions !== undefined && { definitions }),
    total: reached.total,
    totalByType: reached.totalByType,
    offset,
    nodes,
    selfEdges: (edgesOf[0] ?? []).map((edge) => briefEdge(view, edge)),
    ...(callers !== undefined && { callers }),
    ...(unresolved !== undefined && { unresolved }),
  };
}

function callersNote({ view, types, start, constructors }: Walk): CallersNote | undefined {
  const type = view.type(start);
  if (type !== 'class' && type !== 'function') return undefined;
  const inherited = inheritedConstructors(view, start);
  const calls = [start, ...constructors].flatMap((node) => callsTo(view, node));
  const isDecorated = types.has('references');
  const inPlace = standIns(view, start);
  return {
    constructors: constructors.map((node) => briefNode(view, node)),
    inheritedConstructors: inherited.map((node) => briefNode(view, node)),
    throughDecorator: isDecorated ? 0 : calls.filter((edge) => view.edgeType(edge) !== 'calls').length,
    isCalled: calls.length > 0,
    ...(inPlace !== undefined && { standIns: inPlace }),
    hiddenUses: usesNotSeen(view, start, calls),
  };
}

interface Walk {
  readonly view: GraphView;
  readonly types: ReadonlySet<EdgeType>;
  readonly direction: Direction;
  readonly start: NodeRef;
  /** Of the start: their callers are the start's. */
  readonly constructors: readonly NodeRef[];
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
function forEdgesAround(walk: Walk, node: NodeRef, visit: Visitor): void {
  const { view, types, direction } = walk;
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
  if (node !== walk.start) return;
  for (const made of walk.constructors) {
    for (const edge of edgesTo(view, made, 'calls')) visit(edge, view.source(edge), 'in');
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
