/**
 * kg_context of a class or function: all that someone about to change it wants to know, in one answer. The source text is
 * not here: the graph does not hold it; whoever renders the answer reads it, verified, from `path`, `line`–`endLine`.
 */
import type { GraphView, NodeRef } from '../graph.js';
import { briefNode, type NodeBrief, propertyText, type Relation, textList } from './brief.js';
import { type Governance, governanceOf } from './governing.js';
import {
  type CutTotals,
  containersOf,
  edgesFrom,
  edgesTo,
  someOf,
  sourcesOf,
  targetsOf,
  totalsOfCut,
} from './relations.js';
import { type ReachingTests, testsReaching } from './tests-reaching.js';
import { type OpenCall, openCallsIn, type UnresolvedNote, unresolvedTo } from './unresolved.js';

export interface SymbolContext extends Governance {
  readonly kind: 'symbol';
  readonly symbol: NodeBrief;
  /** `property`, `dataclass`, `staticmethod`…; '' when it is nothing special. */
  readonly flavour: string;
  readonly decorators: readonly string[];
  readonly docstring: string;
  /** What it stands in, from the innermost outwards. */
  readonly containers: readonly NodeBrief[];
  /** Classes: methods and nested definitions. Functions: nested definitions. */
  readonly members: readonly NodeBrief[];
  readonly bases: readonly Relation[];
  readonly subclasses: readonly Relation[];
  /** Of a class: callers of its constructor too. */
  readonly callers: readonly Relation[];
  readonly unresolved?: UnresolvedNote;
  readonly callees: readonly Relation[];
  /** Calls within its lines whose target could not be told. */
  readonly openCalls: readonly OpenCall[];
  readonly reachedBy: ReachingTests;
  /** Of `members`, `subclasses`, `callers`, `callees` and `openCalls`, when they are cut. */
  readonly totals?: CutTotals;
}

/** The context of a `class` or `function` node; of each long list at most `max` items. */
export function contextOfSymbol(
  view: GraphView,
  symbol: NodeRef,
  max = Number.POSITIVE_INFINITY,
): SymbolContext {
  const properties = view.properties(symbol);
  const held = edgesFrom(view, symbol, 'contains').map((edge) => view.target(edge));
  const containers = containersOf(view, symbol).filter((node) => view.type(node) !== 'module');
  const unresolved = unresolvedTo(view, symbol);
  const calls = calledWith(view, symbol, held).flatMap((node) => edgesTo(view, node, 'calls'));
  const members = someOf(byLine(view, held), max, (node) => briefNode(view, node));
  const subclasses = sourcesOf(view, edgesTo(view, symbol, 'inherits'), max);
  const callers = sourcesOf(view, calls, max);
  const callees = targetsOf(view, edgesFrom(view, symbol, 'calls'), max);
  const openCalls = someOf(openCallsIn(view, symbol), max, (call) => call);
  return {
    kind: 'symbol',
    symbol: briefNode(view, symbol),
    flavour: propertyText(properties.kind),
    decorators: textList(properties.decorators),
    docstring: propertyText(properties.docstring),
    containers: containers.map((node) => briefNode(view, node)),
    members: members.items,
    bases: targetsOf(view, edgesFrom(view, symbol, 'inherits'), max).items,
    subclasses: subclasses.items,
    callers: callers.items,
    ...(unresolved !== undefined && { unresolved }),
    callees: callees.items,
    openCalls: openCalls.items,
    reachedBy: testsReaching(view, view.type(symbol) === 'class' ? [symbol, ...held] : [symbol], max),
    ...governanceOf(view, [symbol, ...containers]),
    ...totalsOfCut({ members, subclasses, callers, callees, openCalls }),
  };
}

/** To call a class is to call its constructor. */
function calledWith(view: GraphView, symbol: NodeRef, members: readonly NodeRef[]): NodeRef[] {
  if (view.type(symbol) !== 'class') return [symbol];
  const isConstructor = (node: NodeRef) => ['__init__', '__new__'].includes(view.name(node));
  return [symbol, ...members.filter(isConstructor)];
}

function byLine(view: GraphView, nodes: readonly NodeRef[]): NodeRef[] {
  return [...nodes].sort((a, b) => view.line(a) - view.line(b) || a - b);
}
