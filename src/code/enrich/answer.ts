/**
 * A question to the language model, with what the graph holds on it. The same question with the same context is asked once: an
 * answer that is read page by page must be one answer.
 */

import { ModelFailure } from './model-failure.js';
import { answerPrompt } from './prompts.js';
import type { ModelClient } from './provider.js';
import type { Meter } from './usage.js';

export interface Asked {
  readonly question: string;
  /** Markdown made from the graph. */
  readonly context: string;
  /** How long the answer should be at most. */
  readonly wordsMax: number;
  /** Takes the answer piece by piece as it comes. */
  readonly onText?: (piece: string) => void;
}

// A page or two of the last few questions; each is some kilobytes.
const KEPT_MAX = 20;

export class Answerer {
  readonly #client: ModelClient;
  readonly #meter: Meter;
  readonly #kept = new Map<string, string>();

  constructor(client: ModelClient, meter: Meter) {
    this.#client = client;
    this.#meter = meter;
  }

  /** Markdown without a section of sources. Rejects with a `ModelFailure`, or KgError `cancelled`. */
  async answer({ question, context, wordsMax, onText }: Asked, signal: AbortSignal): Promise<string> {
    const prompt = answerPrompt(question, context, wordsMax);
    const known = this.#kept.get(prompt.user);
    if (known !== undefined) {
      this.#meter.countHits(1);
      onText?.(known);
      return known;
    }
    try {
      const answer = (await this.#client.chat({ prompt, signal, onText: onText ?? IGNORED })).trim();
      this.#kept.set(prompt.user, answer);
      const [oldest] = this.#kept.keys();
      if (this.#kept.size > KEPT_MAX && oldest !== undefined) this.#kept.delete(oldest);
      return answer;
    } catch (error) {
      if (error instanceof ModelFailure) this.#meter.countFailure(error.reason);
      throw error;
    }
  }
}

/** Asked for in pieces, a reply that has stopped coming is noticed sooner. */
function IGNORED(): void {
  // Whoever waits for the whole looks at no piece.
}
