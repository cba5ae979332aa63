/**
 * The whole graph as one JSON document, `kg-memory/graph@1`, in pieces: a million nodes never are one string. One record
 * stands on a line, so that line tools and `diff` can be used on it; nodes are sorted by id, edges by source, type and
 * target in code units, so that equal graphs give equal bytes.
 *
 * What a node or an edge carries stands beside its own fields. Two names would collide and are spelt differently: how a
 * document's edge was found is `found_by` (its `source` is a node), and a property named like a field of the node, should
 * it say something else, gets an underscore behind it.
 */
import type { EdgeRef, GraphView, NodeRef } from '../code/graph.js';
import { compareText } from '../kernel/text.js';

const GRAPH_FORMAT = 'kg-memory/graph@1';

// A write costs more than joining; beyond some ten kilobytes nothing is gained.
const PIECE_CHARS = 64 * 1024;

/** The document, without a line end behind it. */
export function* graphAsJson(view: GraphView): Generator<string> {
  yield `{"format":${JSON.stringify(GRAPH_FORMAT)},"nodes":[`;
  yield* inPieces(nodeRecords(view));
  yield '],"edges":[';
  yield* inPieces(edgeRecords(view));
  yield ']}';
}

/** Records on lines of their own, joined to pieces worth a write. */
function* inPieces(records: Iterable<string>): Generator<string> {
  let piece = '';
  let separator = '\n';
  for (const record of records) {
    piece += separator + record;
    separator = ',\n';
    if (piece.length < PIECE_CHARS) continue;
    yield piece;
    piece = '';
  }
  yield separator === '\n' ? '' : `${piece}\n`;
}

function* nodeRecords(view: GraphView): Generator<string> {
  for (const node of view.nodes()) yield JSON.stringify(nodeRecord(view, node));
}

function nodeRecord(view: GraphView, node: NodeRef): Record<string, unknown> {
  const record: Record<string, unknown> = {
    id: view.id(node),
    type: view.type(node),
    name: view.name(node),
    path: view.path(node),
    line: view.line(node),
  };
  for (const [key, value] of Object.entries(view.properties(node))) {
    if (!Object.hasOwn(record, key)) record[key] = value;
    else if (record[key] !== value) record[`${key}_`] = value;
  }
  return record;
}

function* edgeRecords(view: GraphView): Generator<string> {
  for (const node of view.nodes()) {
    const source = view.id(node);
    for (const { edge, type, target } of sortedEdges(view, node)) {
      const { source: foundBy, ...detail } = view.detail(edge);
      yield JSON.stringify({
        source,
        target,
        type,
        ...detail,
        ...(foundBy !== undefined && { found_by: foundBy }),
      });
    }
  }
}

function sortedEdges(view: GraphView, node: NodeRef) {
  const named = view.outgoing(node).map((edge: EdgeRef) => ({
    edge,
    type: view.edgeType(edge),
    target: view.id(view.target(edge)),
  }));
  return named.sort((a, b) => compareText(a.type, b.type) || compareText(a.target, b.target));
}
