/**
 * What a language model says of pairs of nodes: how sure it is that both mean the same. A pair that it leaves out has nothing
 * in common, as the prompt says; a reply without a single verdict is none.
 */
import { count, item, listsSchema, readList, share, text } from './shapes.js';

const VERDICT = item({
  pair: count('Number of the pair.'),
  similarity: share('1: both mean the same thing. 0: they have nothing to do with each other.'),
  reason: text('Why, in a few words.', true),
});

/** The JSON schema of a reply. */
export const VERDICTS_SCHEMA = listsSchema({ verdicts: VERDICT });

export interface ReadVerdicts {
  /** For each pair, in their order: 0–1. */
  readonly similarities: readonly number[];
  readonly dropped: number;
}

/** Reads a reply about so many pairs; `undefined` when it has no list of verdicts, or none of use in a list that is not empty. */
export function readVerdicts(reply: unknown, pairs: number): ReadVerdicts | undefined {
  const list: unknown = Object(reply).verdicts ?? (Array.isArray(reply) ? reply : undefined);
  if (!Array.isArray(list)) return undefined;
  const { items, dropped } = readList(list, VERDICT);
  const known = items.filter(([, { pair }]) => pair >= 1 && pair <= pairs);
  if (list.length > 0 && known.length === 0) return undefined;
  const similarities = Array.from({ length: pairs }, () => 0);
  for (const [, { pair, similarity }] of known) similarities[pair - 1] = similarity;
  return { similarities, dropped: dropped + items.length - known.length };
}
