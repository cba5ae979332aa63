/**
 * A dictionary of literal keys as the statements right behind its display leave it, before anybody else can have read it: `table['a'] =
 * f`, `del table['b']`, `table.update(c=g)`. Syntax alone decides, as in `settled-lists.ts`.
 */
import { Op } from '../code.js';
import type { FileIndex } from './file-index.js';
import { literalKey, textKey } from './path-keys.js';
import { boundName, walkBehind } from './quiet-code.js';

/** What has become of a dictionary. */
export interface SettledTable {
  /** By literal key (`path-keys.ts`): the positions of key and value. */
  readonly entries: ReadonlyMap<number, Entry>;
  /** CALLs, SET_ITEMs and DELETE_ITEMs that are told by the entries. */
  readonly sites: ReadonlySet<number>;
  /** By CALL of `pop` and `setdefault`: the position of what it gives. */
  readonly given: ReadonlyMap<number, number>;
}

interface Entry {
  readonly key: number;
  readonly value: number;
}

/** A file, with what is remembered of its dictionaries. */
interface WithTables {
  readonly index: FileIndex;
  readonly settledTables: Map<number, SettledTable | undefined>;
}

/** What the DICT at a position has become; undefined when nothing was done to it at once, or its keys are not all literals. */
export function settledTable(file: WithTables, at: number): SettledTable | undefined {
  if (file.index.code[at] !== Op.DICT) return undefined;
  if (!file.settledTables.has(at)) file.settledTables.set(at, settle(file.index, at));
  return file.settledTables.get(at);
}

function settle(index: FileIndex, at: number): SettledTable | undefined {
  const string = boundName(index, at);
  const entries = string === 0 ? undefined : displayed(index, at);
  if (entries === undefined) return undefined;
  const run = new Run(index, entries, string);
  walkBehind(index, at, (next) => run.take(next));
  return run.sites.size === 0 ? undefined : run;
}

/** The entries of a display; undefined where a key is no literal. */
function displayed(index: FileIndex, at: number): Map<number, Entry> | undefined {
  const { code } = index;
  const entries = new Map<number, Entry>();
  for (let i = 0; i < (code[at + 1] ?? 0); i += 2) {
    const key = code[at + 2 + i] ?? 0;
    const literal = literalKey(index, key);
    if (literal === undefined) return undefined;
    entries.set(literal, { key, value: code[at + 3 + i] ?? 0 });
  }
  return entries;
}

/** One dictionary on its way. */
class Run implements SettledTable {
  readonly entries: Map<number, Entry>;
  readonly sites = new Set<number>();
  readonly given = new Map<number, number>();
  readonly #index: FileIndex;
  readonly #string: number;

  constructor(index: FileIndex, entries: Map<number, Entry>, string: number) {
    this.#index = index;
    this.#string = string;
    this.entries = entries;
  }

  /** Takes in an instruction; false where it may do anything. */
  take(at: number): boolean {
    const { code } = this.#index;
    const isDone = this.#change(at);
    if (isDone && code[at] !== Op.BIND && code[at] !== Op.SET_ATTRIBUTE) this.sites.add(at);
    return isDone;
  }

  #change(at: number): boolean {
    const { code } = this.#index;
    const base = code[at + 1] ?? 0;
    const key = code[at + 2] ?? 0;
    switch (code[at]) {
      case Op.SET_ITEM:
        return this.#isOwn(base) && this.#set(key, code[at + 3] ?? 0);
      case Op.DELETE_ITEM: {
        const literal = literalKey(this.#index, key);
        return this.#isOwn(base) && literal !== undefined && this.entries.delete(literal);
      }
      case Op.CALL:
        return code[base] === Op.ATTRIBUTE && this.#isOwn(code[base + 1] ?? 0) && this.#call(at);
      case Op.SET_ATTRIBUTE:
        return code[base] === Op.NAME && !this.#isOwn(code[at + 3] ?? 0);
      case Op.BIND:
        return base !== this.#string && !this.#isOwn(key);
      default:
        return false;
    }
  }

  #isOwn(ref: number): boolean {
    const { code } = this.#index;
    return code[ref] === Op.NAME && code[ref + 1] === this.#string;
  }

  #set(key: number, value: number): boolean {
    const literal = literalKey(this.#index, key);
    if (literal === undefined) return false;
    this.entries.set(literal, { key, value });
    return true;
  }

  #call(call: number): boolean {
    const { code, facts } = this.#index;
    const passed = [...code.subarray(call + 4, call + 4 + (code[call + 3] ?? 0))];
    const [first = 0, second = 0] = passed;
    const method = facts.code.strings[code[(code[call + 1] ?? 0) + 2] ?? 0] ?? '';
    const literal = literalKey(this.#index, first);
    const known = literal === undefined ? undefined : this.entries.get(literal);
    switch (method) {
      case 'clear':
        this.entries.clear();
        return true;
      case 'pop':
        if (literal === undefined || (known === undefined && passed.length < 2)) return false;
        this.given.set(call, known?.value ?? second);
        this.entries.delete(literal);
        return true;
      case 'setdefault':
        if (literal === undefined || passed.length !== 2) return false;
        this.given.set(call, known?.value ?? second);
        return known !== undefined || this.#set(first, second);
      case 'update':
        return this.#update(passed);
      default:
        return false;
    }
  }

  #update(passed: readonly number[]): boolean {
    const { code, names } = this.#index;
    for (const ref of passed) {
      if (code[ref] === Op.KEYWORD) {
        const value = code[ref + 2] ?? 0;
        this.entries.set(textKey(names[code[ref + 1] ?? 0] ?? 0), { key: 0, value });
        continue;
      }
      const others = code[ref] === Op.DICT ? displayed(this.#index, ref) : undefined;
      if (others === undefined) return false;
      for (const [literal, entry] of others) this.entries.set(literal, entry);
    }
    return true;
  }
}
