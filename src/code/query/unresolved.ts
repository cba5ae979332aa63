/**
 * What an answer about callers cannot know: calls whose last name fits and whose target could not be told. "No callers"
 * may only be said together with these.
 */
import type { GraphView, NodeRef } from '../graph.js';

export interface UnresolvedPlace {
  readonly path: string;
  readonly line: number;
  /** As far as names go: `self.store.put`. */
  readonly callee: string;
}

export interface UnresolvedNote {
  /** The name called. */
  readonly name: string;
  readonly total: number;
  /** The first of them, in order of path and line. */
  readonly places: readonly UnresolvedPlace[];
}

// More would not be read; the total says how many there are.
const PLACES_MAX = 5;

/** Unresolved calls that may go to this function or class; `undefined` for nodes that nothing calls. */
export function unresolvedTo(view: GraphView, node: NodeRef): UnresolvedNote | undefined {
  const type = view.type(node);
  if (type !== 'function' && type !== 'class') return undefined;
  const name = calledName(view, node);
  const calls = view.unresolvedCalls(name);
  const places = calls.slice(0, PLACES_MAX).map(({ path, line, callee }) => ({ path, line, callee }));
  return { name, total: calls.length, places };
}

/** A constructor is called by its class's name. */
function calledName(view: GraphView, node: NodeRef): string {
  const name = view.name(node);
  if (name !== '__init__' && name !== '__new__') return name;
  const owner = view.outgoing(node).find((edge) => view.edgeType(edge) === 'method_of');
  return owner === undefined ? name : view.name(view.target(owner));
}
