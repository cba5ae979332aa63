/**
 * Which folders a walk enters, and as what. A folder lies inside the source dirs or outside them; one that is skipped is
 * still entered when it leads to a source dir that the user has named, but then as a corridor: nothing in it counts except
 * the way on. Pure: what is on the disk comes as a parameter.
 */
import type { Location } from '../kernel/disk.js';
import { folderOf, ROOT } from '../kernel/paths.js';
import { type CaseRule, enterFolder, type Layers, rescueFolder } from './ignore-layers.js';
import type { SkipReason } from './skip-rules.js';

/** Where a walk begins and what it looks for. */
export interface WalkPlan {
  /** Absolute, without links. */
  readonly root: string;
  /** Relative, existing, without links; may lie in each other. */
  readonly sourceDirs: readonly string[];
  /** The user has named them: they are walked although something says to skip them. */
  readonly areNamed: boolean;
  /** Patterns from outside the root. */
  readonly layers: Layers;
  readonly letterCase: CaseRule;
}

/** A folder that is to be walked. */
export interface Folder {
  readonly path: string;
  readonly location: Location;
  readonly layers: Layers;
  /** Below a source dir. */
  readonly isInside: boolean;
  /** Markers do not hold for it: the root, a source dir that the user has named, or a corridor. */
  readonly isForced: boolean;
  readonly isCorridor: boolean;
  /** Outside: the folder under whose name its files are counted. */
  readonly group: string;
}

/** A folder that was found in another one. */
export interface FoundFolder {
  readonly path: string;
  readonly location: Location;
  /** What its name says against it. */
  readonly reason: SkipReason | undefined;
}

/** The decisions of one walk. */
export class Route {
  readonly #plan: WalkPlan;
  readonly #sources: ReadonlySet<string>;
  /** Folders that lead to a source dir. */
  readonly #ways: ReadonlySet<string>;

  constructor(plan: WalkPlan) {
    this.#plan = plan;
    this.#sources = new Set(plan.sourceDirs);
    this.#ways = new Set(plan.sourceDirs.flatMap(foldersAround));
  }

  start(): Folder {
    const { root, layers } = this.#plan;
    const isInside = this.#sources.has(ROOT);
    return { path: ROOT, location: root, layers, isInside, isForced: true, isCorridor: false, group: ROOT };
  }

  /** The folder as it is to be walked, why it is skipped, or `undefined` when patterns or a corridor leave it out. */
  enter(parent: Folder, found: FoundFolder): Folder | SkipReason | undefined {
    const { path, location, reason } = found;
    const base = { path, location, isForced: false, isCorridor: false, group: this.#groupOf(parent, path) };
    const isSource = this.#sources.has(path);
    if (isSource && this.#plan.areNamed) {
      return { ...base, layers: rescueFolder(parent.layers, path), isInside: true, isForced: true };
    }
    const isOpen = !parent.isCorridor && reason === undefined;
    const layers = isOpen ? enterFolder(parent.layers, path) : undefined;
    if (layers !== undefined) return { ...base, layers, isInside: parent.isInside || isSource };
    if (this.#ways.has(path)) return this.asCorridor({ ...base, layers: parent.layers, isInside: false });
    return reason;
  }

  /** Whether a folder that turns out to be skipped must still be walked. */
  isWay(folder: Folder): boolean {
    return this.#ways.has(folder.path);
  }

  asCorridor(folder: Folder): Folder {
    return { ...folder, isInside: false, isForced: true, isCorridor: true };
  }

  /** Files beside a source dir are counted under the folder they lie in, all others under the topmost one below that. */
  #groupOf(parent: Folder, path: string): string {
    return this.#ways.has(path) || this.#ways.has(parent.path) ? path : parent.group;
  }
}

/** The folders that lead to one, the root first; none for the root. */
function foldersAround(folder: string): string[] {
  return folder === ROOT ? [] : [...foldersAround(folderOf(folder)), folderOf(folder)];
}
