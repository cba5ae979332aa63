/**
 * The end of a run: from what was asked on behalf of each file to the states that the next run starts from. A file that was
 * linked gets a new state; one that was only asked something new keeps its own and gets that added.
 */
import { addTo } from '../../kernel/groups.js';
import { calledNames } from './callers.js';
import type { DerivedClass } from './hierarchy.js';
import type { LinkedFile } from './link-file.js';
import {
  decodeOffers,
  decodeState,
  encodeOffers,
  encodeState,
  type FileState,
  type Offered,
} from './link-state.js';
import { queryKey } from './query-keys.js';
import { registeredTexts } from './registrations.js';
import type { FileUnit, Session } from './session.js';
import type { Reads } from './solver.js';

/** Files between two chances for the caller to wait. */
const SLICE = 20;
/** Hashes between two chances. */
const HASH_SLICE = 100;

export interface RunResults {
  readonly session: Session;
  readonly states: ReadonlyMap<string, readonly string[]>;
  readonly linked: ReadonlyMap<string, Pick<LinkedFile, 'imports' | 'namespaces' | 'registered'>>;
  /** By path: interfaces that were asked anew. */
  readonly offers: ReadonlyMap<string, readonly Offered[]>;
  readonly derived: ReadonlyMap<string, readonly DerivedClass[]>;
  /** By path, of files that were changed: hashes of the names that they call. */
  readonly called: ReadonlyMap<string, readonly number[]>;
  readonly askedBy: (file: number) => readonly string[];
  readonly hashOfQuery: (query: number) => string;
  readonly saidOf: (file: FileUnit) => readonly string[];
}

/** The new states by path, as they are kept: as objects those of a large project would fill the memory. */
export function* concludeRun(results: RunResults): Generator<void, Map<string, readonly string[]>, void> {
  const { session: s } = results;
  for (const file of s.files) file.forgetCalls();
  const interfaces = new Interfaces(results);
  const sizes = new Int32Array(s.files.length);
  // Asking for hashes may ask further queries, on behalf of files that were done: those come again.
  for (let isOpen = true; isOpen; ) {
    isOpen = false;
    for (const file of s.files) {
      const asked = s.solver.readsOf(file.number);
      if (asked.size === sizes[file.number]) continue;
      isOpen = true;
      sizes[file.number] = asked.size;
      interfaces.want(asked);
      if (file.number % SLICE === 0) yield;
    }
    yield* interfaces.place();
  }
  const states = new Map<string, readonly string[]>();
  for (const file of s.files) {
    if (!interfaces.hasGrown(file) && !isConcerned(results, file)) continue;
    const asked = s.solver.readsOf(file.number);
    const reads = asked.size > 0 ? interfaces.placesOf(asked) : NO_READS;
    const state = newState(results, file, interfaces, reads);
    if (state !== undefined) states.set(file.path, encodeState(state));
    s.forgetExpressions();
    if (states.size % SLICE === 0) yield;
  }
  return states;
}

/** Whether a file was linked, or something was asked on its behalf. Of most files neither. */
function isConcerned({ session: { solver }, linked }: RunResults, file: FileUnit): boolean {
  const isAsking =
    solver.readsOf(file.number).size > 0 || file.lookups.size > 0 || file.callersAsked.size > 0;
  return isAsking || linked.has(file.path);
}

const WANTED = -1;
const NO_READS: ReadonlyMap<number, readonly number[]> = new Map();

/** The interfaces of the files that were asked something, growing. */
class Interfaces {
  readonly #results: RunResults;
  /** By file, as texts: as objects they would be as large as all values. */
  readonly #offers: (string | undefined)[] = [];
  readonly #before: (FileState | undefined)[] = [];
  readonly #grown = new Set<number>();
  /** By file: queries that need a place. */
  readonly #wanted = new Map<number, number[]>();
  /** By query; WANTED until it has one. */
  readonly #placeOfQuery: number[] = [];

  constructor(results: RunResults) {
    this.#results = results;
  }

  /** By slot, the places of queries, ascending. */
  placesOf(queries: Reads): ReadonlyMap<number, readonly number[]> {
    const { solver, files } = this.#results.session;
    const bySlot = new Map<number, number[]>();
    for (const query of queries) {
      const file = files[solver.fileOf(query)];
      if (file !== undefined) addTo(bySlot, file.slot, this.#placeOfQuery[query] ?? 0);
    }
    for (const places of bySlot.values()) places.sort((a, b) => a - b);
    return new Map([...bySlot].sort(([a], [b]) => a - b));
  }

  /** The interface of a file as it is now; undefined when nothing of it was looked at. */
  offersOf(file: FileUnit): readonly Offered[] | undefined {
    const text = this.#offers[file.number];
    return text === undefined ? this.#results.offers.get(file.path) : decodeOffers(text);
  }

  hasGrown(file: FileUnit): boolean {
    return this.#grown.has(file.number);
  }

  /** Notes queries that need a place. */
  want(queries: Reads): void {
    const { solver } = this.#results.session;
    for (const query of queries) {
      if (this.#placeOfQuery[query] !== undefined) continue;
      this.#placeOfQuery[query] = WANTED;
      addTo(this.#wanted, solver.fileOf(query), query);
    }
  }

  /**
   * Gives them their places, file by file, since the keys of all would fill the memory; by key, so that the order of asking does
   * not show and neighbours are alike.
   */
  *place(): Generator<void, void, void> {
    const { session } = this.#results;
    const byFile = [...this.#wanted];
    this.#wanted.clear();
    for (const [number, queries] of byFile) {
      const file = session.files[number];
      if (file === undefined) continue;
      yield* this.#placeIn(file, queries);
      session.forgetExpressions();
    }
  }

  *#placeIn(file: FileUnit, queries: readonly number[]): Generator<void, void, void> {
    const { session, hashOfQuery } = this.#results;
    const keyed = queries.map((query) => ({ query, key: queryKey(session, query) }));
    keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
    const offers = [...(this.offersOf(file) ?? this.before(file)?.offers ?? [])];
    const places = new Map(offers.map(({ key }, place) => [key, place]));
    for (const [count, { query, key }] of keyed.entries()) {
      let place = places.get(key);
      if (place === undefined) {
        place = offers.length;
        offers.push({ key, hash: hashOfQuery(query) });
        places.set(key, place);
        this.#grown.add(file.number);
      }
      this.#placeOfQuery[query] = place;
      if (count % HASH_SLICE === 0) yield;
    }
    this.#offers[file.number] = encodeOffers(offers);
  }

  /** The state that the last run left. */
  before(file: FileUnit): FileState | undefined {
    const reads = this.#results.states.get(file.path);
    if (reads === undefined) return undefined;
    this.#before[file.number] ??= decodeState(reads);
    return this.#before[file.number];
  }
}

function newState(
  results: RunResults,
  file: FileUnit,
  interfaces: Interfaces,
  reads: ReadonlyMap<number, readonly number[]>,
): FileState | undefined {
  const linked = results.linked.get(file.path);
  if (linked !== undefined) {
    const slots = linked.imports.flatMap((path) => results.session.fileAt(path)?.slot ?? []);
    return {
      slot: file.slot,
      offers: interfaces.offersOf(file) ?? [],
      reads,
      lookups: [...file.lookups].sort(),
      // A file that is linked again for what others say of it derives from what it did.
      derived: results.derived.get(file.path) ?? interfaces.before(file)?.derived ?? [],
      asked: results.askedBy(file.number),
      imports: slots,
      namespaces: linked.namespaces,
      registered: registeredTexts(linked.registered),
      said: results.saidOf(file),
      called: results.called.get(file.path) ?? calledNames(file.index, results.session.names),
      callersAsked: ascending(file.callersAsked),
    };
  }
  const before = interfaces.before(file);
  if (before === undefined) return undefined;
  return {
    ...before,
    offers: interfaces.offersOf(file) ?? before.offers,
    reads: joinedReads(before.reads, reads),
    lookups: joined(before.lookups, [...file.lookups]),
    asked: joined(before.asked, results.askedBy(file.number)),
    callersAsked: ascending([...before.callersAsked, ...file.callersAsked]),
  };
}

function ascending(hashes: Iterable<number>): readonly number[] {
  return [...new Set(hashes)].sort((a, b) => a - b);
}

function joined(a: readonly string[], b: readonly string[]): readonly string[] {
  return [...new Set([...a, ...b])].sort();
}

function joinedReads(
  a: ReadonlyMap<number, readonly number[]>,
  b: ReadonlyMap<number, readonly number[]>,
): ReadonlyMap<number, readonly number[]> {
  const slots = [...new Set([...a.keys(), ...b.keys()])].sort((x, y) => x - y);
  return new Map(
    slots.map((slot) => {
      const places = new Set([...(a.get(slot) ?? []), ...(b.get(slot) ?? [])]);
      return [slot, [...places].sort((x, y) => x - y)];
    }),
  );
}
