/**
 * What the linker of documents may know beside documents and code: what a language model has said before. Looked up, never
 * asked for, so that linking stays a function of values.
 */

import type { Idea, Pair } from '../reconcile/entities.js';
import { type Alias, Aliases } from '../reconcile/names.js';
import type { VerdictOf } from '../reconcile/reconcile.js';
import { isSourceName } from '../skip-rules.js';
import { type FoundExtraction, type ModelCache, pairDigest } from './model-cache.js';

export interface Learned {
  /** Stands for all of it: another one may make another graph. */
  readonly fingerprint: string;
  readonly aliases: Aliases;
  /** Source files whose docstring was read once. */
  docstringPaths(): readonly string[];
  readingOf(document: { readonly path: string; readonly hash: string }): FoundExtraction | undefined;
  /** Verdicts on pairs; absent while there is none at all. */
  readonly verdictOf: VerdictOf | undefined;
}

/** What a cache knows, looked at by a project whose model and aliases are these. */
export function learnedFrom(cache: ModelCache, model: string, aliases: readonly Alias[]): Learned {
  return {
    get fingerprint() {
      return JSON.stringify([cache.fingerprint, cache.fingerprint === '' ? '' : model, aliases]);
    },
    aliases: new Aliases(aliases),
    docstringPaths: () => cache.paths().filter(isSourceName),
    readingOf: ({ path, hash }) => cache.find({ path, hash, model }),
    verdictOf: cache.sizes.verdicts === 0 ? undefined : (pair) => cache.verdictOf(digestOf(pair))?.similarity,
  };
}

/** Nothing was ever asked, and names mean what they say. */
export const NOTHING_LEARNED: Learned = {
  fingerprint: '',
  aliases: new Aliases(),
  docstringPaths: () => [],
  readingOf: () => undefined,
  verdictOf: undefined,
};

/** Under which a verdict on a pair is kept: what both are called and said to be. */
export function digestOf({ a, b }: Pair<Idea, Idea>): string {
  return pairDigest([a.type, a.name, a.text], [b.type, b.name, b.text]);
}
