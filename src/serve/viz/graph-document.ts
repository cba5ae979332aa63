/**
 * The code graph as the page draws it: columns, in pieces of text, made in steps so that a server goes on answering others
 * meanwhile. Only what the picture, its filters and its walks need is in it; the rest is asked for node by node.
 */
import type { Steps } from '../../code/code-graph.js';
import type { EdgeRef, GraphView } from '../../code/graph.js';
import { EDGE_TYPES, NODE_TYPES, RESOLUTIONS } from '../../code/model.js';
import type { GraphDocument } from './wire.js';

/** What a document is about. */
export interface DocumentHead {
  readonly root: string;
  readonly name: string;
  readonly savedAt: number;
}

/** The document as JSON in pieces, so that a large one is never one string. */
export function* graphPieces(view: GraphView, head: DocumentHead): Steps<readonly Buffer[]> {
  const document = yield* graphDocument(view, head);
  const pieces: Buffer[] = [];
  for (const piece of documentPieces(document)) {
    pieces.push(Buffer.from(piece));
    yield;
  }
  return pieces;
}

/** The document; the steps are a few hundred nodes each. */
function* graphDocument(view: GraphView, head: DocumentHead): Steps<GraphDocument> {
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
const ITEMS_A_STEP = 256;

/** One column after another: each is read from the snapshot when it is first asked for, which takes a step by itself. */
function* nodeColumns(view: GraphView) {
  const all = [...view.nodes()];
  const paths = new Map<string, number>();
  return {
    nodes: {
      ids: yield* mapped(all, (node) => view.id(node)),
      names: yield* mapped(all, (node) => view.name(node)),
      types: yield* mapped(all, (node) => NODE_TYPES.indexOf(view.type(node))),
      paths: yield* mapped(all, (node) => placeOf(paths, view.path(node))),
      lines: yield* mapped(all, (node) => view.line(node)),
    },
    paths: [...paths.keys()],
  };
}

function placeOf(paths: Map<string, number>, path: string): number {
  if (path === '') return -1;
  const known = paths.get(path);
  if (known !== undefined) return known;
  paths.set(path, paths.size);
  return paths.size - 1;
}

function* edgeColumns(view: GraphView) {
  const all: EdgeRef[] = [];
  const sources: number[] = [];
  for (const node of view.nodes()) {
    for (const edge of view.outgoing(node)) {
      all.push(edge);
      sources.push(node);
    }
    if (node % ITEMS_A_STEP === 0) yield;
  }
  return {
    sources,
    targets: yield* mapped(all, (edge): number => view.target(edge)),
    types: yield* mapped(all, (edge) => EDGE_TYPES.indexOf(view.edgeType(edge))),
    resolutions: yield* mapped(all, (edge) => {
      const { resolution } = view.edgeType(edge) === 'calls' ? view.detail(edge) : {};
      return resolution === undefined ? -1 : RESOLUTIONS.indexOf(resolution);
    }),
  };
}

function* mapped<T, R>(items: readonly T[], map: (item: T) => R): Steps<R[]> {
  const results: R[] = [];
  for (const item of items) {
    results.push(map(item));
    if (results.length % ITEMS_A_STEP === 0) yield;
  }
  yield;
  return results;
}

// A write costs more than joining; beyond some ten kilobytes nothing is gained.
const ITEMS_A_PIECE = 8_192;

function* documentPieces(document: GraphDocument): Generator<string> {
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
