/**
 * Classes and their bases, over `inherits` edges alone: the order in which Python looks a member up (C3, Barrett and others,
 * 1996), what is derived from a class, and from those the methods that one overrides and that override it. Bases outside
 * of the project are not in the graph: what they hold is not seen.
 */
import type { GraphView, NodeRef } from '../graph.js';
import { mergeOrders } from '../merge-orders.js';
import { textList } from './brief.js';
import { edgesFrom, edgesTo } from './relations.js';
import { definedIn, isDefinedIn } from './same-name.js';

/** The class and its bases in the order of look-up. Bases that Python would refuse come one after another. */
export function lookupOrder(view: GraphView, ofClass: NodeRef): readonly NodeRef[] {
  return orderOf(view, ofClass);
}

/** The member that `Class.name` means, its own or an inherited one; `undefined` when no class of the project has it. */
export function memberOf(view: GraphView, ofClass: NodeRef, name: string): NodeRef | undefined {
  for (const each of lookupOrder(view, ofClass)) {
    const [member] = definedIn(view, each, name);
    if (member !== undefined) return member;
  }
  return undefined;
}

/** The class that a method stands in. */
export function classOf(view: GraphView, method: NodeRef): NodeRef | undefined {
  const [edge] = edgesFrom(view, method, 'method_of');
  return edge === undefined ? undefined : view.target(edge);
}

/** The method of the nearest base that a method overrides. */
export function overriddenMethod(view: GraphView, method: NodeRef): NodeRef | undefined {
  const owner = classOf(view, method);
  if (owner === undefined || isMangled(view.name(method))) return undefined;
  for (const each of lookupOrder(view, owner).slice(1)) {
    const [member] = definedIn(view, each, view.name(method));
    if (member !== undefined) return member;
  }
  return undefined;
}

/** The classes whose methods override one: direct subclasses first, then deeper ones. `definedIn` tells the method. */
export function overridingClasses(view: GraphView, method: NodeRef): readonly NodeRef[] {
  const owner = classOf(view, method);
  const name = view.name(method);
  if (owner === undefined || isMangled(name)) return [];
  const derived = derivedFrom(view, owner);
  if (derived.length <= ASKED_FIRST) return derived.filter((each) => isDefinedIn(view, each, name));
  const named = view.named(name.toLowerCase());
  if (derived.length < named.length) return derived.filter((each) => isDefinedIn(view, each, name));
  const owners = new Set(named.map((node) => ownerOf(view, node, name)));
  return derived.filter((each) => owners.has(each));
}

// So many are asked without a look at how many have the name: if those are fewer than the classes, their owners are looked up.
const ASKED_FIRST = 200;

function ownerOf(view: GraphView, node: NodeRef, name: string): NodeRef | undefined {
  return view.name(node) === name ? classOf(view, node) : undefined;
}

/** Every class that is derived from one, the direct ones first; the class itself is not among them. */
export function derivedFrom(view: GraphView, base: NodeRef): readonly NodeRef[] {
  const found = new Set([base]);
  // A set is walked in the order in which it grows.
  for (const each of found) {
    for (const edge of edgesTo(view, each, 'inherits')) found.add(view.source(edge));
  }
  return [...found].slice(1);
}

/** Names with two leading underscores are mangled with their class: nothing overrides them. */
function isMangled(name: string): boolean {
  return name.startsWith('__') && !name.endsWith('__');
}

/** An order per class, bases before what is derived from them; a base that is its own base counts as having none. */
function orderOf(view: GraphView, ofClass: NodeRef): readonly NodeRef[] {
  const orders = new Map<NodeRef, readonly NodeRef[]>();
  const open = new Set([ofClass]);
  const waiting = [ofClass];
  for (let last = waiting.at(-1); last !== undefined; last = waiting.at(-1)) {
    const bases = basesOf(view, last);
    const missing = bases.find((base) => !open.has(base));
    if (missing !== undefined) {
      open.add(missing);
      waiting.push(missing);
      continue;
    }
    const behind = bases.map((base) => (orders.get(base) ?? [base]).filter((each) => each !== last));
    orders.set(last, [last, ...(mergeOrders(behind) ?? new Set(behind.flat()))]);
    waiting.pop();
  }
  return orders.get(ofClass) ?? [ofClass];
}

/** The bases in the order in which they are written; edges are in order of id. */
function basesOf(view: GraphView, ofClass: NodeRef): NodeRef[] {
  const bases = edgesFrom(view, ofClass, 'inherits').map((edge) => view.target(edge));
  if (bases.length < 2) return bases;
  const written = textList(view.properties(ofClass).bases).map((text) => {
    const name = text.replace(/[[(].*$/s, '').trim();
    return name.slice(name.lastIndexOf('.') + 1);
  });
  const placeOf = (base: NodeRef) => {
    const place = written.indexOf(view.name(base));
    return place < 0 ? written.length : place;
  };
  return bases.sort((a, b) => placeOf(a) - placeOf(b) || a - b);
}
