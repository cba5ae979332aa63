/**
 * Where in its own file a function may be called, as far as names tell: only these calls are evaluated for what they pass.
 * Nothing is concluded from a name; each site is checked by evaluating its callee.
 */
import { Op } from '../code.js';
import { type FileIndex, Occurrence, occurrencesOf } from './file-index.js';
import { nextInstruction } from './stream.js';

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
function namesHandedOn(index: FileIndex): ReadonlySet<number> {
  const { code, names } = index;
  const isCallee = new Uint8Array(code.length);
  for (let at = 0; at < code.length; at = nextInstruction(code, at)) {
    if (code[at] === Op.CALL || code[at] === Op.DECORATOR) isCallee[code[at + 1] ?? 0] = 1;
  }
  const found = new Set<number>();
  for (let at = 0; at < code.length; at = nextInstruction(code, at)) {
    if (isCallee[at] === 1) continue;
    if (code[at] === Op.NAME) found.add(names[code[at + 1] ?? 0] ?? 0);
    else if (code[at] === Op.ATTRIBUTE) found.add(names[code[at + 2] ?? 0] ?? 0);
  }
  return found;
}

/** Calls whose callee is no plain name of a definition or an import: it may be any function that was handed on. */
function dynamicCalls(index: FileIndex): readonly number[] {
  const { code, names } = index;
  const assigned = assignedNames(index);
  const found: number[] = [];
  for (let at = 0; at < code.length; at = nextInstruction(code, at)) {
    if (code[at] !== Op.CALL && code[at] !== Op.DECORATOR) continue;
    const callee = code[at + 1] ?? 0;
    const op = code[callee];
    const string = op === Op.NAME ? code[callee + 1] : code[callee + 2];
    const isNamed = op === Op.NAME || op === Op.ATTRIBUTE;
    if (!isNamed || assigned.has(names[string ?? 0] ?? 0)) found.push(at);
  }
  return found;
}

/** The names that are bound to something other than a definition or an import. */
function assignedNames(index: FileIndex): ReadonlySet<number> {
  const { code, names } = index;
  const assigned = new Set<number>();
  for (let at = 0; at < code.length; at = nextInstruction(code, at)) {
    switch (code[at]) {
      case Op.PARAMETER:
      case Op.SET_ATTRIBUTE:
      case Op.ANNOTATE_ATTRIBUTE:
        assigned.add(names[code[at + 2] ?? 0] ?? 0);
        break;
      case Op.BIND:
      case Op.ANNOTATE: {
        const value = code[code[at + (code[at] === Op.BIND ? 2 : 3)] ?? 0];
        if (value !== Op.FUNCTION && value !== Op.CLASS) assigned.add(names[code[at + 1] ?? 0] ?? 0);
        break;
      }
    }
  }
  return assigned;
}
