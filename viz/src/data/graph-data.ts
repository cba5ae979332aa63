/**
 * Everything the page knows of both graphs, as columns: node n is the n-th entry of each list, and edges name their ends by
 * that number. A value never changes; a new snapshot or a change of the memory makes another one, and ids carry over.
 */
import type { Tier } from './vocabulary.js';

/** Edges by node: those of node n are `edges[starts[n]] … edges[starts[n + 1] - 1]`. */
export interface Adjacency {
  readonly starts: Uint32Array;
  readonly edges: Uint32Array;
}

/** A memory node as the page shows and edits it. */
export interface MemoryContent {
  readonly level: 'user' | 'project';
  readonly id: string;
  readonly gist: string;
  readonly notes: readonly string[];
  readonly touches: readonly string[];
  readonly tier: Tier;
  /** Its texts that name code, or did, as the server reads them; empty without an index. */
  readonly places: readonly MemoryPlace[];
}

/** A text of a memory read against the code. */
export interface MemoryPlace {
  readonly touch: string;
  /** Or else an end of an edge. */
  readonly isTouch: boolean;
  /** A position in STANDINGS. */
  readonly standing: number;
  /** What there is to say of it; '' when nothing. */
  readonly words: string;
  /** Where it is; `undefined` for what is gone. */
  readonly node: number | undefined;
}

export interface GraphData {
  readonly root: string;
  readonly name: string;
  readonly savedAt: number;
  readonly nodeCount: number;
  readonly ids: readonly string[];
  readonly names: readonly string[];
  /** Positions in NODE_KINDS. */
  readonly kinds: Uint8Array;
  /** Positions in LAYERS. */
  readonly layers: Uint8Array;
  /** Positions in TIERS. */
  readonly tiers: Uint8Array;
  /** Positions in STANDINGS: of a memory, the worst of its places. */
  readonly standings: Uint8Array;
  readonly paths: readonly string[];
  readonly lines: Uint32Array;
  readonly edgeCount: number;
  readonly from: Uint32Array;
  readonly to: Uint32Array;
  /** Positions in EDGE_KINDS. */
  readonly edgeKinds: Uint8Array;
  /** How surely a call was resolved: 0 exact, 1 inferred, 2 candidate; -1 for what is no call. */
  readonly certainty: Int8Array;
  /** By node: 1 for code that tests other code. */
  readonly tests: Uint8Array;
  /** Words of a memory's relations, and of code that has changed, by edge. */
  readonly relations: ReadonlyMap<number, string>;
  /** By edge of a memory: a position in STANDINGS; no entry for what is sound. */
  readonly edgeStandings: ReadonlyMap<number, number>;
  readonly memories: ReadonlyMap<number, MemoryContent>;
  readonly outgoing: Adjacency;
  readonly incoming: Adjacency;
  /** What contains a node; -1 at the top. */
  readonly parents: Int32Array;
  /** Edges at a node, those of containment left out. */
  readonly degrees: Uint32Array;
  readonly byId: ReadonlyMap<string, number>;
}

/** A graph between threads: paths once each, and no index of ids, which is sooner made than sent. */
export interface GraphColumns extends Omit<GraphData, 'paths' | 'byId'> {
  readonly pathTable: readonly string[];
  /** By node: a position in `pathTable`; -1 for what stands in no file. */
  readonly pathAt: Int32Array;
}

/** The edges that start at a node. */
export function edgesOut({ outgoing }: GraphData, node: number): Uint32Array {
  return outgoing.edges.subarray(outgoing.starts[node], outgoing.starts[node + 1]);
}

/** The edges that end at a node. */
export function edgesIn({ incoming }: GraphData, node: number): Uint32Array {
  return incoming.edges.subarray(incoming.starts[node], incoming.starts[node + 1]);
}

/** The nodes joined to a node by any edge, each once, without itself. */
export function neighboursOf(data: GraphData, node: number): ReadonlySet<number> {
  const found = new Set<number>();
  for (const edge of edgesOut(data, node)) found.add(data.to[edge] ?? node);
  for (const edge of edgesIn(data, node)) found.add(data.from[edge] ?? node);
  found.delete(node);
  return found;
}
