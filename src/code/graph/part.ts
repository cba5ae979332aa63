/**
 * A part of the graph: nodes, edges, calls and reads of some segments, as columns that never change. A graph is one large
 * part, and a small one on top while files are edited.
 *
 * A part reads a column when it is first asked for and makes an index when it is first used. It knows nothing of other
 * parts: which of its rows still count, and what its phantoms stand for, is the view's business.
 */

import { runToEnd } from '../../kernel/run-to-end.js';
import { lowerBound } from './bytes.js';
import type { Columns, Shape, TableColumn } from './columns.js';
import { DetailStream } from './detail-stream.js';
import { ascending, type Groups, groupRows, groupRowsInSteps } from './groups.js';
import { indexIncoming, sourcesOf } from './incoming.js';
import { lazy } from './lazy.js';
import { NameLetters } from './name-distance.js';
import { NameIndex } from './name-index.js';
import { PathTexts } from './path-search.js';
import { RecentNames } from './recent-names.js';
import { BlockTable, indexInTable, type StringTable } from './string-table.js';
import { FoldedRows, TextRows } from './text-rows.js';

export class Part {
  readonly rows: number;
  readonly edges: number;
  readonly shapes: readonly Shape[];

  // By row.
  readonly types = lazy(() => this.columns.bytes('types'));
  readonly lines = lazy(() => this.columns.ints('lines'));
  readonly segments = lazy(() => this.columns.ints('segments').all());
  readonly paths = lazy(() => this.columns.ints('paths').all());
  readonly nodeShapes = lazy(() => this.columns.ints('shapes'));
  readonly stems = lazy(() => this.columns.ints('stems'));
  readonly nameNumbers = lazy(() => this.columns.ints('names'));
  readonly references = lazy(() => this.columns.ints('references'));
  readonly duplicates = lazy(() => this.columns.ints('duplicates').all());
  readonly tailRows = lazy(() => this.columns.ints('tailRows'));
  readonly tails = lazy(() => new TextRows(this.columns.text('tail'), this.columns.ints('tailStarts')));
  readonly properties = this.folded('property');
  readonly fingerprints = lazy(
    () => new TextRows(this.columns.text('fingerprint'), this.columns.ints('fingerprintStarts')),
  );

  // By name, in order of its JSON.
  readonly names = this.folded('name');
  private readonly nameTexts = lazy(() => new RecentNames(this.names));
  readonly wordNameStarts = lazy(() => this.columns.ints('wordNameStarts'));
  readonly wordNames = lazy(() => this.columns.ints('wordNames'));

  // By edge.
  readonly edgeStarts = lazy(() => this.columns.ints('edgeStarts').all());
  readonly edgeTypes = lazy(() => this.columns.bytes('edgeTypes'));
  readonly edgeTargets = lazy(() => this.columns.ints('edgeTargets').all());
  readonly details = lazy(() => this.openDetails());

  // By segment.
  readonly segmentPaths = lazy(() => this.columns.ints('segmentPaths').all());
  readonly callStarts = lazy(() => this.columns.ints('callStarts').all());
  readonly callCallees = lazy(() => this.columns.ints('callCallees').all());
  readonly callLines = lazy(() => this.columns.ints('callLines').all());
  readonly readStarts = lazy(() => this.columns.ints('readStarts').all());
  readonly reads = lazy(() => this.columns.ints('reads').all());

  // Indexes.
  readonly rowsByPath = lazy((): Groups => groupRows(this.paths(), this.table('pathTable').count));
  readonly pathTexts = lazy(() => new PathTexts(this.table('pathTable')));
  readonly rowsBySegment = lazy((): Groups => groupRows(this.segments(), this.segmentCount));
  readonly edgeSources = lazy(() => sourcesOf(this.edgeStarts(), this.edges));
  private incomingIndex: Groups | undefined;
  readonly nameLetters = lazy(() => new NameLetters(this.names));
  readonly nameIndex = lazy(() => new NameIndex(this.names.rows));
  private nameGroups: Groups | undefined;

  private readonly tables: Partial<Record<TableColumn, StringTable>>;

  /** `tables`: those that are not among the columns, in a part that is being made. */
  constructor(
    readonly columns: Columns,
    tables: Partial<Record<TableColumn, StringTable>> = {},
  ) {
    this.rows = columns.info.rows;
    this.edges = columns.info.edges;
    this.shapes = columns.info.shapes;
    this.tables = { ...tables };
  }

  /** Edges by the slot they point to; made at one go when nobody has prepared it. */
  incoming(): Groups {
    this.incomingIndex ??= runToEnd(indexIncoming(this));
    return this.incomingIndex;
  }

  /** Rows by the number of their name; grouped at one go when nobody has prepared it. */
  rowsByName(): Groups {
    this.nameGroups ??= runToEnd(this.groupByName());
    return this.nameGroups;
  }

  private groupByName(): Generator<void, Groups> {
    return groupRowsInSteps(this.nameNumbers().all(), this.names.rows.count);
  }

  /** Makes the indexes that take long before they are asked for, in steps. */
  *prepare(): Generator<void> {
    this.incomingIndex ??= yield* indexIncoming(this);
    yield;
    this.nameGroups ??= yield* this.groupByName();
    yield;
    yield* this.details().prepare();
  }

  /** Whether the first of these is there. */
  get isPrepared(): boolean {
    return this.incomingIndex !== undefined;
  }

  /** Rows and phantoms. */
  get slots(): number {
    return this.rows + this.table('phantomTable').count;
  }

  get segmentCount(): number {
    return this.segmentPaths().length;
  }

  table(name: TableColumn): StringTable {
    const table = this.tables[name] ?? this.openTable(name);
    this.tables[name] = table;
    return table;
  }

  id(row: number): string {
    const stem = this.table('stemTable').get(this.stems().get(row));
    const tail = this.tailAt(row);
    if (tail < 0) return stem + this.name(row);
    const text = String(JSON.parse(this.tails().json(tail)));
    return this.tailRows().get(tail) & 1 ? stem + text : stem + this.name(row) + text;
  }

  name(row: number): string {
    return this.nameTexts().get(this.nameNumbers().get(row));
  }

  /** Names with `word` (lower case) among their words, ascending. */
  namesWithWord(word: string): number[] {
    const index = indexInTable(this.table('wordTable'), word);
    if (index < 0) return [];
    const names = this.wordNames();
    const start = this.wordNameStarts().get(index);
    const count = this.wordNameStarts().get(index + 1) - start;
    return Array.from({ length: count }, (_, at) => names.get(start + at));
  }

  /** Rows that have one of some names, ascending. */
  rowsNamed(names: readonly number[]): number[] {
    const groups = this.rowsByName();
    const found: number[] = [];
    let isRising = true;
    let last = -1;
    for (const name of names) {
      const end = groups.starts[name + 1] ?? 0;
      for (let at = groups.starts[name] ?? 0; at < end; at++) {
        const row = groups.rows[at] ?? 0;
        isRising &&= row > last;
        last = row;
        found.push(row);
      }
    }
    return isRising ? found : ascending(found, this.rows);
  }

  fingerprint(row: number): string {
    return this.fingerprints().json(row).slice(1, -1);
  }

  /** The id of a row or of a phantom. */
  slotId(slot: number): string {
    return slot < this.rows ? this.id(slot) : this.table('phantomTable').get(slot - this.rows);
  }

  path(row: number): string {
    return this.table('pathTable').get(this.paths()[row] ?? 0);
  }

  segmentKey(segment: number): string {
    return this.table('pathTable').get(this.segmentPaths()[segment] ?? 0);
  }

  /** The number of a segment, -1 when there is none with this key. */
  findSegment(key: string): number {
    const path = indexInTable(this.table('pathTable'), key);
    const segment = path < 0 ? -1 : lowerBound(this.segmentPaths(), path);
    return this.segmentPaths()[segment] === path ? segment : -1;
  }

  /** The first row from `from` on whose id is not below `id`; quick when it is near. */
  lowerBound(id: string, from = 0): number {
    let low = from;
    let step = 1;
    while (low + step <= this.rows && this.isBelow(low + step - 1, id)) {
      low += step;
      step *= 2;
    }
    return this.bisect(id, low, Math.min(low + step - 1, this.rows));
  }

  /** The first row between two whose id is not below `id`. */
  private bisect(id: string, from: number, to: number): number {
    let [low, high] = [from, to];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.isBelow(middle, id)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The first row from `from` on with this id, -1 when there is none. */
  find(id: string, from = 0): number {
    // From the start, steps that grow would look at twice as many.
    const row = from === 0 ? this.bisect(id, 0, this.rows) : this.lowerBound(id, from);
    return row < this.rows && this.id(row) === id ? row : -1;
  }

  /** Whether a row's id is below `id`. Its stem decides, but for rows whose stem `id` begins with. */
  private isBelow(row: number, id: string): boolean {
    const stem = this.table('stemTable').get(this.stems().get(row));
    return id.startsWith(stem) ? this.id(row) < id : stem < id;
  }

  /** Position in the tails of a row that has one, else -1. */
  tailAt(row: number): number {
    const rows = this.tailRows();
    const at = rows.lowerBound(row * 2);
    return at < rows.length && rows.get(at) >> 1 === row ? at : -1;
  }

  private folded(prefix: 'name' | 'property'): FoldedRows {
    return new FoldedRows({
      rows: lazy(() => new TextRows(this.columns.text(prefix), this.columns.ints(`${prefix}Starts`))),
      capitals: lazy(() => this.columns.ints(`${prefix}Capitals`)),
      originalRows: lazy(() => this.columns.ints(`${prefix}OriginalRows`).all()),
      originals: lazy(() => {
        const starts = this.columns.ints(`${prefix}OriginalStarts`);
        return new TextRows(this.columns.text(`${prefix}Original`), starts);
      }),
    });
  }

  private openTable(name: TableColumn): StringTable {
    const rows = new TextRows(this.columns.text(name), this.columns.ints(`${name}Starts`));
    return new BlockTable(this.columns.info.tables[name], rows);
  }

  private openDetails(): DetailStream {
    const store = this.columns.text('details');
    return new DetailStream(store.slice(0, store.length), {
      edgeStarts: this.edgeStarts(),
      codes: this.columns.ints('detailPieces').all(),
      pieces: this.table('pieceTable'),
      lines: this.lines(),
    });
  }
}
