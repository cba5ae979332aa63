/**
 * What the code graph defines under the few names that documents use. Made from the segments of a run and, for what that run
 * did not touch, from the graph before it, so that documents are linked against the graph that is about to be published.
 */
import type { GraphView } from '../graph.js';
import { fileId, type NodeType, type Segment } from '../model.js';

/** A node of code, as far as naming it goes. */
export interface CodeNode {
  readonly id: string;
  readonly type: NodeType;
  readonly name: string;
  readonly path: string;
}

export interface CodeNames {
  /** Classes, functions, files and packages of this very name, in order of id. */
  named(name: string): readonly CodeNode[];
}

/** The graph of the last run and the keys of the segments of it that do not count any more. */
export interface GraphBefore {
  readonly view: GraphView;
  readonly gone: ReadonlySet<string>;
}

/** The nodes with any of these names; others are not found. */
export function codeNames(
  wanted: ReadonlySet<string>,
  segments: Iterable<Segment>,
  before?: GraphBefore,
): CodeNames {
  const found = new Map<string, CodeNode[]>();
  const add = ({ id, type, name, path }: CodeNode): void => {
    const others = found.get(name);
    if (others === undefined) found.set(name, [{ id, type, name, path }]);
    else if (others.every((other) => other.id !== id)) others.push({ id, type, name, path });
  };
  for (const { nodes } of segments) {
    for (const node of nodes) if (wanted.has(node.name) && isCode(node.type)) add(node);
  }
  if (before !== undefined) for (const name of wanted) addKnown(before, name, add);
  for (const nodes of found.values()) nodes.sort((a, b) => (a.id < b.id ? -1 : 1));
  return { named: (name) => found.get(name) ?? [] };
}

function addKnown({ view, gone }: GraphBefore, name: string, add: (node: CodeNode) => void): void {
  for (const node of view.named(name.toLowerCase())) {
    const type = view.type(node);
    if (!isCode(type) || view.name(node) !== name) continue;
    const path = view.path(node);
    if (!gone.has(segmentKeyOf(type, view.id(node), path))) add({ id: view.id(node), type, name, path });
  }
}

/** The segment that a node of code stands in: its file's, or its own for a package. */
export function segmentKeyOf(type: NodeType, id: string, path: string): string {
  return type === 'module' ? packageKey(id) : path;
}

/** Packages are segments of their own, whose keys are their folders. */
function packageKey(id: string): string {
  const dotted = id.slice('module:'.length);
  return dotted === '.' ? '/' : `${dotted.replaceAll('.', '/')}/`;
}

function isCode(type: NodeType): boolean {
  return type === 'class' || type === 'function' || type === 'file' || type === 'module';
}

/** The node of a file, when it is there; its base name must be among the wanted ones. */
export function fileAt(names: CodeNames, path: string): CodeNode | undefined {
  const id = fileId(path);
  return names.named(path.slice(path.lastIndexOf('/') + 1)).find((node) => node.id === id);
}
