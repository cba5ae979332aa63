/**
 * Which file an `import` means: Python's search through directories, over the list of the project's files alone. Pure: the
 * same paths and roots, the same answers; it can be asked about an earlier list of paths as well as about the present one.
 *
 * Search path of a file: the first directory above it that is no package (that is its own directory for a script), then the
 * import roots. In each, a regular package goes before a module; directories without `__init__.py` are portions of a namespace
 * package, taken only when nothing else fits and when the name is not the standard library's. What Python has compiled in,
 * frozen or loaded at its start is never shadowed, unless the project is the standard library itself.
 *
 * A stub stands for a module that has no source here, as type checkers have it (PEP 561).
 */
import { STANDARD_MODULES, UNSHADOWABLE_MODULES } from './python-data.js';
import { twinDirectories } from './stub-paths.js';

/** What a dotted name leads to. */
export type ModuleTarget =
  | { readonly kind: 'file'; readonly path: string }
  /** A PEP 420 package: its directories, in order of the search path. */
  | { readonly kind: 'namespace'; readonly directories: readonly string[] }
  /** Not of this project. */
  | { readonly kind: 'external' }
  /** The project has its parent, but not this: what Python would answer with ModuleNotFoundError. */
  | { readonly kind: 'missing' };

const EXTERNAL: ModuleTarget = { kind: 'external' };
const MISSING: ModuleTarget = { kind: 'missing' };

const INIT = '__init__.py';
const INIT_STUB = '__init__.pyi';

/** Whether a file makes its directory a package. */
export function isInit(path: string): boolean {
  const name = baseName(path);
  return name === INIT || name === INIT_STUB;
}

export function directoryOf(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash === -1 ? '' : path.slice(0, slash);
}

export function joinPath(directory: string, name: string): string {
  return directory === '' ? name : `${directory}/${name}`;
}

export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** The same target as one text, for comparing. */
export function targetText(target: ModuleTarget): string {
  if (target.kind === 'file') return target.path;
  return target.kind === 'namespace' ? `${target.directories.join('|')}/` : target.kind;
}

export class ModuleTable {
  readonly roots: readonly string[];
  readonly #files: ReadonlySet<string>;
  /** Every directory with a module below it. */
  readonly #directories = new Set<string>();
  /** By directory: those of packages `name-stubs` that describe it. */
  readonly #stubDirectories = new Map<string, readonly string[]>();
  readonly rootPackage: string;
  readonly #searchPaths = new Map<string, readonly string[]>();
  readonly #resolved = new Map<string, ModuleTarget>();
  /** The root that holds the standard library, when it is the project. */
  readonly standardRoot: string | undefined;

  /** `rootPackage`: the name of the package that the root itself is, '' when it is none. */
  constructor(paths: Iterable<string>, roots: readonly string[], rootPackage = '') {
    this.roots = roots;
    this.rootPackage = rootPackage;
    this.#files = new Set(paths);
    for (const path of this.#files) {
      // Nobody can import a notebook.
      if (path.endsWith('.ipynb')) continue;
      for (let directory = directoryOf(path); !this.#directories.has(directory); ) {
        this.#directories.add(directory);
        directory = directoryOf(directory);
      }
    }
    for (const directory of this.#directories) {
      for (const twin of twinDirectories(directory, roots)) {
        this.#stubDirectories.set(twin, [...(this.#stubDirectories.get(twin) ?? []), directory].sort());
      }
    }
    this.standardRoot = roots.find((root) => this.#isStandardLibrary(root));
  }

  hasFile(path: string): boolean {
    return this.#files.has(path);
  }

  isPackage(directory: string): boolean {
    return this.initOf(directory) !== undefined;
  }

  /** The file that makes a directory a package. */
  initOf(directory: string): string | undefined {
    return [joinPath(directory, INIT), joinPath(directory, INIT_STUB)].find((path) => this.#files.has(path));
  }

  /** Every directory with modules below it. */
  get directories(): ReadonlySet<string> {
    return this.#directories;
  }

  /** Modules that only CPython's own library has beside each other. */
  #isStandardLibrary(root: string): boolean {
    return ['_collections_abc.py', 'os.py', 'site.py', 'codecs.py'].every((name) =>
      this.#files.has(joinPath(root, name)),
    );
  }

  /** `import dotted` in the file `from`. */
  absolute(dotted: string, from: string): ModuleTarget {
    const base = this.baseOf(from);
    const key = `${base}:${dotted}`;
    const known = this.#resolved.get(key);
    if (known !== undefined) return known;
    const target = this.#findAbsolute(dotted, base);
    this.#resolved.set(key, target);
    return target;
  }

  /** `from <dots>dotted import …` in the file `from`; dots ≥ 1. */
  relative(dots: number, dotted: string, from: string): ModuleTarget {
    let directory = directoryOf(from);
    for (let level = 1; level < dots; level++) {
      if (directory === '') return MISSING;
      directory = directoryOf(directory);
    }
    const target = this.#package(directory);
    const found = dotted === '' ? target : this.#descend(target, dotted.split('.'));
    return found.kind === 'external' ? MISSING : found;
  }

  /** The module `name` directly below another one. */
  submodule(parent: ModuleTarget, name: string): ModuleTarget {
    if (parent.kind === 'external') return EXTERNAL;
    if (parent.kind === 'missing') return MISSING;
    if (parent.kind === 'namespace') {
      const found = this.#inDirectories(parent.directories, name);
      return found ?? EXTERNAL;
    }
    if (!isInit(parent.path)) return MISSING;
    return this.#inDirectories([directoryOf(parent.path)], name) ?? MISSING;
  }

  /** The first directory above a file, its own included, that is no package. */
  baseOf(path: string): string {
    let directory = directoryOf(path);
    while (directory !== '' && this.isPackage(directory)) directory = directoryOf(directory);
    return directory;
  }

  /** The name under which Python would import a directory: from the root above its outermost package. */
  importName(directory: string): string {
    let top = directory;
    while (top !== '' && this.isPackage(top)) top = directoryOf(top);
    const roots = this.roots.filter((root) => isWithin(top, root) && root !== directory);
    const root = roots.includes(top) ? top : roots.reduce((a, b) => (b.length > a.length ? b : a), '');
    const relative = root === '' ? directory : directory.slice(root.length + 1);
    return relative.replaceAll('/', '.');
  }

  #searchPath(base: string): readonly string[] {
    const known = this.#searchPaths.get(base);
    if (known !== undefined) return known;
    const path = [...new Set([base, ...this.roots])];
    this.#searchPaths.set(base, path);
    return path;
  }

  #findAbsolute(dotted: string, base: string): ModuleTarget {
    const [top = '', ...rest] = dotted.split('.');
    if (UNSHADOWABLE_MODULES.has(top)) {
      const root = this.standardRoot;
      if (root === undefined) return EXTERNAL;
      return this.#descend(this.#inDirectories([root], top) ?? EXTERNAL, rest);
    }
    const found = this.#inDirectories(this.#searchPath(base), top) ?? this.#rootNamed(top);
    if (found === undefined) return EXTERNAL;
    if (found.kind === 'namespace' && STANDARD_MODULES.has(top)) return EXTERNAL;
    return this.#descend(found, rest);
  }

  #rootNamed(name: string): ModuleTarget | undefined {
    const init = name === this.rootPackage ? this.initOf('') : undefined;
    return init === undefined ? undefined : { kind: 'file', path: init };
  }

  #descend(start: ModuleTarget, names: readonly string[]): ModuleTarget {
    let target = start;
    for (const name of names) target = this.submodule(target, name);
    return target;
  }

  #package(directory: string): ModuleTarget {
    const init = this.initOf(directory);
    if (init !== undefined) return { kind: 'file', path: init };
    return this.#directories.has(directory) ? { kind: 'namespace', directories: [directory] } : MISSING;
  }

  #withEnding(path: string, ending: string): string | undefined {
    return this.#files.has(path + ending) ? path + ending : undefined;
  }

  /** What only a package of stubs has: the package itself, or a module of one whose rest may be here. */
  #described(directory: string, name: string): string | undefined {
    for (const stubs of this.#stubDirectories.get(joinPath(directory, name)) ?? []) {
      const init = this.initOf(stubs);
      if (init !== undefined && !this.#directories.has(joinPath(directory, name))) return init;
    }
    for (const stubs of this.#stubDirectories.get(directory) ?? []) {
      const file = this.initOf(joinPath(stubs, name)) ?? this.#withEnding(joinPath(stubs, name), '.pyi');
      if (file !== undefined && !this.#directories.has(joinPath(directory, name))) return file;
    }
    return undefined;
  }

  #inDirectories(directories: readonly string[], name: string): ModuleTarget | undefined {
    const portions: string[] = [];
    for (const directory of directories) {
      const inner = joinPath(directory, name);
      const file = this.initOf(inner) ?? this.#withEnding(inner, '.py') ?? this.#withEnding(inner, '.pyi');
      const found = file ?? this.#described(directory, name);
      if (found !== undefined) return { kind: 'file', path: found };
      if (this.#directories.has(inner)) portions.push(inner);
    }
    return portions.length === 0 ? undefined : { kind: 'namespace', directories: portions };
  }
}

function isWithin(directory: string, ancestor: string): boolean {
  return ancestor === '' || directory === ancestor || directory.startsWith(`${ancestor}/`);
}
