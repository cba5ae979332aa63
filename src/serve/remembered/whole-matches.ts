/**
 * Memories that have every word of a query, for a search that was not about memories: a look at all of them that costs little,
 * since what cannot hold the words is told by bits. How near the others come is for `memory/search.ts` to say, which is asked
 * when memories are.
 */
import type { MemoryLevel } from '../../bridge/anchor-view.js';
import { compareText } from '../../kernel/text.js';
import { type Level, type MemoryNode, tierOf } from '../../memory/model.js';
import { mayHold, type Term, termsOf, wordsOfNode } from '../../memory/words.js';

export interface WholeMatch {
  readonly level: Level;
  readonly node: MemoryNode;
}

const TIERS = ['active', 'archived', 'orphaned'] as const;

/** Active ones first, then those with most of the words in id and gist, then by id; none for a query of single letters. */
export function findWhole(
  memory: readonly MemoryLevel[],
  query: string,
  isWanted: (match: WholeMatch) => boolean,
): readonly WholeMatch[] {
  const terms = termsOf(query);
  if (!terms.some(({ word }) => word.length > 1)) return [];
  const found = memory.flatMap(({ level, graph }) => {
    const matches: (WholeMatch & { readonly rank: number })[] = [];
    for (const node of graph.nodes.values()) {
      const words = wordsOfNode(graph.words, node);
      if (!terms.every((term) => mayHold(words.filter, term))) continue;
      const { id, gist, touches, notes } = words;
      const inHead = terms.filter((term) => has(id, term) || has(gist, term));
      const others = terms.filter((term) => !inHead.includes(term));
      if (!others.every((term) => has(touches, term) || has(notes, term))) continue;
      const match = { level, node, rank: TIERS.indexOf(tierOf(node)) * 1_000 + others.length };
      if (isWanted(match)) matches.push(match);
    }
    return matches;
  });
  return found.sort(
    (a, b) => a.rank - b.rank || compareText(a.level, b.level) || compareText(a.node.id, b.node.id),
  );
}

/** The word, or another form of it, at the beginning of one of the text's words. */
function has(text: string, { word, stem = word }: Term): boolean {
  return text.includes(` ${stem}`);
}
