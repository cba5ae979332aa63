/**
 * Memories that no longer stand on the code that they were written about, the worst first: what is gone, what is lost, what has
 * changed, by how much. Where the code merely moved nothing is wrong with the memory.
 */
import { compareText } from '../kernel/text.js';
import { LEVELS } from '../memory/model.js';
import type { AnchorView, LinkedMemory, MemoryLinks } from './anchor-view.js';

/** Those with an anchor that is gone, lost or changed; orphaned ones are left out, since nobody reads them. */
export function staleMemories(links: MemoryLinks): readonly LinkedMemory[] {
  return links.memories
    .filter(({ tier }) => tier !== 'orphaned')
    .map((memory) => ({ memory, staleness: Math.max(0, ...memory.anchors.map(stalenessOf)) }))
    .filter(({ staleness }) => staleness > 0)
    .sort(
      (a, b) =>
        b.staleness - a.staleness ||
        LEVELS.indexOf(a.memory.level) - LEVELS.indexOf(b.memory.level) ||
        compareText(a.memory.id, b.memory.id),
    )
    .map(({ memory }) => memory);
}

/** The anchor whose code is the least what it was; the first of several. */
export function worstAnchor(anchors: readonly AnchorView[]): AnchorView | undefined {
  const [worst] = anchors.toSorted((a, b) => stalenessOf(b) - stalenessOf(a));
  return worst;
}

/** 0 of what is sound, up to 1 by how much has changed, 2 of a question, 3 of what is gone. */
function stalenessOf({ state, changed }: AnchorView): number {
  switch (state) {
    case 'gone':
      return 3;
    case 'unsure':
      return 2;
    case 'changed':
    case 'moved':
      return changed;
    case 'fresh':
    case 'linked':
    case 'text':
      return 0;
  }
}
