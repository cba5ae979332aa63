/**
 * Where in its own file a function may be called, as far as names tell: only these calls are evaluated for what they pass.
 * Nothing is concluded from a name; each site is checked by evaluating its callee.
 */
import { Op } from '../code.js';
import { type FileIndex, Occurrence, occurrencesOf } from './file-index.js';

/** Found once a file, when first asked for. */
export class CallSites {
  readonly #index: FileIndex;
  #handedOn: ReadonlySet<number> | undefined;
  #dynamic: readonly number[] | undefined;

  constructor(index: FileIndex) {
    this.#index = index;
  }

  /** CALLs and DECORATORs whose callee may be what is defined under one of the names, in other words too. */
  of(names: readonly number[]): number[] {
    const sites = names.flatMap((name) => occurrencesOf(this.#index, Occurrence.CALL, name));
    this.#handedOn ??= namesHandedOn(this.#index);
    if (!names.some((name) => this.#handedOn?.has(name))) return sites;
    this.#dynamic ??= dynamicCalls(this.#index);
    return [...new Set([...sites, ...this.#dynamic])];
  }
}

/** The names that are read other than to call them. */
function namesHandedOn({ names, isHandedOn }: FileIndex): ReadonlySet<number> {
  const found = new Set<number>();
  for (let string = 0; string < names.length; string++) {
    if (isHandedOn[string] === 1) found.add(names[string] ?? 0);
  }
  return found;
}

/** Calls whose callee is no plain name of a definition or an import: it may be any function that was handed on. */
function dynamicCalls({ code, calls, isAssigned }: FileIndex): readonly number[] {
  return calls.filter((at) => {
    const callee = code[at + 1] ?? 0;
    if (code[callee] === Op.NAME) return isAssigned[code[callee + 1] ?? 0] === 1;
    return code[callee] !== Op.ATTRIBUTE || isAssigned[code[callee + 2] ?? 0] === 1;
  });
}
