/**
 * The values of a snapshot as they are written. Each can be gone through again and again, since the first line, which says
 * how long all others are, comes first: once to measure, once to write. So no value is ever held whole.
 */
import type { ByteStore } from '../graph/bytes.js';
import { encodeColumn } from '../graph/column-codec.js';
import {
  BYTE_COLUMNS,
  INT_COLUMNS,
  type IntColumn,
  TEXT_COLUMNS,
  type TextColumn,
} from '../graph/columns.js';
import { lazy } from '../graph/lazy.js';
import type { Part } from '../graph/part.js';
import { toDistances } from './edge-targets.js';
import { blockChecksums } from './file-bytes.js';

export interface Value {
  readonly name: string;
  /** JSON text in pieces, each valid until the next is asked for. */
  pieces(): Iterable<Uint8Array>;
}

const QUOTE = Buffer.from('"');
const OPEN = Buffer.from('[');
const CLOSE = Buffer.from(']');
const PIECE_BYTES = 1 << 18;

/** The columns of a graph, small ones first. */
export function* graphValues(part: Part): Generator<Value> {
  yield jsonValue('graph', part.columns.info);
  for (const name of BYTE_COLUMNS) {
    const column = name === 'types' ? part.types : part.edgeTypes;
    yield stringValue(name, () => encodeColumn('runs', column()));
  }
  for (const name of Object.keys(INT_COLUMNS) as IntColumn[]) {
    yield stringValue(name, () => encodeColumn(INT_COLUMNS[name], columnToWrite(part, name)));
  }
  const checks = lazy(() => blockChecksums(part.columns.text('property')));
  yield stringValue('propertyChecks', () => encodeColumn('signed', checks()));
  for (const name of Object.keys(TEXT_COLUMNS) as TextColumn[]) {
    const bytes = () => piecesOf(part.columns.text(name));
    yield TEXT_COLUMNS[name] === 'stream' ? stringValue(name, bytes) : listValue(name, bytes);
  }
}

/** Any value that is small. */
export function jsonValue(name: string, value: unknown): Value {
  return { name, pieces: () => [Buffer.from(JSON.stringify(value))] };
}

function stringValue(name: string, pieces: () => Iterable<Uint8Array>): Value {
  return { name, pieces: () => enclosed(QUOTE, pieces(), QUOTE) };
}

function listValue(name: string, pieces: () => Iterable<Uint8Array>): Value {
  return { name, pieces: () => enclosed(OPEN, pieces(), CLOSE) };
}

function* enclosed(first: Buffer, pieces: Iterable<Uint8Array>, last: Buffer): Generator<Uint8Array> {
  yield first;
  yield* pieces;
  yield last;
}

function columnToWrite(part: Part, name: IntColumn): Int32Array {
  if (name !== 'edgeTargets') return part.columns.ints(name).all();
  return toDistances(part.edgeTargets(), { starts: part.edgeStarts(), types: part.edgeTypes() });
}

function* piecesOf(store: ByteStore): Generator<Uint8Array> {
  for (let from = 0; from < store.length; from += PIECE_BYTES) {
    yield store.slice(from, Math.min(from + PIECE_BYTES, store.length));
  }
}
