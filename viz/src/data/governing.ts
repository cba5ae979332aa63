/**
 * What governs a node: the documents with a `governs` edge to it, to what it stands in, or to what it holds; and the decisions,
 * concepts and trade-offs of those documents.
 */
import { edgesIn, edgesOut, type GraphData } from './graph-data.js';
import { contentsOf } from './trace.js';
import { EDGE_KINDS, type EdgeKind } from './vocabulary.js';

export interface Governed {
  /** The documents, in order of number. */
  readonly documents: readonly number[];
  /** What hangs on them: decisions, concepts, trade-offs. */
  readonly related: readonly number[];
  readonly edges: readonly number[];
}

const GOVERNS = EDGE_KINDS.indexOf('governs');
const TO_DOCUMENTS = new Set(
  (['decided_in', 'considered'] satisfies EdgeKind[]).map((kind) => EDGE_KINDS.indexOf(kind)),
);
const DEFINES = EDGE_KINDS.indexOf('defines');

export function governingOf(data: GraphData, node: number): Governed {
  const edges: number[] = [];
  const documents = new Set<number>();
  for (const place of [...contentsOf(data, node), ...containers(data, node)]) {
    for (const edge of edgesIn(data, place)) {
      if (data.edgeKinds[edge] !== GOVERNS) continue;
      edges.push(edge);
      documents.add(data.from[edge] ?? 0);
    }
  }
  const related = new Set<number>();
  for (const document of documents) {
    for (const edge of edgesIn(data, document)) {
      if (TO_DOCUMENTS.has(data.edgeKinds[edge] ?? -1)) add(edge, data.from[edge] ?? 0);
    }
    for (const edge of edgesOut(data, document)) {
      if (data.edgeKinds[edge] === DEFINES) add(edge, data.to[edge] ?? 0);
    }
  }
  const inOrder = (nodes: ReadonlySet<number>) => [...nodes].sort((a, b) => a - b);
  return { documents: inOrder(documents), related: inOrder(related), edges };

  function add(edge: number, other: number): void {
    edges.push(edge);
    related.add(other);
  }
}

/** What a node stands in, the innermost first. */
export function containers(data: GraphData, node: number): readonly number[] {
  const found: number[] = [];
  for (let at = data.parents[node] ?? -1; at >= 0; at = data.parents[at] ?? -1) found.push(at);
  return found;
}
