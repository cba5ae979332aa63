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

  /** Appends a row of another store. */
  copy(rows: TextRows, row: number): number {
    const start = this.open();
    this.bytes.copy(rows.store.slice(rows.start(row), rows.end(row)));
    this.starts.push(this.bytes.length + 1);
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

  /** Appends a row that is folded already. */
  copy(source: FoldedRows, row: number): void {
    const original = source.originalOf(row);
    if (original !== undefined) {
      this.originalRows.push(this.rows.count);
      this.originals.push(original);
    }
    const from = source.rows.start(row);
    const to = source.rows.end(row);
    const start = this.rows.copy(source.rows, row);
    const { capitals } = source;
    for (let at = capitals.lowerBound(from); capitals.isBelow(at, to); at++) {
      this.capitals.push(capitals.get(at) - from + start);
    }
  }
}
