/**
 * The edges of a new part, in order of (source row, type, target), each once. Of two with the same ends and type the one
 * stays whose detail is greater in code units, so that something wins over nothing and the order of input does not matter.
 */
import { VarintReader } from '../varint.js';
import { IntList } from './bytes.js';
import type { DetailStream } from './detail-stream.js';
import type { PartWriter } from './part-writer.js';
import { eachRow, type Plan, type Source } from './plan.js';

/** Where the details of the new edges stand in the streams of the parts they come from. */
export interface DetailPlaces {
  /** By new row: where its edges start. */
  readonly edgeStarts: Int32Array;
  /** By new edge. */
  readonly positions: Int32Array;
}

export function* assembleEdges(plan: Plan, writer: PartWriter): Generator<void, DetailPlaces> {
  const positions = new IntList();
  const starts = writer.ints('edgeStarts');
  const targets = writer.ints('edgeTargets');
  yield* eachRow(plan, (source, row) => {
    starts.push(targets.length);
    for (const { type, target, position } of edgesOf(source, row)) {
      writer.edgeTypes.byte(type);
      targets.push(target);
      positions.push(position);
    }
  });
  starts.push(targets.length);
  return { edgeStarts: starts.finish(), positions: positions.finish() };
}

interface Edge {
  readonly type: number;
  readonly target: number;
  readonly position: number;
}

function edgesOf({ part, slots }: Source, row: number): readonly Edge[] {
  const edges: Edge[] = [];
  const types = part.edgeTypes();
  const oldTargets = part.edgeTargets();
  const details = part.details();
  const reader = new VarintReader(details.bytes, details.starts()[row]);
  const end = part.edgeStarts()[row + 1] ?? 0;
  let isOrdered = true;
  for (let at = part.edgeStarts()[row] ?? 0; at < end; at++) {
    const edge = { type: types[at] ?? 0, target: slots[oldTargets[at] ?? 0] ?? 0, position: reader.at };
    details.skip(reader);
    const before = edges.at(-1);
    if (before !== undefined && compareEdges(before, edge) >= 0) isOrdered = false;
    edges.push(edge);
  }
  return isOrdered ? edges : ordered(edges, details, row);
}

function ordered(edges: readonly Edge[], details: DetailStream, row: number): readonly Edge[] {
  const once: Edge[] = [];
  for (const edge of [...edges].sort(compareEdges)) {
    const before = once.at(-1);
    if (before === undefined || compareEdges(before, edge) !== 0) once.push(edge);
    else if (details.read(before.position, row) < details.read(edge.position, row))
      once[once.length - 1] = edge;
  }
  return once;
}

function compareEdges(a: Edge, b: Edge): number {
  return a.type - b.type || a.target - b.target;
}
