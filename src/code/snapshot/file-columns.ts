/**
 * The columns of a graph that lies in a snapshot. A column is read and checked when it is asked for; the values of
 * properties, most of a graph, of which an answer shows a few, stay on the disk and are searched there, piece by piece.
 */
import { type ByteStore, MemoryBytes } from '../graph/bytes.js';
import { decodeBytes, decodeColumn } from '../graph/column-codec.js';
import {
  type ByteColumn,
  type Columns,
  INT_COLUMNS,
  type IntColumn,
  type PartInfo,
  type TextColumn,
} from '../graph/columns.js';
import { ArrayInts, type Ints } from '../graph/ints.js';
import { lazy } from '../graph/lazy.js';
import { toTargets } from './edge-targets.js';
import { FileBytes } from './file-bytes.js';
import type { Sections } from './sections.js';

export class FileColumns implements Columns {
  readonly info: PartInfo;

  private readonly propertyChecks = lazy(() => {
    return this.sections.decode('propertyChecks', (bytes) => decodeColumn('signed', bytes)).all();
  });

  constructor(private readonly sections: Sections) {
    this.info = sections.json('graph') as PartInfo;
  }

  ints(name: IntColumn): Ints {
    const column = this.sections.decode(name, (bytes) => decodeColumn(INT_COLUMNS[name], bytes));
    if (name !== 'edgeTargets') return column;
    const starts = this.ints('edgeStarts').all();
    return new ArrayInts(toTargets(column.all(), { starts, types: this.bytes('edgeTypes') }));
  }

  bytes(name: ByteColumn): Uint8Array {
    return this.sections.decode(name, decodeBytes);
  }

  text(name: TextColumn): ByteStore {
    if (name === 'property') return new FileBytes(this.sections, name, () => this.propertyChecks());
    const value = this.sections.read(name);
    return new MemoryBytes(value.subarray(1, value.length - 1));
  }
}
