/**
 * Groups of nodes that are the same by any chain of `same_as`: disjoint sets with path halving and union by size (Tarjan).
 * Nothing is merged; the groups are counted and told.
 */
import { groupBy } from '../../kernel/groups.js';

/** Groups of two and more, each sorted, in order of their first id; the order of the pairs does not matter. */
export function clustersOf(pairs: Iterable<readonly [string, string]>): string[][] {
  const sets = new DisjointSets();
  for (const [a, b] of pairs) sets.join(a, b);
  return sets.groups();
}

/** Sets that are joined pair by pair. */
export class DisjointSets {
  readonly #parents = new Map<string, string>();
  readonly #sizes = new Map<string, number>();

  join(a: string, b: string): void {
    const [one, other] = [this.#root(a), this.#root(b)];
    if (one === other) return;
    const [sizeOne, sizeOther] = [this.#sizes.get(one) ?? 1, this.#sizes.get(other) ?? 1];
    const [small, large] = sizeOne < sizeOther ? [one, other] : [other, one];
    this.#parents.set(small, large);
    this.#sizes.set(large, sizeOne + sizeOther);
  }

  areJoined(a: string, b: string): boolean {
    return this.#root(a) === this.#root(b);
  }

  /** Sets of two and more, each sorted, in order of their first id. */
  groups(): string[][] {
    const groups = groupBy([...this.#parents.keys()].sort(), (id) => this.#root(id));
    return [...groups.values()].filter(({ length }) => length > 1);
  }

  #root(id: string): string {
    let at = id;
    for (;;) {
      const parent = this.#parents.get(at);
      if (parent === undefined) {
        this.#parents.set(at, at);
        return at;
      }
      if (parent === at) return at;
      const above = this.#parents.get(parent) ?? parent;
      this.#parents.set(at, above);
      at = above;
    }
  }
}
