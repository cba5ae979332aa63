/** A graph of the page from a few lines: `kind id` for a node, `from kind to` for an edge. Ids are their own names. */

import { EDGE_TYPES, NODE_TYPES, RESOLUTIONS } from '../../src/code/model.js';
import type { GraphDocument } from '../../src/serve/viz/wire.js';
import { buildGraph } from '../../viz/src/data/build-graph.js';
import type { GraphData } from '../../viz/src/data/graph-data.js';
import type { MemoryWire } from '../../viz/src/data/memory-wire.js';

export function graphData(lines: string, memory?: MemoryWire): GraphData {
  return buildGraph(graphDocumentOf(lines), memory);
}

function graphDocumentOf(lines: string): GraphDocument {
  const rows = lines
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/));
  const nodes = rows.filter((row) => row.length === 2);
  const edges = rows.filter((row) => row.length === 3);
  const ids = nodes.map(([, id = '']) => id);
  return {
    format: 'kg-memory/viz@1',
    root: '/home/ada/shipyard',
    name: 'shipyard',
    savedAt: 1,
    nodeTypes: NODE_TYPES,
    edgeTypes: EDGE_TYPES,
    resolutions: RESOLUTIONS,
    paths: [],
    nodes: {
      ids,
      names: ids,
      types: nodes.map(([kind]) => positionIn(NODE_TYPES, kind)),
      paths: ids.map(() => -1),
      lines: ids.map(() => 1),
    },
    edges: {
      sources: edges.map(([from = '']) => ids.indexOf(from)),
      targets: edges.map(([, , to = '']) => ids.indexOf(to)),
      types: edges.map(([, kind]) => positionIn(EDGE_TYPES, kind)),
      resolutions: edges.map(() => -1),
    },
  };
}

function positionIn(all: readonly string[], word: string | undefined): number {
  return word === undefined ? -1 : all.indexOf(word);
}

/** Ids of nodes. */
export function idsOf(data: GraphData, nodes: Iterable<number>): string[] {
  return [...nodes].map((node) => data.ids[node] ?? '?');
}
