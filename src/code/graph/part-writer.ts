/**
 * The columns of a part while they are written, for the two who write parts: the draft, which takes segments in, and
 * `assemble`, which puts rows in order. It knows which columns there are, not what belongs into them.
 */
import { ByteWriter, IntList, MemoryBytes } from './bytes.js';
import {
  type Columns,
  INT_COLUMNS,
  type IntColumn,
  MemoryColumns,
  type PartInfo,
  type TableColumn,
} from './columns.js';
import { FoldedWriter, RowsWriter } from './rows-writer.js';

/** A node's numbers. */
export interface NodeCells {
  readonly type: number;
  readonly line: number;
  readonly segment: number;
  readonly path: number;
  readonly shape: number;
  readonly stem: number;
  readonly name: number;
}

export class PartWriter {
  readonly types = new ByteWriter();
  readonly edgeTypes = new ByteWriter();
  readonly names = new FoldedWriter();
  readonly properties = new FoldedWriter();
  readonly fingerprints = new RowsWriter();
  readonly tails = new RowsWriter();
  readonly details = new ByteWriter();
  private readonly lists = new Map<IntColumn, IntList>();

  get rows(): number {
    return this.types.length;
  }

  get edges(): number {
    return this.edgeTypes.length;
  }

  /** The column of that name, to push to. Those that belong to a text are made by the text's writer. */
  ints(name: IntColumn): IntList {
    let list = this.lists.get(name);
    if (list === undefined) {
      list = new IntList();
      this.lists.set(name, list);
    }
    return list;
  }

  addNode(cells: NodeCells): void {
    this.types.byte(cells.type);
    this.ints('lines').push(cells.line);
    this.ints('segments').push(cells.segment);
    this.ints('paths').push(cells.path);
    this.ints('shapes').push(cells.shape);
    this.ints('stems').push(cells.stem);
    this.ints('names').push(cells.name);
  }

  finish(info: PartInfo, tables: Partial<Record<TableColumn, RowsWriter>>): Columns {
    const none = new RowsWriter();
    const rows = {
      name: this.names.rows,
      nameOriginal: this.names.originals,
      property: this.properties.rows,
      propertyOriginal: this.properties.originals,
      fingerprint: this.fingerprints,
      tail: this.tails,
      stemTable: tables.stemTable ?? none,
      pathTable: tables.pathTable ?? none,
      phantomTable: tables.phantomTable ?? none,
      pieceTable: tables.pieceTable ?? none,
      calleeTable: tables.calleeTable ?? none,
      readTable: tables.readTable ?? none,
      wordTable: tables.wordTable ?? none,
    };
    this.lists.set('nameCapitals', this.names.capitals);
    this.lists.set('nameOriginalRows', this.names.originalRows);
    this.lists.set('propertyCapitals', this.properties.capitals);
    this.lists.set('propertyOriginalRows', this.properties.originalRows);
    const ints = Object.fromEntries(
      Object.keys(INT_COLUMNS).map((name) => [name, this.ints(name as IntColumn).finish()]),
    ) as Record<IntColumn, Int32Array>;
    const texts = Object.entries(rows).map(([name, writer]) => {
      const { bytes, starts } = writer.finish();
      ints[`${name as keyof typeof rows}Starts`] = starts;
      return [name, new MemoryBytes(bytes)] as const;
    });
    return new MemoryColumns(
      info,
      ints,
      { types: this.types.finish(), edgeTypes: this.edgeTypes.finish() },
      {
        ...(Object.fromEntries(texts) as Record<keyof typeof rows, MemoryBytes>),
        details: new MemoryBytes(this.details.finish()),
      },
    );
  }
}
