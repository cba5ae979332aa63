/**
 * The edges of a new part, in order of (source row, type, target), each once. Of two with the same ends and type the one
 * stays whose detail is greater in code units, so that something wins over nothing and the order of input does not matter.
 */
import { VarintReader } from '../varint.js';
import { IntList } from './bytes.js';
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
  const add = (type: number, target: number, position: number) => {
    writer.edgeTypes.byte(type);
    targets.push(target);
    positions.push(position);
  };
  yield* eachRow(plan, (source, row) => {
    starts.push(targets.length);
    if (isInOrder(source, row)) eachEdge(source, row, add);
    else for (const { type, target, position } of inOrder(source, row)) add(type, target, position);
  });
  starts.push(targets.length);
  return { edgeStarts: starts.finish(), positions: positions.finish() };
}

interface Edge {
  readonly type: number;
  readonly target: number;
  readonly position: number;
}

/** Whether the edges of a row, with their new targets, are in order and each there once. Most are. */
function isInOrder({ part, slots }: Source, row: number): boolean {
  const types = part.edgeTypes();
  const targets = part.edgeTargets();
  const end = part.edgeStarts()[row + 1] ?? 0;
  for (let edge = (part.edgeStarts()[row] ?? 0) + 1; edge < end; edge++) {
    const byType = (types[edge] ?? 0) - (types[edge - 1] ?? 0);
    const byTarget = (slots[targets[edge] ?? 0] ?? 0) - (slots[targets[edge - 1] ?? 0] ?? 0);
    if (byType < 0 || (byType === 0 && byTarget <= 0)) return false;
  }
  return true;
}

function eachEdge(
  { part, slots }: Source,
  row: number,
  visit: (type: number, target: number, position: number) => void,
): void {
  const types = part.edgeTypes();
  const targets = part.edgeTargets();
  const details = part.details();
  const reader = new VarintReader(details.bytes, details.starts()[row]);
  const end = part.edgeStarts()[row + 1] ?? 0;
  for (let edge = part.edgeStarts()[row] ?? 0; edge < end; edge++) {
    visit(types[edge] ?? 0, slots[targets[edge] ?? 0] ?? 0, reader.at);
    details.skip(reader);
  }
}

function inOrder(source: Source, row: number): readonly Edge[] {
  const details = source.part.details();
  const edges: Edge[] = [];
  eachEdge(source, row, (type, target, position) => edges.push({ type, target, position }));
  const once: Edge[] = [];
  for (const edge of edges.sort(compareEdges)) {
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
