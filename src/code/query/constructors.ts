/** What runs when a class is called: its own `__init__` and `__new__`, else those of the nearest base that has any. */
import type { GraphView, NodeRef } from '../graph.js';
import { lookupOrder } from './hierarchy.js';
import { definedIn } from './same-name.js';

const NAMES = ['__init__', '__new__'] as const;

/** A class's own constructors; calls of the class end there. None for anything else. */
export function ownConstructors(view: GraphView, node: NodeRef): readonly NodeRef[] {
  return view.type(node) === 'class' ? NAMES.flatMap((name) => definedIn(view, node, name)) : [];
}

/** Constructors that a class without its own has from a base: calls of it are among theirs. */
export function inheritedConstructors(view: GraphView, node: NodeRef): readonly NodeRef[] {
  if (view.type(node) !== 'class') return [];
  const [own, ...bases] = lookupOrder(view, node).map((each) => ownConstructors(view, each));
  return own === undefined || own.length > 0 ? [] : (bases.find((each) => each.length > 0) ?? []);
}
