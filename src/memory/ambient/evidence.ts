/**
 * How strongly a prompt points at a node. Search ranks, which always has a first; whether the first is meant at all is a
 * question of its own, and this answers it: each term of the prompt that the node has counts by how rare it is in the whole
 * memory, where in the node it stands, and whether it is the word itself or another form of it.
 *
 * A term that every node has counts nothing; one that a single node has counts fully.
 */
import type { MemoryNode, Words } from '../model.js';
import { rarity, type SearchedGraph } from '../search.js';
import { mayHold, type Term, termsOf, wordsOfNode } from '../words.js';
import type { PromptTerm } from './prompt-terms.js';

/** What a prompt has to say about one node. */
export interface Evidence {
  /** About 1 for each rare word in a headline. */
  readonly sum: number;
  /** How many different terms the node has. */
  readonly terms: number;
}

// An id is chosen to name what a node is about; notes mention much.
const FIELDS = { id: 1.1, gist: 1, touches: 0.8, notes: 0.6 } as const;
const FORM_CREDIT = 0.75;

/** Weighs evidence; nodes that no term points at are not in the map. */
export function weighEvidence(
  searched: readonly SearchedGraph[],
  terms: readonly PromptTerm[],
): ReadonlyMap<MemoryNode, Evidence> {
  const asked = terms.map(({ forms, weight }) => ({ weight, forms: forms.flatMap((form) => termsOf(form)) }));
  const nodes = searched.flatMap(({ graph }) =>
    [...graph.nodes.values()].map((node) => ({ node, words: wordsOfNode(graph.words, node) })),
  );
  const found = new Map<MemoryNode, { sum: number; terms: number }>();
  for (const { weight, forms } of asked) {
    const matches = nodes.flatMap(({ node, words }) => {
      const strength = Math.max(0, ...forms.map((form) => strengthOf(words, form)));
      return strength > 0 ? [{ node, strength }] : [];
    });
    const rare = matches.length === 0 ? 0 : rarity(nodes.length, matches.length);
    if (rare <= 0) continue;
    for (const { node, strength } of matches) {
      const { sum, terms: count } = found.get(node) ?? { sum: 0, terms: 0 };
      found.set(node, { sum: sum + weight * rare * strength, terms: count + 1 });
    }
  }
  return found;
}

function strengthOf(words: Words, term: Term): number {
  if (!mayHold(words.filter, term)) return 0;
  return Math.max(
    FIELDS.id * holds(words.id, term),
    FIELDS.gist * holds(words.gist, term),
    FIELDS.touches * holds(words.touches, term),
    FIELDS.notes * holds(words.notes, term),
  );
}

function holds(words: string, { word, stem }: Term): number {
  if (words.includes(` ${word} `)) return 1;
  return stem !== undefined && words.includes(` ${stem}`) ? FORM_CREDIT : 0;
}
