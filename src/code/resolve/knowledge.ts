/** What the linker knows from its last run, and which files a change makes it look at first. Paths and texts alone decide. */
import { dottedPath } from '../model.js';
import type { RestoredLinks } from './contract.js';
import { repeatLookup } from './imports.js';
import { lookupsIn, slotOf } from './link-state.js';
import { baseName, directoryOf, type ModuleTable, targetText } from './modules.js';

/** Files between two chances for the caller to wait. */
const SLICE = 200;

/** What segments tell of the last run: `reads` by path, and by key a hash of each package's segment. */
export interface SavedStates {
  readonly states: ReadonlyMap<string, readonly string[]>;
  readonly packages: ReadonlyMap<string, string>;
}

/** From the segments of a snapshot; undefined when another version of the linker wrote them. */
export function readStates({ segments }: Pick<RestoredLinks, 'segments'>): SavedStates | undefined {
  const states = new Map<string, readonly string[]>();
  const packages = new Map<string, string>();
  for (const { key, reads } of segments) {
    if (key.endsWith('/')) packages.set(key, reads[0] ?? '');
    else if (slotOf(reads) === undefined) return undefined;
    else states.set(key, reads);
  }
  return { states, packages };
}

/** Whether what is known still holds for another list of files: the search path decides on every import. */
export function isUsable(known: ModuleTable, modules: ModuleTable): boolean {
  return (
    known.roots.join('\n') === modules.roots.join('\n') &&
    known.rootPackage === modules.rootPackage &&
    known.standardRoot === modules.standardRoot
  );
}

/** Paths that are in one list and not in the other. */
export interface ListDifference {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/**
 * The files for which added or removed ones change what their imports mean or their ids, and the added ones. `states` are those of
 * the list before.
 */
export function* concernedFiles(
  { before, after }: { readonly before: ModuleTable; readonly after: ModuleTable },
  { added, removed }: ListDifference,
  states: ReadonlyMap<string, readonly string[]>,
): Generator<void, Set<string>> {
  const dirty = new Set(added);
  if (added.length + removed.length === 0) return dirty;
  const search = new ChangedSearch(before, after, [...added, ...removed]);
  let count = 0;
  for (const [path, reads] of states) {
    if (count++ % SLICE === SLICE - 1) yield;
    if (!after.hasFile(path) || dirty.has(path)) continue;
    if (search.concerns(path, lookupsIn(reads))) dirty.add(path);
  }
  return dirty;
}

/** Compares what lookups mean before and after files came or went. */
class ChangedSearch {
  readonly #before: ModuleTable;
  readonly #after: ModuleTable;
  /** Names that a lookup must hold to be concerned at all. */
  readonly #stems = new Set<string>();
  /** Directories that became or ceased to be packages: imports of files below them start elsewhere. */
  readonly #turned: string[] = [];
  /** Dotted paths of the files that came or went, with these. */
  readonly #dotted: (readonly [dotted: string, path: string])[];

  constructor(before: ModuleTable, after: ModuleTable, changed: readonly string[]) {
    this.#before = before;
    this.#after = after;
    this.#dotted = changed.map((path) => [dottedPath(path), path]);
    for (const path of changed) this.#noteStems(path);
  }

  #noteStems(path: string): void {
    const stem = baseName(path).replace(/\.pyi?$/, '');
    this.#stems.add(stem);
    for (let directory = directoryOf(path); directory !== ''; directory = directoryOf(directory)) {
      const isNew = this.#before.directories.has(directory) !== this.#after.directories.has(directory);
      const isTurned = this.#before.isPackage(directory) !== this.#after.isPackage(directory);
      if (isNew || isTurned) this.#stems.add(baseName(directory));
      if (isTurned) this.#turned.push(directory);
    }
  }

  concerns(path: string, lookups: readonly string[]): boolean {
    if (this.#dotted.some(([dotted, other]) => mayTakeId(dotted, other, path))) return true;
    const isBelow = this.#turned.some((directory) => path.startsWith(`${directory}/`));
    return lookups.some((lookup) => {
      if (!isBelow && !this.#hasStem(lookup)) return false;
      const before = repeatLookup(this.#before, path, lookup);
      return targetText(before) !== targetText(repeatLookup(this.#after, path, lookup));
    });
  }

  #hasStem(lookup: string): boolean {
    for (const stem of this.#stems) if (lookup.includes(stem)) return true;
    return lookup.replace(/^\.+/, '') === '';
  }
}

/** Whether the definitions of `other`, an earlier path, may have the ids of those of `path`. */
function mayTakeId(dotted: string, other: string, path: string): boolean {
  if (other >= path) return false;
  const own = dottedPath(path);
  return own === dotted || own.startsWith(`${dotted}.`) || dotted.startsWith(`${own}.`);
}
