/**
 * Which indexes stay in memory. Each can be made again from the file's facts, and all of them at once are a third of what linking
 * a large project needs. So beyond a limit those that nobody has used for a while are given up, as in the clock algorithm for
 * pages (Corbató 1968): a sweep takes what the sweep before it has found and nobody has touched since.
 *
 * It shows in no answer: an index is a function of the facts.
 */
import type { FileIndex } from './file-index.js';

/** In instructions, each with its share of facts and tables some 25 bytes: 400 MB. Projects of 50 MB of sources stay whole. */
const HELD_MAX = 16_000_000;
/** How much more may come before the next sweep, as a share of the limit. */
const GROWTH = 1 / 4;

/** A file that can give up its index. */
export interface Holder {
  /** Returns how many instructions it gave up; 0 when it has none or was used since it was asked last. */
  giveUpIndex(): number;
}

export class IndexShelf {
  readonly #max: number;
  #held = 0;
  #limit: number;

  /** `max`: how many instructions may be held. */
  constructor(max = HELD_MAX) {
    this.#max = max;
    this.#limit = max;
  }

  add(index: FileIndex): FileIndex {
    this.#held += index.code.length;
    return index;
  }

  /** To be called when nobody works on an index. When far too many are held, those in use are given up as well. */
  sweep(holders: Iterable<Holder>): void {
    if (this.#held <= this.#limit) return;
    for (const holder of holders) this.#held -= holder.giveUpIndex();
    if (this.#held > this.#max * 2) for (const holder of holders) this.#held -= holder.giveUpIndex();
    this.#limit = Math.max(this.#max, this.#held + this.#max * GROWTH);
  }
}
