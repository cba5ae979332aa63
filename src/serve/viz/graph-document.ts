/**
 * The code graph as the page draws it: columns, in pieces of text, made in steps so that a server goes on answering others
 * meanwhile. Only what the picture, its filters and its walks need is in it; the rest is asked for node by node.
 */
import type { Steps } from '../../code/code-graph.js';
import type { GraphView } from '../../code/graph.js';
import { EDGE_TYPES, NODE_TYPES, RESOLUTIONS } from '../../code/model.js';
import type { GraphDocument } from './wire.js';

/** What a document is about. */
export interface DocumentHead {
  readonly root: string;
  readonly name: string;
  readonly savedAt: number;
}

/** The document; the steps are a few hundred nodes each. */
export function* graphDocument(view: GraphView, head: DocumentHead): Steps<GraphDocument> {
  const nodes = yield* nodeColumns(view);
  const edges = yield* edgeColumns(view);
  const { paths, ...columns } = nodes;
  return {
    format: 'kg-memory/viz@1',
    ...head,
    nodeTypes: NODE_TYPES,
    edgeTypes: EDGE_TYPES,
    resolutions: RESOLUTIONS,
    paths,
    nodes: columns.nodes,
    edges,
  };
}

// A step is well below the time that a slice may take.
const NODES_A_STEP = 256;

function* nodeColumns(view: GraphView) {
  const paths = new Map<string, number>();
  const nodes = {
    ids: [] as string[],
    names: [] as string[],
    types: [] as number[],
    paths: [] as number[],
    lines: [] as number[],
  };
  for (const node of view.nodes()) {
    nodes.ids.push(view.id(node));
    nodes.names.push(view.name(node));
    nodes.types.push(NODE_TYPES.indexOf(view.type(node)));
    nodes.paths.push(placeOf(paths, view.path(node)));
    nodes.lines.push(view.line(node));
    if (nodes.ids.length % NODES_A_STEP === 0) yield;
  }
  return { nodes, paths: [...paths.keys()] };
}

function placeOf(paths: Map<string, number>, path: string): number {
  if (path === '') return -1;
  const known = paths.get(path);
  if (known !== undefined) return known;
  paths.set(path, paths.size);
  return paths.size - 1;
}

function* edgeColumns(view: GraphView) {
  const edges = {
    sources: [] as number[],
    targets: [] as number[],
    types: [] as number[],
    resolutions: [] as number[],
  };
  for (const node of view.nodes()) {
    for (const edge of view.outgoing(node)) {
      const type = view.edgeType(edge);
      const { resolution } = type === 'calls' ? view.detail(edge) : {};
      edges.sources.push(node);
      edges.targets.push(view.target(edge));
      edges.types.push(EDGE_TYPES.indexOf(type));
      edges.resolutions.push(resolution === undefined ? -1 : RESOLUTIONS.indexOf(resolution));
    }
    if (node % NODES_A_STEP === 0) yield;
  }
  return edges;
}

// A write costs more than joining; beyond some ten kilobytes nothing is gained.
const ITEMS_A_PIECE = 8_192;

/** The document as JSON in pieces, so that a large one is never one string. */
export function* documentPieces(document: GraphDocument): Generator<string> {
  const { nodes, edges, paths, ...head } = document;
  yield `${JSON.stringify(head).slice(0, -1)},"paths":`;
  yield* listPieces(paths);
  yield ',"nodes":';
  yield* columnPieces(nodes);
  yield ',"edges":';
  yield* columnPieces(edges);
  yield '}';
}

function* columnPieces(columns: Readonly<Record<string, readonly unknown[]>>): Generator<string> {
  let separator = '{';
  for (const [name, column] of Object.entries(columns)) {
    yield `${separator}${JSON.stringify(name)}:`;
    yield* listPieces(column);
    separator = ',';
  }
  yield '}';
}

function* listPieces(list: readonly unknown[]): Generator<string> {
  yield '[';
  for (let at = 0; at < list.length; at += ITEMS_A_PIECE) {
    const items = JSON.stringify(list.slice(at, at + ITEMS_A_PIECE)).slice(1, -1);
    yield at === 0 ? items : `,${items}`;
  }
  yield ']';
}
