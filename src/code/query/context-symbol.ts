/**
 * kg_context of a class or function: all that someone about to change it wants to know, in one answer. The source text is
 * not here: the graph does not hold it; whoever renders the answer reads it, verified, from `path`, `line`–`endLine`.
 */
import type { EdgeRef, GraphView, NodeRef } from '../graph.js';
import { TEST_FILE } from '../test-paths.js';
import { briefNode, type NodeBrief, propertyText, type Relation, textList } from './brief.js';
import { inheritedConstructors, ownConstructors } from './constructors.js';
import { type Governance, governanceOf } from './governing.js';
import { type HiddenUse, usesNotSeen } from './hidden-uses.js';
import { overriddenMethod, overridingClasses } from './hierarchy.js';
import {
  type CutTotals,
  callsFrom,
  callsTo,
  containersOf,
  edgesFrom,
  edgesTo,
  someOf,
  sourcesOf,
  targetsOf,
  totalsOfCut,
} from './relations.js';
import { type Definitions, definedIn, definitionsLike } from './same-name.js';
import { type StandIns, standIns } from './stand-ins.js';
import { type ReachingTests, testsReaching } from './tests-reaching.js';
import { type OpenCall, openCallsIn, type UnresolvedNote, unresolvedTo } from './unresolved.js';

export interface SymbolContext extends Governance {
  readonly kind: 'symbol';
  readonly symbol: NodeBrief;
  /** `property`, `dataclass`, `staticmethod`…; '' when it is nothing special. */
  readonly flavour: string;
  readonly decorators: readonly string[];
  readonly docstring: string;
  /** When several definitions of its file share its name. */
  readonly definitions?: Definitions;
  /** What it stands in, from the innermost outwards. */
  readonly containers: readonly NodeBrief[];
  /** Classes: methods and nested definitions. Functions: nested definitions. */
  readonly members: readonly NodeBrief[];
  readonly bases: readonly Relation[];
  readonly subclasses: readonly Relation[];
  /** Of a method: that of the nearest base. */
  readonly overrides?: NodeBrief;
  /** Of a method: those of subclasses, the direct ones first. */
  readonly overriddenBy: readonly NodeBrief[];
  /** Those in tests last. Of a class: callers of its constructor too. Calls through a decorator are `references` edges. */
  readonly callers: readonly Relation[];
  /** Of a class without a constructor: those of a base, whose callers may make it. */
  readonly inheritedConstructors: readonly NodeBrief[];
  /** Of a method: what runs in its place, with the callers of that. */
  readonly standIns?: StandIns;
  /** What may use it unseen; of what has callers less, but never nothing. */
  readonly hiddenUses: readonly HiddenUse[];
  readonly unresolved?: UnresolvedNote;
  readonly callees: readonly Relation[];
  /** Calls within its lines whose target could not be told. */
  readonly openCalls: readonly OpenCall[];
  readonly reachedBy: ReachingTests;
  /** Of `members`, `subclasses`, `overriddenBy`, `callers`, `callees` and `openCalls`, when they are cut. */
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
  const unresolved = unresolvedTo(view, symbol, { max });
  const definitions = definitionsLike(view, symbol);
  const overrides = overriddenMethod(view, symbol);
  // To call a class is to call its constructor.
  const called = [symbol, ...ownConstructors(view, symbol)];
  const members = someOf(byLine(view, held), max, (node) => briefNode(view, node));
  const subclasses = sourcesOf(view, edgesTo(view, symbol, 'inherits'), max);
  const overriding = overridingClasses(view, symbol);
  const overriddenBy = someOf(overriding, max, (each) =>
    briefNode(view, definedIn(view, each, view.name(symbol))[0] ?? each),
  );
  const calls = called.flatMap((node) => callsTo(view, node));
  const callers = sourcesOf(view, testsLast(view, calls), max);
  const callees = targetsOf(view, callsFrom(view, symbol), max);
  const inPlace = standIns(view, symbol, overriding);
  const openCalls = someOf(openCallsIn(view, symbol), max, (call) => call);
  return {
    kind: 'symbol',
    symbol: briefNode(view, symbol),
    flavour: propertyText(properties.kind),
    decorators: textList(properties.decorators),
    docstring: propertyText(properties.docstring),
    ...(definitions !== undefined && { definitions }),
    containers: containers.map((node) => briefNode(view, node)),
    members: members.items,
    bases: targetsOf(view, edgesFrom(view, symbol, 'inherits'), max).items,
    subclasses: subclasses.items,
    ...(overrides !== undefined && { overrides: briefNode(view, overrides) }),
    overriddenBy: overriddenBy.items,
    callers: callers.items,
    inheritedConstructors: inheritedConstructors(view, symbol).map((node) => briefNode(view, node)),
    ...(inPlace !== undefined && { standIns: inPlace }),
    hiddenUses: usesNotSeen(view, symbol, calls),
    ...(unresolved !== undefined && { unresolved }),
    callees: callees.items,
    openCalls: openCalls.items,
    reachedBy: testsReaching(view, view.type(symbol) === 'class' ? [symbol, ...held] : [symbol], { max }),
    ...governanceOf(view, [symbol, ...containers]),
    ...totalsOfCut({ members, subclasses, overriddenBy, callers, callees, openCalls }),
  };
}

/** What is bound to break for users before what only says so; otherwise the order stays. */
function testsLast(view: GraphView, edges: readonly EdgeRef[]): EdgeRef[] {
  const isInTest = (edge: EdgeRef) => TEST_FILE.test(view.path(view.source(edge)));
  return [...edges.filter((edge) => !isInTest(edge)), ...edges.filter(isInTest)];
}

function byLine(view: GraphView, nodes: readonly NodeRef[]): NodeRef[] {
  return [...nodes].sort((a, b) => view.line(a) - view.line(b) || a - b);
}
