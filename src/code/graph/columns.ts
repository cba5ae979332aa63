/**
 * What a part of the graph is made of: named columns of integers and of text, the same in memory and in the file. The
 * names here are the names of the file's sections; a part reads only the columns that it is asked about.
 *
 * A row is a node as one segment gave it. A slot is what an edge can point to: the rows, then the ids that edges name and
 * no row has (phantoms).
 */
import type { ByteStore } from './bytes.js';
import type { ColumnForm } from './column-codec.js';
import { ArrayInts, type Ints } from './ints.js';

/** Columns of integers, each with the form in which it is written. */
export const INT_COLUMNS = {
  // By row.
  lines: 'unsigned',
  segments: 'runs',
  paths: 'runs',
  shapes: 'unsigned',
  stems: 'deltas',
  names: 'unsigned',
  references: 'unsigned',
  edgeStarts: 'ascending',
  // By edge, in order of (source row, type, target slot).
  edgeTargets: 'signed',
  // By segment, in order of key: the key's path, and where its calls and its reads start.
  segmentPaths: 'ascending',
  callStarts: 'ascending',
  readStarts: 'ascending',
  // By unresolved call; by read.
  callCallees: 'unsigned',
  callLines: 'deltas',
  reads: 'deltas',
  // Rows with the id of the row before them; rows whose id is not stem + name, twice, plus 1 when the name is no part.
  duplicates: 'ascending',
  tailRows: 'ascending',
  // Names by word, ascending in each word, and where each word's start.
  wordNameStarts: 'ascending',
  wordNames: 'deltas',
  // By code in the details' stream: its piece and what follows it.
  detailPieces: 'signed',
  // Where rows of text start; capitals of folded rows, and the rows whose original is kept apart.
  nameStarts: 'ascending',
  nameCapitals: 'ascending',
  nameOriginalRows: 'ascending',
  nameOriginalStarts: 'ascending',
  propertyStarts: 'ascending',
  propertyCapitals: 'ascending',
  propertyOriginalRows: 'ascending',
  propertyOriginalStarts: 'ascending',
  fingerprintStarts: 'ascending',
  tailStarts: 'ascending',
  stemTableStarts: 'ascending',
  pathTableStarts: 'ascending',
  phantomTableStarts: 'ascending',
  pieceTableStarts: 'ascending',
  calleeTableStarts: 'ascending',
  readTableStarts: 'ascending',
  wordTableStarts: 'ascending',
} as const satisfies Readonly<Record<string, ColumnForm>>;
export type IntColumn = keyof typeof INT_COLUMNS;

/** Columns of small integers: positions in NODE_TYPES by row and in EDGE_TYPES by edge. Written as runs. */
export const BYTE_COLUMNS = ['types', 'edgeTypes'] as const;
export type ByteColumn = (typeof BYTE_COLUMNS)[number];

/**
 * Columns of text: rows of JSON joined by commas, but for `details`, a stream of variable-length integers. `name` has each name
 * once, in order of its JSON.
 */
export const TEXT_COLUMNS = {
  name: 'rows',
  nameOriginal: 'rows',
  property: 'rows',
  propertyOriginal: 'rows',
  fingerprint: 'rows',
  tail: 'rows',
  stemTable: 'rows',
  pathTable: 'rows',
  phantomTable: 'rows',
  pieceTable: 'rows',
  calleeTable: 'rows',
  readTable: 'rows',
  wordTable: 'rows',
  details: 'stream',
} as const;
export type TextColumn = keyof typeof TEXT_COLUMNS;
export type TableColumn = Extract<TextColumn, `${string}Table`>;

/** What is known of a part without reading a column. */
export interface PartInfo {
  readonly rows: number;
  readonly edges: number;
  /** How many different names there are. */
  readonly names: number;
  /** How many strings each table has. */
  readonly tables: Readonly<Record<TableColumn, number>>;
  /** Keys of properties: 1 when a value holds objects, else 0, then the keys. */
  readonly shapes: readonly Shape[];
  /** What a view of this part alone shows, by position in NODE_TYPES and EDGE_TYPES. */
  readonly nodesByType: readonly number[];
  readonly edgesByType: readonly number[];
}
export type Shape = readonly [isNested: 0 | 1, ...keys: string[]];

/** Where a part gets its columns from; each is asked for once. */
export interface Columns {
  readonly info: PartInfo;
  ints(name: IntColumn): Ints;
  bytes(name: ByteColumn): Uint8Array;
  text(name: TextColumn): ByteStore;
}

/** Columns that have just been made. */
export class MemoryColumns implements Columns {
  constructor(
    readonly info: PartInfo,
    private readonly integers: Readonly<Record<IntColumn, Int32Array>>,
    private readonly small: Readonly<Record<ByteColumn, Uint8Array>>,
    private readonly texts: Readonly<Record<TextColumn, ByteStore>>,
  ) {}

  ints(name: IntColumn): Ints {
    return new ArrayInts(this.integers[name]);
  }

  bytes(name: ByteColumn): Uint8Array {
    return this.small[name];
  }

  text(name: TextColumn): ByteStore {
    return this.texts[name];
  }
}
