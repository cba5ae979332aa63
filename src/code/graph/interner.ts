/** Numbers for texts while a part is written: the same text has the same number, and they count from 0 as texts come. */
export class Interner {
  /** By number. */
  readonly strings: string[] = [];
  private readonly numbers = new Map<string, number>();

  number(text: string): number {
    const known = this.numbers.get(text);
    if (known !== undefined) return known;
    this.numbers.set(text, this.strings.length);
    return this.strings.push(text) - 1;
  }
}
