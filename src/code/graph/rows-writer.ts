/** Rows of text while they are written, one behind the other. What they are, `text-rows.ts` says. */
import { ByteWriter, IntList } from './bytes.js';
import { foldJson } from './fold.js';
import type { FoldedRows, TextRows } from './text-rows.js';

const COMMA = 0x2c;

/** Appends rows. */
export class RowsWriter {
  private readonly bytes = new ByteWriter();
  private readonly starts = new IntList();

  constructor() {
    this.starts.push(0);
  }

  get count(): number {
    return this.starts.length - 1;
  }

  /** Appends a row and returns where it starts. */
  push(json: string): number {
    const start = this.open();
    this.bytes.text(json);
    this.starts.push(this.bytes.length + 1);
    return start;
  }

  /** Appends the rows `from` … `to` - 1 of another store and returns where the first starts. */
  copy(rows: TextRows, from: number, to: number): number {
    const start = this.open();
    const before = rows.start(from);
    this.bytes.copy(rows.store.slice(before, rows.end(to - 1)));
    for (let row = from + 1; row <= to; row++) this.starts.push(start + rows.start(row) - before);
    return start;
  }

  finish(): { readonly bytes: Buffer; readonly starts: Int32Array } {
    return { bytes: this.bytes.finish(), starts: this.starts.finish() };
  }

  private open(): number {
    if (this.count > 0) this.bytes.byte(COMMA);
    return this.bytes.length;
  }
}

/** Folds rows and appends them. */
export class FoldedWriter {
  readonly rows = new RowsWriter();
  readonly capitals = new IntList();
  readonly originalRows = new IntList();
  readonly originals = new RowsWriter();

  /** Appends a JSON value as `JSON.stringify` writes it. */
  push(json: string): void {
    const { folded, capitals, isReversible } = foldJson(json);
    if (!isReversible) {
      this.originalRows.push(this.rows.count);
      this.originals.push(json);
    }
    const start = this.rows.push(folded);
    for (const position of capitals) this.capitals.push(start + position);
  }

  /** Appends the rows `from` … `to` - 1 of another store, which are folded already. */
  copy(source: FoldedRows, from: number, to: number): void {
    for (const row of source.originalsBetween(from, to)) {
      this.originalRows.push(this.rows.count + row - from);
      this.originals.push(source.json(row));
    }
    const before = source.rows.start(from);
    const end = source.rows.end(to - 1);
    const start = this.rows.copy(source.rows, from, to);
    const { capitals } = source;
    for (let at = capitals.lowerBound(before); capitals.isBelow(at, end); at++) {
      this.capitals.push(capitals.get(at) - before + start);
    }
  }
}
