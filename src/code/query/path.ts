/**
 * kg_path: how one node reaches another, or else what joins them. In this order, each the shortest of its kind
 * (`path-walk.ts`), within the hops asked for:
 *
 *   1. a chain from source to target: every hop runs along its edge. A hop into what something contains weighs three hops
 *      of calls, imports and the like, so it shortens a chain only where there is hardly another one;
 *   2. a chain from target to source, likewise;
 *   3. a connection: edges both ways, such as two callers of one helper.
 *
 * So a longer chain of calls comes before a shorter connection through something that everybody uses. A chain that is only
 * longer than asked for is mentioned. Up the way a method belongs to its class no chain goes: it would lead to its siblings.
 */
import type { GraphView, NodeRef } from '../graph.js';
import { EDGE_TYPES, type EdgeType } from '../model.js';
import { briefEdge, briefNode, type EdgeBrief, type NodeBrief } from './brief.js';
import { type Hop, isContainment, type Sense, shortestPath, type Walked } from './path-walk.js';

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
  /** Hops of the shortest chain from source to target when it is only longer than `maxDepth`. */
  readonly longerChain?: number;
  /** How many nodes were reached from each end before the last search ended. */
  readonly reached: { readonly fromSource: number; readonly fromTarget: number };
}

/** What a hop into what something contains weighs more than another hop. */
const CONTAINMENT_WEIGHT = 2;
/** The longest chain anybody can ask for. */
const HOPS_MAX = 10;
/** Nodes looked at for a chain that is longer than asked for. */
const LONGER_VISITS_MAX = 10_000;

/** The path between two nodes that says most, at most `maxDepth` hops. */
export function findPath(view: GraphView, request: PathRequest): PathAnswer {
  const search: Search = { view, request, types: new Set(request.edgeTypes ?? EDGE_TYPES) };
  const chain = findChain(search, 'along');
  const found = chain ?? findChain(search, 'against') ?? walk(search, search.types, 'both');
  const hops = found.hops ?? [];
  const longer = chain === undefined ? longerChain(search) : undefined;
  const nodes = found.hops === undefined ? [] : [request.source, ...hops.map(({ node }) => node)];
  return {
    source: briefNode(view, request.source),
    target: briefNode(view, request.target),
    maxDepth: request.maxDepth,
    edgeTypes: request.edgeTypes ?? [],
    nodes: nodes.map((node) => briefNode(view, node)),
    edges: hops.map(({ edge }) => briefEdge(view, edge)),
    ...(longer !== undefined && { longerChain: longer }),
    reached: found.reached,
  };
}

interface Search {
  readonly view: GraphView;
  readonly request: PathRequest;
  readonly types: ReadonlySet<EdgeType>;
}

function walk(search: Search, types: ReadonlySet<EdgeType>, sense: Sense, hopsMax?: number): Walked {
  const { view, request } = search;
  const limits = { hopsMax: hopsMax ?? request.maxDepth };
  return shortestPath({ view, types, sense }, [request.source, request.target], limits);
}

/** The lightest chain of one sense: with hops of containment only where these make it much shorter. */
function findChain(search: Search, sense: Sense): Walked | undefined {
  const { maxDepth } = search.request;
  const plain = walk(search, plainTypes(search), sense);
  if (!search.types.has('contains')) return plain.hops && plain;
  const shorterMax = plain.hops === undefined ? maxDepth : plain.hops.length - CONTAINMENT_WEIGHT - 1;
  if (shorterMax < 1) return plain;
  const mixed = walk(search, new Set([...plainTypes(search), 'contains']), sense, shorterMax);
  const isLighter = weightOf(search.view, mixed.hops) < weightOf(search.view, plain.hops);
  const lighter = isLighter ? mixed : plain;
  return lighter.hops && lighter;
}

function plainTypes({ types }: Search): ReadonlySet<EdgeType> {
  return new Set([...types].filter((type) => !isContainment(type)));
}

function weightOf(view: GraphView, hops: readonly Hop[] | undefined): number {
  if (hops === undefined) return Number.POSITIVE_INFINITY;
  const heavy = hops.filter(({ edge }) => isContainment(view.edgeType(edge))).length;
  return hops.length + CONTAINMENT_WEIGHT * heavy;
}

function longerChain(search: Search): number | undefined {
  const { view, request } = search;
  if (request.maxDepth >= HOPS_MAX) return undefined;
  const types = plainTypes(search);
  const limits = { hopsMax: HOPS_MAX, visitsMax: LONGER_VISITS_MAX };
  return shortestPath({ view, types, sense: 'along' }, [request.source, request.target], limits).hops?.length;
}
