/**
 * The columns of a graph that lies in a snapshot. A column is read and checked when it is asked for; the values of
 * properties, most of a graph, of which an answer shows a few, are read piece by piece.
 */
import { type ByteStore, MemoryBytes } from '../graph/bytes.js';
import { decodeBytes, decodeColumn } from '../graph/column-codec.js';
import {
  type ByteColumn,
  type Columns,
  INT_COLUMNS,
  type IntColumn,
  type PartInfo,
  TEXT_COLUMNS,
  type TextColumn,
} from '../graph/columns.js';
import { ArrayInts, type Ints } from '../graph/ints.js';
import { lazy } from '../graph/lazy.js';
import { EDGE_TYPES, NODE_TYPES } from '../model.js';
import {
  checkLength,
  checkLimit,
  endOf,
  isPartInfo,
  lastOf,
  lengthOf,
  limitOf,
  type Neighbours,
} from './column-limits.js';
import { SnapshotDamage } from './damage.js';
import { toTargets } from './edge-targets.js';
import { FileBytes } from './file-bytes.js';
import type { Sections } from './sections.js';

const OPEN = 0x5b;
const CLOSE = 0x5d;
const QUOTE = 0x22;

export class FileColumns implements Columns {
  readonly info: PartInfo;
  private readonly propertyChecks = lazy(() => {
    return this.sections.decode('propertyChecks', (bytes) => decodeColumn('signed', bytes)).all();
  });
  private readonly neighbours: Neighbours;

  constructor(private readonly sections: Sections) {
    this.info = sections.jsonOf('graph', isPartInfo);
    this.neighbours = {
      info: this.info,
      ints: (name) => this.ints(name),
      textBytes: (name) => Math.max(0, sections.place(name).length - 2),
    };
  }

  ints(name: IntColumn): Ints {
    const length = lengthOf(name, this.neighbours);
    const column = this.sections.decode(name, (bytes) => decodeColumn(INT_COLUMNS[name], bytes, length));
    checkLength(name, column.length, length);
    const end = endOf(name, this.neighbours);
    if (end !== undefined && (column.length === 0 || lastOf(column) !== end)) {
      throw new SnapshotDamage(`section ${name} does not end where its rows do`);
    }
    const whole = name === 'edgeTargets' ? this.targetsOf(column) : column;
    const limit = limitOf(name, this.neighbours);
    if (limit !== undefined) checkLimit(name, whole.all(), limit);
    return whole;
  }

  bytes(name: ByteColumn): Uint8Array {
    const [length, limit] =
      name === 'types' ? [this.info.rows, NODE_TYPES.length] : [this.info.edges, EDGE_TYPES.length];
    const column = this.sections.decode(name, (bytes) => decodeBytes(bytes, length));
    checkLength(name, column.length, length);
    checkLimit(name, column, limit);
    return column;
  }

  text(name: TextColumn): ByteStore {
    if (name === 'property') return new FileBytes(this.sections, name, () => this.propertyChecks());
    const [first, last] = TEXT_COLUMNS[name] === 'rows' ? [OPEN, CLOSE] : [QUOTE, QUOTE];
    return new MemoryBytes(this.sections.content(name, first, last));
  }

  private targetsOf(distances: Ints): Ints {
    const starts = this.ints('edgeStarts').all();
    return new ArrayInts(toTargets(distances.all(), { starts, types: this.bytes('edgeTypes') }));
  }
}
