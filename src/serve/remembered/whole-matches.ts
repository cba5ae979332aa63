/**
 * Memories that have every word of a query, for a search that was not about memories: a look at all of them that costs little,
 * since what cannot hold the words is told by bits that lie side by side. How near the others come is for `memory/search.ts` to
 * say, which is asked when memories are.
 */
import type { MemoryLevel } from '../../bridge/anchor-view.js';
import { compareText } from '../../kernel/text.js';
import { type Level, type MemoryNode, TIERS, tierOf, type Words } from '../../memory/model.js';
import { type Term, termsOf, wordsOfNode } from '../../memory/words.js';

export interface WholeMatch {
  readonly level: Level;
  readonly node: MemoryNode;
}

interface Candidate extends WholeMatch {
  /** Its position in TIERS. */
  readonly tier: number;
  readonly words: Words;
}

/** All memories of some graphs that stay as they are, made ready to be looked through. */
export class WholeMatches {
  /** Active ones first, then by level and id. */
  private readonly candidates: readonly Candidate[];
  /** The filters of all, one behind the other. */
  private readonly filters: Int32Array;
  private readonly filterInts: number;

  constructor(memory: readonly MemoryLevel[]) {
    const candidates = memory.flatMap(({ level, graph }) =>
      Array.from(graph.nodes.values(), (node): Candidate => {
        return { level, node, tier: TIERS.indexOf(tierOf(node)), words: wordsOfNode(graph.words, node) };
      }),
    );
    candidates.sort(
      (a, b) => a.tier - b.tier || compareText(a.level, b.level) || compareText(a.node.id, b.node.id),
    );
    this.candidates = candidates;
    this.filterInts = candidates[0]?.words.filter.length ?? 0;
    this.filters = new Int32Array(candidates.length * this.filterInts);
    for (const [at, { words }] of candidates.entries()) this.filters.set(words.filter, at * this.filterInts);
  }

  /** Active ones first, then those with most of the words in id and gist, then by level and id; none for single letters. */
  find(query: string, isWanted: (match: WholeMatch) => boolean): readonly WholeMatch[] {
    const terms = termsOf(query);
    if (!terms.some(({ word }) => word.length > 1)) return [];
    const { filters, filterInts, candidates } = this;
    const bits = terms.map(({ bit }) => ({ int: bit >> 5, mask: 1 << (bit & 31) }));
    const beginnings = terms.map(beginningOf);
    // By tier, then by how many words stand below; what is equal stays in its order.
    const found: WholeMatch[][] = [];
    for (const [at, candidate] of candidates.entries()) {
      const from = at * filterInts;
      if (bits.some(({ int, mask }) => ((filters[from + int] ?? 0) & mask) === 0)) continue;
      const below = countBelow(candidate.words, beginnings);
      if (below === undefined || !isWanted(candidate)) continue;
      const rank = candidate.tier * (terms.length + 1) + below;
      found[rank] ??= [];
      found[rank].push(candidate);
    }
    return found.flat();
  }
}

/** How many of the words stand only in touches and notes; `undefined` when one is missing. */
function countBelow({ id, gist, touches, notes }: Words, beginnings: readonly string[]): number | undefined {
  let below = 0;
  for (const beginning of beginnings) {
    if (gist.includes(beginning) || id.includes(beginning)) continue;
    if (!touches.includes(beginning) && !notes.includes(beginning)) return undefined;
    below++;
  }
  return below;
}

/** What is looked for: the word, or another form of it, at the beginning of one of a text's words. */
function beginningOf({ word, stem = word }: Term): string {
  return ` ${stem}`;
}
