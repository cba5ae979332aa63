/**
 * Edges by what they point to, made from the outgoing ones in steps: four bytes an edge.
 */
import { EDGE_TYPES } from '../model.js';
import { type Groups, groupRowsInSteps } from './groups.js';

/** The edges of a part, by the row they come from. */
export interface Outgoing {
  readonly slots: number;
  edgeStarts(): Int32Array;
  edgeTypes(): Uint8Array;
  edgeTargets(): Int32Array;
}

/**
 * Edges by the slot they point to, each slot's in order of (type, source row). Two counting sorts, first by type, then by
 * target; both keep the order of what is equal.
 */
export function* indexIncoming(part: Outgoing): Generator<void, Groups> {
  const types = part.edgeTypes();
  yield;
  const targets = part.edgeTargets();
  yield;
  const { rows: byType } = yield* groupRowsInSteps(types, EDGE_TYPES.length);
  const targetsByType = new Int32Array(byType.length);
  for (let at = 0; at < byType.length; at++) {
    if (at % STEP === STEP - 1) yield;
    targetsByType[at] = targets[byType[at] ?? 0] ?? 0;
  }
  const { starts, rows: edges } = yield* groupRowsInSteps(targetsByType, part.slots);
  for (let at = 0; at < edges.length; at++) {
    if (at % STEP === STEP - 1) yield;
    edges[at] = byType[edges[at] ?? 0] ?? 0;
  }
  return { starts, rows: edges };
}

// About two milliseconds.
const STEP = 1 << 18;

/** By edge: the row it comes from. */
export function sourcesOf(starts: Int32Array, edges: number): Int32Array {
  const sources = new Int32Array(edges);
  let row = 0;
  for (let edge = 0; edge < edges; edge++) {
    while ((starts[row + 1] ?? edges) <= edge) row++;
    sources[edge] = row;
  }
  return sources;
}
