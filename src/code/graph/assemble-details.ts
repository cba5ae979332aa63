/**
 * What the edges of a new part carry: counts how often each piece occurs, gives the commonest the shortest codes, and
 * writes the stream again.
 */
import type { DetailPlaces } from './assemble-edges.js';
import { codeEntry, pieceOf } from './detail-pieces.js';
import { copyDetail, type DetailStream } from './detail-stream.js';
import { type MergedTable, mergeTables } from './merge-tables.js';
import { sortInSteps } from './order.js';
import type { PartWriter } from './part-writer.js';
import { eachRow, type Plan } from './plan.js';

/** Writes the stream and its codes; returns the table of pieces. */
export function* assembleDetails(
  plan: Plan,
  writer: PartWriter,
  places: DetailPlaces,
): Generator<void, MergedTable> {
  const counts = plan.sources.map(({ part }) => new Int32Array(part.table('pieceTable').count));
  yield* eachDetail(plan, places, (details, position, source) => {
    details.eachCode(position, (code) => increase(counts[source], pieceOf(details.codes[code] ?? 0)));
  });
  const used = plan.sources.map(({ part }, source) => {
    return { table: part.table('pieceTable'), used: Uint8Array.from(counts[source] ?? [], Math.sign) };
  });
  const pieces = yield* mergeTables(used);
  yield;
  const byFrequency = yield* sortByFrequency(pieces, counts);
  yield;
  const codeOfPiece = new Int32Array(byFrequency.length);
  for (const [code, piece] of byFrequency.entries()) {
    codeOfPiece[piece] = code;
    writer.ints('detailPieces').push(codeEntry(piece, pieces.strings[piece] ?? ''));
  }
  const newCodes = plan.sources.map(({ part }, source) => {
    const map = pieces.maps[source] ?? new Int32Array(0);
    return part.details().codes.map((entry) => codeOfPiece[map[pieceOf(entry)] ?? -1] ?? -1);
  });
  yield* eachDetail(plan, places, (details, position, source) => {
    copyDetail(details, position, newCodes[source] ?? new Int32Array(0), writer.details);
  });
  return pieces;
}

function* eachDetail(
  plan: Plan,
  { edgeStarts, positions }: DetailPlaces,
  visit: (details: DetailStream, position: number, source: number) => void,
): Generator<void> {
  yield* eachRow(plan, ({ part }, _row, newRow, source) => {
    const details = part.details();
    const end = edgeStarts[newRow + 1] ?? 0;
    for (let edge = edgeStarts[newRow] ?? 0; edge < end; edge++) visit(details, positions[edge] ?? 0, source);
  });
}

/** New pieces, the most frequent first, equally frequent ones in order of text. */
function* sortByFrequency(pieces: MergedTable, counts: readonly Int32Array[]): Generator<void, Int32Array> {
  const total = new Int32Array(pieces.strings.length);
  for (const [source, map] of pieces.maps.entries()) {
    for (const [old, piece] of map.entries()) {
      if (piece >= 0) total[piece] = (total[piece] ?? 0) + (counts[source]?.[old] ?? 0);
    }
    yield;
  }
  return yield* sortInSteps(
    total.map((_, piece) => piece),
    (a, b) => (total[a] ?? 0) < (total[b] ?? 0),
  );
}

function increase(counts: Int32Array | undefined, index: number): void {
  if (counts !== undefined) counts[index] = (counts[index] ?? 0) + 1;
}
