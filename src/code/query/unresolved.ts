/**
 * Calls whose target could not be told. From the side of the called: those whose last name fits; "no callers" may only be
 * said together with these. From the side of the caller: those that stand in a file, or within the lines of a definition.
 */
import type { GraphView, NodeRef, SegmentedView } from '../graph.js';

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
  /** Those of the page, in order of path and line. */
  readonly places: readonly UnresolvedPlace[];
}

/**
 * Unresolved calls that may go to this function or class, `max` of them from `offset` on; `undefined` for nodes that nothing
 * calls.
 */
export function unresolvedTo(
  view: GraphView,
  node: NodeRef,
  { offset = 0, max = Number.POSITIVE_INFINITY }: { readonly offset?: number; readonly max?: number } = {},
): UnresolvedNote | undefined {
  const type = view.type(node);
  if (type !== 'function' && type !== 'class') return undefined;
  const name = calledName(view, node);
  const calls = view.unresolvedCalls(name);
  const places = calls.slice(offset, offset + max).map(({ path, line, callee }) => ({ path, line, callee }));
  return { name, total: calls.length, places };
}

/** An unresolved call where it stands. */
export interface OpenCall {
  readonly line: number;
  /** As far as names go: `self.store.put`. */
  readonly callee: string;
}

/** Unresolved calls of a file, or within the lines of what stands in it, in order of line. */
export function openCallsIn(view: GraphView, node: NodeRef): OpenCall[] {
  // A view that does not know who contributed what, as those made by hand, knows calls by their last name only.
  const calls = isSegmented(view) ? view.callsIn(view.path(node)) : [];
  const all = calls.map(({ line, callee }) => ({ line, callee }));
  if (view.type(node) === 'file') return all;
  const first = view.line(node);
  const last = view.properties(node).end_line;
  return all.filter(({ line }) => line >= first && line <= (typeof last === 'number' ? last : first));
}

function isSegmented(view: GraphView): view is SegmentedView {
  return 'callsIn' in view;
}

/** A constructor is called by its class's name. */
function calledName(view: GraphView, node: NodeRef): string {
  const name = view.name(node);
  if (name !== '__init__' && name !== '__new__') return name;
  const owner = view.outgoing(node).find((edge) => view.edgeType(edge) === 'method_of');
  return owner === undefined ? name : view.name(view.target(owner));
}
