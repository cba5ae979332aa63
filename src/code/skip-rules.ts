/**
 * Which entries of a folder are sources, and which folders hold none of the project's own: copies, caches, environments.
 * The names are few and certain; what a project adds to them stands in its `.gitignore`.
 */

/** What a source file's name ends in. Everything that asks whether a file is a source asks here. */
const SOURCE_EXTENSIONS: readonly string[] = ['.py', '.pyi', '.ipynb'];

/** A generated table or a bundled data set; parsing it would cost more than its definitions are worth. */
export const SOURCE_BYTES_MAX = 10 * 1024 * 1024;

/** Why a folder is not walked. */
export type SkipReason =
  | 'name' // a cache, an environment or installed packages, by its name
  | 'environment' // a virtual environment, by its marker
  | 'cache' // marked by CACHEDIR.TAG (https://bford.info/cachedir/)
  | 'build-output'
  | 'nested-repository'; // a worktree or a submodule: another checkout with sources of its own

/** The files that say where a project's packages lie. */
export const PACKAGING_FILES: readonly string[] = ['pyproject.toml', 'setup.cfg', 'setup.py'];

export function isSourceName(name: string): boolean {
  return SOURCE_EXTENSIONS.some((extension) => name.length > extension.length && name.endsWith(extension));
}

export function isSkippedName(name: string): boolean {
  return SKIPPED.has(name);
}

/** Folders that setuptools and others write copies to, unless they are packages. */
export function isBuildName(name: string): boolean {
  return name === 'build' || name === 'dist';
}

/** What an entry says about the folder it lies in. */
export function reasonByMarker(name: string, isFile: boolean): SkipReason | undefined {
  if (name === '.git') return isFile ? 'nested-repository' : undefined;
  if (name === 'pyvenv.cfg' || name === 'conda-meta') return 'environment';
  return name === 'CACHEDIR.TAG' ? 'cache' : undefined;
}

const SKIPPED = new Set([
  '.git',
  '.hg',
  '.svn',
  '.jj',
  'node_modules',
  'site-packages',
  'dist-packages',
  '__pycache__',
  '__pypackages__',
  '.venv',
  '.tox',
  '.nox',
  '.eggs',
  '.mypy_cache',
  '.pytest_cache',
  '.ruff_cache',
  '.hypothesis',
  '.ipynb_checkpoints',
]);
