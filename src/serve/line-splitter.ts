/**
 * Bytes as they come → lines of UTF-8. A line longer than allowed is never kept: only its beginning and its end are told,
 * so that whoever sent it can be.
 */

export interface LineTaker {
  /** A line without its end. */
  readonly onLine: (line: string) => void;
  /** The first and the last few hundred bytes of a line that is too long. */
  readonly onTooLong: (head: string, tail: string) => void;
}

// Holds what an envelope says before or behind its params.
const SHOWN_BYTES = 400;
const LINE_FEED = 10;

export class LineSplitter {
  readonly #bytesMax: number;
  readonly #taker: LineTaker;
  #parts: Buffer[] = [];
  #bytes = 0;
  #head = '';
  #tail: Buffer = Buffer.alloc(0);

  constructor(bytesMax: number, taker: LineTaker) {
    this.#bytesMax = bytesMax;
    this.#taker = taker;
  }

  add(chunk: Buffer): void {
    let from = 0;
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, from)) {
      this.#append(chunk.subarray(from, end));
      this.#finish();
      from = end + 1;
    }
    this.#append(chunk.subarray(from));
  }

  /** What came last is a line too, when its end is missing. */
  end(): void {
    if (this.#bytes > 0) this.#finish();
  }

  #append(part: Buffer): void {
    const isKept = this.#bytes <= this.#bytesMax;
    this.#bytes += part.length;
    if (isKept) this.#parts.push(part);
    if (this.#bytes <= this.#bytesMax) return;
    const end = isKept ? Buffer.concat(this.#parts) : Buffer.concat([this.#tail, part]);
    if (isKept) this.#head = end.toString('utf8', 0, SHOWN_BYTES);
    this.#tail = Buffer.from(end.subarray(-SHOWN_BYTES));
    this.#parts = [];
  }

  #finish(): void {
    const line = this.#bytes <= this.#bytesMax ? Buffer.concat(this.#parts).toString('utf8') : undefined;
    const [head, tail] = [this.#head, this.#tail.toString('utf8')];
    this.#parts = [];
    this.#bytes = 0;
    if (line === undefined) this.#taker.onTooLong(head, tail);
    else this.#taker.onLine(line);
  }
}
