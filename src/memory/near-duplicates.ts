/**
 * Nodes that say nearly the same as one just written, so that its author can merge instead of repeating. Two nodes are
 * compared by the words of their ids and gists (Jaccard's index) and by the files they touch.
 */
import { compareText } from '../kernel/text.js';
import type { Level, MemoryGraph, MemoryNode } from './model.js';
import type { NearDuplicate } from './results.js';
import { commonAtMost, wordsOfNode } from './words.js';

// Half of all words in common is more than two nodes of one subject usually share.
const SIMILARITY_MIN = 0.5;
// What touching the same files adds at most.
const TOUCHES_SHARE = 0.2;
const SHOWN_MAX = 3;
// Of a rounded similarity.
const ROUNDED_BY = 0.005;

/** At most three, the most similar first. `home` is the graph that the node is in. */
export function findNearDuplicates(
  node: MemoryNode,
  home: MemoryGraph,
  levels: readonly { readonly level: Level; readonly graph: MemoryGraph }[],
): NearDuplicate[] {
  const found: NearDuplicate[] = [];
  const ownWords = wordsOfNode(home.words, node);
  const own = new Set(ownWords.distinct);
  if (own.size === 0) return found;
  const touches = new Set(node.touches);
  const touchesShare = touches.size === 0 ? 0 : TOUCHES_SHARE;
  let needed = SIMILARITY_MIN;
  for (const { level, graph } of levels) {
    for (const other of graph.nodes.values()) {
      if (other === node) continue;
      const otherWords = wordsOfNode(graph.words, other);
      const words = otherWords.distinct;
      // The signatures rule out nearly all.
      const common = Math.min(commonAtMost(ownWords, otherWords), words.length);
      const most = common / (own.size + words.length - common);
      if (most + touchesShare < needed) continue;
      const similarity =
        overlap(own, words) + (touchesShare && touchesShare * overlap(touches, other.touches ?? []));
      if (similarity < needed) continue;
      const rounded = Math.min(1, Math.round(similarity * 100) / 100);
      found.push({ level, id: other.id, gist: other.gist, similarity: rounded });
      found.sort(compareFound);
      found.length = Math.min(found.length, SHOWN_MAX);
      const last = found[SHOWN_MAX - 1];
      if (last !== undefined) needed = Math.max(SIMILARITY_MIN, last.similarity - ROUNDED_BY);
    }
  }
  return found;
}

function compareFound(a: NearDuplicate, b: NearDuplicate): number {
  return b.similarity - a.similarity || compareText(a.level, b.level) || compareText(a.id, b.id);
}

/** Jaccard's index of a set and distinct words: those in common by all there are. */
function overlap(own: ReadonlySet<string>, others: readonly string[]): number {
  let common = 0;
  for (const other of others) if (own.has(other)) common++;
  const all = own.size + others.length - common;
  return all === 0 ? 0 : common / all;
}
