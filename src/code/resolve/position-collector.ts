/** Gathers positions by a small key, as they are met, for the lists of a `FileIndex`. */
import type { PositionArrays } from './file-index.js';

export class PositionCollector {
  readonly #keys: number[] = [];
  readonly #positions: number[] = [];
  #keyCount = 0;

  append(key: number, position: number): void {
    this.#keys.push(key);
    this.#positions.push(position);
    if (key >= this.#keyCount) this.#keyCount = key + 1;
  }

  /** One list behind the other, each in order of arrival. */
  finish(): PositionArrays {
    const from = new Int32Array(this.#keyCount + 1);
    for (const key of this.#keys) from[key + 1] = (from[key + 1] ?? 0) + 1;
    for (let key = 1; key < from.length; key++) from[key] = (from[key] ?? 0) + (from[key - 1] ?? 0);
    const positions = new Int32Array(this.#positions.length);
    const free = from.slice();
    for (let i = 0; i < positions.length; i++) {
      const key = this.#keys[i] ?? 0;
      const place = free[key] ?? 0;
      free[key] = place + 1;
      const isLast = free[key] === from[key + 1];
      positions[place] = isLast ? ~(this.#positions[i] ?? 0) : (this.#positions[i] ?? 0);
    }
    return { from, positions };
  }
}
