/** What asking a language model has cost, and what came of it, counted as it happens. */

import type { Spent } from './model-cache.js';
import type { FailureReason } from './model-failure.js';

/** Totals of one process. */
export interface Usage extends Spent {
  /** Results that were there already and were not asked for. */
  readonly cacheHits: number;
  /** By reason, the most frequent first. A request that came through in the end is none. */
  readonly failures: readonly { readonly reason: FailureReason; readonly count: number }[];
}

export class Meter {
  #calls = 0;
  #tokensIn = 0;
  #tokensOut = 0;
  #cacheHits = 0;
  readonly #failures = new Map<FailureReason, number>();

  get usage(): Usage {
    const failures = [...this.#failures].map(([reason, count]) => ({ reason, count }));
    failures.sort((a, b) => b.count - a.count || (a.reason < b.reason ? -1 : 1));
    return {
      calls: this.#calls,
      tokensIn: this.#tokensIn,
      tokensOut: this.#tokensOut,
      cacheHits: this.#cacheHits,
      failures,
    };
  }

  /** A request is sent, be it for the second time. */
  countCall(): void {
    this.#calls++;
  }

  countTokens(tokensIn: number, tokensOut: number): void {
    this.#tokensIn += tokensIn;
    this.#tokensOut += tokensOut;
  }

  countHits(count: number): void {
    this.#cacheHits += count;
  }

  countFailure(reason: FailureReason): void {
    this.#failures.set(reason, (this.#failures.get(reason) ?? 0) + 1);
  }
}

// What tokenizers make of English and code, roughly.
const CHARS_PER_TOKEN = 4;

/** Tokens of a text, roughly: for plans, and for endpoints that do not count. */
export function roughTokens(text: string): number {
  return Math.ceil(text.length / CHARS_PER_TOKEN);
}
