/**
 * Names as texts, of which those read lately are kept: an answer about what hundreds override reads the same few names again
 * and again. Each has one place, by its number, which the next name for that place takes over, so it never grows.
 */
import type { FoldedRows } from './text-rows.js';

/** A power of two: some hundred kilobytes when all are taken. */
const PLACES = 4096;

export class RecentNames {
  private readonly numbers = new Int32Array(PLACES).fill(-1);
  private readonly texts: string[] = [];

  constructor(private readonly names: FoldedRows) {}

  get(name: number): string {
    const place = name & (PLACES - 1);
    const known = this.texts[place];
    if (known !== undefined && this.numbers[place] === name) return known;
    const text = this.names.string(name);
    this.numbers[place] = name;
    this.texts[place] = text;
    return text;
  }
}
