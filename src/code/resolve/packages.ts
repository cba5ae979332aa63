/**
 * The segments of packages: a `module` node for every directory with `__init__.py`, and for every namespace package that
 * something imports; what it contains; on which other packages its files depend.
 */
import { type EdgeRow, type EdgeType, fileId, moduleId, type NodeRow, type Segment } from '../model.js';
import { propertiesText } from './link-file.js';
import { baseName, directoryOf, isInit, type ModuleTable } from './modules.js';

/** What package segments are made of: paths and what each file imports. */
export interface PackageInput {
  readonly paths: readonly string[];
  readonly modules: ModuleTable;
  /** Directories of namespace packages that some file imports. */
  readonly namespaces: ReadonlySet<string>;
  readonly importsOf: (path: string) => readonly string[];
}

/** The directories of the project that are packages, with what lies in each. */
export class Packages {
  readonly #input: PackageInput;
  readonly #directories: ReadonlySet<string>;
  readonly #ids: ReadonlyMap<string, string>;

  constructor(input: PackageInput) {
    this.#input = input;
    const directories = new Set(input.namespaces);
    for (const path of input.paths) if (isInit(path)) directories.add(directoryOf(path));
    this.#directories = directories;
    this.#ids = moduleIds(directories);
  }

  get directories(): ReadonlySet<string> {
    return this.#directories;
  }

  /** The innermost package around a file; undefined when there is none. */
  nearest(path: string): string | undefined {
    let directory = directoryOf(path);
    while (!this.#directories.has(directory)) {
      if (directory === '') return undefined;
      directory = directoryOf(directory);
    }
    return directory;
  }

  /** The segments of some packages, in order of key, without `reads`; each is made when it is asked for. */
  *segments(wanted: ReadonlySet<string>): Generator<Segment, void> {
    const files = groupBy(this.#input.paths, (path) => directoryOf(path), wanted);
    const own = groupBy(this.#input.paths, (path) => this.nearest(path), wanted);
    const children = groupBy(
      [...this.#directories].filter((directory) => directory !== ''),
      directoryOf,
      wanted,
    );
    for (const directory of [...wanted].sort()) {
      const id = this.#id(directory);
      const contained = [
        ...(files.get(directory) ?? []).map(fileId),
        ...(children.get(directory) ?? []).sort().map((child) => this.#id(child)),
      ];
      const needed = this.#dependencies(directory, own.get(directory) ?? []);
      yield {
        key: `${directory}/`,
        nodes: [moduleNode(this.#input.modules, directory, id)],
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

  /** The packages of the files that these files import, without their own. */
  #dependencies(directory: string, files: readonly string[]): string[] {
    const found = new Set<string>();
    for (const path of files) {
      for (const imported of this.#input.importsOf(path)) {
        const nearest = this.nearest(imported);
        if (nearest !== undefined && nearest !== directory) found.add(nearest);
      }
    }
    return [...found].sort();
  }
}

function edge(source: string, type: EdgeType, target: string): EdgeRow {
  return { source, target, type, detail: '' };
}

/** Lists by key, for the wanted keys only. */
function groupBy(
  items: Iterable<string>,
  keyOf: (item: string) => string | undefined,
  wanted: ReadonlySet<string>,
): ReadonlyMap<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const item of items) {
    const key = keyOf(item);
    if (key === undefined || !wanted.has(key)) continue;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
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
