/**
 * Where in its own file a function may be called, as far as names tell: only these calls are evaluated for what they pass.
 * Nothing is concluded from a name; each site is checked by evaluating its callee.
 */
import { Op } from '../code.js';
import { type FileIndex, Occurrence, occurrencesOf } from './file-index.js';

/** Found once a file, when first asked for. */
export class CallSites {
  readonly #index: FileIndex;
  #names: ReadonlySet<number> | undefined;
  #attributes: ReadonlySet<number> | undefined;
  #dynamic: readonly number[] | undefined;

  constructor(index: FileIndex) {
    this.#index = index;
  }

  /** CALLs and DECORATORs whose callee has one of these last names. */
  named(names: readonly number[]): number[] {
    const [only = 0] = names;
    if (names.length === 1) return occurrencesOf(this.#index, Occurrence.CALL, only);
    return names.flatMap((name) => occurrencesOf(this.#index, Occurrence.CALL, name));
  }

  /** Calls whose callee is no plain name of a definition or an import: it may be any function that was handed on. */
  get dynamic(): readonly number[] {
    this.#dynamic ??= dynamicCalls(this.#index);
    return this.#dynamic;
  }

  /** Whether a name is read other than to call it: of a method as an attribute, else as a name. */
  isHandedOn(name: number, isMethod: boolean): boolean {
    if (isMethod) {
      this.#attributes ??= namesWhere(this.#index, this.#index.isAttributeHandedOn);
      return this.#attributes.has(name);
    }
    this.#names ??= namesWhere(this.#index, this.#index.isNameHandedOn);
    return this.#names.has(name);
  }
}

function namesWhere({ names }: FileIndex, flags: Uint8Array): ReadonlySet<number> {
  const found = new Set<number>();
  for (let string = 0; string < names.length; string++) {
    if (flags[string] === 1) found.add(names[string] ?? 0);
  }
  return found;
}

function dynamicCalls({ code, calls, isAssigned }: FileIndex): readonly number[] {
  const found: number[] = [];
  for (const at of calls) {
    const callee = code[at + 1] ?? 0;
    const isNamed = code[callee] === Op.NAME || code[callee] === Op.ATTRIBUTE;
    const string = code[callee + (code[callee] === Op.NAME ? 1 : 2)] ?? 0;
    if (!isNamed || isAssigned[string] === 1) found.push(at);
  }
  return found;
}
