/**
 * Tables of strings that share their beginnings (ids, paths, dotted names), in blocks of sixteen: the first of a block
 * whole, each other one as the number of characters it has in common with the one before, and the rest (front coding, as
 * in Witten, Moffat and Bell, *Managing Gigabytes*). A block is one row of JSON and is read when one of its strings is
 * asked for.
 */
import { RowsWriter } from './rows-writer.js';
import type { TextRows } from './text-rows.js';

const BLOCK = 16;

/** Strings by number. */
export interface StringTable {
  readonly count: number;
  get(index: number): string;
}

/** A table that is a list. */
export class ListTable implements StringTable {
  readonly count: number;

  constructor(private readonly strings: readonly string[]) {
    this.count = strings.length;
  }

  get(index: number): string {
    return this.strings[index] ?? '';
  }
}

/** A table in blocks; what was read of it stays in memory. */
export class BlockTable implements StringTable {
  private readonly blocks: (readonly string[] | undefined)[] = [];

  constructor(
    readonly count: number,
    private readonly rows: TextRows,
  ) {}

  get(index: number): string {
    const at = Math.floor(index / BLOCK);
    let block = this.blocks[at];
    if (block === undefined) {
      block = readBlock(this.rows.json(at));
      this.blocks[at] = block;
    }
    return block[index % BLOCK] ?? '';
  }
}

/** The first index whose string is not below `wanted`; the table must be in order. */
export function tableLowerBound(table: StringTable, wanted: string): number {
  let low = 0;
  let high = table.count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (table.get(middle) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Where a string stands in an ordered table, -1 when it is not there. */
export function indexInTable(table: StringTable, wanted: string): number {
  const at = tableLowerBound(table, wanted);
  return at < table.count && table.get(at) === wanted ? at : -1;
}

// About two milliseconds of writing.
const STEP = 1 << 12;

/** Writes strings in blocks, as they come; in steps. */
export function* writeTable(strings: Iterable<string>): Generator<void, RowsWriter> {
  const rows = new RowsWriter();
  let block: (string | number)[] = [];
  let inBlock = 0;
  let before = '';
  let count = 0;
  for (const text of strings) {
    if (count++ % STEP === STEP - 1) yield;
    if (inBlock === 0) {
      block.push(text);
    } else {
      const shared = sharedLength(before, text);
      block.push(shared, text.slice(shared));
    }
    before = text;
    inBlock++;
    if (inBlock === BLOCK) {
      rows.push(JSON.stringify(block));
      block = [];
      inBlock = 0;
    }
  }
  if (inBlock > 0) rows.push(JSON.stringify(block));
  return rows;
}

function readBlock(json: string): readonly string[] {
  const parts = JSON.parse(json) as readonly (string | number)[];
  let text = String(parts[0]);
  const strings = [text];
  for (let at = 1; at + 1 < parts.length; at += 2) {
    text = text.slice(0, Number(parts[at])) + String(parts[at + 1]);
    strings.push(text);
  }
  return strings;
}

function sharedLength(a: string, b: string): number {
  const end = Math.min(a.length, b.length);
  let at = 0;
  while (at < end && a.charCodeAt(at) === b.charCodeAt(at)) at++;
  return at;
}
