/**
 * Memories that have every word of a query, for a search that was not about memories: a look at all of them that costs little,
 * since what cannot hold the words is told by bits. How near the others come is for `memory/search.ts` to say, which is asked
 * when memories are.
 */
import type { MemoryLevel } from '../../bridge/anchor-view.js';
import { compareText } from '../../kernel/text.js';
import { type Level, type MemoryNode, TIERS, tierOf, type Words } from '../../memory/model.js';
import { mayHold, type Term, termsOf, wordsOfNode } from '../../memory/words.js';

export interface WholeMatch {
  readonly level: Level;
  readonly node: MemoryNode;
}

/** Active ones first, then those with most of the words in id and gist, then by id; none for a query of single letters. */
export function findWhole(
  memory: readonly MemoryLevel[],
  query: string,
  isWanted: (match: WholeMatch) => boolean,
): readonly WholeMatch[] {
  const terms = termsOf(query);
  if (!terms.some(({ word }) => word.length > 1)) return [];
  const found: Ranked[] = [];
  for (const { level, graph } of memory) {
    for (const node of graph.nodes.values()) {
      const words = wordsOfNode(graph.words, node);
      const below = countBelow(words, terms);
      if (below === undefined) continue;
      const match = { level, node, tier: TIERS.indexOf(tierOf(node)), below };
      if (isWanted(match)) found.push(match);
    }
  }
  return found.sort(
    (a, b) =>
      a.tier - b.tier ||
      a.below - b.below ||
      compareText(a.level, b.level) ||
      compareText(a.node.id, b.node.id),
  );
}

interface Ranked extends WholeMatch {
  /** Its position in TIERS. */
  readonly tier: number;
  /** How many of the words stand only in touches and notes. */
  readonly below: number;
}

/** How many of the words stand only in touches and notes; `undefined` when one is missing. */
function countBelow({ filter, id, gist, touches, notes }: Words, terms: readonly Term[]): number | undefined {
  for (const term of terms) if (!mayHold(filter, term)) return undefined;
  let below = 0;
  for (const term of terms) {
    if (has(gist, term) || has(id, term)) continue;
    if (!has(touches, term) && !has(notes, term)) return undefined;
    below++;
  }
  return below;
}

/** The word, or another form of it, at the beginning of one of the text's words. */
function has(text: string, { word, stem = word }: Term): boolean {
  return text.includes(` ${stem}`);
}
