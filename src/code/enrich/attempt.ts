/**
 * One request and its time: it ends when the caller takes it back, or when nothing has come for too long. It knows nothing of
 * what is sent.
 */
import { KgError } from '../../kernel/errors.js';
import { ModelFailure } from './model-failure.js';

/** Time begins with the object; `end` it whatever comes. */
export class Attempt {
  readonly controller = new AbortController();
  readonly #caller: AbortSignal;
  readonly #timeoutMs: number;
  readonly #shown: string;
  readonly #stop = (): void => this.controller.abort();
  #timer: NodeJS.Timeout;
  #isOver = false;

  constructor(caller: AbortSignal, timeoutMs: number, shown: string) {
    this.#caller = caller;
    this.#timeoutMs = timeoutMs;
    this.#shown = shown;
    caller.addEventListener('abort', this.#stop);
    this.#timer = this.#startTimer();
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** Whether the time has run out. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Something has come: the time begins anew. */
  goOn(): void {
    clearTimeout(this.#timer);
    this.#timer = this.#startTimer();
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#caller.removeEventListener('abort', this.#stop);
  }

  /** Why the signal was given. */
  failure(): KgError {
    if (!this.#isOver) return cancelled();
    const seconds = this.#timeoutMs / 1000;
    return new ModelFailure('time-out', `${this.#shown} did not answer within ${seconds} seconds`, {
      hint: 'Is the model loaded there, and fast enough? Set KG_LLM_TIMEOUT higher, or take a smaller one.',
    });
  }

  #startTimer(): NodeJS.Timeout {
    return setTimeout(() => {
      this.#isOver = true;
      this.controller.abort();
    }, this.#timeoutMs);
  }
}

/** What a request that was taken back ends with. */
export function cancelled(): KgError {
  return new KgError('cancelled', 'The request to the language model was cancelled.');
}
