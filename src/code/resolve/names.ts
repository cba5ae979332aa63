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
  readonly #dots: number[] = [];

  readonly #builtins: number[] = [];
  /** '' is 0, before any other. */
  readonly empty = this.id('');
  readonly init = this.id('__init__');
  readonly new = this.id('__new__');
  readonly postInit = this.id('__post_init__');
  readonly call = this.id('__call__');
  readonly setattr = this.id('setattr');
  readonly delattr = this.id('delattr');
  readonly moduleGetattr = this.id('__getattr__');
  readonly str = this.id('builtins.str');
  readonly list = this.id('builtins.list');
  readonly dict = this.id('builtins.dict');
  readonly tuple = this.id('builtins.tuple');

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

  /** The id of `builtins.name`. */
  builtin(name: number): number {
    let id = this.#builtins[name];
    if (id === undefined) {
      id = this.id(`builtins.${this.text(name)}`);
      this.#builtins[name] = id;
    }
    return id;
  }

  /** How many dots there are in a text. */
  dots(id: number): number {
    let count = this.#dots[id];
    if (count === undefined) {
      count = this.text(id).split('.').length - 1;
      this.#dots[id] = count;
    }
    return count;
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
