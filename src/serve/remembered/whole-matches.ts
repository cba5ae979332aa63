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
    const found: Ranked[] = [];
    for (const candidate of this.mayHold(terms)) {
      const below = countBelow(candidate.words, terms);
      if (below !== undefined && isWanted(candidate)) found.push({ ...candidate, below });
    }
    // What is equal stays in its order.
    return found.sort((a, b) => a.tier - b.tier || a.below - b.below);
  }

  /** Those whose filters rule none of the words out, in order. */
  private mayHold(terms: readonly Term[]): Candidate[] {
    const { filters, filterInts, candidates } = this;
    const wanted = terms.map(({ bit }) => ({ int: bit >> 5, mask: 1 << (bit & 31) }));
    return candidates.filter((_, at) => {
      return wanted.every(({ int, mask }) => ((filters[at * filterInts + int] ?? 0) & mask) !== 0);
    });
  }
}

interface Ranked extends Candidate {
  /** How many of the words stand only in touches and notes. */
  readonly below: number;
}

/** How many of the words stand only in touches and notes; `undefined` when one is missing. */
function countBelow({ id, gist, touches, notes }: Words, terms: readonly Term[]): number | undefined {
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
