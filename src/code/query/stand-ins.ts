/**
 * What runs in a method's place: methods of derived classes that override it and, for a protocol, those of classes that have
 * all that it asks for without naming it. A call of the method, as written, has its edge at these where values were followed:
 * whoever changes the method has to know those callers, too.
 */
import type { EdgeRef, GraphView, NodeRef } from '../graph.js';
import { briefEdge, briefNode, type NodeBrief, type Relation, textList } from './brief.js';
import { classOf, derivedFrom, memberOf, overridingClasses } from './hierarchy.js';
import { callsTo, edgesFrom, type Some } from './relations.js';
import { definedIn } from './same-name.js';

/** Callers of what runs in a method's place. */
export interface StandIns {
  /** A protocol leaves it to others; an abstract method to derived classes; an ordinary one may be overridden. */
  readonly kind: 'protocol' | 'abstract' | 'overridden';
  /** The methods: overriding ones, then those that only fit a protocol; the first of them. */
  readonly methods: readonly NodeBrief[];
  readonly total: number;
  /** Their callers, without those that call the method itself. */
  readonly callers: readonly Relation[];
  readonly callersTotal: number;
}

/** Methods whose callers are looked at, and those that are named. */
const LOOKED_MAX = 64;
const NAMED_MAX = 8;
/** Definitions of one name that are asked whether they fit a protocol. */
const ASKED_MAX = 100;
/** Callers that are given when the question sets no limit. */
const CALLERS_MAX = 10;

/** What stands in for a method, whose `overriding` classes may be known; `undefined` when nothing does and it is neither a protocol's nor abstract. */
export function standIns(
  view: GraphView,
  method: NodeRef,
  overriding: readonly NodeRef[] = overridingClasses(view, method),
): StandIns | undefined {
  const owner = view.type(method) === 'function' ? classOf(view, method) : undefined;
  if (owner === undefined || isMaking(view.name(method))) return undefined;
  const kind = kindOf(view, method, owner);
  const methods = methodsInPlaceOf(view, method, overriding.slice(0, LOOKED_MAX));
  if (methods.length === 0 && kind === 'overridden') return undefined;
  const callers = callersThrough(view, method, methods);
  return {
    kind,
    methods: methods.slice(0, NAMED_MAX).map((each) => briefNode(view, each)),
    total: methods.length + Math.max(0, overriding.length - LOOKED_MAX),
    callers: callers.items,
    callersTotal: callers.total,
  };
}

/** The methods that run in a method's place: overriding ones first, then those that fit its protocol. */
export function methodsInPlaceOf(
  view: GraphView,
  method: NodeRef,
  overridingOnes: readonly NodeRef[] = overridingClasses(view, method),
): readonly NodeRef[] {
  const owner = view.type(method) === 'function' ? classOf(view, method) : undefined;
  if (owner === undefined) return [];
  const name = view.name(method);
  const overriding = overridingOnes.flatMap((each) => definedIn(view, each, name)[0] ?? []);
  const fitting = isProtocol(view, owner) ? fittingMethods(view, owner, method) : [];
  return [...new Set([...overriding, ...fitting])];
}

/** Making an instance is no call on one: a derived class's constructor stands in for nothing. */
function isMaking(name: string): boolean {
  return name === '__init__' || name === '__new__' || name === '__init_subclass__';
}

function kindOf(view: GraphView, method: NodeRef, owner: NodeRef): StandIns['kind'] {
  if (isProtocol(view, owner)) return 'protocol';
  const decorators = textList(view.properties(method).decorators);
  return decorators.some((text) => /\babstract\w*/.test(text)) ? 'abstract' : 'overridden';
}

function isProtocol(view: GraphView, owner: NodeRef): boolean {
  return textList(view.properties(owner).bases).some((text) => /^(?:\w+\.)*Protocol\b/.test(text));
}

/** Of classes that do not derive from a protocol but have each of its methods: those of one name. */
function fittingMethods(view: GraphView, protocol: NodeRef, method: NodeRef): NodeRef[] {
  const name = view.name(method);
  const named = view.named(name.toLowerCase());
  if (named.length > ASKED_MAX) return [];
  const members = edgesFrom(view, protocol, 'contains')
    .map((edge) => view.target(edge))
    .filter((each) => view.type(each) === 'function');
  const asked = [...new Set(members.map((each) => view.name(each)))];
  const derived = new Set([protocol, ...derivedFrom(view, protocol)]);
  return named.filter((each) => {
    const owner = view.name(each) === name ? classOf(view, each) : undefined;
    if (owner === undefined || derived.has(owner) || isProtocol(view, owner)) return false;
    return asked.every((member) => memberOf(view, owner, member) !== undefined);
  });
}

function callersThrough(view: GraphView, method: NodeRef, methods: readonly NodeRef[]): Some<Relation> {
  const known = new Set([...callsTo(view, method).map((edge) => view.source(edge)), ...methods]);
  const edges = methods
    .flatMap((each) => callsTo(view, each))
    .filter((edge: EdgeRef) => !known.has(view.source(edge)));
  const items = edges
    .slice(0, CALLERS_MAX)
    .map((edge) => ({ node: briefNode(view, view.source(edge)), edge: briefEdge(view, edge) }));
  return { items, total: edges.length };
}
