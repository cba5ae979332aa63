/**
 * kg_context of a class or function: all that someone about to change it wants to know, in one answer. The source text is
 * not here: the graph does not hold it; whoever renders the answer reads it, verified, from `path`, `line`–`endLine`.
 */
import type { GraphView, NodeRef } from '../graph.js';
import { briefNode, type NodeBrief, propertyText, type Relation, textList } from './brief.js';
import { type Governance, governanceOf } from './governing.js';
import { containersOf, edgesFrom, fileOf, sourcesOf, targetsOf } from './relations.js';
import { type ReachingTests, testsReaching } from './tests-reaching.js';
import { type UnresolvedNote, unresolvedTo } from './unresolved.js';

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
  /** Calls anywhere in its file whose target could not be told: some may be its own. */
  readonly unresolvedInFile: number;
  readonly reachedBy: ReachingTests;
}

/** The context of a `class` or `function` node. */
export function contextOfSymbol(view: GraphView, symbol: NodeRef): SymbolContext {
  const properties = view.properties(symbol);
  const members = edgesFrom(view, symbol, 'contains').map((edge) => view.target(edge));
  const containers = containersOf(view, symbol).filter((node) => view.type(node) !== 'module');
  const unresolved = unresolvedTo(view, symbol);
  const called = calledWith(view, symbol, members);
  return {
    kind: 'symbol',
    symbol: briefNode(view, symbol),
    flavour: propertyText(properties.kind),
    decorators: textList(properties.decorators),
    docstring: propertyText(properties.docstring),
    containers: containers.map((node) => briefNode(view, node)),
    members: byLine(view, members).map((node) => briefNode(view, node)),
    bases: targetsOf(view, symbol, 'inherits'),
    subclasses: sourcesOf(view, symbol, 'inherits'),
    callers: called.flatMap((node) => sourcesOf(view, node, 'calls')),
    ...(unresolved !== undefined && { unresolved }),
    callees: targetsOf(view, symbol, 'calls'),
    unresolvedInFile: unresolvedIn(view, fileOf(view, symbol)),
    reachedBy: testsReaching(view, view.type(symbol) === 'class' ? [symbol, ...members] : [symbol]),
    ...governanceOf(view, [symbol, ...containers]),
  };
}

function unresolvedIn(view: GraphView, file: NodeRef | undefined): number {
  const count = file === undefined ? 0 : view.properties(file).calls_unresolved;
  return typeof count === 'number' ? count : 0;
}

/** To call a class is to call its constructor. */
function calledWith(view: GraphView, symbol: NodeRef, members: readonly NodeRef[]): NodeRef[] {
  if (view.type(symbol) !== 'class') return [symbol];
  const isConstructor = (node: NodeRef) => ['__init__', '__new__'].includes(view.name(node));
  return [symbol, ...members.filter(isConstructor)];
}

function byLine(view: GraphView, nodes: readonly NodeRef[]): NodeRef[] {
  return [...nodes].sort((a, b) => view.line(a) - view.line(b) || (view.id(a) < view.id(b) ? -1 : 1));
}
