/**
 * Counts over a stack, told from those of its large part alone: what edits have changed is counted anew, the rest is taken over.
 * So an edit costs what it touches, not a pass over all edges.
 *
 * Nodes whose rows have changed are counted out as they were and counted in as they are. Of all other nodes only those edges
 * differ whose target has gone, or was an id that nothing had and has come.
 */
import { EDGE_TYPES, NODE_TYPES } from '../model.js';
import { rowsOf } from './groups.js';
import type { Stack } from './stack.js';
import {
  edgeSource,
  edgeTarget,
  edgeTypeCode,
  incomingEdges,
  outgoingEdges,
  typeCodeOf,
} from './stack-edges.js';
import { IS_REFERENCE } from './tally.js';

/** Counts as answers ask for them; by position in NODE_TYPES and EDGE_TYPES. */
export interface StackCounts {
  readonly nodesByType: readonly number[];
  readonly edgesByType: readonly number[];
  /** Edges to a node, `contains` and `method_of` left out. */
  references(node: number): number;
}

/** Nodes between two chances for the caller to wait. */
const SLICE = 500;

/** `alone`: the stack of the same large part and nothing else. In steps, for what thousands of files have changed. */
export function countChanges(stack: Stack, alone: Stack): Generator<void, StackCounts> {
  return new Changes(stack, alone).count();
}

class Changes {
  private readonly nodesByType: number[];
  private readonly edgesByType: number[];
  /** By node of the stack: how its references differ. */
  private readonly difference = new Map<number, number>();
  /** Nodes of the part alone, and of the stack, whose rows differ. */
  private readonly before = new Set<number>();
  private readonly after = new Set<number>();
  private readonly gone = new Set<number>();

  constructor(
    private readonly stack: Stack,
    private readonly alone: Stack,
  ) {
    const { nodesByType, edgesByType } = stack.base.columns.info;
    this.nodesByType = NODE_TYPES.map((_, code) => nodesByType[code] ?? 0);
    this.edgesByType = EDGE_TYPES.map((_, code) => edgesByType[code] ?? 0);
  }

  *count(): Generator<void, StackCounts> {
    yield* this.findReplaced();
    yield* this.findAdded();
    yield* inSlices(this.before, (node) => this.countOut(node));
    yield* inSlices(this.after, (node) => this.countIn(node));
    yield* inSlices(this.gone, (node) => this.countOutIncoming(node));
    this.countPhantoms();
    const { nodesByType, edgesByType, stack, alone, difference } = this;
    const { base } = stack;
    return {
      nodesByType,
      edgesByType,
      references: (node) => {
        const row = baseRowOf(stack, node);
        const known = row === undefined ? 0 : base.references().get(nodeAlone(alone, row));
        return known + (difference.get(node) ?? 0);
      },
    };
  }

  private *findReplaced(): Generator<void> {
    const { base, isReplaced, baseNodes } = this.stack;
    if (isReplaced === undefined) return;
    let done = 0;
    for (let segment = isReplaced.indexOf(1); segment >= 0; segment = isReplaced.indexOf(1, segment + 1)) {
      for (const row of rowsOf(base.rowsBySegment(), segment)) {
        const node = nodeAlone(this.alone, row);
        this.before.add(node);
        const shown = baseNodes?.[row] ?? -1;
        if (shown >= 0) this.after.add(shown);
        else this.gone.add(node);
        if (++done % SLICE === 0) yield;
      }
    }
  }

  private *findAdded(): Generator<void> {
    const { top, topNodes } = this.stack;
    for (let row = 0; row < (top?.rows ?? 0); row++) {
      const node = topNodes?.[row] ?? -1;
      this.after.add(node);
      const below = baseRowOf(this.stack, node);
      if (below !== undefined) this.before.add(nodeAlone(this.alone, below));
      if (row % SLICE === SLICE - 1) yield;
    }
  }

  private countOut(node: number): void {
    const { alone, stack } = this;
    add(this.nodesByType, typeCodeOf(alone, node), -1);
    for (const edge of outgoingEdges(alone, node)) {
      const type = edgeTypeCode(alone, edge);
      add(this.edgesByType, type, -1);
      const target = edgeTarget(alone, edge);
      const shown = stack.baseNodes?.[alone.rowOfNode?.[target] ?? target] ?? -1;
      if (shown >= 0) this.refer(shown, type, -1);
    }
  }

  private countIn(node: number): void {
    const { stack } = this;
    add(this.nodesByType, typeCodeOf(stack, node), 1);
    for (const edge of outgoingEdges(stack, node)) {
      const type = edgeTypeCode(stack, edge);
      add(this.edgesByType, type, 1);
      this.refer(edgeTarget(stack, edge), type, 1);
    }
  }

  /** Edges to what has gone, from what is as it was. */
  private countOutIncoming(node: number): void {
    for (const edge of incomingEdges(this.alone, node)) {
      if (!this.before.has(edgeSource(this.alone, edge)))
        add(this.edgesByType, edgeTypeCode(this.alone, edge), -1);
    }
  }

  /** Edges to what nothing was, from what is as it was. */
  private countPhantoms(): void {
    const { base, baseNodes } = this.stack;
    for (let slot = base.rows; slot < base.slots; slot++) {
      const node = baseNodes?.[slot] ?? -1;
      if (node < 0) continue;
      const seen = new Set<number>();
      for (const edge of rowsOf(base.incoming(), slot)) {
        const source = nodeAlone(this.alone, base.edgeSources()[edge] ?? 0);
        const type = base.edgeTypes()[edge] ?? 0;
        const key = source * EDGE_TYPES.length + type;
        // Several rows of one node may have the edge.
        if (this.before.has(source) || seen.has(key)) continue;
        seen.add(key);
        add(this.edgesByType, type, 1);
        this.refer(node, type, 1);
      }
    }
  }

  private refer(node: number, type: number, by: number): void {
    if (IS_REFERENCE[type] === 1) this.difference.set(node, (this.difference.get(node) ?? 0) + by);
  }
}

function* inSlices(nodes: ReadonlySet<number>, count: (node: number) => void): Generator<void> {
  let done = 0;
  for (const node of nodes) {
    count(node);
    if (++done % SLICE === 0) yield;
  }
}

/** A row of the large part with the id of a node, one that counts or one that was replaced. */
function baseRowOf({ base, rowOfNode, otherSlots }: Stack, node: number): number | undefined {
  const shown = rowOfNode?.[node] ?? node;
  if (shown >= 0) return shown;
  return otherSlots.get(node)?.find((handle) => handle >= 0 && handle < base.rows);
}

function nodeAlone(alone: Stack, row: number): number {
  return alone.baseNodes?.[row] ?? row;
}

function add(counts: number[], code: number, by: number): void {
  counts[code] = (counts[code] ?? 0) + by;
}
