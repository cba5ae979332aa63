/**
 * Rows of text, each a JSON value, joined by commas in one store of bytes: with brackets around it a JSON array, and in
 * memory one stretch that can be searched at once. Folded rows are in lower case, since that is how they are searched;
 * what the letters were is kept beside them and put back on reading.
 */
import { type ByteStore, lowerBound } from './bytes.js';
import type { Ints } from './ints.js';
import { lazy } from './lazy.js';
import { TextFilter } from './text-filter.js';

/** Between `A` and `a`. */
const CASE_BIT = 0x20;

/** Rows as they were written. `starts` has one entry more than there are rows. */
export class TextRows {
  readonly count: number;
  readonly filter = lazy(() => new TextFilter(this));

  constructor(
    readonly store: ByteStore,
    readonly starts: Ints,
  ) {
    this.count = starts.length - 1;
  }

  start(row: number): number {
    return this.starts.get(row);
  }

  /** Behind the last byte; the comma is not part of the row. */
  end(row: number): number {
    return this.starts.get(row + 1) - 1;
  }

  json(row: number): string {
    return this.store.text(this.start(row), this.end(row));
  }

  /** The row that holds the byte at `position` or the comma there; `from` is a row at or before it. */
  rowAt(position: number, from: number): number {
    const starts = this.starts.all();
    // Hits of a common text are a few rows apart: steps that grow, then halves.
    let low = from;
    let step = 1;
    while (low + step < this.count && (starts[low + step] ?? 0) <= position) {
      low += step;
      step *= 2;
    }
    let high = Math.min(low + step, this.count);
    while (low + 1 < high) {
      const middle = (low + high) >>> 1;
      if ((starts[middle] ?? 0) <= position) low = middle;
      else high = middle;
    }
    return low;
  }
}

/** Where folded rows have their columns; each is made when it is first asked for. */
export interface FoldedSource {
  rows(): TextRows;
  /** Positions in the rows' bytes of what is a capital letter of ASCII in truth. */
  capitals(): Ints;
  /** Rows that capitals alone do not put back, and these rows as they were. */
  originalRows(): Int32Array;
  originals(): TextRows;
}

/** Rows in lower case that can be read as they were. */
export class FoldedRows {
  constructor(private readonly source: FoldedSource) {}

  /** The rows in lower case. */
  get rows(): TextRows {
    return this.source.rows();
  }

  get capitals(): Ints {
    return this.source.capitals();
  }

  /** The JSON text as it was pushed. */
  json(row: number): string {
    const original = this.originalOf(row);
    if (original !== undefined) return original;
    const { store } = this.rows;
    const from = this.rows.start(row);
    const to = this.rows.end(row);
    const { capitals } = this;
    let at = capitals.lowerBound(from);
    if (!capitals.isBelow(at, to)) return store.text(from, to);
    const bytes = Buffer.from(store.slice(from, to));
    for (; capitals.isBelow(at, to); at++) {
      const position = capitals.get(at) - from;
      bytes[position] = (bytes[position] ?? 0) - CASE_BIT;
    }
    return bytes.toString('utf8');
  }

  /** A row that is a JSON string, as the string. */
  string(row: number): string {
    const json = this.json(row);
    return json.includes('\\') ? String(JSON.parse(json)) : json.slice(1, -1);
  }

  /** The rows `from` … `to` - 1 that capitals alone do not put back. */
  originalsBetween(from: number, to: number): Int32Array {
    const rows = this.source.originalRows();
    return rows.subarray(lowerBound(rows, from), lowerBound(rows, to));
  }

  private originalOf(row: number): string | undefined {
    const at = this.originalAt(row);
    if (at < 0) return undefined;
    return this.source.originals().json(at);
  }

  private originalAt(row: number): number {
    const rows = this.source.originalRows();
    if (rows.length === 0) return -1;
    const at = lowerBound(rows, row);
    return rows[at] === row ? at : -1;
  }
}
