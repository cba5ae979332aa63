/**
 * Reads JSON front to back and knows where it is: for files of which little matters and whose positions do. What is not asked
 * for is skipped without being made, however large or deep it is; nothing recurses. After the first fault every question is
 * answered with nothing.
 *
 * Strings are checked by `JSON.parse` when they are asked for; what is skipped is checked for its brackets and quotes only.
 */

/** Where and why the text is no JSON, or not of the shape that was asked for. */
export interface JsonFault {
  readonly message: string;
  /** Offset. */
  readonly at: number;
}

export class JsonReader {
  readonly #text: string;
  #at = 0;
  #fault: JsonFault | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  get at(): number {
    return this.#at;
  }

  get fault(): JsonFault | undefined {
    return this.#fault;
  }

  /** Goes to where the next value begins. */
  beforeValue(): void {
    while (WHITE.has(this.#text.charCodeAt(this.#at))) this.#at++;
  }

  isObject(): boolean {
    this.beforeValue();
    return this.#text[this.#at] === '{';
  }

  isList(): boolean {
    this.beforeValue();
    return this.#text[this.#at] === '[';
  }

  /** Visits the members of the object that comes next; `visit` must take each value. Anything else is skipped. */
  eachMember(visit: (key: string) => void): void {
    this.#each('{', '}', () => {
      const key = this.text();
      this.beforeValue();
      if (this.#text[this.#at] !== ':') this.#fail('a colon is missing');
      else {
        this.#at++;
        visit(key);
      }
    });
  }

  /** Visits the items of the list that comes next; `visit` must take each. Anything else is skipped. */
  eachItem(visit: () => void): void {
    this.#each('[', ']', visit);
  }

  #each(open: string, close: string, visit: () => void): void {
    this.beforeValue();
    if (this.#text[this.#at] !== open) {
      this.skip();
      return;
    }
    this.#at++;
    for (let isFirst = true; this.#fault === undefined; isFirst = false) {
      this.beforeValue();
      const next = this.#text[this.#at];
      if (next === close && isFirst) {
        this.#at++;
        return;
      }
      visit();
      if (this.#fault !== undefined) return;
      this.beforeValue();
      const behind = this.#text[this.#at];
      if (behind !== ',' && behind !== close) {
        this.#fail(behind === undefined ? 'it ends too early' : `${JSON.stringify(behind)} is out of place`);
        return;
      }
      this.#at++;
      if (behind === close) return;
    }
  }

  /** The text that comes next; '' for any other value, which is skipped. */
  text(): string {
    this.beforeValue();
    const start = this.#at;
    if (this.#text[start] !== '"') {
      this.skip();
      return '';
    }
    this.#skipString();
    if (this.#fault !== undefined) return '';
    try {
      return String(JSON.parse(this.#text.slice(start, this.#at)));
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      this.#at = start;
      this.#fail('a text is not valid');
      return '';
    }
  }

  /** Skips the value that comes next. */
  skip(): void {
    let depth = 0;
    do {
      this.beforeValue();
      const char = this.#text[this.#at];
      if (char === undefined) this.#fail('it ends too early');
      else if (char === '"') this.#skipString();
      else if (char === '{' || char === '[') {
        depth++;
        this.#at++;
      } else if (char === '}' || char === ']') {
        if (depth === 0) this.#fail(`${JSON.stringify(char)} is out of place`);
        depth--;
        this.#at++;
      } else if (depth > 0 && (char === ',' || char === ':')) this.#at++;
      else this.#skipWord();
    } while (depth > 0 && this.#fault === undefined);
  }

  expectEnd(): void {
    if (this.#fault !== undefined) return;
    this.beforeValue();
    if (this.#at < this.#text.length) this.#fail('something stands behind its end');
  }

  #skipString(): void {
    for (
      let end = this.#text.indexOf('"', this.#at + 1);
      end !== -1;
      end = this.#text.indexOf('"', end + 1)
    ) {
      let slashes = end;
      while (this.#text[slashes - 1] === '\\') slashes--;
      if ((end - slashes) % 2 === 0) {
        this.#at = end + 1;
        return;
      }
    }
    this.#fail('a text does not end');
  }

  /** A number, `true`, `null`. */
  #skipWord(): void {
    WORD.lastIndex = this.#at;
    const word = WORD.exec(this.#text)?.[0] ?? '';
    if (word === '') this.#fail(`${JSON.stringify(this.#text[this.#at])} is out of place`);
    else this.#at += word.length;
  }

  #fail(message: string): void {
    this.#fault ??= { message, at: this.#at };
  }
}

const WHITE: ReadonlySet<number> = new Set([32, 9, 10, 13]);
const WORD = /[-+.\w]+/y;
