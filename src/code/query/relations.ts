/**
 * The few questions about one node's edges that several queries ask. Results keep the graph's order: by type, then id.
 */
import type { EdgeRef, GraphView, NodeRef } from '../graph.js';
import type { EdgeType } from '../model.js';
import { briefEdge, briefNode, type Relation } from './brief.js';

/** Edges of one type that start at a node. */
export function edgesFrom(view: GraphView, node: NodeRef, type: EdgeType): EdgeRef[] {
  return view.outgoing(node).filter((edge) => view.edgeType(edge) === type);
}

/** Edges of one type that end at a node. */
export function edgesTo(view: GraphView, node: NodeRef, type: EdgeType): EdgeRef[] {
  return view.incoming(node).filter((edge) => view.edgeType(edge) === type);
}

/**
 * The ways into a function or class: `calls`, then those that go through its decorator, which end at what the decorator
 * made of it and stand as `references` here.
 */
export function callsTo(view: GraphView, node: NodeRef): EdgeRef[] {
  return view.incoming(node).filter((edge) => isCall(view, edge));
}

/** The same outwards: what a function calls, also through decorators. */
export function callsFrom(view: GraphView, node: NodeRef): EdgeRef[] {
  return view.outgoing(node).filter((edge) => isCall(view, edge));
}

/** What such a `references` edge carries as its `source`. */
export const THROUGH_DECORATOR = 'decorator';

function isCall(view: GraphView, edge: EdgeRef): boolean {
  const type = view.edgeType(edge);
  return type === 'calls' || (type === 'references' && view.detail(edge).source === THROUGH_DECORATOR);
}

/** The first of many, and how many there are: a file that ten thousand import is described by a few hundred of them. */
export interface Some<T> {
  readonly items: readonly T[];
  readonly total: number;
}

/** By name: how long the lists are that an answer does not hold whole. */
export type CutTotals = Readonly<Record<string, number>>;

/** The totals of those lists that are cut; nothing when all are whole. */
export function totalsOfCut(lists: Readonly<Record<string, Some<unknown>>>): { readonly totals?: CutTotals } {
  const cut = Object.entries(lists).filter(([, { items, total }]) => items.length < total);
  return cut.length === 0
    ? {}
    : { totals: Object.fromEntries(cut.map(([name, { total }]) => [name, total])) };
}

/** The first `max` of a list, described. */
export function someOf<T, U>(all: readonly T[], max: number, describe: (item: T) => U): Some<U> {
  return { items: all.slice(0, max).map(describe), total: all.length };
}

/** The nodes that edges lead to. */
export function targetsOf(view: GraphView, edges: readonly EdgeRef[], max: number): Some<Relation> {
  return someOf(edges, max, (edge) => ({
    node: briefNode(view, view.target(edge)),
    edge: briefEdge(view, edge),
  }));
}

/** The nodes that edges come from. */
export function sourcesOf(view: GraphView, edges: readonly EdgeRef[], max: number): Some<Relation> {
  return someOf(edges, max, (edge) => ({
    node: briefNode(view, view.source(edge)),
    edge: briefEdge(view, edge),
  }));
}

/** What contains a node, from the innermost outwards: method → class → file. The node itself is not among them. */
export function containersOf(view: GraphView, node: NodeRef): NodeRef[] {
  const containers: NodeRef[] = [];
  const seen = new Set([node]);
  for (let at = node; ; ) {
    const [edge] = edgesTo(view, at, 'contains');
    if (edge === undefined) return containers;
    at = view.source(edge);
    if (seen.has(at)) return containers;
    seen.add(at);
    containers.push(at);
  }
}
