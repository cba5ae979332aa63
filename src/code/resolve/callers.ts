/**
 * Which files call something of a name: where to look for what is passed to the parameters of a function from outside its file.
 * Nothing is concluded from a name; each of these calls is evaluated, on behalf of the file that it stands in. Names are kept as
 * hashes of 24 bits: two names with one hash cost a look in vain.
 */
import { Op } from '../code.js';
import { DigitReader, encodeAscending } from './digits.js';
import { type FileIndex, Occurrence } from './file-index.js';
import type { Names } from './names.js';

/** Files whose calls of one name are looked at; of a name that more files call, nothing is known. */
export const CALLING_FILES_MAX = 8;

const PRIME = 0x01000193;
const BASIS = 0x811c9dc5;
const BITS = 0xffffff;

/** FNV-1a, folded. */
export function nameHash(text: string): number {
  let hash = BASIS;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), PRIME);
  return (hash ^ (hash >>> 24)) & BITS;
}

/** Hashes of the last names of all callees, ascending, each once; of a name that was imported under another one both. */
export function calledNames(index: FileIndex, names: Names): readonly number[] {
  const { occurrences, code, imports } = index;
  const found = new Set<number>();
  for (let key = 0; key < occurrences.size; key++) {
    if (occurrences.first(key) === Occurrence.CALL) found.add(nameHash(names.text(occurrences.second(key))));
  }
  for (const at of imports) {
    if (code[at] === Op.FROM_IMPORT && code[at + 3] !== code[at + 4]) {
      found.add(nameHash(index.facts.code.strings[code[at + 3] ?? 0] ?? ''));
    }
  }
  return [...found].sort((a, b) => a - b);
}

/** Names under which a file calls what another one calls `name`. */
export function aliasesOf({ code, imports, names }: FileIndex, name: number): readonly number[] {
  const aliases = [name];
  for (const at of imports) {
    if (code[at] !== Op.FROM_IMPORT || names[code[at + 3] ?? 0] !== name) continue;
    const alias = names[code[at + 4] ?? 0] ?? 0;
    if (alias !== 0 && !aliases.includes(alias)) aliases.push(alias);
  }
  return aliases;
}

export function encodeHashes(hashes: readonly number[]): string {
  return encodeAscending(hashes);
}

export function decodeHashes(text: string): readonly number[] {
  const reader = new DigitReader(text);
  const hashes: number[] = [];
  for (let last = 0; !reader.isAtEnd; hashes.push(last)) last += reader.next();
  return hashes;
}

/** Of all files of a run. */
export class Callers {
  readonly #byHash = new Map<number, number[]>();

  add(file: number, hashes: readonly number[]): void {
    for (const hash of hashes) {
      const files = this.#byHash.get(hash);
      if (files === undefined) this.#byHash.set(hash, [file]);
      else if (files.length <= CALLING_FILES_MAX + 1) files.push(file);
    }
  }

  /** Numbers of the files other than `own` that call something of the hash; none when there are too many. */
  of(hash: number, own: number): readonly number[] {
    const files = this.#byHash.get(hash) ?? [];
    const others = files.filter((file) => file !== own);
    return others.length > CALLING_FILES_MAX ? [] : others;
  }

  /** Whether more files than are looked at call something of the hash. */
  areTooMany(hash: number, own: number): boolean {
    const files = this.#byHash.get(hash) ?? [];
    return files.length > CALLING_FILES_MAX + (files.includes(own) ? 1 : 0);
  }
}
