/**
 * One run of the linker, in three steps. *Spread*: which files have to be linked, starting from the changed ones and following
 * those whose answers to others have changed. *Link* them. *Conclude*: what must be remembered for the next run. Nothing of
 * the linker itself changes here.
 */
import { calledNames } from './callers.js';
import { concludeRun } from './conclude.js';
import type { FileList } from './file-list.js';
import { Fingerprints } from './fingerprint.js';
import { classFile, type DerivedClass, derivedClass, slotOfClass } from './hierarchy.js';
import { Ids } from './ids.js';
import { type LinkedFile, linkFile, markedNodes, unlinkedFile } from './link-file.js';
import {
  askedIn,
  calledIn,
  callersAskedIn,
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
  registeredTexts,
  type ScriptEntry,
  saidBySlot,
} from './registrations.js';
import { type Kept, RowShelf } from './row-shelf.js';
import type { FileUnit, Session } from './session.js';
import { NOTHING } from './short-hash.js';
import type { Said, Standing } from './standing.js';

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
  readonly list: FileList;
  /** What the last run left; empty on a cold start. */
  readonly standing: Standing;
  /** Paths that are gone. */
  readonly removed: readonly string[];
  /** Paths that have to be linked whatever comes. */
  readonly dirty: Iterable<string>;
  readonly scripts: readonly ScriptEntry[];
  readonly hashOf: (path: string) => string;
}

export class LinkRun {
  readonly #s: Session;
  readonly #list: FileList;
  readonly #standing: Standing;
  readonly #hashOf: (path: string) => string;
  readonly #ids: Ids;
  readonly #fingerprints: Fingerprints;
  /** What has to be linked; files are only ever added. */
  readonly #dirty: Set<string>;
  readonly #removed: readonly string[];
  /** By path: what the file's interface answers now. */
  readonly #offers = new Map<string, Offered[]>();
  readonly #derived = new Map<string, readonly DerivedClass[]>();
  /** By key of a class that others came to derive from or ceased to: what derived from it before this run. */
  readonly #derivedBefore = new Map<string, string | undefined>();
  /** Paths whose derivation the hierarchy has as it is now. */
  readonly #placed = new Set<string>();
  #overrides: Overrides;
  readonly #linked = new Map<string, ShelvedFile>();
  readonly #shelf = new RowShelf();
  readonly #scripts: readonly ScriptEntry[];
  /** By slot: what is said of the definitions of a file by any other one. */
  #said: Said = { scripts: [], bySlot: new Map() };

  constructor(input: RunInput) {
    this.#s = input.session;
    this.#list = input.list;
    this.#standing = input.standing;
    this.#hashOf = input.hashOf;
    this.#removed = input.removed;
    this.#scripts = input.scripts;
    this.#dirty = new Set(input.dirty);
    this.#ids = new Ids(input.session, input.list);
    this.#fingerprints = new Fingerprints(input.session, this.#ids);
    this.#overrides = new Overrides(this.#s, input.standing.hierarchy);
  }

  get dirtyCount(): number {
    return this.#dirty.size;
  }

  /** What is said of definitions as of this run. */
  get said(): Said {
    return this.#said;
  }

  /** Finds every file that has to be linked. Yields now and then. */
  *spread(): Generator<void, void, void> {
    yield* this.#gatherCallers();
    for (const path of this.#removed) yield* this.#spreadFrom(path, undefined);
    for (const path of this.#removed) this.#derived.set(path, NONE_DERIVED);
    const seen = new Set<string>();
    for (;;) {
      for (const path of this.#dirty) {
        if (seen.has(path)) continue;
        seen.add(path);
        yield* this.#review(path);
        yield;
      }
      // Classes may have got or lost derived ones; whoever asked for these is next.
      const before = this.#dirty.size;
      yield* this.#spreadHierarchy();
      if (this.#dirty.size === before) break;
    }
    this.#overrides = new Overrides(this.#s, this.#standing.hierarchy);
  }

  /** Notes who calls what by name, and marks those who asked for callers of a name that other files call than before. */
  *#gatherCallers(): Generator<void, void, void> {
    const changed = new Set<number>();
    let count = 0;
    for (const path of [...this.#removed, ...this.#dirty]) {
      const file = this.#s.fileAt(path);
      const before = calledIn(this.#standing.states.get(path) ?? NOTHING_READ);
      const now = file === undefined ? NONE_CALLED : calledNames(file.index, this.#s.names);
      const slot = file?.slot ?? this.#standing.digestOf(path)?.slot;
      addDifference(before, now, changed);
      if (slot !== undefined) this.#standing.changeCalled(slot, before, now);
      if (count++ % SLICE !== SLICE - 1) continue;
      this.#s.forgetExpressions();
      yield;
    }
    if (changed.size === 0) return;
    for (const [path, reads] of this.#standing.states) {
      if (count++ % FILE_SLICE === FILE_SLICE - 1) yield;
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
    if (changed.size > 0) yield* this.#spreadFrom(path, changed);
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
  *#spreadFrom(path: string, changed: ReadonlySet<number> | undefined): Generator<void, void, void> {
    const slot = this.#standing.digestOf(path)?.slot;
    if (slot === undefined) return;
    let count = 0;
    for (const reader of yield* this.#standing.readersOf(slot)) {
      if (count++ % FILE_SLICE === FILE_SLICE - 1) yield;
      const other = this.#list.pathInSlot(reader);
      if (other === undefined || this.#dirty.has(other)) continue;
      const places = placesIn(this.#standing.states.get(other) ?? NOTHING_READ, slot);
      if (places.some((place) => changed === undefined || changed.has(place))) this.#dirty.add(other);
    }
  }

  #stateOf(path: string): FileState | undefined {
    const reads = this.#standing.states.get(path);
    return reads === undefined ? undefined : decodeState(reads);
  }

  /** Marks the files of classes that got or lost derived ones, and the files that asked about these. */
  *#spreadHierarchy(): Generator<void, void, void> {
    const { hierarchy, states } = this.#standing;
    this.#placeDerived();
    if (states.size === 0) return;
    const changed = new Set<string>();
    for (const [key, before] of this.#derivedBefore) {
      if (before === hierarchy.derivedFrom(key)?.join()) continue;
      changed.add(key);
      const file = classFile(this.#s, key);
      if (file !== undefined) this.#dirty.add(file.path);
    }
    if (changed.size === 0) return;
    let count = 0;
    for (const [path, reads] of states) {
      if (count++ % FILE_SLICE === FILE_SLICE - 1) yield;
      if (this.#s.fileAt(path) === undefined) continue;
      if (askedIn(reads).some((key) => changed.has(key))) this.#dirty.add(path);
    }
  }

  /** Brings the hierarchy in line with the files that were looked at since it was last; notes what it said before. */
  #placeDerived(): void {
    const moved = [...this.#derived].flatMap(([path, now]) => {
      if (this.#placed.has(path)) return [];
      this.#placed.add(path);
      const known = this.#standing.digestOf(path);
      const before = known?.derived ?? NONE_DERIVED;
      const slot = known?.slot ?? this.#list.slotOf(path);
      return slot === undefined || isSameDerivation(before, now) ? [] : [{ slot, before, now }];
    });
    if (this.#standing.states.size > 0) {
      const bases = moved.flatMap(({ before, now }) => [...before, ...now].flatMap((each) => each.bases));
      for (const key of this.#withAncestors(bases)) {
        if (this.#derivedBefore.has(key)) continue;
        this.#derivedBefore.set(key, this.#standing.hierarchy.derivedFrom(key)?.join());
      }
    }
    for (const { slot, before, now } of moved) this.#standing.changeDerived(slot, before, now);
  }

  /** Class keys and those of all that these classes derive from, before this run or now. */
  #withAncestors(keys: readonly string[]): ReadonlySet<string> {
    const found = new Set<string>();
    const pending = [...keys];
    for (let key = pending.pop(); key !== undefined; key = pending.pop()) {
      if (found.has(key)) continue;
      found.add(key);
      const path = this.#list.pathInSlot(slotOfClass(key));
      if (path === undefined) continue;
      const name = key.slice(key.indexOf(':') + 1);
      const entries = [
        ...(this.#standing.digestOf(path)?.derived ?? NONE_DERIVED),
        ...(this.#derived.get(path) ?? NONE_DERIVED),
      ];
      for (const entry of entries) if (entry.name === name) pending.push(...entry.bases);
    }
    return found;
  }

  /** Links what `spread` has found, in order of path. Yields the number of files done. */
  *link(): Generator<number, void, void> {
    yield* this.#linkDirty();
    const before = this.#standing.said;
    this.#said = yield* this.#currentSaid();
    if (this.#said !== before) yield* this.#spreadSaid();
    yield* this.#linkDirty();
    let count = 0;
    for (const path of this.#linked.keys()) {
      if (this.#mark(path)) this.#s.forgetExpressions();
      if (count++ % SLICE === SLICE - 1) yield this.#linked.size;
    }
  }

  /** Marks the files of whose definitions something else is said than before. */
  *#spreadSaid(): Generator<number, void, void> {
    for (const { number, path, slot } of this.#s.files) {
      if (number % FILE_SLICE === FILE_SLICE - 1) yield this.#linked.size;
      const before = this.#standing.digestOf(path)?.said ?? NOTHING_SAID;
      const now = this.#saidOf(slot);
      if (before.length !== now.length || before.some((each, place) => each !== now[place]))
        this.#dirty.add(path);
    }
  }

  #saidOf(slot: number): readonly string[] {
    return this.#said.bySlot.get(slot) ?? NOTHING_SAID;
  }

  /** What all files register, those that were not linked as they did before. */
  *#currentSaid(): Generator<number, Said, void> {
    const scripts = registeredByScripts(this.#s, this.#scripts).map(registeredText);
    const { said } = this.#standing;
    if (said !== undefined && said.scripts.join('\n') === scripts.join('\n') && this.#registersTheSame())
      return said;
    const texts = [...scripts];
    for (const { number, path } of this.#s.files) {
      if (number % FILE_SLICE === FILE_SLICE - 1) yield this.#linked.size;
      const linked = this.#linked.get(path);
      if (linked === undefined) texts.push(...(this.#standing.digestOf(path)?.registered ?? []));
      else for (const each of linked.registered) texts.push(registeredText(each));
    }
    return { scripts, bySlot: saidBySlot(texts) };
  }

  /** Whether the files that were linked or are gone register what they did before. */
  #registersTheSame(): boolean {
    const before = (path: string): string => (this.#standing.digestOf(path)?.registered ?? []).join('\n');
    for (const path of this.#removed) if (before(path) !== '') return false;
    for (const [path, { registered }] of this.#linked) {
      if (before(path) !== registeredTexts(registered).join('\n')) return false;
    }
    return true;
  }

  /**
   * Marks the definitions of a linked file of which something is said and which do not say it themselves. Returns whether there
   * was something to do.
   */
  #mark(path: string): boolean {
    const linked = this.#linked.get(path);
    const file = this.#s.fileAt(path);
    if (linked === undefined || file === undefined) return false;
    const said = this.#saidOf(file.slot);
    if (said.length === 0) return false;
    const { definitions } = file.index.facts;
    const marked = markedNodes(linked.nodes(), definitions, labelsOf(said));
    this.#linked.set(path, { ...linked, nodes: this.#shelf.keep(marked) });
    return true;
  }

  *#linkDirty(): Generator<number, void, void> {
    let done = this.#linked.size;
    const numbers = [...this.#dirty].flatMap((path) => this.#list.numberOf(path) ?? []);
    for (const number of numbers.sort((a, b) => a - b)) {
      const file = this.#s.files[number];
      if (file === undefined || this.#linked.has(file.path)) continue;
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
      states: this.#standing.states,
      linked: this.#linked,
      offers: this.#offers,
      derived: this.#derived,
      askedBy: (file) => this.#overrides.askedBy(file),
      hashOfQuery: (query) => this.#hashOfQuery(query),
      saidOf: (file) => this.#saidOf(file.slot),
    });
  }
}

const NOTHING_READ: readonly string[] = [];
const NONE_CALLED: readonly number[] = [];
const NONE_DERIVED: readonly DerivedClass[] = [];

function isSameDerivation(a: readonly DerivedClass[], b: readonly DerivedClass[]): boolean {
  return a.length === b.length && JSON.stringify(a) === JSON.stringify(b);
}

/** Adds what only one of two lists has. */
function addDifference(before: readonly number[], now: readonly number[], changed: Set<number>): void {
  const known = new Set(before);
  for (const hash of now) if (!known.delete(hash)) changed.add(hash);
  for (const hash of known) changed.add(hash);
}

const NOTHING_SAID: readonly string[] = [];

/** A place whose query is gone. */
const GONE: Offered = { key: '', hash: NOTHING };
