/** From what the servers say to columns: the code graph's document and, when there is a memory, its graphs as further nodes. */
import type { GraphDocument } from '../../../src/serve/viz/wire.js';
import { addMemory } from './add-memory.js';
import type { GraphColumns, GraphData } from './graph-data.js';
import type { MemoryWire } from './memory-wire.js';
import { Rows } from './rows.js';
import { seenText } from './seen-text.js';

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
  return withIds(buildColumns(document, memory));
}

/** The same as it goes from thread to thread. */
export function buildColumns(document: GraphDocument, memory?: MemoryWire): GraphColumns {
  const rows = new Rows();
  addCode(rows, document);
  if (memory !== undefined) addMemory(rows, memory);
  const { root, name, savedAt } = document;
  return { root, name, savedAt, ...rows.finish() };
}

/** Columns with what is found again sooner than it is sent. */
export function withIds({ pathTable, pathAt, ...columns }: GraphColumns): GraphData {
  return {
    ...columns,
    paths: Array.from(pathAt, (at) => pathTable[at] ?? ''),
    byId: new Map(columns.ids.map((id, node) => [id, node])),
  };
}

function addCode(rows: Rows, { nodeTypes, edgeTypes, paths, nodes, edges }: GraphDocument): void {
  for (const path of paths) rows.pathTable.push(seenText(path));
  nodes.ids.forEach((id, at) => {
    const kind = nodeTypes[nodes.types[at] ?? 0] ?? 'file';
    rows.addNode(id, nodes.names[at] ?? id, kind, nodes.paths[at] ?? -1, nodes.lines[at] ?? 0);
  });
  edges.sources.forEach((source, at) => {
    const kind = edgeTypes[edges.types[at] ?? 0] ?? 'contains';
    rows.addEdge(source, edges.targets[at] ?? 0, kind, edges.resolutions[at] ?? -1);
  });
}
