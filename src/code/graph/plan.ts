/**
 * What `assemble` is told: whose rows go into a new part, in which order, and where edges will point.
 */
import type { Part } from './part.js';

/** A part whose rows go into the new one. */
export interface Source {
  readonly part: Part;
  /** By slot: its slot in the new part; -1 for one that no edge will point to. */
  readonly slots: Int32Array;
  /** By segment: 1 when the segment goes in. */
  readonly keeps: Uint8Array;
}

export interface Plan {
  readonly sources: readonly Source[];
  /** By row of the new part, in order of (id, segment key): the number of the source, and the row there. */
  readonly sourceOf: Uint8Array;
  readonly rowOf: Int32Array;
  /** Rows of the new part whose id is that of the row before, ascending. */
  readonly duplicates: readonly number[];
  /** Ids that edges name and no row has, in order; their slots follow those of the rows. */
  readonly phantoms: readonly string[];
}

/** Calls `copy` for each row of the new part, in order, and gives way from time to time. */
export function* eachRow(
  plan: Plan,
  copy: (source: Source, row: number, newRow: number, sourceNumber: number) => void,
): Generator<void> {
  for (let newRow = 0; newRow < plan.rowOf.length; newRow++) {
    if (newRow % STEP === STEP - 1) yield;
    const number = plan.sourceOf[newRow] ?? 0;
    const source = plan.sources[number];
    if (source !== undefined) copy(source, plan.rowOf[newRow] ?? 0, newRow, number);
  }
}

/** The same for each run of rows `from` … `to` - 1 that stand together in their source, in pieces of a step. */
export function* eachRun(
  { sources, sourceOf, rowOf }: Plan,
  copy: (source: Source, from: number, to: number) => void,
): Generator<void> {
  for (let first = 0; first < rowOf.length; ) {
    const from = rowOf[first] ?? 0;
    let next = first + 1;
    const end = Math.min(rowOf.length, first - (first % STEP) + STEP);
    while (next < end && sourceOf[next] === sourceOf[first] && rowOf[next] === from + next - first) next++;
    const source = sources[sourceOf[first] ?? 0];
    if (source !== undefined) copy(source, from, from + next - first);
    if (next % STEP === 0) yield;
    first = next;
  }
}

// About two milliseconds of copying.
const STEP = 1 << 11;
