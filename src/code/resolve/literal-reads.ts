/** Where a file reads items under literal keys, by key. */
import { Op } from '../code.js';
import type { FileIndex } from './file-index.js';
import { literalKey } from './path-keys.js';
import { nextInstruction } from './stream.js';

/** A SUBSCRIPT under a literal key. */
export interface LiteralRead {
  readonly at: number;
  /** Whether what it gives is called there and then. */
  readonly isCalled: boolean;
}

/** By literal key (`path-keys.ts`), each list in the order of the file. */
export type LiteralReads = ReadonlyMap<number, readonly LiteralRead[]>;

/** A file, with what is remembered of its reads. */
interface WithReads {
  readonly index: FileIndex;
  literalReads: LiteralReads | undefined;
}

const NO_READS: readonly LiteralRead[] = [];

export function readsUnder(file: WithReads, key: number): readonly LiteralRead[] {
  file.literalReads ??= literalReadsOf(file.index);
  return file.literalReads.get(key) ?? NO_READS;
}

function literalReadsOf(index: FileIndex): LiteralReads {
  const { code, calls } = index;
  const callees = new Set(calls.map((call) => code[call + 1] ?? 0));
  const reads = new Map<number, LiteralRead[]>();
  for (let at = 0; at < code.length; at = nextInstruction(code, at)) {
    const key = code[at] === Op.SUBSCRIPT ? literalKey(index, code[at + 2] ?? 0) : undefined;
    if (key === undefined) continue;
    const list = reads.get(key) ?? [];
    list.push({ at, isCalled: callees.has(at) });
    reads.set(key, list);
  }
  return reads;
}
