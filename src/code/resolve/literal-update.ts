/**
 * `update({'a': f}, b=g)`: a call that says by literals which items it sets, so that it is followed as an assignment to each of
 * them; of `update(other)` the display that `other` is bound to right before says so. Syntax alone decides.
 */
import { Op } from '../code.js';

/** More keys in one call are not followed item by item. */
const KEYS_MAX = 32;

/** A key as index into the strings of its file, and where the value stands. */
export interface UpdatedKey {
  readonly string: number;
  readonly value: number;
}

/**
 * What the CALL at a position sets, each key with its last value; undefined when any key is no literal text. `displays` has what
 * names among the arguments stand for.
 */
export function updatedKeys(
  code: Int32Array,
  call: number,
  displays: ReadonlyMap<number, number>,
): readonly UpdatedKey[] | undefined {
  const keys = new Map<number, number>();
  for (let i = 0; i < (code[call + 3] ?? 0); i++) {
    const ref = code[call + 4 + i] ?? 0;
    if (code[ref] === Op.KEYWORD) keys.set(code[ref + 1] ?? 0, code[ref + 2] ?? 0);
    else if (!addDisplay(code, displays.get(ref) ?? ref, keys)) return undefined;
  }
  if (keys.size > KEYS_MAX) return undefined;
  return [...keys].map(([string, value]) => ({ string, value }));
}

/** Whether all keys of a display are literals. */
function addDisplay(code: Int32Array, display: number, keys: Map<number, number>): boolean {
  if (code[display] !== Op.DICT) return false;
  for (let i = 0; i < (code[display + 1] ?? 0); i += 2) {
    const key = code[display + 2 + i] ?? 0;
    if (code[key] !== Op.STRING) return false;
    keys.set(code[key + 1] ?? 0, code[display + 3 + i] ?? 0);
  }
  return true;
}
