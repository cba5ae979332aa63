/**
 * The list of a project's files with what follows from it alone: which file an import means, which stub describes which source,
 * the numbers of files in a run and their slots between runs. It is made once for a list and kept as long as no file comes or
 * goes: an edit of one file among tens of thousands must not look at the others.
 */
import { addTo } from '../../kernel/groups.js';
import { dottedPath } from '../model.js';
import type { FactsSource } from './contract.js';
import { ModuleTable } from './modules.js';
import { findPairs, type StubPairs } from './stubs.js';

/** Files between two chances for the caller to wait. */
const SLICE = 2_000;

type ListSource = Pick<FactsSource, 'paths' | 'roots' | 'rootPackage'>;

/** The slots of files that are known; `next` is one that no file has had. */
export interface KnownSlots {
  slotOf(path: string): number | undefined;
  readonly next: number;
}

export class FileList {
  /** In order; the place of a path is its file's number. */
  readonly paths: readonly string[];
  readonly modules: ModuleTable;
  readonly pairs: StubPairs;
  readonly #numbers: ReadonlyMap<string, number>;
  readonly #slots: readonly number[];
  readonly #numberInSlot = new Map<number, number>();
  readonly #byDotted = new Map<string, number[]>();
  /** A slot that no file has had. */
  readonly next: number;

  private constructor(
    paths: readonly string[],
    { modules, pairs }: { readonly modules: ModuleTable; readonly pairs: StubPairs },
    { numbers, slots, next }: Numbered,
  ) {
    this.paths = paths;
    this.modules = modules;
    this.pairs = pairs;
    this.#numbers = numbers;
    this.#slots = slots;
    this.next = next;
  }

  /** Makes the list; files that are known keep their slots. Yields now and then. */
  static *make({ paths, roots, rootPackage }: ListSource, known: KnownSlots): Generator<void, FileList> {
    const pairs = findPairs(paths, roots);
    yield;
    const modules = new ModuleTable(paths, roots, rootPackage);
    yield;
    const numbered = yield* numberFiles(paths, known);
    const list = new FileList(paths, { modules, pairs }, numbered);
    yield* list.#index();
    return list;
  }

  /** The list of no files. */
  static empty(): FileList {
    const modules = new ModuleTable([], []);
    const pairs = { sourceOf: new Map<string, string>(), stubOf: new Map<string, string>() };
    return new FileList([], { modules, pairs }, { numbers: new Map(), slots: [], next: 0 });
  }

  *#index(): Generator<void, void> {
    for (const [number, path] of this.paths.entries()) {
      this.#numberInSlot.set(this.slot(number), number);
      addTo(this.#byDotted, dottedPath(path), number);
      if (number % SLICE === SLICE - 1) yield;
    }
  }

  /** Whether this is the list of these files, looked at through these roots. */
  isOf({ paths, roots, rootPackage = '' }: ListSource): boolean {
    const { modules } = this;
    if (modules.rootPackage !== rootPackage || modules.roots.join('\n') !== roots.join('\n')) return false;
    if (paths === this.paths) return true;
    return paths.length === this.paths.length && paths.every((path, place) => path === this.paths[place]);
  }

  numberOf(path: string): number | undefined {
    return this.#numbers.get(path);
  }

  slot(number: number): number {
    return this.#slots[number] ?? -1;
  }

  slotOf(path: string): number | undefined {
    const number = this.#numbers.get(path);
    return number === undefined ? undefined : this.#slots[number];
  }

  numberInSlot(slot: number): number | undefined {
    return this.#numberInSlot.get(slot);
  }

  pathInSlot(slot: number): string | undefined {
    return this.paths[this.#numberInSlot.get(slot) ?? -1];
  }

  /** Numbers of the files with a dotted path, ascending. */
  withDotted(dotted: string): readonly number[] {
    return this.#byDotted.get(dotted) ?? NONE;
  }
}

const NONE: readonly number[] = [];

interface Numbered {
  readonly numbers: ReadonlyMap<string, number>;
  readonly slots: readonly number[];
  readonly next: number;
}

function* numberFiles(paths: readonly string[], known: KnownSlots): Generator<void, Numbered> {
  const numbers = new Map<string, number>();
  const slots: number[] = [];
  let { next } = known;
  for (const [number, path] of paths.entries()) {
    numbers.set(path, number);
    slots.push(known.slotOf(path) ?? next++);
    if (number % SLICE === SLICE - 1) yield;
  }
  return { numbers, slots, next };
}
