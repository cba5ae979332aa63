/**
 * A large part and a small one on top of it, seen as one graph: segments of the small part take the place of those below
 * with the same keys. This is the table of who is who: which rows still count, which node each stands for, and what the
 * phantoms of one part are in the other. Edges are never copied: they find their target again by its id.
 *
 * When several segments give a node with one id, the segment with the smallest key shows it; its edges are those of all.
 */

import { runToEnd } from '../../kernel/run-to-end.js';
import { lowerBound } from './bytes.js';
import type { Part } from './part.js';

/** A row or slot of the lower part, or `~` of one of the upper. */
export type Handle = number;

export interface Stack {
  readonly base: Part;
  readonly top: Part | undefined;
  readonly nodeCount: number;
  /** By segment of the base: 1 when another has taken its place. Absent: all count. */
  readonly isReplaced: Uint8Array | undefined;
  /** By slot: the node it stands for, -1 for none. Absent when every row of the base is the node of the same number. */
  readonly baseNodes: Int32Array | undefined;
  readonly topNodes: Int32Array | undefined;
  /** By node: the row that shows it. Absent in the same case. */
  readonly rowOfNode: Int32Array | undefined;
  /** By node: further rows that count and have its id. */
  readonly otherRows: ReadonlyMap<number, readonly Handle[]>;
  /** By node: all slots but the showing row that edges to it may name. */
  readonly otherSlots: ReadonlyMap<number, readonly Handle[]>;
}

/** `replaced`: keys whose segments in the base no longer count. At one go. */
export function stackParts(base: Part, top?: Part, replaced: Iterable<string> = []): Stack {
  return runToEnd(stackInSteps(base, top, replaced));
}

/** The same in steps. */
export function* stackInSteps(
  base: Part,
  top?: Part,
  replaced: Iterable<string> = [],
): Generator<void, Stack> {
  const isReplaced = markReplaced(base, replaced);
  if (top === undefined && isReplaced === undefined && base.duplicates().length === 0) {
    return {
      base,
      top,
      nodeCount: base.rows,
      isReplaced,
      baseNodes: undefined,
      topNodes: undefined,
      rowOfNode: undefined,
      otherRows: new Map(),
      otherSlots: new Map(),
    };
  }
  return yield* new Stacking(base, top, isReplaced).run();
}

function markReplaced(base: Part, replaced: Iterable<string>): Uint8Array | undefined {
  let marks: Uint8Array | undefined;
  for (const key of replaced) {
    const segment = base.findSegment(key);
    if (segment < 0) continue;
    marks ??= new Uint8Array(base.segmentCount);
    marks[segment] = 1;
  }
  return marks;
}

// About two milliseconds: of rows that nothing on top meets, and of those that are looked for by their ids.
const BASE_STEP = 1 << 16;
const TOP_STEP = 1 << 9;

/** Walks both parts in order of id, group by group: a group is all rows with one id. */
class Stacking {
  private readonly baseNodes: Int32Array;
  private readonly topNodes: Int32Array;
  private readonly rowOfNode: Int32Array;
  private readonly otherRows = new Map<number, Handle[]>();
  private readonly otherSlots = new Map<number, Handle[]>();
  private nodeCount = 0;

  constructor(
    private readonly base: Part,
    private readonly top: Part | undefined,
    private readonly isReplaced: Uint8Array | undefined,
  ) {
    this.baseNodes = new Int32Array(base.slots).fill(-1);
    this.topNodes = new Int32Array(top?.slots ?? 0).fill(-1);
    this.rowOfNode = new Int32Array(base.rows + (top?.rows ?? 0));
  }

  *run(): Generator<void, Stack> {
    const { base, top } = this;
    let below = 0;
    let above = 0;
    while (top !== undefined && above < top.rows) {
      if (above % TOP_STEP === 0) yield;
      const id = top.id(above);
      const meets = base.lowerBound(id, below);
      if (meets - below > BASE_STEP) yield* this.takeLong(below, meets);
      else this.takeBase(below, meets);
      const belowEnd = meets < base.rows && base.id(meets) === id ? groupEnd(base, meets) : meets;
      const aboveEnd = groupEnd(top, above);
      this.takeGroup(meets, belowEnd, above, aboveEnd);
      below = belowEnd;
      above = aboveEnd;
    }
    yield* this.takeLong(below, base.rows);
    yield* this.findPhantoms();
    return {
      base,
      top,
      nodeCount: this.nodeCount,
      isReplaced: this.isReplaced,
      baseNodes: this.baseNodes,
      topNodes: this.topNodes,
      rowOfNode: this.rowOfNode.subarray(0, this.nodeCount),
      otherRows: this.otherRows,
      otherSlots: this.otherSlots,
    };
  }

  private *takeLong(from: number, to: number): Generator<void> {
    for (let row = from; row < to; yield) row = this.takeBase(row, Math.min(row + BASE_STEP, to));
  }

  /**
   * Rows of the base that no row on top shares an id with; returns the one behind them, which is `to` or, when rows around it
   * have one id, behind these.
   */
  private takeBase(from: number, to: number): number {
    const duplicates = this.base.duplicates();
    let next = lowerBound(duplicates, from);
    let row = from;
    while (row < to) {
      const duplicate = duplicates[next] ?? to + 1;
      // All before the row whose successor is a duplicate are groups of one.
      const end = Math.min(duplicate - 1, to);
      for (; row < end; row++) if (this.counts(row)) this.show(row);
      if (row >= to) break;
      const after = groupEnd(this.base, row);
      this.takeGroup(row, after, 0, 0);
      row = after;
      next = lowerBound(duplicates, row, next);
    }
    return row;
  }

  private takeGroup(from: number, to: number, topFrom: number, topTo: number): void {
    const handles: Handle[] = [];
    for (let row = from; row < to; row++) if (this.counts(row)) handles.push(row);
    for (let row = topFrom; row < topTo; row++) handles.push(~row);
    handles.sort((a, b) => (this.segmentKey(a) < this.segmentKey(b) ? -1 : 1));
    const [first, ...others] = handles;
    if (first === undefined) return;
    const node = this.show(first);
    if (others.length > 0) this.otherRows.set(node, others);
    for (let row = from; row < to; row++) if (row !== first) this.standsFor(row, node);
    for (let row = topFrom; row < topTo; row++) if (~row !== first) this.standsFor(~row, node);
  }

  /** A phantom is a node when the other part has a row with its id. */
  private *findPhantoms(): Generator<void> {
    const { base, top } = this;
    if (top === undefined) return;
    let from = 0;
    for (let slot = base.rows; slot < base.slots; slot++) {
      if (slot % TOP_STEP === 0) yield;
      from = top.lowerBound(base.slotId(slot), from);
      if (from < top.rows && top.id(from) === base.slotId(slot))
        this.standsFor(slot, this.topNodes[from] ?? -1);
    }
    from = 0;
    for (let slot = top.rows; slot < top.slots; slot++) {
      if (slot % TOP_STEP === 0) yield;
      from = base.lowerBound(top.slotId(slot), from);
      if (from < base.rows && base.id(from) === top.slotId(slot))
        this.standsFor(~slot, this.baseNodes[from] ?? -1);
    }
  }

  private counts(row: number): boolean {
    return this.isReplaced?.[this.base.segments()[row] ?? 0] !== 1;
  }

  private show(handle: Handle): number {
    const node = this.nodeCount++;
    this.rowOfNode[node] = handle;
    if (handle >= 0) this.baseNodes[handle] = node;
    else this.topNodes[~handle] = node;
    return node;
  }

  private standsFor(handle: Handle, node: number): void {
    if (node < 0) return;
    if (handle >= 0) this.baseNodes[handle] = node;
    else this.topNodes[~handle] = node;
    const slots = this.otherSlots.get(node);
    if (slots === undefined) this.otherSlots.set(node, [handle]);
    else slots.push(handle);
  }

  private segmentKey(handle: Handle): string {
    const part = handle >= 0 ? this.base : this.top;
    const row = handle >= 0 ? handle : ~handle;
    return part?.segmentKey(part.segments()[row] ?? 0) ?? '';
  }
}

/** Behind the rows with the id of this one. */
function groupEnd(part: Part, row: number): number {
  const duplicates = part.duplicates();
  let next = lowerBound(duplicates, row + 1);
  let end = row + 1;
  while (duplicates[next] === end) {
    next++;
    end++;
  }
  return end;
}
