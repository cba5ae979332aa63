/**
 * kg_context: one node's context, in the shape that its type asks for. What is neither code nor document (a concept) is shown with its properties and everything one hop away. A decision record has a shape of its own, and so have sections of
 * the project's instructions.
 */
import type { GraphView, NodeRef } from '../graph.js';
import type { Properties } from '../model.js';
import { briefNode, type NodeBrief, type Relation } from './brief.js';
import { contextOfFile, type FileContext } from './context-file.js';
import { contextOfRecord, type RecordContext } from './context-record.js';
import { contextOfSymbol, type SymbolContext } from './context-symbol.js';
import { type CutTotals, sourcesOf, targetsOf, totalsOfCut } from './relations.js';

/** The context of what documents say: a concept, a decision. */
export interface EntityContext {
  readonly kind: 'entity';
  readonly node: NodeBrief;
  readonly properties: Properties;
  readonly outgoing: readonly Relation[];
  readonly incoming: readonly Relation[];
  /** Of the two lists, when they are cut. */
  readonly totals?: CutTotals;
}

export type NodeContext = FileContext | SymbolContext | RecordContext | EntityContext;

/** All that is worth knowing about one node; of each long list at most `max` items, and then its total. */
export function contextOf(view: GraphView, node: NodeRef, max = Number.POSITIVE_INFINITY): NodeContext {
  switch (view.type(node)) {
    case 'file':
    case 'module':
      return contextOfFile(view, node, max);
    case 'class':
    case 'function':
      return contextOfSymbol(view, node, max);
    case 'adr':
    case 'config':
      return contextOfRecord(view, node, max);
    case 'concept':
    case 'decision':
    case 'trade_off':
      return contextOfEntity(view, node, max);
  }
}

function contextOfEntity(view: GraphView, node: NodeRef, max: number): EntityContext {
  const outgoing = targetsOf(view, view.outgoing(node), max);
  const incoming = sourcesOf(view, view.incoming(node), max);
  return {
    kind: 'entity',
    node: briefNode(view, node),
    properties: view.properties(node),
    outgoing: outgoing.items,
    incoming: incoming.items,
    ...totalsOfCut({ outgoing, incoming }),
  };
}
