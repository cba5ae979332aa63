/**
 * Tier 3: concepts and decisions that may mean the same under other words; a language model judges them. Here is decided which
 * pairs are worth asking about, in a total order, and what a verdict means. Nothing is asked here.
 */
import { isFiller, splitWords } from '../query/words.js';
import { comparePairs, type Idea, type Link, type Pair, pairOf } from './entities.js';

/** The mission's: so many pairs at most, and what a verdict has to reach. */
export const SEMANTIC_PAIRS_MAX = 200;
const SAME_MIN = 0.85;
const RELATED_MIN = 0.6;

// Words that stand in every second decision say nothing about which two belong together.
const SIGNIFICANT_CHARS_MIN = 3;
const NODES_A_STEP = 200;

interface Scored extends Pair<Idea, Idea> {
  /** Of the significant words of both, which share both have: Dice's coefficient. */
  readonly share: number;
}

/** The pairs to ask about, those that share most words first; those that `isKnown` names are left out. Yields between steps. */
export function* semanticPairs(
  ideas: readonly Idea[],
  isKnown: (pair: Pair<Idea, Idea>) => boolean,
): Generator<void, Pair<Idea, Idea>[], void> {
  const nodes = ideas.filter(({ type }) => type === 'concept' || type === 'decision');
  const words = nodes.map(({ name }) => splitWords(name).filter(isSignificant));
  const byWord = new Map<string, number[]>();
  let found: Scored[] = [];
  // What the last of the pairs kept so far has: who has less is none of them.
  let least = 0;
  for (const [at, node] of nodes.entries()) {
    const shared = new Map<number, number>();
    for (const word of words[at] ?? []) {
      const others = byWord.get(word) ?? [];
      for (const other of others) shared.set(other, (shared.get(other) ?? 0) + 1);
      others.push(at);
      byWord.set(word, others);
    }
    for (const [other, count] of shared) {
      const partner = nodes[other];
      const share = (2 * count) / ((words[at]?.length ?? 0) + (words[other]?.length ?? 0));
      if (partner === undefined || share < least) continue;
      const pair = pairOf(node, partner);
      if (!isKnown(pair)) found.push({ ...pair, share });
    }
    if (at % NODES_A_STEP === NODES_A_STEP - 1) {
      found = best(found);
      least = found[SEMANTIC_PAIRS_MAX - 1]?.share ?? 0;
      yield;
    }
  }
  return best(found).map(({ a, b }) => ({ a, b }));
}

function best(found: Scored[]): Scored[] {
  return found.sort((a, b) => b.share - a.share || comparePairs(a, b)).slice(0, SEMANTIC_PAIRS_MAX);
}

function isSignificant(word: string): boolean {
  return word.length >= SIGNIFICANT_CHARS_MIN && !isFiller(word) && !/^\d+$/.test(word);
}

/** What a verdict (0–1: how sure it is that both mean the same) makes of a pair; `undefined` for nothing. */
export function semanticLink(pair: Pair, similarity: number): Link | undefined {
  if (similarity < RELATED_MIN) return undefined;
  const type = similarity >= SAME_MIN ? 'same_as' : 'related_to';
  return { ...pair, type, confidence: similarity, source: 'semantic' };
}
