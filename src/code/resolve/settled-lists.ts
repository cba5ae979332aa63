/**
 * A list as the statements right behind its display leave it, before anybody else can have read it: `band = []`, `band.append(oboe)`,
 * `band[0] = flute`, also by a second name, `deck = band`. Its items stand at known places from then on. Syntax alone decides;
 * the first instruction that may run other code or hand the list on ends it.
 */
import { Op } from '../code.js';
import type { FileIndex } from './file-index.js';
import { boundName, walkBehind } from './quiet-code.js';

/** What has become of a list. */
export interface SettledList {
  /** Positions of its items. */
  readonly items: readonly number[];
  /** CALLs, SET_ITEMs and DELETE_ITEMs that are told by the items. */
  readonly sites: ReadonlySet<number>;
  /** By CALL of `pop`: the item that it gives. */
  readonly popped: ReadonlyMap<number, number>;
}

/** A file, with what is remembered of its lists. */
interface WithLists {
  readonly index: FileIndex;
  readonly settledLists: Map<number, SettledList | undefined>;
}

/** The list that the LIST at a position has become; undefined when nothing was done to it at once. */
export function settledList(file: WithLists, at: number): SettledList | undefined {
  if (file.index.code[at] !== Op.LIST) return undefined;
  if (!file.settledLists.has(at)) file.settledLists.set(at, settle(file.index, at));
  return file.settledLists.get(at);
}

function settle(index: FileIndex, at: number): SettledList | undefined {
  const string = boundName(index, at);
  if (string === 0) return undefined;
  const run = new Run(index, at, string);
  walkBehind(index, at, (next) => run.take(next));
  return run.sites.size === 0 ? undefined : run;
}

/** One list on its way. */
class Run implements SettledList {
  readonly items: number[];
  readonly sites = new Set<number>();
  readonly popped = new Map<number, number>();
  readonly #index: FileIndex;
  /** Strings of the names that the list has: `deck = band` gives it another. */
  readonly #names: Set<number>;

  constructor(index: FileIndex, at: number, string: number) {
    const { code } = index;
    this.#index = index;
    this.#names = new Set([string]);
    this.items = [...code.subarray(at + 2, at + 2 + (code[at + 1] ?? 0))];
  }

  /** Takes in an instruction; false where it may do anything. */
  take(at: number): boolean {
    const { code } = this.#index;
    if (this.items.some((item) => code[item] === Op.STAR)) return false;
    switch (code[at]) {
      case Op.CALL:
        return this.#isOwn(this.#receiver(at)) && this.#call(at);
      case Op.SET_ITEM: {
        const place = this.#place(code[at + 2] ?? 0);
        if (!this.#isOwn(code[at + 1] ?? 0) || place === undefined) return false;
        this.items[place] = code[at + 3] ?? 0;
        this.sites.add(at);
        return true;
      }
      case Op.DELETE_ITEM: {
        const place = this.#place(code[at + 2] ?? 0);
        if (!this.#isOwn(code[at + 1] ?? 0) || place === undefined) return false;
        this.items.splice(place, 1);
        this.sites.add(at);
        return true;
      }
      case Op.SET_ATTRIBUTE:
        return code[code[at + 1] ?? 0] === Op.NAME && !this.#isOwn(code[at + 3] ?? 0);
      case Op.BIND:
        return this.#bind(code[at + 1] ?? 0, code[at + 2] ?? 0);
      default:
        return false;
    }
  }

  /** A name is bound: to the list, which has two names from then on, or to what is none of its business. */
  #bind(string: number, value: number): boolean {
    if (this.#names.has(string)) return false;
    if (this.#isOwn(value)) this.#names.add(string);
    return true;
  }

  #receiver(call: number): number {
    const { code } = this.#index;
    const callee = code[call + 1] ?? 0;
    return code[callee] === Op.ATTRIBUTE ? (code[callee + 1] ?? 0) : 0;
  }

  #isOwn(ref: number): boolean {
    const { code } = this.#index;
    return code[ref] === Op.NAME && this.#names.has(code[ref + 1] ?? 0);
  }

  /** The place that a literal names in the list; undefined for others. */
  #place(ref: number): number | undefined {
    const { code } = this.#index;
    if (code[ref] !== Op.INTEGER) return undefined;
    const value = code[ref + 1] ?? 0;
    const place = value < 0 ? this.items.length + value : value;
    return place >= 0 && place < this.items.length ? place : undefined;
  }

  /** A method of the list. */
  #call(call: number): boolean {
    const { code, facts } = this.#index;
    const count = code[call + 3] ?? 0;
    const given = code.subarray(call + 4, call + 4 + count);
    if (given.some((ref) => this.#hasStar(ref))) return false;
    const [first = 0, second = 0] = given;
    const method = facts.code.strings[code[(code[call + 1] ?? 0) + 2] ?? 0] ?? '';
    const isDone = this.#change(call, method, { count, first, second });
    if (isDone) this.sites.add(call);
    return isDone;
  }

  /** Whether an argument, or a display that is one, holds an unknown number of items: `*more`. */
  #hasStar(ref: number): boolean {
    const { code } = this.#index;
    if (code[ref] === Op.STAR) return true;
    if (code[ref] !== Op.LIST && code[ref] !== Op.TUPLE) return false;
    return code.subarray(ref + 2, ref + 2 + (code[ref + 1] ?? 0)).some((item) => code[item] === Op.STAR);
  }

  #change(
    call: number,
    method: string,
    { count, first, second }: { readonly count: number; readonly first: number; readonly second: number },
  ): boolean {
    const { code } = this.#index;
    switch (method) {
      case 'append':
        if (count !== 1) return false;
        this.items.push(first);
        return true;
      case 'insert': {
        const place = code[first] === Op.INTEGER ? (code[first + 1] ?? 0) : undefined;
        if (count !== 2 || place === undefined) return false;
        this.items.splice(place, 0, second);
        return true;
      }
      case 'extend':
        if (count !== 1 || (code[first] !== Op.LIST && code[first] !== Op.TUPLE)) return false;
        this.items.push(...code.subarray(first + 2, first + 2 + (code[first + 1] ?? 0)));
        return true;
      case 'pop': {
        const place = count === 0 ? this.items.length - 1 : this.#place(first);
        if (count > 1 || place === undefined || place < 0) return false;
        const [item = 0] = this.items.splice(place, 1);
        this.popped.set(call, item);
        return true;
      }
      case 'remove': {
        const isNamed = (ref: number): boolean => code[ref] === Op.NAME && code[ref + 1] === code[first + 1];
        const place = this.items.findIndex(isNamed);
        const isTold = count === 1 && code[first] === Op.NAME && place !== -1;
        if (!isTold || !this.items.every((item) => code[item] === Op.NAME)) return false;
        this.items.splice(place, 1);
        return true;
      }
      case 'reverse':
        this.items.reverse();
        return true;
      case 'clear':
        this.items.length = 0;
        return true;
      default:
        return false;
    }
  }
}
