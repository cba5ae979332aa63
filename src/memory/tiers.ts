/**
 * A node in another tier: the flags as the file has them, and nothing else of the node.
 */
import type { MemoryNode } from './model.js';

/** The node as an active one. */
export function asActive(node: MemoryNode): MemoryNode {
  const { _archived, _orphaned_ts, _held, ...rest } = node;
  return rest;
}

/** The node as an archived one; `isHeld` when it was archived by hand. */
export function asArchived(node: MemoryNode, isHeld = false): MemoryNode {
  const { _orphaned_ts, ...rest } = node;
  return { ...rest, _archived: true, ...(isHeld ? { _held: true } : {}) };
}

/** The node as an orphaned one, since `now`. */
export function asOrphaned(node: MemoryNode, now: number): MemoryNode {
  return { ...node, _archived: true, _orphaned_ts: now };
}
