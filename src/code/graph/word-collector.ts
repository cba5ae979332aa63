/**
 * The words of names while a draft is written: which rows have which word. Most names come again and again, so the words of each
 * are split once. What a word is, `splitWords` says.
 */
import { splitWords } from '../query/words.js';
import { IntList } from './bytes.js';
import { type Groups, groupRows } from './groups.js';

export class WordCollector {
  private readonly numbers = new Map<string, number>();
  private readonly ofName = new Map<string, readonly number[]>();
  /** By mention of a word: which word, and in which row. */
  private readonly mentions = new IntList();
  private readonly rows = new IntList();

  /** Takes in the name of a row; rows come in ascending order. */
  add(name: string, row: number): void {
    let words = this.ofName.get(name);
    if (words === undefined) {
      words = splitWords(name).map((word) => this.numberOf(word));
      this.ofName.set(name, words);
    }
    for (const word of words) {
      this.mentions.push(word);
      this.rows.push(row);
    }
  }

  /** The words as they came, and the rows of each, ascending. */
  finish(): Groups & { readonly words: readonly string[] } {
    const rows = this.rows.finish();
    const { starts, rows: mentions } = groupRows(this.mentions.finish(), this.numbers.size);
    return { words: [...this.numbers.keys()], starts, rows: mentions.map((mention) => rows[mention] ?? 0) };
  }

  private numberOf(word: string): number {
    const known = this.numbers.get(word);
    if (known !== undefined) return known;
    this.numbers.set(word, this.numbers.size);
    return this.numbers.size - 1;
  }
}
