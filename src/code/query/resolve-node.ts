/**
 * Which node a person means. Ids are long; people and models write `Scorer.compute`, `scoring.py`, `src/scoring.py:120`,
 * `ADR-8`, `myapp.scoring`. The ways to read a text are tried from the most literal on, and the first that fits any node
 * decides: one node is an answer, several are candidates, and nothing is ever picked among several.
 */
import { behindRoot, withSlashes } from '../../kernel/paths.js';
import type { GraphView, NodeRef } from '../graph.js';
import { fileId, NODE_TYPES, type NodeType } from '../model.js';
import { lookupOrder } from './hierarchy.js';
import { foundThrough, type Through } from './named-through.js';
import { isNear, nearestNodes } from './nearest.js';
import { edgesFrom } from './relations.js';
import { bodyOf, meantAmong } from './same-name.js';

export type Resolved =
  /** `isExact`: the text is the id itself. `through`: the name led from what it names to where the node stands. */
  | {
      readonly kind: 'one';
      readonly node: NodeRef;
      readonly isExact: boolean;
      readonly through?: Through;
    }
  /** Best first; all of them. */
  | { readonly kind: 'several'; readonly nodes: readonly NodeRef[] }
  /** Nodes with similar names, best first. */
  | { readonly kind: 'none'; readonly nearest: readonly NodeRef[] };

export interface ResolveOptions {
  /** Absolute path of the project, cut off from paths that begin with it. */
  readonly root?: string;
  /** How many similar names are looked for when nothing fits; 5. */
  readonly nearestMax?: number;
}

/** Reads a node's id or any looser name of it. */
export function resolveNode(view: GraphView, text: string, options: ResolveOptions = {}): Resolved {
  const wanted = text.trim().replace(/^`+|`+$/g, '');
  const exact = view.find(text) ?? view.find(wanted);
  if (exact !== undefined) return { kind: 'one', node: exact, isExact: true };
  const spaced = wanted === text ? undefined : view.find(fileId(text));
  if (spaced !== undefined) return { kind: 'one', node: spaced, isExact: false };
  const { types, rest } = cutType(relativeTo(wanted, options.root));
  const name = lastName(rest);
  // Letter case decides when it can: `bakery.Oven` is no loose name of bakery/oven.py while there is a class Oven.
  for (const isFit of [(node: NodeRef) => hasSameCase(view, node, name), () => true]) {
    for (const read of READINGS) {
      const found = read(view, rest).filter((node) => isFit(node) && types?.has(view.type(node)) !== false);
      if (found.length === 0) continue;
      const resolved = oneOrSeveral(view, found, name);
      return read === elsewhere ? withWay(view, rest, resolved) : resolved;
    }
  }
  return { kind: 'none', nearest: nearTo(view, rest, options.nearestMax ?? 5, types) };
}

/** What a dotted name stands in when that is there, then similar names. */
function nearTo(
  view: GraphView,
  text: string,
  max: number,
  types?: ReadonlySet<NodeType>,
): readonly NodeRef[] {
  if (max === 0) return [];
  const [, container] = text.match(/^([\w.]+)\.\w+(?:\(.*\))?$/) ?? [];
  const around = container === undefined ? undefined : resolveNode(view, container, { nearestMax: 0 });
  const held = around?.kind === 'one' ? [...membersNear(view, around.node, lastName(text)), around.node] : [];
  return [...new Set([...held, ...nearestNodes(view, lastName(text), max, types)])].slice(0, max);
}

/** Members of a class, inherited ones included, or what a file holds, with a similar name. */
function membersNear(view: GraphView, container: NodeRef, name: string): readonly NodeRef[] {
  const holders = view.type(container) === 'class' ? lookupOrder(view, container) : [container];
  const members = holders.flatMap((holder) => edgesFrom(view, holder, 'contains'));
  const near = members.map((edge) => view.target(edge)).filter((node) => isNear(name, view.name(node)));
  return meantAmong(view, near);
}

function withWay(view: GraphView, text: string, resolved: Resolved): Resolved {
  if (resolved.kind !== 'one') return resolved;
  const way = foundThrough(view, withoutArguments(text)).find(({ node }) => node === resolved.node);
  return way === undefined ? resolved : { ...resolved, through: way.through };
}

/** The simple name in a path, a place or a dotted name: `oven.py` of `src/oven.py:3`, `bake` of `Oven.bake()`. */
function lastName(text: string): string {
  const plain = text.replace(/\(.*\)$/, '').replace(/(?::|#L)\d.*$/, '');
  const separator = plain.includes('/') || plain.endsWith('.py') ? '/' : '.';
  return plain.slice(plain.lastIndexOf(separator) + 1);
}

/** Each gives the nodes that the text may mean in one way of reading it. */
type Reading = (view: GraphView, text: string) => readonly NodeRef[];

const READINGS: readonly Reading[] = [
  placeInFile,
  filesOrPackages,
  documents,
  decisionRecords,
  dottedNames,
  elsewhere,
  simpleNames,
];

// `class Oven`, `def bake`, `class:Oven`, `function:bake`: what stands before the name.
const TYPE_WORDS: ReadonlyMap<string, NodeType> = new Map<string, NodeType>([
  ['func', 'function'],
  ['def', 'function'],
  ['method', 'function'],
  ['package', 'module'],
  ...NODE_TYPES.map((type) => [type, type] as const),
]);

function cutType(text: string): { types?: ReadonlySet<NodeType>; rest: string } {
  const [, word, rest] = text.match(/^([a-z_]+)(?::\s*|\s+)(\S.*)$/) ?? [];
  const type = word === undefined ? undefined : TYPE_WORDS.get(word);
  if (type === undefined || rest === undefined) return { rest: text };
  return { types: new Set([type]), rest };
}

function relativeTo(text: string, root: string | undefined): string {
  const path = withSlashes(text);
  const inside = root === undefined ? undefined : behindRoot(path, root);
  return (inside ?? path).replace(/^(\.\/)+/, '');
}

/** `src/oven.py:120`, `oven.py:120:4`, `oven.py#L120`: the innermost definition around that line, else the file. */
function placeInFile(view: GraphView, text: string): readonly NodeRef[] {
  const [, path, line] = text.match(/^(.+?)(?::|#L)(\d+)(?::\d+|-L?\d+)?$/) ?? [];
  if (path === undefined) return [];
  return filesAt(view, path).map((file) => innermostAt(view, file, Number(line)));
}

function innermostAt(view: GraphView, file: NodeRef, line: number): NodeRef {
  let innermost = file;
  for (const node of view.inFile(view.path(file))) {
    const end = view.properties(node).end_line;
    const isAround = view.line(node) <= line && typeof end === 'number' && line <= end;
    // In order of line, so a later one that is around the line stands inside the earlier one.
    if (isAround && view.type(node) !== 'file') innermost = node;
  }
  return innermost;
}

/** `src/oven.py`, `oven.py`, `bakery/oven.py`, `src/bakery` (a package), with or without `.py`. */
function filesOrPackages(view: GraphView, text: string): readonly NodeRef[] {
  const path = text.replace(/\/+$/, '');
  const files = filesAt(view, path);
  if (files.length > 0 || !text.includes('/')) return files;
  const packages = view
    .ofType('module')
    .filter((node) => view.id(node) === `module:${path.replaceAll('/', '.')}`);
  return packages.length > 0 ? packages : filesAt(view, `${path}.py`);
}

function filesAt(view: GraphView, path: string): readonly NodeRef[] {
  const whole = view.find(fileId(path));
  if (whole !== undefined) return [whole];
  const base = path.slice(path.lastIndexOf('/') + 1);
  const isFile = (node: NodeRef) => view.type(node) === 'file';
  return view.named(base.toLowerCase()).filter((node) => isFile(node) && endsAt(view.path(node), path, '/'));
}

/** Project instructions under the name that they have for other clients: one of the two is often a link to the other. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ['CLAUDE.md', 'AGENTS.md'],
  ['AGENTS.md', 'CLAUDE.md'],
]);

/** `docs/adr/0008-one-oven.md` or an end of it, with or without `.md`; `CLAUDE.md#testing`, and all sections of `CLAUDE.md`. */
function documents(view: GraphView, text: string): readonly NodeRef[] {
  const found = documentsNamed(view, text);
  const [, file = '', section = ''] = /^([^#]*)(#.*)?$/s.exec(text) ?? [];
  const other = OTHER_NAMES.get(file);
  return found.length > 0 || other === undefined ? found : documentsNamed(view, other + section);
}

function documentsNamed(view: GraphView, text: string): readonly NodeRef[] {
  const section = view.find(`config:${text}`);
  if (section !== undefined) return [section];
  return [...view.ofType('adr'), ...view.ofType('config')].filter((node) => {
    const path = view.path(node);
    return endsAt(path, text, '/') || endsAt(path.replace(/\.[^./]+$/, ''), text, '/');
  });
}

/** `ADR-8`, `adr 0008`, `ADR#8`, `adr:8`. */
function decisionRecords(view: GraphView, text: string): readonly NodeRef[] {
  const [, digits] = text.match(/^(?:adr[-_ #:]*)?0*(\d+)$/i) ?? [];
  if (digits === undefined) return [];
  return view.ofType('adr').filter((node) => numberOf(view, node) === digits);
}

function numberOf(view: GraphView, adr: NodeRef): string | undefined {
  const stated = view.properties(adr).number;
  if (typeof stated === 'number' || typeof stated === 'string') return String(Number(stated));
  return view.id(adr).match(/^adr:(?:adr[-_]?)?0*(\d+)/i)?.[1];
}

/** `Scorer.compute`, `Scorer.compute#2`, `scoring.Scorer`, `myapp.scoring`: the last parts of a dotted id, or an import name. */
function dottedNames(view: GraphView, text: string): readonly NodeRef[] {
  const dotted = withoutArguments(text);
  const parts = dotted.split('.');
  if (parts.length < 2 || parts.some((part) => part === '')) return [];
  const last = parts[parts.length - 1] ?? '';
  const code = definitionsAt(view, dotted, last);
  if (code.length > 0) return code;
  return view.named(`${last}.py`.toLowerCase()).filter((node) => {
    return view.type(node) === 'file' && endsAt(view.path(node).replaceAll('/', '.'), `${dotted}.py`, '.');
  });
}

/** By the end of their ids; a mark of a second definition counts where it is written. */
function definitionsAt(view: GraphView, dotted: string, last: string): readonly NodeRef[] {
  const isMarked = dotted.includes('#');
  return view.named(last.replace(/#\d+$/, '').toLowerCase()).filter((node) => {
    const id = view.id(node);
    return endsAt(isMarked ? id.slice(id.indexOf(':') + 1) : bodyOf(view, node), dotted, '.');
  });
}

/** `bakery.Oven` where `bakery/__init__.py` only imports Oven, `Oven.plug_in` where a base has it. */
function elsewhere(view: GraphView, text: string): readonly NodeRef[] {
  return foundThrough(view, withoutArguments(text)).map(({ node }) => node);
}

/** `Oven`, `bake()`; a file or a package by its name without an ending. */
function simpleNames(view: GraphView, text: string): readonly NodeRef[] {
  const name = withoutArguments(text);
  const marked = name.includes('#') ? definitionsAt(view, name, name) : [];
  return [...marked, ...view.named(name.toLowerCase()), ...view.named(`${name}.py`.toLowerCase())];
}

function hasSameCase(view: GraphView, node: NodeRef, name: string): boolean {
  return [view.name(node), view.path(node), view.id(node)].some((text) => text.includes(name));
}

/** `bake` of `bake(self, 3)`. */
function withoutArguments(text: string): string {
  return text.replace(/\(.*\)$/, '');
}

/** Whether `text` is `whole` or what stands behind one of its separators; letter case ignored. */
function endsAt(whole: string, text: string, separator: string): boolean {
  if (whole.length < text.length) return false;
  const tail = whole.slice(whole.length - text.length);
  if (tail.toLowerCase() !== text.toLowerCase()) return false;
  return whole.length === text.length || whole[whole.length - text.length - 1] === separator;
}

const CODE_TYPES: ReadonlySet<NodeType> = new Set<NodeType>(['class', 'function', 'module', 'file']);

/** Code before documents, the very name before longer or other-cased ones; of definitions that share a name (`#2`) the one that it means. */
function oneOrSeveral(view: GraphView, found: readonly NodeRef[], name: string): Resolved {
  // What documents say of a thing is often called as the thing is.
  const nodes = preferred([...new Set(found)], (node) => CODE_TYPES.has(view.type(node)));
  const sameCase = preferred(nodes, (node) => [name, `${name}.py`].includes(view.name(node)));
  const candidates = meantAmong(view, sameCase);
  const [only] = candidates;
  if (candidates.length === 1 && only !== undefined) return { kind: 'one', node: only, isExact: false };
  return { kind: 'several', nodes: bestFirst(view, candidates) };
}

function preferred(nodes: readonly NodeRef[], isBetter: (node: NodeRef) => boolean): readonly NodeRef[] {
  const better = nodes.filter(isBetter);
  return better.length > 0 ? better : nodes;
}

/** By type, then by how often others refer to them, then by id; each is looked at once, since they may be thousands. */
function bestFirst(view: GraphView, nodes: readonly NodeRef[]): NodeRef[] {
  const looked = nodes.map((node) => {
    return { node, rank: NODE_TYPES.indexOf(view.type(node)), references: view.references(node) };
  });
  looked.sort((a, b) => a.rank - b.rank || b.references - a.references || a.node - b.node);
  return looked.map(({ node }) => node);
}
