/**
 * What a level costs: the characters of the very lines that its render shows. The ledger answers nearly always; a level is
 * laid out only when the answer depends on which end of an edge comes first.
 */
import { type Layout, layOut } from './layout.js';
import { sizeBounds } from './ledger.js';
import { anchorLine, citationLine, gistLine, headerChars } from './lines.js';
import type { MemoryGraph } from './model.js';

/** The cost of a level as it is laid out: each line and its line end. */
export function chargeLayout(layout: Layout): number {
  let chars = headerChars(layout.active.length, layout.archived.length);
  for (const { id, gist, citations } of layout.active) {
    chars += gistLine(id, gist).length + 1;
    for (const { edge, isOutgoing } of citations) chars += citationLine(edge, isOutgoing).length + 1;
  }
  for (const id of layout.archived) chars += anchorLine(id).length + 1;
  return chars;
}

/** The exact cost of a level. */
export function charge(graph: MemoryGraph): number {
  const { min, max } = sizeBounds(graph.ledger);
  return min === max ? min : chargeLayout(layOut(graph));
}

/** Whether a level costs more than a limit; `discount` is taken off its cost first. */
export function exceeds(graph: MemoryGraph, limit: number, discount = 0): boolean {
  const { min, max } = sizeBounds(graph.ledger);
  if (min - discount > limit) return true;
  if (max - discount <= limit) return false;
  return charge(graph) - discount > limit;
}
