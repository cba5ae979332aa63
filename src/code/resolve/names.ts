/**
 * Names as small integers, the same for all files of one linker, so that tables compare numbers and not texts. Ids depend on
 * the order of asking: they never leave the linker, and nothing is ordered by them.
 */
import { PairTable } from './pair-table.js';

export class Names {
  readonly #ids = new Map<string, number>();
  readonly #texts: string[] = [];
  readonly #pairs = new PairTable(256);
  readonly #dotted: number[] = [];

  constructor() {
    this.id('');
  }

  /** The id of a text; '' is 0. */
  id(text: string): number {
    const known = this.#ids.get(text);
    if (known !== undefined) return known;
    const id = this.#texts.length;
    this.#ids.set(text, id);
    this.#texts.push(text);
    return id;
  }

  text(id: number): string {
    return this.#texts[id] ?? '';
  }

  /** The id of `a.b`. */
  dotted(a: number, b: number): number {
    const pair = this.#pairs.add(a, b);
    let id = this.#dotted[pair];
    if (id === undefined) {
      id = this.id(`${this.text(a)}.${this.text(b)}`);
      this.#dotted[pair] = id;
    }
    return id;
  }
}
