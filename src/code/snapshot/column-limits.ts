/**
 * What the columns of a graph must be like to belong together: how long each is, and between which numbers those lie that
 * point into another. Checksums find damage; this finds columns that were made otherwise, before anybody trips over them.
 *
 * A column that is decoded piece by piece is not gone through for this: of it, only the length and the end are looked at.
 */
import type { IntColumn, PartInfo, TableColumn, TextColumn } from '../graph/columns.js';
import type { Ints } from '../graph/ints.js';
import { EDGE_TYPES, NODE_TYPES } from '../model.js';
import { SnapshotDamage } from './damage.js';
import { isCount } from './format.js';

const TABLES: readonly TableColumn[] = [
  'stemTable',
  'pathTable',
  'phantomTable',
  'pieceTable',
  'calleeTable',
  'readTable',
  'wordTable',
];

/** Whether a value read from JSON says what is known of a part. */
export function isPartInfo(value: unknown): value is PartInfo {
  if (typeof value !== 'object' || value === null) return false;
  const { rows, edges, names, tables, shapes, nodesByType, edgesByType } = value as Readonly<
    Record<string, unknown>
  >;
  if (!isCount(rows) || !isCount(edges) || !isCount(names) || typeof tables !== 'object' || tables === null)
    return false;
  const counts = tables as Readonly<Record<string, unknown>>;
  if (!TABLES.every((name) => isCount(counts[name]))) return false;
  return (
    Array.isArray(shapes) &&
    shapes.every(isShape) &&
    isCountsOf(nodesByType, NODE_TYPES) &&
    isCountsOf(edgesByType, EDGE_TYPES)
  );
}

function isShape(shape: unknown): boolean {
  if (!Array.isArray(shape)) return false;
  const [isNested, ...keys] = shape as readonly unknown[];
  return (isNested === 0 || isNested === 1) && keys.every((key) => typeof key === 'string');
}

function isCountsOf(value: unknown, types: readonly string[]): boolean {
  return Array.isArray(value) && value.length === types.length && value.every(isCount);
}

/** What limits ask about other columns. */
export interface Neighbours {
  readonly info: PartInfo;
  ints(name: IntColumn): Ints;
  /** Bytes of a text without its brackets. */
  textBytes(name: TextColumn): number;
}

/** How many numbers a column has; `undefined` when nothing else tells. */
export function lengthOf(name: IntColumn, { info, ints }: Neighbours): number | undefined {
  switch (name) {
    case 'lines':
    case 'segments':
    case 'paths':
    case 'shapes':
    case 'stems':
    case 'names':
      return info.rows;
    case 'references':
      return info.nodesByType.reduce((sum, count) => sum + count, 0);
    case 'edgeStarts':
    case 'propertyStarts':
    case 'fingerprintStarts':
      return info.rows + 1;
    case 'nameStarts':
      return info.names + 1;
    case 'edgeTargets':
      return info.edges;
    case 'callStarts':
    case 'readStarts':
      return ints('segmentPaths').length + 1;
    case 'callCallees':
    case 'callLines':
      return lastOf(ints('callStarts'));
    case 'reads':
      return lastOf(ints('readStarts'));
    case 'wordNameStarts':
      return info.tables.wordTable + 1;
    case 'wordNames':
      return lastOf(ints('wordNameStarts'));
    case 'tailStarts':
      return ints('tailRows').length + 1;
    case 'nameOriginalStarts':
      return ints('nameOriginalRows').length + 1;
    case 'propertyOriginalStarts':
      return ints('propertyOriginalRows').length + 1;
    default:
      return undefined;
  }
}

/** What the last number of a column of starts must be: where the next row would start. */
export function endOf(name: IntColumn, { info, textBytes }: Neighbours): number | undefined {
  if (name === 'edgeStarts') return info.edges;
  const text = TEXT_OF_STARTS[name];
  if (text === undefined) return undefined;
  const bytes = textBytes(text);
  return bytes === 0 ? 0 : bytes + 1;
}

const TEXT_OF_STARTS: Partial<Record<IntColumn, TextColumn>> = {
  nameStarts: 'name',
  nameOriginalStarts: 'nameOriginal',
  propertyStarts: 'property',
  propertyOriginalStarts: 'propertyOriginal',
  fingerprintStarts: 'fingerprint',
  tailStarts: 'tail',
  stemTableStarts: 'stemTable',
  pathTableStarts: 'pathTable',
  phantomTableStarts: 'phantomTable',
  pieceTableStarts: 'pieceTable',
  calleeTableStarts: 'calleeTable',
  readTableStarts: 'readTable',
  wordTableStarts: 'wordTable',
};

/** Below what all numbers of a column lie that is always needed whole; none is negative. */
export function limitOf(name: IntColumn, { info, ints }: Neighbours): number | undefined {
  switch (name) {
    case 'segments':
      return ints('segmentPaths').length;
    case 'paths':
    case 'segmentPaths':
      return info.tables.pathTable;
    case 'edgeStarts':
      return info.edges + 1;
    case 'edgeTargets':
      return info.rows + info.tables.phantomTable;
    case 'callCallees':
      return info.tables.calleeTable;
    case 'reads':
      return info.tables.readTable;
    case 'nameOriginalRows':
      return info.names;
    case 'duplicates':
    case 'propertyOriginalRows':
      return info.rows;
    default:
      return undefined;
  }
}

/** Throws a `SnapshotDamage` when a number is negative or not below the limit. */
export function checkLimit(name: string, values: Int32Array | Uint8Array, limit: number): void {
  for (const value of values) {
    if (value < 0 || value >= limit)
      throw new SnapshotDamage(`section ${name} holds ${value}, which nothing has`);
  }
}

/** Throws a `SnapshotDamage` when a length is another than it must be. */
export function checkLength(name: string, length: number, expected: number | undefined): void {
  if (expected !== undefined && length !== expected) {
    throw new SnapshotDamage(`section ${name} has ${length} numbers where ${expected} must be`);
  }
}

/** The last number of a column, 0 of an empty one. */
export function lastOf(column: Ints): number {
  return column.length === 0 ? 0 : column.get(column.length - 1);
}
