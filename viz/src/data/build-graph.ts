/**
 * From what the servers say to columns: the code graph's document and, when there is a memory, its graphs as further nodes.
 * A memory node's id becomes `memory:<level>/<id>`; the files and symbols it touches become edges where the code graph has
 * them, which is where both graphs meet in the picture.
 */
import type { GraphDocument } from '../../../src/serve/viz/wire.js';
import { adjacencyOf, containersOf, degreesOf } from './adjacency.js';
import type { GraphData, MemoryContent } from './graph-data.js';
import type { MemoryNodeWire, MemoryWire } from './memory-wire.js';
import {
  EDGE_KINDS,
  type EdgeKind,
  LAYERS,
  NODE_KINDS,
  type NodeKind,
  TIERS,
  type Tier,
} from './vocabulary.js';

/** A project without a code graph, for a memory alone. */
export function emptyDocument(root: string, name: string): GraphDocument {
  return {
    format: 'kg-memory/viz@1',
    root,
    name,
    savedAt: 0,
    nodeTypes: [],
    edgeTypes: [],
    resolutions: [],
    paths: [],
    nodes: { ids: [], names: [], types: [], paths: [], lines: [] },
    edges: { sources: [], targets: [], types: [], resolutions: [] },
  };
}

/** Both graphs as one. */
export function buildGraph(document: GraphDocument, memory?: MemoryWire): GraphData {
  const rows = new Rows();
  addCode(rows, document);
  if (memory !== undefined) {
    addMemoryNodes(rows, 'user', memory.user.nodes);
    addMemoryNodes(rows, 'project', memory.project?.nodes ?? []);
    addRelations(rows, 'user', memory.user.edges);
    addRelations(rows, 'project', memory.project?.edges ?? []);
    addTouches(rows);
  }
  const { root, name, savedAt } = document;
  return { root, name, savedAt, ...rows.finish() };
}

/** Columns while they grow. */
class Rows {
  readonly ids: string[] = [];
  readonly names: string[] = [];
  readonly kinds: number[] = [];
  readonly layers: number[] = [];
  readonly tiers: number[] = [];
  readonly paths: string[] = [];
  readonly lines: number[] = [];
  readonly from: number[] = [];
  readonly to: number[] = [];
  readonly edgeKinds: number[] = [];
  readonly certainty: number[] = [];
  readonly relations = new Map<number, string>();
  readonly memories = new Map<number, MemoryContent>();
  readonly byId = new Map<string, number>();

  addNode(id: string, name: string, kind: NodeKind, path: string, line: number): number {
    const node = this.ids.length;
    this.ids.push(id);
    this.names.push(name);
    this.kinds.push(NODE_KINDS.indexOf(kind));
    this.layers.push(0);
    this.tiers.push(0);
    this.paths.push(path);
    this.lines.push(line);
    this.byId.set(id, node);
    return node;
  }

  addEdge(from: number, to: number, kind: EdgeKind, certainty = -1): number {
    this.from.push(from);
    this.to.push(to);
    this.edgeKinds.push(EDGE_KINDS.indexOf(kind));
    this.certainty.push(certainty);
    return this.from.length - 1;
  }

  finish(): Omit<GraphData, 'root' | 'name' | 'savedAt'> {
    const nodeCount = this.ids.length;
    const ends = {
      nodeCount,
      from: Uint32Array.from(this.from),
      to: Uint32Array.from(this.to),
      edgeKinds: Uint8Array.from(this.edgeKinds),
    };
    return {
      ...ends,
      ids: this.ids,
      names: this.names,
      kinds: Uint8Array.from(this.kinds),
      layers: Uint8Array.from(this.layers),
      tiers: Uint8Array.from(this.tiers),
      paths: this.paths,
      lines: Uint32Array.from(this.lines),
      edgeCount: this.from.length,
      certainty: Int8Array.from(this.certainty),
      relations: this.relations,
      memories: this.memories,
      outgoing: adjacencyOf(nodeCount, ends.from),
      incoming: adjacencyOf(nodeCount, ends.to),
      parents: containersOf(ends),
      degrees: degreesOf(ends),
      byId: this.byId,
    };
  }
}

function addCode(rows: Rows, { nodeTypes, edgeTypes, paths, nodes, edges }: GraphDocument): void {
  nodes.ids.forEach((id, at) => {
    const kind = nodeTypes[nodes.types[at] ?? 0] ?? 'file';
    rows.addNode(id, nodes.names[at] ?? id, kind, paths[nodes.paths[at] ?? -1] ?? '', nodes.lines[at] ?? 0);
  });
  edges.sources.forEach((source, at) => {
    const kind = edgeTypes[edges.types[at] ?? 0] ?? 'contains';
    rows.addEdge(source, edges.targets[at] ?? 0, kind, edges.resolutions[at] ?? -1);
  });
}

type Level = 'user' | 'project';

/** The id that a memory node has in the page. */
export function memoryId(level: Level, id: string): string {
  return `memory:${level}/${id}`;
}

function addMemoryNodes(rows: Rows, level: Level, nodes: readonly MemoryNodeWire[]): void {
  for (const { id, gist, notes = [], touches = [], ...flags } of nodes) {
    const tier = tierOf(flags);
    const node = rows.addNode(memoryId(level, id), id, 'memory', '', 0);
    rows.layers[node] = LAYERS.indexOf(level);
    rows.tiers[node] = TIERS.indexOf(tier);
    rows.memories.set(node, { level, id, gist, notes, touches, tier });
  }
}

function tierOf({ _archived, _orphaned_ts }: Pick<MemoryNodeWire, '_archived' | '_orphaned_ts'>): Tier {
  if (_orphaned_ts !== undefined) return 'orphaned';
  return _archived === true ? 'archived' : 'active';
}

/** An end of a relation is a memory node of its level, one of the other, or a file; what is none of them is not drawn. */
function addRelations(
  rows: Rows,
  level: Level,
  edges: readonly { readonly from: string; readonly to: string; readonly rel: string }[],
): void {
  const other = level === 'user' ? 'project' : 'user';
  const find = (end: string) =>
    rows.byId.get(memoryId(level, end)) ?? rows.byId.get(memoryId(other, end)) ?? codeNode(rows, end);
  for (const { from, to, rel } of edges) {
    const [source, target] = [find(from), find(to)];
    if (source !== undefined && target !== undefined) {
      rows.relations.set(rows.addEdge(source, target, 'relates'), rel);
    }
  }
}

function addTouches(rows: Rows): void {
  for (const [node, { touches }] of rows.memories) {
    const touched = new Set(touches.flatMap((each) => codeNode(rows, each) ?? []));
    for (const target of touched) rows.addEdge(node, target, 'touches');
  }
}

/** `src/app.py`, `src/app.py:30-40`, `file:src/app.py`, or any node's id. */
function codeNode(rows: Rows, text: string): number | undefined {
  const path = text
    .trim()
    .replace(/:\d+(?:-\d+)?$/, '')
    .replace(/^\.\//, '');
  return rows.byId.get(text.trim()) ?? rows.byId.get(path) ?? rows.byId.get(`file:${path}`);
}
