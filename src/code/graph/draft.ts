/**
 * Takes segments in, in any order, and keeps them as a part whose rows stand as they came: packed at once, so that the
 * caller's objects can go. `assemble` makes an ordered part of it.
 *
 * Within a segment order and repetition are settled here: nodes by id, of two with one id the first in the order of all
 * their fields; edges by source. A segment with an edge from a node that is not its own is our own fault, and throws.
 */
import { compareText } from '../../kernel/text.js';
import { EDGE_TYPES, type EdgeRow, NODE_TYPES, type NodeRow, type Segment } from '../model.js';
import { signedTwin } from '../varint.js';
import { IntList } from './bytes.js';
import { calleeEntry } from './callees.js';
import type { Shape } from './columns.js';
import { codeEntry, cutDetail, PieceNumbers } from './detail-pieces.js';
import { writeDetailNumber } from './detail-stream.js';
import { groupRows, rowsOf } from './groups.js';
import { cutId } from './ids.js';
import { Interner } from './interner.js';
import { Part } from './part.js';
import { PartWriter } from './part-writer.js';
import { splitProperties } from './properties.js';
import { ListTable } from './string-table.js';
import { WordCollector } from './word-collector.js';

/** A part that is not in order. Its edges point to symbols, not to slots. */
export interface Draft {
  readonly part: Part;
  /** Every id that a node has or an edge names. */
  readonly symbols: readonly string[];
  /** By row. */
  readonly symbolOfRow: Int32Array;
}

/** Collects segments; each key may come once. */
export class DraftWriter {
  private readonly columns = new PartWriter();
  private readonly symbols = new Interner();
  private readonly symbolOfRow = new IntList();
  private readonly shapes = new Interner();
  private readonly tables = {
    stemTable: new Interner(),
    pathTable: new Interner(),
    calleeTable: new Interner(),
    readTable: new Interner(),
  };
  private readonly names = new Interner();
  private readonly words = new WordCollector();
  private readonly pieces = new PieceNumbers();
  private readonly keys = new Set<string>();

  add(segment: Segment): void {
    if (this.keys.has(segment.key)) throw new Error(`two segments have the key ${segment.key}`);
    this.keys.add(segment.key);
    const nodes: NodeRow[] = [];
    for (const node of [...segment.nodes].sort(compareNodes)) {
      if (nodes.at(-1)?.id === node.id) continue;
      nodes.push(node);
      this.addNode(node, this.keys.size - 1);
    }
    this.addEdges(segment, nodes);
    this.addCallsAndReads(segment);
  }

  finish(): Draft {
    const { columns } = this;
    columns.ints('edgeStarts').push(columns.edges);
    columns.ints('callStarts').push(columns.ints('callLines').length);
    columns.ints('readStarts').push(columns.ints('reads').length);
    for (const [index, piece] of this.pieces.pieces.entries()) {
      columns.ints('detailPieces').push(codeEntry(index, piece));
    }
    const words = this.words.finish();
    for (const start of words.starts) columns.ints('wordNameStarts').push(start);
    for (const name of words.rows) columns.ints('wordNames').push(name);
    const info = {
      rows: columns.rows,
      edges: columns.edges,
      names: this.names.strings.length,
      tables: {
        stemTable: 0,
        pathTable: 0,
        phantomTable: 0,
        pieceTable: 0,
        calleeTable: 0,
        readTable: 0,
        wordTable: 0,
      },
      shapes: this.shapes.strings.map((text) => JSON.parse(`[${text}]`) as Shape),
      nodesByType: [],
      edgesByType: [],
    };
    const { stemTable, pathTable, calleeTable, readTable } = this.tables;
    const part = new Part(columns.finish(info, {}), {
      stemTable: new ListTable(stemTable.strings),
      pathTable: new ListTable(pathTable.strings),
      phantomTable: new ListTable([]),
      pieceTable: new ListTable(this.pieces.pieces),
      calleeTable: new ListTable(calleeTable.strings),
      readTable: new ListTable(readTable.strings),
      wordTable: new ListTable(words.words),
    });
    return { part, symbols: this.symbols.strings, symbolOfRow: this.symbolOfRow.finish() };
  }

  private addNode(node: NodeRow, segment: number): void {
    const { columns, tables } = this;
    const type = NODE_CODES.get(node.type);
    if (type === undefined) throw new Error(`node ${node.id} has the unknown type ${node.type}`);
    const { stem, tail, isBare } = cutId(node.id, node.name);
    const { keys, values, isNested } = splitProperties(node.properties);
    if (isBare || tail !== '') {
      columns.ints('tailRows').push(columns.rows * 2 + (isBare ? 1 : 0));
      columns.tails.push(JSON.stringify(tail));
    }
    this.symbolOfRow.push(this.symbols.number(node.id));
    columns.properties.push(values);
    columns.fingerprints.push(JSON.stringify(node.fingerprint ?? ''));
    columns.addNode({
      type,
      line: node.line,
      segment,
      path: tables.pathTable.number(node.path),
      shape: this.shapes.number(keys === '' ? '0' : `${isNested ? 1 : 0},${keys}`),
      stem: tables.stemTable.number(stem),
      name: this.nameNumber(node.name),
    });
  }

  private nameNumber(name: string): number {
    const known = this.names.strings.length;
    const number = this.names.number(name);
    if (number === known) {
      this.columns.names.push(JSON.stringify(name));
      this.words.add(name, number);
    }
    return number;
  }

  private addEdges({ key, edges }: Segment, nodes: readonly NodeRow[]): void {
    const numbers = new Map(nodes.map((node, number) => [node.id, number]));
    const sources = Int32Array.from(edges, ({ source }) => {
      const number = numbers.get(source);
      if (number === undefined)
        throw new Error(`segment ${key} has an edge from ${source}, not one of its nodes`);
      return number;
    });
    const bySource = groupRows(sources, nodes.length);
    // Most edges stay within their file, where ids are found sooner than among all.
    const first = this.columns.rows - nodes.length;
    const symbolOf = (id: string) => {
      const number = numbers.get(id);
      return number === undefined ? this.symbols.number(id) : this.symbolOfRow.get(first + number);
    };
    for (const [number, { line }] of nodes.entries()) {
      this.columns.ints('edgeStarts').push(this.columns.edges);
      for (const index of rowsOf(bySource, number)) {
        const edge = edges[index];
        if (edge !== undefined) this.addEdge(edge, symbolOf(edge.target), line);
      }
    }
  }

  private addEdge(edge: EdgeRow, target: number, sourceLine: number): void {
    const { columns, pieces } = this;
    const type = EDGE_CODES.get(edge.type);
    if (type === undefined) throw new Error(`an edge of ${edge.source} has the unknown type ${edge.type}`);
    columns.edgeTypes.byte(type);
    columns.ints('edgeTargets').push(target);
    let before = sourceLine;
    cutDetail(
      edge.detail,
      (piece, next) => writeDetailNumber(columns.details, signedTwin(pieces.number(piece, next))),
      (line) => {
        writeDetailNumber(columns.details, line - before);
        before = line;
      },
    );
  }

  private addCallsAndReads(segment: Segment): void {
    const { columns, tables } = this;
    columns.ints('segmentPaths').push(tables.pathTable.number(segment.key));
    columns.ints('callStarts').push(columns.ints('callLines').length);
    for (const { line, callee, name } of segment.unresolved) {
      columns.ints('callLines').push(line);
      columns.ints('callCallees').push(tables.calleeTable.number(calleeEntry(callee, name)));
    }
    columns.ints('readStarts').push(columns.ints('reads').length);
    for (const read of new Set(segment.reads)) columns.ints('reads').push(tables.readTable.number(read));
  }
}

const NODE_CODES: ReadonlyMap<string, number> = new Map(NODE_TYPES.map((type, code) => [type, code]));
const EDGE_CODES: ReadonlyMap<string, number> = new Map(EDGE_TYPES.map((type, code) => [type, code]));

function compareNodes(a: NodeRow, b: NodeRow): number {
  return (
    compareText(a.id, b.id) ||
    a.line - b.line ||
    compareText(a.type, b.type) ||
    compareText(a.name, b.name) ||
    compareText(a.path, b.path) ||
    compareText(a.properties, b.properties) ||
    compareText(a.fingerprint ?? '', b.fingerprint ?? '')
  );
}
