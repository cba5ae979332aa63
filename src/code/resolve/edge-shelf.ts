/**
 * The edges of linked files until the run is over. Those of a large run stay integers until somebody asks for them, which the
 * graph does once, file by file; those of a small change are rows at once, for they are asked for again with each further one.
 *
 * It shows in no answer.
 */
import type { EdgeRow } from '../model.js';
import { type EdgeTables, edgeRows } from './edge-ints.js';
import type { LinkedFile } from './link-file.js';
import type { Kept } from './row-shelf.js';

/** In edges: some hundred files. */
const HELD_MAX = 4_000;

export class EdgeShelf {
  readonly #tables: EdgeTables;
  readonly #max: number;
  #held = 0;

  /** `max`: how many edges may be held as rows. */
  constructor(tables: EdgeTables, max = HELD_MAX) {
    this.#tables = tables;
    this.#max = max;
  }

  /** Keeps the edges of the file with this number. */
  keep({ edges, importEdges }: Pick<LinkedFile, 'edges' | 'importEdges'>, file: number): Kept<EdgeRow> {
    const later = rowsLater(edges, importEdges, file, this.#tables);
    if (this.#held > this.#max) return later;
    const rows = later();
    this.#held += rows.length;
    return () => rows;
  }
}

/** A function of its own: functions made in one place hold all that any of them names. */
function rowsLater(
  edges: Int32Array,
  importEdges: readonly EdgeRow[],
  file: number,
  tables: EdgeTables,
): Kept<EdgeRow> {
  return () => [...edgeRows(edges, file, tables), ...importEdges];
}
