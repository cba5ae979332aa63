/**
 * Calls of methods by a name of which nothing is known: `getattr(self, what)()`. Where a part of it is, the graph has edges; these
 * are unresolved calls of `getattr()`: any method of the class and of what derives from it may be meant.
 * A method that is looked up so and called elsewhere, under another name, is not seen here.
 */
import type { GraphView, NodeRef } from '../graph.js';
import { classOf, lookupOrder } from './hierarchy.js';
import { edgesFrom } from './relations.js';
import { openCallsIn } from './unresolved.js';

/** Where a method may be called by name: the method that does it, and the line. */
export interface ComputedCall {
  readonly id: string;
  readonly line: number;
}

/** Classes that are looked through, and calls that are given. */
const CLASSES_MAX = 8;
const CALLS_MAX = 3;

/** Calls by a computed name in the class of a method and its bases, nearest class first. */
export function computedCallsTo(view: GraphView, method: NodeRef): readonly ComputedCall[] {
  const owner = view.type(method) === 'function' ? classOf(view, method) : undefined;
  if (owner === undefined || /^__\w+__$/.test(view.name(method))) return [];
  const found: ComputedCall[] = [];
  for (const each of lookupOrder(view, owner).slice(0, CLASSES_MAX)) {
    found.push(...computedCallsIn(view, each));
    if (found.length >= CALLS_MAX) break;
  }
  return found.slice(0, CALLS_MAX);
}

function computedCallsIn(view: GraphView, ofClass: NodeRef): ComputedCall[] {
  const calls = openCallsIn(view, ofClass).filter(({ callee }) => callee === 'getattr()');
  if (calls.length === 0) return [];
  const methods = edgesFrom(view, ofClass, 'contains').map((edge) => view.target(edge));
  return calls.flatMap(({ line }) => {
    const around = methods.find((each) => isAround(view, each, line));
    return around === undefined ? [] : [{ id: view.id(around), line }];
  });
}

function isAround(view: GraphView, node: NodeRef, line: number): boolean {
  const end = view.properties(node).end_line;
  return view.line(node) <= line && line <= (typeof end === 'number' ? end : view.line(node));
}
