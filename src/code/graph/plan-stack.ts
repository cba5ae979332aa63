/**
 * The plan of a rebuild: what a stack shows becomes one part. Edges to nothing are kept, and point to phantoms, so that
 * they are found when it comes back.
 */
import { ByteWriter, IntList } from './bytes.js';
import { mergeTables } from './merge-tables.js';
import type { Part } from './part.js';
import { eachRow, type Plan, type Source } from './plan.js';
import type { Handle, Stack } from './stack.js';

// About two milliseconds.
const STEP = 1 << 15;

export function* planStack(stack: Stack): Generator<void, Plan> {
  const { newRowOfNode, ...rows } = yield* orderRows(stack);
  const { base, top, isReplaced } = stack;
  const keeps = new Uint8Array(base.segmentCount).fill(1);
  for (const [segment, mark] of isReplaced?.entries() ?? []) if (mark === 1) keeps[segment] = 0;
  const sources: Source[] = [
    { part: base, slots: yield* toSlots(base, stack.baseNodes, newRowOfNode), keeps },
  ];
  if (top !== undefined) {
    const all = new Uint8Array(top.segmentCount).fill(1);
    const slots = yield* toSlots(top, stack.topNodes, newRowOfNode);
    sources.push({ part: top, slots, keeps: all });
  }
  const plan = { sources, ...rows, phantoms: [] };
  return { ...plan, phantoms: yield* placePhantoms(plan) };
}

/** By slot of a part: the new row of the node that it stands for. */
function* toSlots(
  part: Part,
  nodes: Int32Array | undefined,
  newRowOfNode: Int32Array,
): Generator<void, Int32Array> {
  const slots = new Int32Array(part.slots);
  for (let slot = 0; slot < slots.length; slot++) {
    if (slot % STEP === STEP - 1) yield;
    slots[slot] = newRowOfNode[nodes === undefined ? slot : (nodes[slot] ?? -1)] ?? -1;
  }
  return slots;
}

function* orderRows(stack: Stack) {
  const sourceOf = new ByteWriter();
  const rowOf = new IntList();
  const duplicates: number[] = [];
  const newRowOfNode = new Int32Array(stack.nodeCount);
  const add = (handle: Handle) => {
    sourceOf.byte(handle >= 0 ? 0 : 1);
    rowOf.push(handle >= 0 ? handle : ~handle);
  };
  for (let node = 0; node < stack.nodeCount; node++) {
    if (node % STEP === STEP - 1) yield;
    newRowOfNode[node] = rowOf.length;
    add(stack.rowOfNode === undefined ? node : (stack.rowOfNode[node] ?? 0));
    for (const other of stack.otherRows.get(node) ?? []) {
      duplicates.push(rowOf.length);
      add(other);
    }
  }
  return { sourceOf: sourceOf.finish(), rowOf: rowOf.finish(), duplicates, newRowOfNode };
}

/** Gives a slot to each id that an edge names and no row has; returns these ids in order. */
function* placePhantoms(plan: Plan): Generator<void, readonly string[]> {
  const used = plan.sources.map(({ slots }) => new Uint8Array(slots.length));
  yield* eachRow(plan, ({ part, slots }, row, _newRow, number) => {
    const targets = part.edgeTargets();
    const end = part.edgeStarts()[row + 1] ?? 0;
    for (let edge = part.edgeStarts()[row] ?? 0; edge < end; edge++) {
      const slot = targets[edge] ?? 0;
      const marks = used[number];
      if (slots[slot] === -1 && marks !== undefined) marks[slot] = 1;
    }
  });
  const tables = plan.sources.map(({ part }, number) => {
    const table = { count: part.slots, get: (slot: number) => part.slotId(slot) };
    return { table, used: used[number] ?? new Uint8Array(0) };
  });
  const { strings, maps } = yield* mergeTables(tables);
  for (const [number, { slots }] of plan.sources.entries()) {
    for (const [slot, phantom] of maps[number]?.entries() ?? []) {
      if (phantom >= 0) slots[slot] = plan.rowOf.length + phantom;
    }
  }
  return strings;
}
