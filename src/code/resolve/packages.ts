/**
 * The segments of packages: a `module` node for every directory with `__init__.py`, and for every namespace package that
 * something imports; what it contains; on which other packages its files depend.
 */
import { addTo } from '../../kernel/groups.js';
import { type EdgeRow, type EdgeType, fileId, moduleId, type NodeRow, type Segment } from '../model.js';
import { propertiesText } from './link-file.js';
import { baseName, directoryOf, isInit, type ModuleTable } from './modules.js';

/** Files between two chances for the caller to wait. */
const SLICE = 2_000;

export interface PackageInput {
  readonly paths: readonly string[];
  readonly modules: ModuleTable;
  /** Directories of namespace packages that some file imports. */
  readonly namespaces: Iterable<string>;
}

/** By directory. */
type Groups = ReadonlyMap<string, readonly string[]>;

const NO_GROUPS: Groups = new Map();

/** The directories of the project that are packages, with what lies in each. Paths alone decide. */
export class Packages {
  readonly #modules: ModuleTable;
  readonly #directories: ReadonlySet<string>;
  readonly #ids: ReadonlyMap<string, string>;
  /** The files that lie in a directory, those whose innermost package it is, and the packages directly in it. */
  readonly #files: Groups;
  readonly #own: Groups;
  readonly #children: Groups;

  private constructor(modules: ModuleTable, directories: ReadonlySet<string>, groups: readonly Groups[]) {
    const [files = NO_GROUPS, own = NO_GROUPS, children = NO_GROUPS] = groups;
    this.#modules = modules;
    this.#directories = directories;
    this.#ids = moduleIds(directories);
    this.#files = files;
    this.#own = own;
    this.#children = children;
  }

  /** Yields now and then. */
  static *make({ paths, modules, namespaces }: PackageInput): Generator<void, Packages> {
    const directories = new Set(namespaces);
    for (const path of paths) if (isInit(path)) directories.add(directoryOf(path));
    yield;
    const files = yield* groupInSteps(paths, directoryOf);
    const own = yield* groupInSteps(paths, (path) => nearestIn(directories, path));
    const children = [...directories].filter((directory) => directory !== '').sort();
    return new Packages(modules, directories, [files, own, yield* groupInSteps(children, directoryOf)]);
  }

  get directories(): ReadonlySet<string> {
    return this.#directories;
  }

  /** The innermost package around a file; undefined when there is none. */
  nearest(path: string): string | undefined {
    return nearestIn(this.#directories, path);
  }

  /**
   * The segments of some packages, in order of key, without `reads`; each is made when it is asked for. `importsOf`: what a file
   * imports.
   */
  *segments(
    wanted: ReadonlySet<string>,
    importsOf: (path: string) => readonly string[],
  ): Generator<Segment, void> {
    for (const directory of [...wanted].sort()) {
      const id = this.#id(directory);
      const contained = [
        ...(this.#files.get(directory) ?? []).map(fileId),
        ...(this.#children.get(directory) ?? []).map((child) => this.#id(child)),
      ];
      const imported = (this.#own.get(directory) ?? []).flatMap(importsOf);
      const needed = this.#dependencies(directory, imported);
      yield {
        key: `${directory}/`,
        nodes: [moduleNode(this.#modules, directory, id)],
        edges: [
          ...contained.map((target) => edge(id, 'contains', target)),
          ...needed.map((other) => edge(id, 'depends_on', this.#id(other))),
        ],
        unresolved: [],
        reads: [],
      };
    }
  }

  #id(directory: string): string {
    return this.#ids.get(directory) ?? '';
  }

  /** The packages of these files, which those of a package import, without that one. */
  #dependencies(directory: string, imported: readonly string[]): string[] {
    const found = new Set<string>();
    for (const path of imported) {
      const nearest = this.nearest(path);
      if (nearest !== undefined && nearest !== directory) found.add(nearest);
    }
    return [...found].sort();
  }
}

function edge(source: string, type: EdgeType, target: string): EdgeRow {
  return { source, target, type, detail: '' };
}

function nearestIn(directories: ReadonlySet<string>, path: string): string | undefined {
  let directory = directoryOf(path);
  while (!directories.has(directory)) {
    if (directory === '') return undefined;
    directory = directoryOf(directory);
  }
  return directory;
}

/** Lists by key, each in the order of the items. */
function* groupInSteps(
  items: readonly string[],
  keyOf: (item: string) => string | undefined,
): Generator<void, Groups> {
  const groups = new Map<string, string[]>();
  for (const [place, item] of items.entries()) {
    if (place % SLICE === SLICE - 1) yield;
    const key = keyOf(item);
    if (key !== undefined) addTo(groups, key, item);
  }
  return groups;
}

/** A directory whose name holds a dot may spell the same id as another one: the later gets `@path`. */
function moduleIds(packages: ReadonlySet<string>): ReadonlyMap<string, string> {
  const ids = new Map<string, string>();
  const taken = new Set<string>();
  for (const directory of [...packages].sort()) {
    const plain = moduleId(directory);
    ids.set(directory, taken.has(plain) ? `${plain}@${directory}` : plain);
    taken.add(plain);
  }
  return ids;
}

function moduleNode(modules: ModuleTable, directory: string, id: string): NodeRow {
  const init = modules.initOf(directory);
  return {
    id,
    type: 'module',
    name: directory === '' ? '.' : baseName(directory),
    path: init ?? directory,
    line: 1,
    properties: propertiesText({
      import_name: modules.importName(directory),
      ...(init === undefined ? { namespace: true } : {}),
    }),
  };
}
