/** The plan of a new graph: all rows of a draft, put in order. */
import { NODE_TYPES } from '../model.js';
import { IntList } from './bytes.js';
import type { Draft } from './draft.js';
import { groupRows, rowsOf } from './groups.js';
import { sortInSteps } from './order.js';
import type { Part } from './part.js';
import type { Plan } from './plan.js';

// About two milliseconds: of rows, and of segments of a dozen rows.
const STEP = 1 << 15;
const SEGMENT_STEP = 1 << 11;

export function* planDraft({ part, symbols, symbolOfRow }: Draft): Generator<void, Plan> {
  const id = (row: number) => symbols[symbolOfRow[row] ?? 0] ?? '';
  const key = (row: number) => part.segmentKey(part.segments()[row] ?? 0);
  const isAfter = (a: number, b: number) => {
    const [idA, idB] = [id(a), id(b)];
    return idA > idB || (idA === idB && key(a) > key(b));
  };
  const rowOf = yield* sortInSteps(yield* rowsByTypeAndKey(part), isAfter);
  const slots = new Int32Array(symbols.length).fill(-1);
  const duplicates: number[] = [];
  for (const [newRow, row] of rowOf.entries()) {
    if (newRow % STEP === STEP - 1) yield;
    const symbol = symbolOfRow[row] ?? 0;
    if ((slots[symbol] ?? -1) < 0) slots[symbol] = newRow;
    else duplicates.push(newRow);
  }
  const unmet = slots.map((_, symbol) => symbol).filter((symbol) => (slots[symbol] ?? -1) < 0);
  yield* sortInSteps(unmet, (a, b) => (symbols[a] ?? '') > (symbols[b] ?? ''));
  for (const [number, symbol] of unmet.entries()) slots[symbol] = rowOf.length + number;
  return {
    sources: [{ part, slots, keeps: new Uint8Array(part.segmentCount).fill(1) }],
    sourceOf: new Uint8Array(rowOf.length),
    rowOf,
    duplicates,
    phantoms: Array.from(unmet, (symbol) => symbols[symbol] ?? ''),
  };
}

/** Rows by type, then by segment in order of key, then as they came: nearly in order of id. */
function* rowsByTypeAndKey(part: Part): Generator<void, Int32Array> {
  const segments = Int32Array.from({ length: part.segmentCount }, (_, segment) => segment);
  yield* sortInSteps(segments, (a, b) => part.segmentKey(a) > part.segmentKey(b));
  const rows = new IntList();
  for (const [place, segment] of segments.entries()) {
    if (place % SEGMENT_STEP === SEGMENT_STEP - 1) yield;
    for (const row of rowsOf(part.rowsBySegment(), segment)) rows.push(row);
  }
  const byKey = rows.finish();
  const types = part.types();
  const byType = groupRows(
    byKey.map((row) => types[row] ?? 0),
    NODE_TYPES.length,
  );
  return byType.rows.map((at) => byKey[at] ?? 0);
}
