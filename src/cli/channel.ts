/** Pieces that somebody pushes and somebody else awaits, in their order: from callbacks to an iteration. */
export class Channel<T> implements AsyncIterable<T> {
  readonly #waiting: T[] = [];
  #end: { readonly error?: unknown } | undefined;
  #wake = (): void => undefined;

  push(piece: T): void {
    this.#waiting.push(piece);
    this.#wake();
  }

  /** Nothing comes any more; with an error the iteration ends with it, after what was pushed before. */
  end(failure: { readonly error?: unknown } = {}): void {
    this.#end ??= failure;
    this.#wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, void> {
    for (;;) {
      const piece = this.#waiting.shift();
      if (piece !== undefined) {
        yield piece;
        continue;
      }
      if (this.#end !== undefined) {
        if ('error' in this.#end) throw this.#end.error;
        return;
      }
      await new Promise<void>((wake) => {
        this.#wake = wake;
      });
    }
  }
}
