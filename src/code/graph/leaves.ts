/**
 * The values inside a JSON value, at any depth: what a search in properties looks at. Keys are no values, and null is none.
 * Properties are made by the linker and are a few levels deep, hence the recursion.
 */

/** A value without parts. */
export type Leaf = string | number | boolean | null;

type Json = Leaf | readonly Json[] | { readonly [key: string]: Json };

/** The same value with each leaf replaced. */
export function mapLeaves(value: Json, replace: (leaf: Leaf) => Leaf): Json {
  if (Array.isArray(value)) return value.map((part) => mapLeaves(part, replace));
  if (typeof value !== 'object' || value === null) return replace(value as Leaf);
  const entries = Object.entries(value as { readonly [key: string]: Json });
  return Object.fromEntries(entries.map(([key, part]) => [key, mapLeaves(part, replace)]));
}

/** Whether a leaf, as text, contains `text`; both are in lower case. */
export function someLeafContains(value: Json, text: string): boolean {
  if (Array.isArray(value)) return value.some((part) => someLeafContains(part, text));
  if (typeof value === 'object' && value !== null) {
    return Object.values(value).some((part) => someLeafContains(part as Json, text));
  }
  return value !== null && String(value).includes(text);
}
