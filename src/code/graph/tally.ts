/**
 * Counts over a whole stack: how many nodes and edges of each type show, and how often each node is referred to. One pass
 * over the edges, except where several segments give one node, whose edges have to be made one list first.
 */
import { EDGE_TYPES, NODE_TYPES } from '../model.js';
import type { Part } from './part.js';
import type { Stack } from './stack.js';
import { edgeTarget, edgeTypeCode, outgoingEdges } from './stack-edges.js';

export interface Counts {
  /** By node: edges to it, `contains` and `method_of` left out. */
  readonly references: Int32Array;
  /** By position in NODE_TYPES and EDGE_TYPES. */
  readonly nodesByType: readonly number[];
  readonly edgesByType: readonly number[];
}

// About two milliseconds.
const STEP = 1 << 16;
/** By position in EDGE_TYPES: 1 when such an edge is a reference. */
export const IS_REFERENCE = Uint8Array.from(EDGE_TYPES, (type) =>
  type === 'contains' || type === 'method_of' ? 0 : 1,
);

export function* countInSteps(stack: Stack): Generator<void, Counts> {
  const tally = new Tally(stack.nodeCount);
  yield* countPart(stack, stack.base, stack.baseNodes, tally);
  if (stack.top !== undefined) yield* countPart(stack, stack.top, stack.topNodes, tally);
  for (const node of stack.otherRows.keys()) {
    for (const edge of outgoingEdges(stack, node))
      tally.addEdge(edgeTypeCode(stack, edge), edgeTarget(stack, edge));
  }
  for (let node = 0; node < stack.nodeCount; node++) {
    if (node % STEP === STEP - 1) yield;
    const shown = stack.rowOfNode === undefined ? node : (stack.rowOfNode[node] ?? 0);
    const type = shown >= 0 ? stack.base.types()[shown] : stack.top?.types()[~shown];
    tally.addNode(type ?? 0);
  }
  return tally;
}

class Tally implements Counts {
  readonly references: Int32Array;
  readonly nodesByType: number[] = NODE_TYPES.map(() => 0);
  readonly edgesByType: number[] = EDGE_TYPES.map(() => 0);

  constructor(nodeCount: number) {
    this.references = new Int32Array(nodeCount);
  }

  addNode(type: number): void {
    this.nodesByType[type] = (this.nodesByType[type] ?? 0) + 1;
  }

  addEdge(type: number, target: number): void {
    this.edgesByType[type] = (this.edgesByType[type] ?? 0) + 1;
    this.references[target] = (this.references[target] ?? 0) + (IS_REFERENCE[type] ?? 0);
  }
}

/** Counts the edges of rows that count and are alone with their id. */
function* countPart(stack: Stack, part: Part, nodes: Int32Array | undefined, tally: Tally): Generator<void> {
  const starts = part.edgeStarts();
  const targets = part.edgeTargets();
  const types = part.edgeTypes();
  const isReplaced = part === stack.base ? stack.isReplaced : undefined;
  for (let row = 0; row < part.rows; row++) {
    if (row % STEP === STEP - 1) yield;
    if (isReplaced?.[part.segments()[row] ?? 0] === 1) continue;
    if (nodes !== undefined && stack.otherRows.has(nodes[row] ?? -1)) continue;
    const end = starts[row + 1] ?? 0;
    for (let edge = starts[row] ?? 0; edge < end; edge++) {
      const slot = targets[edge] ?? 0;
      const target = nodes === undefined ? slot : (nodes[slot] ?? -1);
      if (target >= 0 && target < stack.nodeCount) tally.addEdge(types[edge] ?? 0, target);
    }
  }
}
