/**
 * The first step of a run: which files have to be linked, starting from the changed ones and following those whose answers to
 * others have changed. What it has asked on the way is kept for the steps behind it. On a first run that is every file, and
 * nothing follows from it.
 */
import type { Asking } from './asking.js';
import { calledNames } from './callers.js';
import type { FileList } from './file-list.js';
import {
  allDerivedKey,
  classFile,
  DERIVED_ALL_MAX,
  type DerivedClass,
  derivedClass,
  type Hierarchy,
  slotOfClass,
} from './hierarchy.js';
import {
  askedIn,
  calledIn,
  callersAskedIn,
  decodeState,
  type FileState,
  type Offered,
  placesIn,
} from './link-state.js';
import type { FileUnit, Session } from './session.js';
import type { Standing } from './standing.js';
import { withinStack } from './within-stack.js';

/** Queries asked anew between two chances for the caller to wait. */
const SLICE = 50;
/** Files whose kept state is looked at between two chances. */
const FILE_SLICE = 200;

export interface SpreadInput {
  readonly session: Session;
  readonly list: FileList;
  readonly standing: Standing;
  /** Paths that are gone. */
  readonly removed: readonly string[];
  /** Paths that have to be linked whatever comes. */
  readonly dirty: Iterable<string>;
}

export class Spread {
  /** What has to be linked; files are only ever added. */
  readonly dirty: Set<string>;
  /** By path: what the file's interface answers now. */
  readonly offers = new Map<string, Offered[]>();
  /** By path: its classes that derive from others. */
  readonly derived = new Map<string, readonly DerivedClass[]>();
  /** By path: hashes of the names that it calls, of the files that were changed from the start. */
  readonly called = new Map<string, readonly number[]>();
  readonly #s: Session;
  readonly #list: FileList;
  readonly #standing: Standing;
  readonly #asking: Asking;
  readonly #removed: readonly string[];
  /** By key of a class that others came to derive from or ceased to: what derived from it before this run. */
  readonly #derivedBefore = new Map<string, DerivedLists>();
  /** Paths whose derivation the hierarchy has as it is now. */
  readonly #placed = new Set<string>();

  constructor(input: SpreadInput, asking: Asking) {
    this.#s = input.session;
    this.#list = input.list;
    this.#standing = input.standing;
    this.#asking = asking;
    this.#removed = input.removed;
    this.dirty = new Set(input.dirty);
  }

  /** Finds every file that has to be linked. Yields now and then. */
  *run(): Generator<void, void, void> {
    yield* this.#gather();
    for (const path of this.#removed) yield* this.#spreadFrom(path, undefined);
    for (const path of this.#removed) this.derived.set(path, NONE_DERIVED);
    const seen = new Set<string>();
    for (;;) {
      for (const path of this.dirty) {
        if (seen.has(path)) continue;
        seen.add(path);
        yield* this.#review(path);
        yield;
      }
      // Classes may have got or lost derived ones; whoever asked for these is next.
      const before = this.dirty.size;
      yield* this.#spreadHierarchy();
      if (this.dirty.size === before) break;
    }
  }

  /**
   * Notes who calls what by name, and marks those who asked for callers of a name that other files call than before. What derives
   * from what is asked in passing: it rests on no callers, and to have the index of every file once more costs.
   */
  *#gather(): Generator<void, void, void> {
    const changed = new Set<number>();
    for (const path of [...this.#removed, ...this.dirty]) {
      const file = this.#s.fileAt(path);
      const before = calledIn(this.#standing.states.get(path) ?? NOTHING_READ);
      const now = file === undefined ? NONE_CALLED : calledNames(file.index, this.#s.names);
      this.called.set(path, now);
      if (file !== undefined) yield* this.#derive(file);
      const slot = file?.slot ?? this.#standing.digestOf(path)?.slot;
      addDifference(before, now, changed);
      if (slot !== undefined) this.#standing.changeCalled(slot, before, now);
      // To index a file takes milliseconds.
      yield;
    }
    if (changed.size === 0) return;
    let count = 0;
    for (const [path, reads] of this.#standing.states) {
      if (count++ % FILE_SLICE === FILE_SLICE - 1) yield;
      if (this.#s.fileAt(path) === undefined || this.dirty.has(path)) continue;
      if (callersAskedIn(reads).some((hash) => changed.has(hash))) this.dirty.add(path);
    }
  }

  /** Asks a changed file's interface anew and goes on to those who read what is different. */
  *#review(path: string): Generator<void, void, void> {
    const file = this.#s.fileAt(path);
    if (file === undefined) return;
    if (!this.derived.has(path)) yield* this.#derive(file);
    const state = this.#stateOf(path);
    if (state === undefined || state.offers.length === 0) return;
    const changed = new Set<number>();
    const offers: Offered[] = [];
    for (const [place, offered] of state.offers.entries()) {
      const now = this.#asking.again(file, offered);
      if (now.hash !== offered.hash) changed.add(place);
      offers.push(now);
      // One question may index several files.
      yield;
    }
    this.offers.set(path, offers);
    if (changed.size > 0) yield* this.#spreadFrom(path, changed);
  }

  /** Asks what the classes of a file derive from. */
  *#derive(file: FileUnit): Generator<void, void, void> {
    const derived: DerivedClass[] = [];
    const count = file.index.facts.definitions.length;
    for (let definition = 0; definition < count; definition++) {
      const found = withinStack(
        this.#s,
        () => derivedClass(this.#s, file, definition),
        () => undefined,
      );
      if (found !== undefined) derived.push(found);
      if (definition % SLICE === SLICE - 1) yield;
    }
    this.derived.set(file.path, derived);
    this.#s.forgetExpressions();
  }

  /** Marks those who read the changed places of a file's interface; all readers when `changed` is undefined. */
  *#spreadFrom(path: string, changed: ReadonlySet<number> | undefined): Generator<void, void, void> {
    const slot = this.#standing.digestOf(path)?.slot;
    if (slot === undefined) return;
    let count = 0;
    for (const reader of yield* this.#standing.readersOf(slot)) {
      if (count++ % FILE_SLICE === FILE_SLICE - 1) yield;
      const other = this.#list.pathInSlot(reader);
      if (other === undefined || this.dirty.has(other)) continue;
      const places = placesIn(this.#standing.states.get(other) ?? NOTHING_READ, slot);
      if (places.some((place) => changed === undefined || changed.has(place))) this.dirty.add(other);
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
      const now = derivedOf(hierarchy, key);
      if (before.all !== now.all) changed.add(allDerivedKey(key));
      if (before.few === now.few) continue;
      changed.add(key);
      const file = classFile(this.#s, key);
      if (file !== undefined) this.dirty.add(file.path);
    }
    if (changed.size === 0) return;
    let count = 0;
    for (const [path, reads] of states) {
      if (count++ % FILE_SLICE === FILE_SLICE - 1) yield;
      if (this.#s.fileAt(path) === undefined) continue;
      if (askedIn(reads).some((key) => changed.has(key))) this.dirty.add(path);
    }
  }

  /** Brings the hierarchy in line with the files that were looked at since it was last; notes what it said before. */
  #placeDerived(): void {
    const moved = [...this.derived].flatMap(([path, now]) => {
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
        this.#derivedBefore.set(key, derivedOf(this.#standing.hierarchy, key));
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
        ...(this.derived.get(path) ?? NONE_DERIVED),
      ];
      for (const entry of entries) if (entry.name === name) pending.push(...entry.bases);
    }
    return found;
  }
}

const NOTHING_READ: readonly string[] = [];
const NONE_CALLED: readonly number[] = [];
const NONE_DERIVED: readonly DerivedClass[] = [];

/** What is derived from a class as those see it who stop at a few, and those who do not. */
interface DerivedLists {
  readonly few: string | undefined;
  readonly all: string | undefined;
}

function derivedOf(hierarchy: Hierarchy, key: string): DerivedLists {
  const few = hierarchy.derivedFrom(key)?.join();
  return { few, all: few ?? hierarchy.derivedFrom(key, DERIVED_ALL_MAX)?.join() };
}

function isSameDerivation(a: readonly DerivedClass[], b: readonly DerivedClass[]): boolean {
  return a.length === b.length && JSON.stringify(a) === JSON.stringify(b);
}

/** Adds what only one of two lists has. */
function addDifference(before: readonly number[], now: readonly number[], changed: Set<number>): void {
  const known = new Set(before);
  for (const hash of now) if (!known.delete(hash)) changed.add(hash);
  for (const hash of known) changed.add(hash);
}
