/**
 * A value that nothing renders: not a log line, not JSON, not a debugger's print, not a message to a worker. Whoever needs
 * it asks for it by name, and that is what a review looks for.
 */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  /** The value itself, for the one request that carries it. */
  reveal(): string {
    return this.#value;
  }

  /** What everybody else sees. */
  toString(): string {
    return '(secret)';
  }

  toJSON(): string {
    return this.toString();
  }

  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return this.toString();
  }
}
