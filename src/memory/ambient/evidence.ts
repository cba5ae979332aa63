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
const FORM_CHARS_MIN = 4;

/** A form of a term, ready to be looked for. */
interface Pattern {
  readonly term: Term;
  /** The word, and of an English one its plural or singular. */
  readonly words: readonly string[];
  /** What another form of the word begins with. */
  readonly beginning?: string;
}

// So many nodes take a millisecond or two.
const NODES_A_STEP = 500;

/** Weighs evidence, in steps; nodes that no term points at are not in the map. */
export function* weighEvidence(
  searched: readonly SearchedGraph[],
  terms: readonly PromptTerm[],
): Generator<void, ReadonlyMap<MemoryNode, Evidence>> {
  const nodes: { readonly node: MemoryNode; readonly words: Words }[] = [];
  for (const { graph } of searched) {
    for (const node of graph.nodes.values()) {
      nodes.push({ node, words: wordsOfNode(graph.words, node) });
      if (nodes.length % NODES_A_STEP === 0) yield;
    }
  }
  const found = new Map<MemoryNode, { sum: number; terms: number }>();
  for (const { weight, forms } of terms) {
    const patterns = forms.flatMap((form) => patternsOf(form, weight === 1));
    const matches: { readonly node: MemoryNode; readonly strength: number }[] = [];
    let looked = 0;
    for (const { node, words } of nodes) {
      if (++looked % NODES_A_STEP === 0) yield;
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

/**
 * The whole form alone: what it is made of are terms of their own. Words that begin like it count when it is long enough to
 * mean something (`gut` begins `Gutschein`), and is no word of every request (`data` begins `dataloader`).
 */
function patternsOf(form: string, isTelling: boolean): Pattern[] {
  return termsOf(form)
    .slice(0, 1)
    .map((term) => {
      const { word, stem = '' } = term;
      const words = [word, ...otherNumber(word)].map((each) => ` ${each} `);
      const hasForms = isTelling && (stem.length >= FORM_CHARS_MIN || (stem !== '' && !/^[a-z]/.test(stem)));
      return { term, words, ...(hasForms && { beginning: ` ${stem}` }) };
    });
}

/** The best of the fields. */
function strengthOf(words: Words, pattern: Pattern): number {
  if (!mayHold(words.filter, pattern.term)) return 0;
  let best = FIELDS.id * holds(words.id, pattern);
  if (best < FIELDS.gist) best = Math.max(best, FIELDS.gist * holds(words.gist, pattern));
  if (best < FIELDS.touches) best = Math.max(best, FIELDS.touches * holds(words.touches, pattern));
  if (best < FIELDS.notes) best = Math.max(best, FIELDS.notes * holds(words.notes, pattern));
  return best;
}

function holds(text: string, { words, beginning }: Pattern): number {
  if (words.some((word) => text.includes(word))) return 1;
  return beginning !== undefined && text.includes(beginning) ? FORM_CREDIT : 0;
}

/** One thing or several: the same subject. */
function otherNumber(word: string): string[] {
  if (!/^[a-z]{3,}$/.test(word)) return [];
  if (/[^s]s$/.test(word)) return [word.slice(0, -1), ...(word.endsWith('es') ? [word.slice(0, -2)] : [])];
  return [`${word}s`, `${word}es`];
}
