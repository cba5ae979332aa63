/**
 * kg_context: one node's context, in the shape that its type asks for. What is neither code nor file (an ADR, a concept)
 * is shown with its properties and everything one hop away.
 */
import type { GraphView, NodeRef } from '../graph.js';
import type { Properties } from '../model.js';
import { briefEdge, briefNode, type NodeBrief, type Relation } from './brief.js';
import { contextOfFile, type FileContext } from './context-file.js';
import { contextOfSymbol, type SymbolContext } from './context-symbol.js';

/** The context of a document's node. */
export interface EntityContext {
  readonly kind: 'entity';
  readonly node: NodeBrief;
  readonly properties: Properties;
  readonly outgoing: readonly Relation[];
  readonly incoming: readonly Relation[];
}

export type NodeContext = FileContext | SymbolContext | EntityContext;

/** All that is worth knowing about one node. */
export function contextOf(view: GraphView, node: NodeRef): NodeContext {
  switch (view.type(node)) {
    case 'file':
    case 'module':
      return contextOfFile(view, node);
    case 'class':
    case 'function':
      return contextOfSymbol(view, node);
    case 'adr':
    case 'concept':
    case 'decision':
    case 'trade_off':
    case 'config':
      return contextOfEntity(view, node);
  }
}

function contextOfEntity(view: GraphView, node: NodeRef): EntityContext {
  return {
    kind: 'entity',
    node: briefNode(view, node),
    properties: view.properties(node),
    outgoing: view.outgoing(node).map((edge) => ({
      node: briefNode(view, view.target(edge)),
      edge: briefEdge(view, edge),
    })),
    incoming: view.incoming(node).map((edge) => ({
      node: briefNode(view, view.source(edge)),
      edge: briefEdge(view, edge),
    })),
  };
}
