/**
 * Definitions that share one name in one file: overloads with their implementation, the variants of an `if`/`else`, a
 * property's getter and setter. The graph keeps all of them, as `X`, `X#2`, `X#3`; people write `X` and mean the one that
 * runs. Nothing here looks at other files: what those call alike is another thing.
 */
import { groupBy } from '../../kernel/groups.js';
import type { GraphView, NodeRef } from '../graph.js';
import { briefNode, type NodeBrief, propertyText } from './brief.js';

/** The definitions that share a name. */
export interface Definitions {
  /** The one that the name means. */
  readonly meant: NodeBrief;
  /** All others, in order of line; `kind` is `overload`, `setter`, `function`… */
  readonly others: readonly (NodeBrief & { readonly kind: string })[];
}

/** What shares the name of a class or function with it; `undefined` when it is the only one. */
export function definitionsLike(view: GraphView, node: NodeRef): Definitions | undefined {
  const all = sharers(view, node);
  if (all.length < 2) return undefined;
  const meant = meantOf(view, all);
  const others = all.filter((each) => each !== meant);
  return {
    meant: briefNode(view, meant),
    others: others.map((each) => ({ ...briefNode(view, each), kind: kindOf(view, each) })),
  };
}

/** Among nodes, of those that share a name only the one that it means; the order stays. */
export function meantAmong(view: GraphView, nodes: readonly NodeRef[]): readonly NodeRef[] {
  if (nodes.length < 2) return nodes;
  const groups = groupBy(nodes, (node) => {
    return isDefinition(view, node) ? `${view.path(node)}\n${bodyOf(view, node)}` : view.id(node);
  });
  return [...groups.values()].map((group) => meantOf(view, byLine(view, group)));
}

/** The definitions of a name that stand right in a class, function or file; the one that is meant first. */
export function definedIn(view: GraphView, container: NodeRef, name: string): readonly NodeRef[] {
  const found = heldAs(view, container, name);
  if (found.length < 2) return found;
  const meant = meantOf(view, byLine(view, found));
  return [meant, ...found.filter((node) => node !== meant)];
}

/** Whether a name is defined right in a class; for many classes cheaper than what defines it. */
export function isDefinedIn(view: GraphView, ofClass: NodeRef, name: string): boolean {
  return heldAs(view, ofClass, name).length > 0;
}

/** What a class holds is looked at, name by name: for the few that it mostly has, that is sooner done than to look up an id. */
function heldAs(view: GraphView, container: NodeRef, name: string): NodeRef[] {
  const held: NodeRef[] = [];
  for (const edge of view.outgoing(container)) {
    if (view.edgeType(edge) !== 'contains') continue;
    const node = view.target(edge);
    if (view.name(node) === name) held.push(node);
  }
  return held;
}

/** An id without its type, and without the marks of second definitions (`#2`) and of files that claim one id (`@path`). */
export function bodyOf(view: GraphView, node: NodeRef): string {
  const id = view.id(node);
  const body = id.slice(id.indexOf(':') + 1);
  // Most have neither, and a name may be that of thousands.
  const isMarked = body.includes('#') || body.includes('@');
  return isMarked ? body.replace(/@[^@]*$|#\d+(?=\.|$|@)/g, '') : body;
}

function sharers(view: GraphView, node: NodeRef): NodeRef[] {
  if (!isDefinition(view, node)) return [node];
  const body = bodyOf(view, node);
  const name = view.name(node);
  return view.inFile(view.path(node)).filter((each) => {
    return view.name(each) === name && isDefinition(view, each) && bodyOf(view, each) === body;
  });
}

/**
 * What runs when the name is used: of the definitions in order of line the last one that is no overload. A setter or a
 * deleter belongs to its property, which reads mean.
 */
function meantOf(view: GraphView, definitions: readonly NodeRef[]): NodeRef {
  const ranked = definitions.map((node) => RANKS.get(kindOf(view, node)) ?? 2);
  const best = Math.max(...ranked);
  return definitions[ranked.lastIndexOf(best)] as NodeRef;
}

const RANKS: ReadonlyMap<string, number> = new Map([
  ['overload', 0],
  ['setter', 1],
  ['deleter', 1],
]);

function kindOf(view: GraphView, node: NodeRef): string {
  const kind = propertyText(view.properties(node).kind);
  return kind === '' ? view.type(node) : kind;
}

function isDefinition(view: GraphView, node: NodeRef): boolean {
  return view.type(node) === 'function' || view.type(node) === 'class';
}

function byLine(view: GraphView, nodes: readonly NodeRef[]): NodeRef[] {
  return [...nodes].sort((a, b) => view.line(a) - view.line(b) || a - b);
}
