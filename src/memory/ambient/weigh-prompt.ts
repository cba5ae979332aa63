/**
 * What the words of a prompt find in the memory, and which of it has evidence enough to be meant at all. It is a function of the
 * graphs and the prompt; who has seen what plays no part, so that it can be made before it is needed.
 */
import type { MemoryGraph, MemoryNode } from '../model.js';
import { type Found, findNodesInSteps, type SearchedGraph } from '../search.js';
import { type Evidence, weighEvidence } from './evidence.js';
import { humanText } from './human-text.js';
import { type PromptTerm, termsOfPrompt } from './prompt-terms.js';

// What a node needs that one term points at, and that several do: for a prompt of one term, how much more for each further
// one, and at most. A single term of a long prompt must be a rare word in an id; two rare words in a headline always reach it.
const NEEDED = {
  one: { base: 0.6, perTerm: 0.13, max: 1.05 },
  several: { base: 0.8, perTerm: 0.05, max: 1.1 },
} as const;
// Beside a node that is meant, one with less than this part of its evidence shares a word and not the subject; the more so
// when a single term points at it and several at the other.
const SHARE_OF_BEST = 0.55;
const SHARE_OF_BEST_ALONE = 0.8;
// Two rare words are a subject of its own, however much the best has.
const SHARE_MAX = 1.7;
// A bare name of what was seen costs next to nothing.
const SHARE_OF_BEST_SEEN = 0.35;

/** What the words of a prompt find in graphs as they were: it is right as long as they are the very same. */
export interface WeighedPrompt {
  readonly graphs: readonly MemoryGraph[];
  readonly terms: readonly PromptTerm[];
  readonly evidence: ReadonlyMap<MemoryNode, Evidence>;
  /** By the ranking of `kg_search`; empty when there is not enough evidence for any node. */
  readonly found: readonly Found[];
}

/** Weighs a prompt, in steps: of thousands of nodes that takes a tenth of a second. */
export function* weighPrompt(
  searched: readonly SearchedGraph[],
  prompt: string,
): Generator<void, WeighedPrompt> {
  const terms = termsOfPrompt(humanText(prompt));
  const evidence = yield* weighEvidence(searched, terms);
  const isMeant = gateOf(terms, evidence);
  const query = terms.flatMap(({ forms }) => forms).join(' ');
  // What was seen needs the least.
  const isAnyMeant = [...evidence.values()].some((own) => isMeant(own, true));
  const found = isAnyMeant ? yield* findNodesInSteps(searched, query, { hasFallback: false }) : [];
  return { graphs: searched.map(({ graph }) => graph), terms, evidence, found };
}

/** Tells which evidence is enough beside that of all others. */
export function gateOf(
  terms: readonly PromptTerm[],
  evidence: ReadonlyMap<MemoryNode, Evidence>,
): (own: Evidence, isSeen: boolean) => boolean {
  const said = terms.reduce((sum, { weight }) => sum + weight, 0);
  const best = strongest(evidence.values());
  return (own, isSeen) => {
    const { base, perTerm, max } = own.terms > 1 ? NEEDED.several : NEEDED.one;
    const needed = Math.min(max, base + perTerm * Math.max(0, said - 1));
    const isAlone = own.terms === 1 && best.terms > 1;
    const share = isSeen ? SHARE_OF_BEST_SEEN : isAlone ? SHARE_OF_BEST_ALONE : SHARE_OF_BEST;
    return own.sum >= Math.max(needed, Math.min(SHARE_MAX, share * best.sum));
  };
}

function strongest(all: Iterable<Evidence>): Evidence {
  let best: Evidence = { sum: 0, terms: 0 };
  for (const each of all) if (each.sum > best.sum) best = each;
  return best;
}
