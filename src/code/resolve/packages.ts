/**
 * The segments of packages: a `module` node for every directory with `__init__.py`, and for every namespace package that
 * something imports; what it contains; on which other packages its files depend.
 */
import { type EdgeRow, fileId, moduleId, type NodeRow, type Segment } from '../model.js';
import { propertiesText } from './link-file.js';
import { baseName, directoryOf, joinPath, type ModuleTable } from './modules.js';

/** What package segments are made of: paths and what each file imports. */
export interface PackageInput {
  readonly paths: readonly string[];
  readonly modules: ModuleTable;
  /** Directories of namespace packages that some file imports. */
  readonly namespaces: ReadonlySet<string>;
  readonly importsOf: (path: string) => readonly string[];
}

/** All package segments, sorted by key. */
export function packageSegments(input: PackageInput): Segment[] {
  const packages = allPackages(input);
  const filesOf = new Map<string, string[]>();
  for (const path of input.paths) push(filesOf, directoryOf(path), path);
  const ownFiles = new Map<string, string[]>();
  for (const path of input.paths) {
    const nearest = nearestPackage(packages, path);
    if (nearest !== undefined) push(ownFiles, nearest, path);
  }
  const childrenOf = new Map<string, string[]>();
  for (const directory of packages) {
    if (directory !== '' && packages.has(directoryOf(directory)))
      push(childrenOf, directoryOf(directory), directory);
  }
  const ids = moduleIds(packages);
  return [...packages].sort().map((directory) => {
    const id = ids.get(directory) ?? '';
    const edges: EdgeRow[] = [];
    const add = (type: EdgeRow['type'], target: string): void => {
      edges.push({ source: id, target, type, detail: '' });
    };
    for (const path of filesOf.get(directory) ?? []) add('contains', fileId(path));
    for (const child of childrenOf.get(directory) ?? []) add('contains', ids.get(child) ?? '');
    for (const other of dependencies(input, packages, directory, ownFiles.get(directory) ?? [])) {
      add('depends_on', ids.get(other) ?? '');
    }
    return {
      key: `${directory}/`,
      nodes: [moduleNode(input.modules, directory, id)],
      edges,
      unresolved: [],
      reads: [],
    };
  });
}

function push(map: Map<string, string[]>, key: string, value: string): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}

function allPackages({ paths, namespaces }: PackageInput): ReadonlySet<string> {
  const packages = new Set(namespaces);
  for (const path of paths) if (baseName(path) === '__init__.py') packages.add(directoryOf(path));
  return packages;
}

/** The innermost package around a file. */
function nearestPackage(packages: ReadonlySet<string>, path: string): string | undefined {
  let directory = directoryOf(path);
  while (!packages.has(directory)) {
    if (directory === '') return undefined;
    directory = directoryOf(directory);
  }
  return directory;
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

function dependencies(
  { importsOf }: PackageInput,
  packages: ReadonlySet<string>,
  directory: string,
  files: readonly string[],
): string[] {
  const found = new Set<string>();
  for (const path of files) {
    for (const imported of importsOf(path)) {
      const nearest = nearestPackage(packages, imported);
      if (nearest !== undefined && nearest !== directory) found.add(nearest);
    }
  }
  return [...found].sort();
}

function moduleNode(modules: ModuleTable, directory: string, id: string): NodeRow {
  const isRegular = modules.isPackage(directory);
  return {
    id,
    type: 'module',
    name: directory === '' ? '.' : baseName(directory),
    path: isRegular ? joinPath(directory, '__init__.py') : directory,
    line: 1,
    properties: propertiesText({
      import_name: modules.importName(directory),
      ...(isRegular ? {} : { namespace: true }),
    }),
  };
}
