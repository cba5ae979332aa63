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

/** A form of a term, ready to be looked for. */
interface Pattern {
  readonly term: Term;
  readonly word: string;
  /** What another form of the word begins with; the word itself when there is none. */
  readonly beginning: string;
}

/** Weighs evidence; nodes that no term points at are not in the map. */
export function weighEvidence(
  searched: readonly SearchedGraph[],
  terms: readonly PromptTerm[],
): ReadonlyMap<MemoryNode, Evidence> {
  const nodes = searched.flatMap(({ graph }) =>
    [...graph.nodes.values()].map((node) => ({ node, words: wordsOfNode(graph.words, node) })),
  );
  const found = new Map<MemoryNode, { sum: number; terms: number }>();
  for (const { weight, forms } of terms) {
    const patterns = forms.flatMap(patternsOf);
    const matches: { readonly node: MemoryNode; readonly strength: number }[] = [];
    for (const { node, words } of nodes) {
      let strength = 0;
      for (const pattern of patterns) strength = Math.max(strength, strengthOf(words, pattern));
      if (strength > 0) matches.push({ node, strength });
    }
    const rare = matches.length === 0 ? 0 : rarity(nodes.length, matches.length);
    if (rare <= 0) continue;
    for (const { node, strength } of matches) {
      const { sum, terms: count } = found.get(node) ?? { sum: 0, terms: 0 };
      found.set(node, { sum: sum + weight * rare * strength, terms: count + 1 });
    }
  }
  return found;
}

function patternsOf(form: string): Pattern[] {
  return termsOf(form).map((term) => {
    const { word, stem } = term;
    return { term, word: ` ${word} `, beginning: stem === undefined ? ` ${word} ` : ` ${stem}` };
  });
}

/** The best of the fields; a word's beginning is looked for first, since whoever lacks that lacks the word. */
function strengthOf(words: Words, pattern: Pattern): number {
  if (!mayHold(words.filter, pattern.term)) return 0;
  let best = FIELDS.id * holds(words.id, pattern);
  if (best < FIELDS.gist) best = Math.max(best, FIELDS.gist * holds(words.gist, pattern));
  if (best < FIELDS.touches) best = Math.max(best, FIELDS.touches * holds(words.touches, pattern));
  if (best < FIELDS.notes) best = Math.max(best, FIELDS.notes * holds(words.notes, pattern));
  return best;
}

function holds(words: string, { word, beginning }: Pattern): number {
  if (!words.includes(beginning)) return 0;
  return words.includes(word) ? 1 : FORM_CREDIT;
}
