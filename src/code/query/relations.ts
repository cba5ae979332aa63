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

/** The nodes that edges of one type lead to. */
export function targetsOf(view: GraphView, node: NodeRef, type: EdgeType): Relation[] {
  return edgesFrom(view, node, type).map((edge) => ({
    node: briefNode(view, view.target(edge)),
    edge: briefEdge(view, edge),
  }));
}

/** The nodes that edges of one type come from. */
export function sourcesOf(view: GraphView, node: NodeRef, type: EdgeType): Relation[] {
  return edgesTo(view, node, type).map((edge) => ({
    node: briefNode(view, view.source(edge)),
    edge: briefEdge(view, edge),
  }));
}

/** The file a node stands in, itself when it is one. */
export function fileOf(view: GraphView, node: NodeRef): NodeRef | undefined {
  const [first] = view.inFile(view.path(node));
  return first !== undefined && view.type(first) === 'file' ? first : undefined;
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
