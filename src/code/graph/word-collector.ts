/** The words of names while a draft is written: which names have which word. What a word is, `splitWords` says. */
import { splitWords } from '../query/words.js';
import { IntList } from './bytes.js';
import { type Groups, groupRows } from './groups.js';

export class WordCollector {
  private readonly numbers = new Map<string, number>();
  /** By mention of a word: which word, and in which name. */
  private readonly mentions = new IntList();
  private readonly names = new IntList();

  /** Takes in a name; numbers come in ascending order. */
  add(name: string, number: number): void {
    for (const word of splitWords(name)) {
      this.mentions.push(this.numberOf(word));
      this.names.push(number);
    }
  }

  /** The words as they came, and the names of each, ascending. */
  finish(): Groups & { readonly words: readonly string[] } {
    const names = this.names.finish();
    const { starts, rows: mentions } = groupRows(this.mentions.finish(), this.numbers.size);
    return { words: [...this.numbers.keys()], starts, rows: mentions.map((mention) => names[mention] ?? 0) };
  }

  private numberOf(word: string): number {
    const known = this.numbers.get(word);
    if (known !== undefined) return known;
    this.numbers.set(word, this.numbers.size);
    return this.numbers.size - 1;
  }
}
