/**
 * What the linker knows between runs: the state of each file, and what follows from all of them together (who calls, derives,
 * reads and registers what), kept up to date file by file. So a run costs what the changed files cost, however many there are.
 *
 * A run changes these tables while it goes on. One that is given up is taken back when the next one begins (`rollBack`); one
 * that comes to its end makes it last (`settle`).
 */
import { CallerTable } from './callers.js';
import { type DerivedClass, Hierarchy } from './hierarchy.js';
import { calledIn, type Digest, type Digests, slotsReadIn } from './link-state.js';

/** Files between two chances for the caller to wait. */
const SLICE = 200;
/** So many states are taken over in a few milliseconds. */
const AT_ONCE_MAX = 1_000;

export type States = ReadonlyMap<string, readonly string[]>;

/** What is said of definitions by files of the whole project; see `registrations.ts`. */
export interface Said {
  /** What packaging says, as texts. */
  readonly scripts: readonly string[];
  readonly bySlot: ReadonlyMap<number, readonly string[]>;
}

export class Standing {
  readonly digests: Digests;
  readonly callers = new CallerTable();
  readonly hierarchy = new Hierarchy();
  readonly #states: Map<string, readonly string[]>;
  /** By slot, the slots of the files that read something of it; made when first asked for. */
  #readers: Map<number, Set<number>> | undefined;
  /** Undone in reverse order when a run is given up. */
  readonly #undo: (() => void)[] = [];
  /** As of the last run; absent when it has to be found out. */
  said: Said | undefined;
  /** Directories of namespace packages that some file imports, with how many do. */
  #namespaces = new Map<string, number>();

  private constructor(states: States, digests: Digests) {
    this.#states = new Map(states);
    this.digests = digests;
  }

  /** Reads what each state says. Yields now and then. */
  static *make(states: States, digests: Digests): Generator<void, Standing> {
    const standing = new Standing(states, digests);
    let count = 0;
    for (const reads of states.values()) {
      const { slot, derived, namespaces } = digests.of(reads);
      standing.callers.replace(slot, [], calledIn(reads));
      standing.hierarchy.replace(slot, [], derived);
      countIn(standing.#namespaces, namespaces, 1);
      if (count++ % SLICE === SLICE - 1) yield;
    }
    return standing;
  }

  /** Of nothing. */
  static empty(digests: Digests): Standing {
    return new Standing(new Map(), digests);
  }

  get states(): States {
    return this.#states;
  }

  /** Of the state that the last run left. */
  digestOf(path: string): Digest | undefined {
    const reads = this.#states.get(path);
    return reads === undefined ? undefined : this.digests.of(reads);
  }

  /** The directories of namespace packages that some file imports when these states are taken over; sorted. Yields now and then. */
  *namespacesWith(changes: States, removed: readonly string[]): Generator<void, readonly string[]> {
    const counts = yield* this.#countWith(changes, removed);
    return [...counts.keys()].sort();
  }

  *#countWith(changes: States, removed: readonly string[]): Generator<void, Map<string, number>> {
    const counts = new Map(this.#namespaces);
    let count = 0;
    for (const path of [...removed, ...changes.keys()]) {
      countIn(counts, this.digestOf(path)?.namespaces ?? [], -1);
      if (count++ % SLICE === SLICE - 1) yield;
    }
    for (const reads of changes.values()) {
      countIn(counts, this.digests.of(reads).namespaces, 1);
      if (count++ % SLICE === SLICE - 1) yield;
    }
    return counts;
  }

  /** A file calls other names than before. */
  changeCalled(slot: number, before: readonly number[], now: readonly number[]): void {
    this.callers.replace(slot, before, now);
    this.#noteUndo(() => this.callers.replace(slot, now, before));
  }

  /** The classes of a file derive from others than before. */
  changeDerived(slot: number, before: readonly DerivedClass[], now: readonly DerivedClass[]): void {
    this.hierarchy.replace(slot, before, now);
    this.#noteUndo(() => this.hierarchy.replace(slot, now, before));
  }

  /** A first run has nothing to go back to. */
  #noteUndo(undo: () => void): void {
    if (this.#states.size > 0) this.#undo.push(undo);
  }

  /** Takes back what a run that was given up has changed. */
  rollBack(): void {
    for (let undo = this.#undo.pop(); undo !== undefined; undo = this.#undo.pop()) undo();
  }

  /** Slots of the files that read something of a slot. The first time it looks at all states, and yields now and then. */
  *readersOf(slot: number): Generator<void, Iterable<number>> {
    this.#readers ??= yield* this.#findReaders();
    return this.#readers.get(slot) ?? [];
  }

  *#findReaders(): Generator<void, Map<number, Set<number>>> {
    const readers = new Map<number, Set<number>>();
    let count = 0;
    for (const reads of this.#states.values()) {
      addReader(readers, this.digests.of(reads).slot, reads);
      if (count++ % SLICE === SLICE - 1) yield;
    }
    return readers;
  }

  /**
   * What is known when a run has come to its end: this with the states it has come to. Many of them are read into a new one in
   * steps, so that nobody waits and a run that is given up meanwhile has changed nothing; a few are taken over at one go.
   */
  *settle(changes: States, removed: readonly string[]): Generator<void, Standing> {
    if (changes.size + removed.length > AT_ONCE_MAX) {
      const states = new Map(this.#states);
      for (const path of removed) states.delete(path);
      for (const [path, reads] of changes) states.set(path, reads);
      return yield* Standing.make(states, this.digests);
    }
    const namespaces = yield* this.#countWith(changes, removed);
    // From here on at one go.
    this.#undo.length = 0;
    this.#namespaces = namespaces;
    for (const path of removed) this.#replaceState(path, undefined);
    for (const [path, reads] of changes) this.#replaceState(path, reads);
    return this;
  }

  #replaceState(path: string, reads: readonly string[] | undefined): void {
    const before = this.#states.get(path);
    if (reads === undefined) this.#states.delete(path);
    else this.#states.set(path, reads);
    if (this.#readers === undefined) return;
    if (before !== undefined) {
      const { slot } = this.digests.of(before);
      for (const read of slotsReadIn(before)) this.#readers.get(read)?.delete(slot);
    }
    if (reads !== undefined) addReader(this.#readers, this.digests.of(reads).slot, reads);
  }
}

function countIn(counts: Map<string, number>, directories: readonly string[], step: 1 | -1): void {
  for (const directory of directories) {
    const count = (counts.get(directory) ?? 0) + step;
    if (count > 0) counts.set(directory, count);
    else counts.delete(directory);
  }
}

function addReader(readers: Map<number, Set<number>>, slot: number, reads: readonly string[]): void {
  for (const read of slotsReadIn(reads)) {
    const known = readers.get(read);
    if (known === undefined) readers.set(read, new Set([slot]));
    else known.add(slot);
  }
}
