/**
 * The words of a query, each with the nodes whose names have it and with its weight: a word that few names have tells more
 * than one that many have (inverse document frequency; Spärck Jones, *A Statistical Interpretation of Term Specificity*,
 * 1972), and a filler word hardly anything. A word costs one look into the index of words for each of its forms.
 */
import type { GraphView, NodeRef } from '../graph.js';
import { formsOf, onlyItself, type WordForms } from './forms.js';
import { isFiller } from './words.js';

export interface Term extends WordForms {
  /** Nodes with the word itself in their name. */
  readonly exact: readonly NodeRef[];
  /** Nodes with another form of it there, and not the word itself; in no order. */
  readonly alike: readonly NodeRef[];
  readonly isFiller: boolean;
  readonly weight: number;
}

/** What a hit in a name is worth: the word itself, and another form of it. */
export const NAME_CREDIT = { exact: 1, alike: 0.9 } as const;

const FILLER_SHARE = 0.3;

/** `hasForms`: whether other forms of the word count. */
export function lookUp(view: GraphView, word: string, hasForms: boolean): Term {
  const forms = hasForms ? formsOf(word) : onlyItself(word);
  const exact = view.nameHasWord(word);
  const alike = new Set(forms.others.flatMap((form) => view.nameHasWord(form)));
  if (alike.size > 0) for (const node of exact) alike.delete(node);
  const filler = isFiller(word);
  const rarity = Math.log(1 + view.nodeCount / (1 + exact.length + alike.size));
  return {
    ...forms,
    exact,
    alike: [...alike],
    isFiller: filler,
    weight: rarity * (filler ? FILLER_SHARE : 1),
  };
}

/** The terms that carry meaning; all of them when none does. */
export function contentTerms(terms: readonly Term[]): readonly Term[] {
  const content = terms.filter((term) => !term.isFiller);
  return content.length > 0 ? content : terms;
}
