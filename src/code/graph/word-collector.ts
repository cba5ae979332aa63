/** The words of names while a draft is written: which names have which word. What a word is, `splitWords` says. */
import { splitWords } from '../query/words.js';
import { IntList } from './bytes.js';
import { type Groups, groupRows } from './groups.js';
import { Interner } from './interner.js';

export class WordCollector {
  private readonly words = new Interner();
  /** By mention of a word: which word, and in which name. */
  private readonly mentions = new IntList();
  private readonly names = new IntList();

  /** Takes in a name; numbers come in ascending order. */
  add(name: string, number: number): void {
    for (const word of splitWords(name)) {
      this.mentions.push(this.words.number(word));
      this.names.push(number);
    }
  }

  /** The words as they came, and the names of each, ascending. */
  finish(): Groups & { readonly words: readonly string[] } {
    const names = this.names.finish();
    const { starts, rows: mentions } = groupRows(this.mentions.finish(), this.words.strings.length);
    return { words: this.words.strings, starts, rows: mentions.map((mention) => names[mention] ?? 0) };
  }
}
