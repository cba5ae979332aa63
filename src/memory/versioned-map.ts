/**
 * A large map as a value of which the next version costs little: versions share the places of their keys, each has its own
 * list of what stands there, and what was added lately is kept apart until it is worth making new places. A write to a graph
 * of thousands of nodes so copies a list of references instead of hashing every key again, two versions are compared place by
 * place, and whoever holds an older one, to save it say, sees that whole.
 *
 * The order is that of a `Map`: what is replaced keeps its place, what is added stands last. Values are never `undefined`.
 */

/** A map while one owner changes it. */
export interface WritableMap<Value> extends ReadonlyMap<string, Value> {
  set(key: string, value: Value): unknown;
  delete(key: string): boolean;
}

// Hashed again in some microseconds.
const SMALL_SIZE = 256;

/** The next version of a map, to be changed by whoever asks; nobody may change the given one after that. */
export function nextVersion<Value extends object>(map: ReadonlyMap<string, Value>): WritableMap<Value> {
  if (map.size <= SMALL_SIZE) return new Map(map);
  return map instanceof VersionedMap ? map.next() : placed(map);
}

/** The keys that two versions of a map differ in; what was added comes in the order of adding. */
export function differingKeys<Value extends object>(
  before: ReadonlyMap<string, Value>,
  after: ReadonlyMap<string, Value>,
): string[] {
  if (before === after) return [];
  if (before instanceof VersionedMap && after instanceof VersionedMap && before.sharesPlaces(after))
    return before.differingKeys(after);
  const keys = [...after.keys(), ...[...before.keys()].filter((key) => !after.has(key))];
  return keys.filter((key) => before.get(key) !== after.get(key));
}

/** The places of keys, and the keys by their places. */
interface Places {
  readonly of: ReadonlyMap<string, number>;
  readonly keys: readonly string[];
}

/** A map with a place for each of its keys. */
function placed<Value extends object>(map: ReadonlyMap<string, Value>): VersionedMap<Value> {
  const keys = [...map.keys()];
  const of = new Map<string, number>();
  for (const [place, key] of keys.entries()) of.set(key, place);
  return new VersionedMap({ of, keys }, [...map.values()], new Map(), map.size);
}

class VersionedMap<Value extends object> implements WritableMap<Value> {
  /** Shared by versions, never changed. */
  readonly #places: Places;
  /** By place; nothing where a key is gone. */
  readonly #placed: (Value | undefined)[];
  readonly #added: Map<string, Value>;
  #size: number;
  /** All values in order, once somebody asked. */
  #list: readonly Value[] | undefined;

  constructor(places: Places, values: (Value | undefined)[], added: Map<string, Value>, size: number) {
    this.#places = places;
    this.#placed = values;
    this.#added = added;
    this.#size = size;
  }

  /** With √2n keys added, copying them each time has cost as much as making n places once. */
  next(): VersionedMap<Value> {
    if (this.#added.size ** 2 > 2 * this.#placed.length) return placed(this);
    return new VersionedMap(this.#places, this.#placed.slice(), new Map(this.#added), this.#size);
  }

  sharesPlaces(other: VersionedMap<Value>): boolean {
    return this.#places === other.#places;
  }

  /** Of two versions with the same places. */
  differingKeys(after: VersionedMap<Value>): string[] {
    const keys = new Set([...after.#added.keys(), ...this.#added.keys()]);
    for (const [place, key] of this.#places.keys.entries())
      if (this.#placed[place] !== after.#placed[place]) keys.add(key);
    return [...keys].filter((key) => this.get(key) !== after.get(key));
  }

  get size(): number {
    return this.#size;
  }

  get(key: string): Value | undefined {
    const place = this.#places.of.get(key);
    return (place === undefined ? undefined : this.#placed[place]) ?? this.#added.get(key);
  }

  has(key: string): boolean {
    return this.get(key) !== undefined;
  }

  set(key: string, value: Value): this {
    const place = this.#places.of.get(key);
    if (!this.has(key)) this.#size += 1;
    if (place !== undefined && this.#placed[place] !== undefined) this.#placed[place] = value;
    else this.#added.set(key, value);
    this.#list = undefined;
    return this;
  }

  delete(key: string): boolean {
    if (!this.has(key)) return false;
    const place = this.#places.of.get(key);
    if (!this.#added.delete(key) && place !== undefined) this.#placed[place] = undefined;
    this.#size -= 1;
    this.#list = undefined;
    return true;
  }

  *entries(): Generator<[string, Value], undefined> {
    for (const [place, key] of this.#places.keys.entries()) {
      const value = this.#placed[place];
      if (value !== undefined) yield [key, value];
    }
    for (const entry of this.#added) yield entry;
  }

  *keys(): Generator<string, undefined> {
    for (const [key] of this.entries()) yield key;
  }

  values(): ArrayIterator<Value> {
    this.#list ??= [...this.#placed.filter((value) => value !== undefined), ...this.#added.values()];
    return this.#list.values();
  }

  [Symbol.iterator](): Generator<[string, Value], undefined> {
    return this.entries();
  }

  forEach(act: (value: Value, key: string, map: ReadonlyMap<string, Value>) => void): void {
    for (const [key, value] of this) act(value, key, this);
  }
}
