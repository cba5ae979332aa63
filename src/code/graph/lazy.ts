/**
 * Columns and indexes that are made when they are first asked for. Nothing is ever thrown away again: who holds the graph
 * decides how long it lives.
 */

/** A value that is made when it is first asked for and then kept. */
export function lazy<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
