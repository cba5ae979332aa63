/**
 * One run of the linker, in three steps. *Spread*: which files have to be linked, starting from the changed ones and following
 * those whose answers to others have changed. *Link* them. *Conclude*: what must be remembered for the next run. Nothing of
 * the linker itself changes here.
 */
import { calledNames } from './callers.js';
import { concludeRun } from './conclude.js';
import { Fingerprints } from './fingerprint.js';
import { classFile, type DerivedClass, derivedClass, Hierarchy } from './hierarchy.js';
import { Ids } from './ids.js';
import { type LinkedFile, linkFile, markedNodes, unlinkedFile } from './link-file.js';
import {
  askedIn,
  callersAskedIn,
  type Digest,
  type Digests,
  decodeState,
  type FileState,
  type Offered,
  placesIn,
} from './link-state.js';
import { Overrides } from './overrides.js';
import { queryOf } from './query-keys.js';
import {
  labelsOf,
  registeredByScripts,
  registeredText,
  type ScriptEntry,
  saidBySlot,
} from './registrations.js';
import { type Kept, RowShelf } from './row-shelf.js';
import type { FileUnit, Session } from './session.js';
import { NOTHING } from './short-hash.js';

/** Queries asked anew between two chances for the caller to wait. */
const SLICE = 50;
/** Files whose kept state is looked at between two chances. */
const FILE_SLICE = 200;

/** A linked file, its rows kept on a shelf. */
export interface ShelvedFile extends Omit<LinkedFile, 'nodes' | 'edges' | 'unresolved'> {
  readonly nodes: Kept<LinkedFile['nodes'][number]>;
  readonly edges: Kept<LinkedFile['edges'][number]>;
  readonly unresolved: Kept<LinkedFile['unresolved'][number]>;
}

export interface RunInput {
  readonly session: Session;
  /** By path: the `reads` that the last run left. Empty on a cold start. */
  readonly states: ReadonlyMap<string, readonly string[]>;
  readonly digests: Digests;
  /** Paths that are gone. */
  readonly removed: readonly string[];
  /** Paths that have to be linked whatever comes. */
  readonly dirty: Iterable<string>;
  readonly scripts: readonly ScriptEntry[];
  readonly hashOf: (path: string) => string;
}

export class LinkRun {
  readonly #s: Session;
  readonly #states: ReadonlyMap<string, readonly string[]>;
  readonly #digests: Digests;
  readonly #hashOf: (path: string) => string;
  readonly #ids: Ids;
  readonly #fingerprints: Fingerprints;
  /** What has to be linked; files are only ever added. */
  readonly #dirty: Set<string>;
  readonly #removed: readonly string[];
  /** By path: what the file's interface answers now. */
  readonly #offers = new Map<string, Offered[]>();
  readonly #derived = new Map<string, readonly DerivedClass[]>();
  #hierarchy = new Hierarchy();
  #overrides: Overrides;
  readonly #linked = new Map<string, ShelvedFile>();
  readonly #shelf = new RowShelf();
  readonly #scripts: readonly ScriptEntry[];
  /** By slot: what is said of the definitions of a file by any other one. */
  #said: ReadonlyMap<number, readonly string[]> = new Map();

  constructor(input: RunInput) {
    this.#s = input.session;
    this.#states = input.states;
    this.#digests = input.digests;
    this.#hashOf = input.hashOf;
    this.#removed = input.removed;
    this.#scripts = input.scripts;
    this.#dirty = new Set(input.dirty);
    this.#ids = new Ids(input.session);
    this.#fingerprints = new Fingerprints(input.session, this.#ids);
    this.#overrides = new Overrides(this.#s, this.#hierarchy);
  }

  get dirtyCount(): number {
    return this.#dirty.size;
  }

  /** Finds every file that has to be linked. Yields now and then. */
  *spread(): Generator<void, void, void> {
    yield* this.#gatherCallers();
    for (const path of this.#removed) this.#spreadFrom(path, undefined);
    const seen = new Set<string>();
    for (;;) {
      for (const path of this.#dirty) {
        if (seen.has(path)) continue;
        seen.add(path);
        yield* this.#review(path);
        yield;
      }
      // Classes may have got or lost derived ones; whoever asked for these is next.
      this.#hierarchy = yield* this.#currentHierarchy();
      const before = this.#dirty.size;
      this.#spreadHierarchy();
      if (this.#dirty.size === before) break;
    }
    this.#overrides = new Overrides(this.#s, this.#hierarchy);
  }

  /** Gathers who calls what by name, and marks those who asked for callers of a name that other files call than before. */
  *#gatherCallers(): Generator<void, void, void> {
    const changed = new Set<number>();
    for (const path of this.#removed) {
      for (const hash of this.#digestOf(path)?.called ?? NONE_CALLED) changed.add(hash);
    }
    for (const file of this.#s.files) {
      const digest = this.#digestOf(file.path);
      const before = digest?.called ?? NONE_CALLED;
      const isKnown = digest !== undefined && !this.#dirty.has(file.path);
      const now = isKnown ? before : calledNames(file.index, this.#s.names);
      this.#s.callers.add(file.number, now);
      if (!isKnown) addDifference(before, now, changed);
      if (file.number % SLICE !== SLICE - 1) continue;
      this.#s.forgetExpressions();
      yield;
    }
    if (changed.size === 0 || this.#states.size === 0) return;
    for (const [path, reads] of this.#states) {
      if (this.#s.fileAt(path) === undefined || this.#dirty.has(path)) continue;
      if (callersAskedIn(reads).some((hash) => changed.has(hash))) this.#dirty.add(path);
    }
  }

  /** Asks a changed file's interface anew and goes on to those who read what is different. */
  *#review(path: string): Generator<void, void, void> {
    const file = this.#s.fileAt(path);
    if (file === undefined) return;
    this.#derived.set(path, yield* this.#derivedIn(file));
    this.#s.forgetExpressions();
    const state = this.#stateOf(path);
    if (state === undefined || state.offers.length === 0) return;
    const changed = new Set<number>();
    const offers: Offered[] = [];
    for (const [place, offered] of state.offers.entries()) {
      const now = this.#askAgain(file, offered);
      if (now.hash !== offered.hash) changed.add(place);
      offers.push(now);
      if (place % SLICE === SLICE - 1) yield;
    }
    this.#offers.set(path, offers);
    if (changed.size > 0) this.#spreadFrom(path, changed);
  }

  #askAgain(file: FileUnit, { key }: Offered): Offered {
    const query = key === '' ? undefined : queryOf(this.#s, file, key);
    return query === undefined ? GONE : { key, hash: this.#hashOfQuery(query) };
  }

  #hashOfQuery(query: number): string {
    const { solver } = this.#s;
    return this.#withinStack(
      () => this.#fingerprints.of(solver.kindOf(query), solver.answer(query)),
      () => NOTHING,
    );
  }

  *#derivedIn(file: FileUnit): Generator<void, readonly DerivedClass[], void> {
    const derived: DerivedClass[] = [];
    const count = file.index.facts.definitions.length;
    for (let definition = 0; definition < count; definition++) {
      const found = this.#withinStack(
        () => derivedClass(this.#s, file, definition),
        () => undefined,
      );
      if (found !== undefined) derived.push(found);
      if (definition % SLICE === SLICE - 1) yield;
    }
    return derived;
  }

  /**
   * The last resort: the solver bounds its depth long before the stack ends. Should some chain yet be as deep, it costs what
   * is worked on, not the project.
   */
  #withinStack<Result>(work: () => Result, otherwise: () => Result): Result {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      this.#s.solver.abandon();
      return otherwise();
    }
  }

  /** Marks those who read the changed places of a file's interface; all readers when `changed` is undefined. */
  #spreadFrom(path: string, changed: ReadonlySet<number> | undefined): void {
    const slot = this.#digestOf(path)?.slot;
    if (slot === undefined) return;
    for (const [other, reads] of this.#states) {
      if (this.#dirty.has(other) || this.#s.fileAt(other) === undefined) continue;
      const places = placesIn(reads, slot);
      if (places.some((place) => changed === undefined || changed.has(place))) this.#dirty.add(other);
    }
  }

  #stateOf(path: string): FileState | undefined {
    const reads = this.#states.get(path);
    return reads === undefined ? undefined : decodeState(reads);
  }

  /** Of the state that the last run left. */
  #digestOf(path: string): Digest | undefined {
    const reads = this.#states.get(path);
    return reads === undefined ? undefined : this.#digests.of(reads);
  }

  *#currentHierarchy(): Generator<void, Hierarchy, void> {
    const hierarchy = new Hierarchy();
    for (const file of this.#s.files) {
      if (file.number % FILE_SLICE === FILE_SLICE - 1) yield;
      const known = this.#derived.get(file.path) ?? this.#digestOf(file.path)?.derived ?? NONE_DERIVED;
      if (known.length > 0) hierarchy.add(file.slot, known);
    }
    return hierarchy;
  }

  /** Marks the files of classes that got or lost derived ones, and the files that asked about these. */
  #spreadHierarchy(): void {
    if (this.#states.size === 0 || !this.#hasNewDerivation()) return;
    const before = new Hierarchy();
    for (const [, reads] of this.#states) {
      const { slot, derived } = this.#digests.of(reads);
      before.add(slot, derived);
    }
    const changed = new Set<string>();
    for (const key of new Set([...before.bases(), ...this.#hierarchy.bases()])) {
      const isSame = before.derivedFrom(key)?.join() === this.#hierarchy.derivedFrom(key)?.join();
      if (isSame) continue;
      changed.add(key);
      const file = classFile(this.#s, key);
      if (file !== undefined) this.#dirty.add(file.path);
    }
    for (const [path, reads] of this.#states) {
      if (this.#s.fileAt(path) === undefined) continue;
      if (askedIn(reads).some((key) => changed.has(key))) this.#dirty.add(path);
    }
  }

  #hasNewDerivation(): boolean {
    const text = (derived: readonly DerivedClass[]): string => JSON.stringify(derived);
    for (const path of [...this.#removed, ...this.#derived.keys()]) {
      const before = this.#digestOf(path)?.derived ?? NONE_DERIVED;
      if (text(before) !== text(this.#derived.get(path) ?? [])) return true;
    }
    return false;
  }

  /** Links what `spread` has found, in order of path. Yields the number of files done. */
  *link(): Generator<number, void, void> {
    yield* this.#linkDirty();
    this.#said = yield* this.#currentSaid();
    for (const { number, path, slot } of this.#s.files) {
      if (number % FILE_SLICE === FILE_SLICE - 1) yield this.#linked.size;
      const before = this.#digestOf(path)?.said ?? NOTHING_SAID;
      const now = this.#saidOf(slot);
      if (before.length !== now.length || before.some((each, place) => each !== now[place]))
        this.#dirty.add(path);
    }
    yield* this.#linkDirty();
    for (const { number, path, slot } of this.#s.files) {
      if (this.#mark(path, this.#saidOf(slot))) this.#s.forgetExpressions();
      if (number % SLICE === SLICE - 1) yield this.#linked.size;
    }
  }

  #saidOf(slot: number): readonly string[] {
    return this.#said.get(slot) ?? NOTHING_SAID;
  }

  /** What all files register, those that were not linked as they did before. */
  *#currentSaid(): Generator<number, ReadonlyMap<number, readonly string[]>, void> {
    const texts = registeredByScripts(this.#s, this.#scripts).map(registeredText);
    for (const { number, path } of this.#s.files) {
      if (number % FILE_SLICE === FILE_SLICE - 1) yield this.#linked.size;
      const linked = this.#linked.get(path);
      if (linked === undefined) texts.push(...(this.#digestOf(path)?.registered ?? []));
      else for (const each of linked.registered) texts.push(registeredText(each));
    }
    return saidBySlot(texts);
  }

  /**
   * Marks the definitions of a linked file of which something is said and which do not say it themselves. Returns whether there
   * was something to do.
   */
  #mark(path: string, said: readonly string[]): boolean {
    const linked = this.#linked.get(path);
    if (linked === undefined || said.length === 0) return false;
    const definitions = this.#s.fileAt(path)?.index.facts.definitions ?? [];
    const marked = markedNodes(linked.nodes(), definitions, labelsOf(said));
    this.#linked.set(path, { ...linked, nodes: this.#shelf.keep(marked) });
    return true;
  }

  *#linkDirty(): Generator<number, void, void> {
    let done = this.#linked.size;
    for (const file of this.#s.files) {
      if (!this.#dirty.has(file.path) || this.#linked.has(file.path)) continue;
      const linking = { session: this.#s, ids: this.#ids, overrides: this.#overrides, file };
      const hash = this.#hashOf(file.path);
      const steps = linkFile(linking, hash);
      const next = (): IteratorResult<void, LinkedFile> =>
        this.#withinStack(
          () => steps.next(),
          () => ({ done: true, value: unlinkedFile(linking, hash) }),
        );
      let step = next();
      while (!step.done) {
        yield done;
        step = next();
      }
      this.#linked.set(file.path, this.#shelve(step.value));
      this.#s.forgetExpressions();
      yield ++done;
    }
  }

  #shelve(linked: LinkedFile): ShelvedFile {
    return {
      ...linked,
      nodes: this.#shelf.keep(linked.nodes),
      edges: this.#shelf.keep(linked.edges),
      unresolved: this.#shelf.keep(linked.unresolved),
    };
  }

  /** What was linked, by path. */
  get linked(): ReadonlyMap<string, ShelvedFile> {
    return this.#linked;
  }

  /** The new state of every file whose state is not what it was, by path. Yields now and then. */
  conclude(): Generator<void, Map<string, readonly string[]>, void> {
    return concludeRun({
      session: this.#s,
      states: this.#states,
      linked: this.#linked,
      offers: this.#offers,
      derived: this.#derived,
      askedBy: (file) => this.#overrides.askedBy(file),
      hashOfQuery: (query) => this.#hashOfQuery(query),
      saidOf: (file) => this.#saidOf(file.slot),
    });
  }
}

const NONE_CALLED: readonly number[] = [];
const NONE_DERIVED: readonly DerivedClass[] = [];

/** Adds what only one of two lists has. */
function addDifference(before: readonly number[], now: readonly number[], changed: Set<number>): void {
  const known = new Set(before);
  for (const hash of now) if (!known.delete(hash)) changed.add(hash);
  for (const hash of known) changed.add(hash);
}

const NOTHING_SAID: readonly string[] = [];

/** A place whose query is gone. */
const GONE: Offered = { key: '', hash: NOTHING };
