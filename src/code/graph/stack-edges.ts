/**
 * The edges of a stack. Refs of edges are those of the base, then those of the top. An edge shows when its source's segment
 * counts and its target stands for a node.
 */
import { rowsOf } from './groups.js';
import type { Part } from './part.js';
import type { Handle, Stack } from './stack.js';

/** A part and an edge in it. */
interface PartEdge {
  readonly part: Part;
  readonly edge: number;
  /** By slot: node; absent when rows are nodes. */
  readonly nodes: Int32Array | undefined;
}

function locate(stack: Stack, ref: number): PartEdge {
  const { base, top } = stack;
  if (top === undefined || ref < base.edges) return { part: base, edge: ref, nodes: stack.baseNodes };
  return { part: top, edge: ref - base.edges, nodes: stack.topNodes };
}

/** The row in its part that an edge comes from. */
function sourceRow({ part, edge }: PartEdge): number {
  return part.edgeSources()[edge] ?? 0;
}

export function edgeSource(stack: Stack, ref: number): number {
  const found = locate(stack, ref);
  const row = sourceRow(found);
  return found.nodes === undefined ? row : (found.nodes[row] ?? -1);
}

export function edgeTarget(stack: Stack, ref: number): number {
  const { part, edge, nodes } = locate(stack, ref);
  const slot = part.edgeTargets()[edge] ?? 0;
  return nodes === undefined ? slot : (nodes[slot] ?? -1);
}

export function edgeTypeCode(stack: Stack, ref: number): number {
  const { part, edge } = locate(stack, ref);
  return part.edgeTypes()[edge] ?? 0;
}

/** The position of a node's type in NODE_TYPES. */
export function typeCodeOf({ base, top, rowOfNode }: Stack, node: number): number {
  const shown = rowOfNode?.[node] ?? node;
  return (shown >= 0 ? base.types()[shown] : top?.types()[~shown]) ?? 0;
}

/** The detail as the segment gave it. */
export function edgeDetail(stack: Stack, ref: number): string {
  const found = locate(stack, ref);
  return found.part.details().text(sourceRow(found), found.edge);
}

/** Refs of the edges from a node, in order of (type, target). */
export function outgoingEdges(stack: Stack, node: number): number[] {
  const edges: number[] = [];
  const shown = stack.rowOfNode === undefined ? node : stack.rowOfNode[node];
  if (shown === undefined) return edges;
  addOutgoing(stack, shown, edges);
  for (const row of stack.otherRows.get(node) ?? []) addOutgoing(stack, row, edges);
  return stack.rowOfNode === undefined ? edges : inOrder(stack, edges, edgeTarget);
}

/** Refs of the edges to a node, in order of (type, source). */
export function incomingEdges(stack: Stack, node: number): number[] {
  const edges: number[] = [];
  const shown = stack.rowOfNode === undefined ? node : stack.rowOfNode[node];
  if (shown === undefined) return edges;
  addIncoming(stack, shown, edges);
  for (const slot of stack.otherSlots.get(node) ?? []) addIncoming(stack, slot, edges);
  return stack.rowOfNode === undefined ? edges : inOrder(stack, edges, edgeSource);
}

function addOutgoing(stack: Stack, handle: Handle, edges: number[]): void {
  const isBase = handle >= 0;
  const part = isBase ? stack.base : stack.top;
  if (part === undefined) return;
  const row = isBase ? handle : ~handle;
  const offset = isBase ? 0 : stack.base.edges;
  const nodes = isBase ? stack.baseNodes : stack.topNodes;
  const targets = part.edgeTargets();
  const end = part.edgeStarts()[row + 1] ?? 0;
  for (let edge = part.edgeStarts()[row] ?? 0; edge < end; edge++) {
    const slot = targets[edge] ?? 0;
    const isShown = nodes === undefined ? slot < part.rows : (nodes[slot] ?? -1) >= 0;
    if (isShown) edges.push(offset + edge);
  }
}

function addIncoming(stack: Stack, handle: Handle, edges: number[]): void {
  const isBase = handle >= 0;
  const part = isBase ? stack.base : stack.top;
  if (part === undefined) return;
  const offset = isBase ? 0 : stack.base.edges;
  const isReplaced = isBase ? stack.isReplaced : undefined;
  for (const edge of rowsOf(part.incoming(), isBase ? handle : ~handle)) {
    const segment = isReplaced === undefined ? 0 : (part.segments()[part.edgeSources()[edge] ?? 0] ?? 0);
    if (isReplaced?.[segment] !== 1) edges.push(offset + edge);
  }
}

/**
 * Puts edges in order of (type, other end), and leaves one of those that several segments gave: as within a segment, the
 * one with the greater detail. Mostly they are in order, so that is looked at first.
 */
function inOrder(stack: Stack, edges: number[], otherEnd: (stack: Stack, ref: number) => number): number[] {
  const compare = (a: number, b: number) =>
    edgeTypeCode(stack, a) - edgeTypeCode(stack, b) || otherEnd(stack, a) - otherEnd(stack, b);
  const isOrdered = edges.every((edge, at) => at === 0 || compare(edges[at - 1] ?? 0, edge) < 0);
  if (isOrdered) return edges;
  const once: number[] = [];
  for (const edge of edges.sort(compare)) {
    const before = once.at(-1);
    if (before === undefined || compare(before, edge) !== 0) once.push(edge);
    else if (edgeDetail(stack, before) < edgeDetail(stack, edge)) once[once.length - 1] = edge;
  }
  return once;
}
