/**
 * Dotted names that lead to a definition which stands elsewhere: `Option.make_metavar` is a base's method, `asyncio.run` is
 * taken into a package from one of its files, `click.Command.main` is both. What stands in front of the last dot is found
 * first, then what it holds, inherits or takes in.
 */
import type { GraphView, NodeRef } from '../graph.js';
import { dottedPath } from '../model.js';
import { classOf, memberOf } from './hierarchy.js';
import { edgesFrom } from './relations.js';
import { bodyOf, definedIn } from './same-name.js';

/** A definition, and how its name led there. */
export interface FoundThrough {
  readonly node: NodeRef;
  readonly through: Through;
}

/** `inherited`: the class that was named has it from a base. `elsewhere`: what was named takes it in from another file. */
export type Through = { readonly kind: 'inherited'; readonly by: NodeRef } | { readonly kind: 'elsewhere' };

/** What a dotted name (without arguments) means through a class or file that does not itself define it. */
export function foundThrough(view: GraphView, dotted: string): readonly FoundThrough[] {
  const [, before, name] = dotted.match(/^(.+)\.([^.]+)$/) ?? [];
  if (before === undefined || name === undefined) return [];
  const found = containersNamed(view, before).flatMap((container): FoundThrough[] => {
    if (view.type(container) === 'file') {
      return takenIn(view, container, name).map((node) => ({ node, through: { kind: 'elsewhere' } }));
    }
    const node = memberOf(view, container, name);
    if (node === undefined) return [];
    const isOwn = classOf(view, node) === container;
    return [{ node, through: isOwn ? { kind: 'elsewhere' } : { kind: 'inherited', by: container } }];
  });
  const seen = new Set<NodeRef>();
  return found.filter(({ node }) => !seen.has(node) && seen.add(node));
}

/** Classes and files (a package's is its `__init__.py`) of a name, dotted or simple; else those that it leads to. */
export function containersNamed(view: GraphView, text: string): readonly NodeRef[] {
  const last = text.slice(text.lastIndexOf('.') + 1);
  const classes = view
    .named(last.toLowerCase())
    .filter((node) => view.type(node) === 'class' && isTail(bodyOf(view, node), text));
  const files = [...view.named(`${last}.py`.toLowerCase()), ...view.named('__init__.py')].filter(
    (node) => view.type(node) === 'file' && isTail(dottedPath(view.path(node)), text),
  );
  if (classes.length + files.length > 0) return [...classes, ...files];
  return foundThrough(view, text).flatMap(({ node }) => (view.type(node) === 'class' ? [node] : []));
}

/** What `name` is in a file that imports it, followed to where it is defined: by name before by `*`, near before far. */
function takenIn(view: GraphView, file: NodeRef, name: string): readonly NodeRef[] {
  for (const isStarred of [false, true]) {
    const found = followImports(view, file, name, isStarred);
    if (found.length > 0) return found;
  }
  return onlyOneBelow(view, file, name);
}

function followImports(view: GraphView, file: NodeRef, name: string, isStarred: boolean): readonly NodeRef[] {
  const files = new Set([file]);
  // A set is walked in the order in which it grows.
  for (const each of files) {
    const defined = definedIn(view, each, name).slice(0, 1);
    if (defined.length > 0) return defined;
    for (const edge of edgesFrom(view, each, 'imports')) {
      const { names = [] } = view.detail(edge);
      if (names.includes(name) || (isStarred && names.includes('*'))) files.add(view.target(edge));
    }
  }
  return [];
}

/** For packages that take names in under other names or at run time: what is defined once in the files below. */
function onlyOneBelow(view: GraphView, file: NodeRef, name: string): readonly NodeRef[] {
  const [, folder] = view.path(file).match(/^(.*\/|)__init__\.pyi?$/) ?? [];
  if (folder === undefined) return [];
  const below = view.named(name.toLowerCase()).filter((node) => {
    const path = view.path(node);
    const isHere = view.name(node) === name && path.startsWith(folder) && view.type(node) !== 'file';
    return isHere && bodyOf(view, node) === `${dottedPath(path)}.${name}`;
  });
  const bodies = new Set(below.map((node) => bodyOf(view, node)));
  return bodies.size === 1 ? below : [];
}

function isTail(dotted: string, text: string): boolean {
  return `.${dotted}`.endsWith(`.${text}`);
}
