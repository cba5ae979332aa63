/**
 * Where in its own file a function may be called, as far as names tell: only these calls are evaluated for what they pass.
 * Nothing is concluded from a name; each site is checked by evaluating its callee.
 */
import { instructionLength, Op } from '../code.js';
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

function forEachInstruction(code: Int32Array, visit: (at: number) => void): void {
  for (let at = 0; at < code.length; at += instructionLength(code, at)) visit(at);
}

/** The names that are read other than to call them. */
function namesHandedOn(index: FileIndex): ReadonlySet<number> {
  const { code, names } = index;
  const callees = new Set<number>();
  forEachInstruction(code, (at) => {
    if (code[at] === Op.CALL || code[at] === Op.DECORATOR) callees.add(code[at + 1] ?? 0);
  });
  const found = new Set<number>();
  forEachInstruction(code, (at) => {
    if (callees.has(at)) return;
    if (code[at] === Op.NAME) found.add(names[code[at + 1] ?? 0] ?? 0);
    else if (code[at] === Op.ATTRIBUTE) found.add(names[code[at + 2] ?? 0] ?? 0);
  });
  return found;
}

/** Calls whose callee is no plain name of a definition or an import: it may be any function that was handed on. */
function dynamicCalls(index: FileIndex): readonly number[] {
  const { code, names } = index;
  const assigned = new Set<number>();
  forEachInstruction(code, (at) => {
    const op = code[at];
    if (op === Op.PARAMETER) assigned.add(names[code[at + 2] ?? 0] ?? 0);
    else if (op === Op.SET_ATTRIBUTE || op === Op.ANNOTATE_ATTRIBUTE) {
      assigned.add(names[code[at + 2] ?? 0] ?? 0);
    } else if (op === Op.BIND || op === Op.ANNOTATE) {
      const value = code[code[at + (op === Op.BIND ? 2 : 3)] ?? 0];
      if (value !== Op.FUNCTION && value !== Op.CLASS) assigned.add(names[code[at + 1] ?? 0] ?? 0);
    }
  });
  const found: number[] = [];
  forEachInstruction(code, (at) => {
    if (code[at] !== Op.CALL && code[at] !== Op.DECORATOR) return;
    const callee = code[at + 1] ?? 0;
    if (code[callee] === Op.NAME) {
      if (assigned.has(names[code[callee + 1] ?? 0] ?? 0)) found.push(at);
    } else if (code[callee] === Op.ATTRIBUTE) {
      if (assigned.has(names[code[callee + 2] ?? 0] ?? 0)) found.push(at);
    } else {
      found.push(at);
    }
  });
  return found;
}
