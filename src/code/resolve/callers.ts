/**
 * Which files call something of a name: where to look for what is passed to the parameters of a function from outside its file.
 * Nothing is concluded from a name; each of these calls is evaluated, on behalf of the file that it stands in. Names are kept as
 * hashes of 24 bits: two names with one hash cost a look in vain.
 */
import { addTo, removeFrom } from '../../kernel/groups.js';
import { Op } from '../code.js';
import { DigitReader, encodeAscending } from './digits.js';
import { type FileIndex, Occurrence } from './file-index.js';
import type { Names } from './names.js';
import { patchedNames } from './patched-names.js';

/** Files whose calls of one name are looked at; of a name that more files call, nothing is known. */
const CALLING_FILES_MAX = 8;

const PRIME = 0x01000193;
const BASIS = 0x811c9dc5;
const BITS = 0xffffff;

/** FNV-1a, folded. */
export function nameHash(text: string): number {
  let hash = BASIS;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), PRIME);
  return (hash ^ (hash >>> 24)) & BITS;
}

/** The hash under which files are found that derive classes from one of this name. */
export function baseHash(name: string): number {
  return nameHash(`class ${name}`);
}

/** The hash under which files are found that put something of this name among the builtins: `builtins.shop = Shop()`. */
export function installedHash(name: string): number {
  return nameHash(`builtins ${name}`);
}

/** The hash under which files are found that change things of a module of this last name, or things of this name. */
export function patchHash(name: string): number {
  return nameHash(`patches ${name}`);
}

/** Positions of the SET_ATTRIBUTEs that put something among the builtins. */
export function installations({
  code,
  facts,
  imports,
  occurrences,
  occurrencePositions,
}: FileIndex): number[] {
  const { strings } = facts.code;
  const modules = new Set<number>();
  for (const at of imports) {
    if (code[at] !== Op.IMPORT || strings[code[at + 1] ?? 0] !== 'builtins') continue;
    modules.add((code[at + 2] ?? 0) === 0 ? (code[at + 1] ?? 0) : (code[at + 2] ?? 0));
  }
  const found: number[] = [];
  if (modules.size === 0) return found;
  for (let key = 0; key < occurrences.size; key++) {
    if (occurrences.first(key) !== Occurrence.SET) continue;
    for (let link = occurrencePositions.first(key); link !== -1; link = occurrencePositions.next(link)) {
      const at = occurrencePositions.at(link);
      const base = code[at + 1] ?? 0;
      const isPut =
        code[at] === Op.SET_ATTRIBUTE && code[base] === Op.NAME && modules.has(code[base + 1] ?? 0);
      if (isPut) found.push(at);
    }
  }
  return found;
}

/**
 * Hashes of the last names of all callees and of all bases of classes, ascending, each once; of a name that was imported under
 * another one both.
 */
export function calledNames(index: FileIndex, names: Names): readonly number[] {
  const { occurrences, code, imports } = index;
  const found = new Set<number>();
  for (let key = 0; key < occurrences.size; key++) {
    if (occurrences.first(key) === Occurrence.CALL) found.add(nameHash(names.text(occurrences.second(key))));
  }
  const bases = baseNames(index);
  for (const name of bases) found.add(baseHash(name));
  const { strings } = index.facts.code;
  for (const at of installations(index)) found.add(installedHash(strings[code[at + 2] ?? 0] ?? ''));
  for (const name of patchedNames(index, (id) => names.text(id))) found.add(patchHash(name));
  for (const at of imports) {
    if (code[at] !== Op.FROM_IMPORT || code[at + 3] === code[at + 4]) continue;
    const name = strings[code[at + 3] ?? 0] ?? '';
    found.add(nameHash(name));
    if (bases.has(strings[code[at + 4] ?? 0] ?? '')) found.add(baseHash(name));
  }
  return [...found].sort((a, b) => a - b);
}

/** The last names of what classes derive from: of `bakery.Oven[Bread]` it is `Oven`. */
function baseNames({ facts }: FileIndex): ReadonlySet<string> {
  const found = new Set<string>();
  for (const { bases } of facts.definitions) {
    for (const base of bases) {
      const name = LAST_NAME.exec(base)?.[1];
      if (name !== undefined) found.add(name);
    }
  }
  return found;
}
const LAST_NAME = /^(?:\w+\.)*(\w+)(?:\[.*\])?$/s;

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

/** By the hash of a name, the slots of all files that call something of it. Kept between runs. */
export class CallerTable {
  readonly #byHash = new Map<number, number[]>();

  slotsOf(hash: number): readonly number[] {
    return this.#byHash.get(hash) ?? NO_FILES;
  }

  /** Makes a file call what it calls now instead of what it called before; both ascending. */
  replace(slot: number, before: readonly number[], now: readonly number[]): void {
    const known = new Set(before);
    for (const hash of now) if (!known.delete(hash)) addTo(this.#byHash, hash, slot);
    for (const hash of known) removeFrom(this.#byHash, hash, slot);
  }
}

const NO_FILES: readonly number[] = [];

/** The numbers that files have in a run; a `FileList` has them. */
interface Numbering {
  slot(number: number): number;
  numberInSlot(slot: number): number | undefined;
}

/** The table as the files of one run see it. */
export class Callers {
  readonly #table: CallerTable;
  readonly #list: Numbering;

  constructor(table: CallerTable, list: Numbering) {
    this.#table = table;
    this.#list = list;
  }

  /** Numbers of the files other than `own` that call something of the hash, ascending; none when there are too many. */
  of(hash: number, own: number): readonly number[] {
    const slots = this.#table.slotsOf(hash);
    if (slots.length > CALLING_FILES_MAX + 1) return NO_FILES;
    const others = slots
      .flatMap((slot) => this.#list.numberInSlot(slot) ?? [])
      .filter((file) => file !== own);
    return others.length > CALLING_FILES_MAX ? NO_FILES : others.sort((a, b) => a - b);
  }

  /** Whether more files than are looked at call something of the hash. */
  areTooMany(hash: number, own: number): boolean {
    const slots = this.#table.slotsOf(hash);
    if (slots.length > CALLING_FILES_MAX + 1) return true;
    return slots.length > CALLING_FILES_MAX && !slots.includes(this.#list.slot(own));
  }
}
