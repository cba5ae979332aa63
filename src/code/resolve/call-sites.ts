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

  /** CALLs and DECORATORs whose callee has one of these last names. */
  named(names: readonly number[]): number[] {
    return names.flatMap((name) => occurrencesOf(this.#index, Occurrence.CALL, name));
  }

  /** Calls whose callee is no plain name of a definition or an import: it may be any function that was handed on. */
  get dynamic(): readonly number[] {
    this.#dynamic ??= dynamicCalls(this.#index);
    return this.#dynamic;
  }

  /** Whether one of the names is read other than to call it. */
  isHandedOn(names: readonly number[]): boolean {
    this.#handedOn ??= namesHandedOn(this.#index);
    return names.some((name) => this.#handedOn?.has(name));
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

function dynamicCalls({ code, calls, isAssigned }: FileIndex): readonly number[] {
  return calls.filter((at) => {
    const callee = code[at + 1] ?? 0;
    if (code[callee] === Op.NAME) return isAssigned[code[callee + 1] ?? 0] === 1;
    return code[callee] !== Op.ATTRIBUTE || isAssigned[code[callee + 2] ?? 0] === 1;
  });
}
