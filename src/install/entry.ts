/**
 * What is put into a client's settings: values at places in a document, each told from what stands around it. How the
 * document is written is the editors' business (`edit-json.ts`, `edit-toml.ts`).
 */

/** Anything that JSON and TOML can say alike. */
export type Value = string | boolean | number | readonly Value[] | { readonly [key: string]: Value };

/** `set`: the value of a key; an object keeps keys that it has beside ours. `append`: one more item of a list. */
export interface Entry {
  readonly how: 'set' | 'append';
  readonly path: readonly string[];
  readonly value: Value;
  /** Keys that mean something else than ours, so that they cannot stand beside them. */
  readonly instead?: readonly string[];
}

/** Whether two values say the same. */
export function isSame(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const [left, right] = [Object.entries(a), Object.entries(b)];
  const others = new Map(right);
  return (
    left.length === right.length &&
    left.every(([key, value]) => others.has(key) && isSame(value, others.get(key)))
  );
}

/** The value at a path of a parsed document; `undefined` when there is none. */
export function valueAt(document: unknown, path: readonly string[]): unknown {
  let current = document;
  for (const key of path) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, key)) return undefined;
    current = (current as Readonly<Record<string, unknown>>)[key];
  }
  return current;
}
