/**
 * From which folders Python would import this project's modules. They are derived from what is there, in this order: the
 * source dirs, the root, then for each project below (a folder with a `pyproject.toml`, `setup.cfg` or `setup.py`) what
 * its packaging files name, its `src`, and itself. Members of a workspace come before other projects, outer projects
 * before inner ones. A script's own folder is the linker's to add.
 *
 * A folder that is a package itself is no root: its modules are imported through it, and a module `types` in it does not
 * shadow the standard library's. The folder around the outermost package takes its place.
 */
import path from 'node:path';
import { readFault, readTextIfThere } from '../kernel/disk.js';
import { folderOf, inFolder, joinRoot, lastPart, ROOT, resolveBelow } from '../kernel/paths.js';
import { compilePattern } from '../kernel/pattern.js';
import { compareText } from '../kernel/text.js';
import type { Problem } from './facts.js';
import { type PackageFolders, type PackagingScript, readPyproject, readSetupCfg } from './packaging.js';

/** What the derivation looks at; a `Scan` is one. Paths are POSIX and relative to the root. */
export interface ImportSources {
  readonly sourceDirs: readonly string[];
  readonly files: readonly { readonly path: string }[];
  readonly packagingFiles: readonly string[];
}

export interface ImportRoots {
  /** The first one that holds a module wins. Only folders with indexed files below them, `.` for the root. */
  readonly roots: readonly string[];
  /** Name of the package that the root itself is, when it holds an `__init__.py`. */
  readonly rootPackage?: string;
  /** Functions that packaging makes commands of, by name. */
  readonly scripts: readonly PackagingScript[];
  readonly problems: readonly { readonly path: string; readonly problem: Problem }[];
}

// The largest ones in use have some ten thousand.
const PACKAGING_BYTES_MAX = 1_000_000;

/** Reads the packaging files that a scan has found, and derives the roots. */
export function readImportRoots(root: string, sources: ImportSources): ImportRoots {
  const texts = new Map<string, string>();
  const unread: { path: string; problem: Problem }[] = [];
  for (const file of sources.packagingFiles) {
    if (lastPart(file) === 'setup.py') continue;
    try {
      texts.set(file, readTextIfThere(joinRoot(root, file), PACKAGING_BYTES_MAX) ?? '');
    } catch (error) {
      const message = `it cannot be read (${readFault(error)})`;
      unread.push({ path: file, problem: { kind: 'unreadable', message } });
    }
  }
  const derived = deriveImportRoots(sources, texts);
  const isPackage = sources.files.some((file) => isInit(file.path) && folderOf(file.path) === ROOT);
  return {
    roots: derived.roots,
    scripts: derived.scripts,
    ...(isPackage ? { rootPackage: path.basename(root) } : {}),
    problems: [...unread, ...derived.problems],
  };
}

/** The derivation itself, from the texts of packaging files by path. */
export function deriveImportRoots(
  sources: ImportSources,
  texts: ReadonlyMap<string, string>,
): Pick<ImportRoots, 'roots' | 'scripts' | 'problems'> {
  const packages = new Set(
    sources.files
      .map((file) => file.path)
      .filter(isInit)
      .map(folderOf),
  );
  const folders = foldersWithFiles(sources);
  const { projects, scripts, problems } = readProjects(sources.packagingFiles, texts);
  const candidates = [
    ...sources.sourceDirs.map((folder) => aroundPackage(folder, packages)),
    ROOT,
    ...projects.flatMap(({ folder, named }) => [
      ...named,
      inFolder(folder, CONTAINER),
      aroundPackage(folder, packages),
    ]),
  ];
  return { roots: [...new Set(candidates)].filter((folder) => folders.has(folder)), scripts, problems };
}

/** The folder in which a project keeps its packages apart from the rest: it is none, even with an `__init__.py`. */
const CONTAINER = 'src';

interface ProjectFolder {
  readonly folder: string;
  /** What its files name, relative to the root. */
  readonly named: readonly string[];
}

function readProjects(packagingFiles: readonly string[], texts: ReadonlyMap<string, string>) {
  const problems: { path: string; problem: Problem }[] = [];
  const byFolder = new Map<string, { named: string[] }>();
  const members: ((folder: string) => boolean)[] = [];
  const scripts: PackagingScript[] = [];
  for (const file of packagingFiles) {
    const folder = folderOf(file);
    const found = readFolders(file, texts.get(file));
    if (found.problem !== undefined) problems.push({ path: file, problem: found.problem });
    // What lies above the root belongs to a larger project, whose root this is not.
    const named = found.roots
      .map((written) => resolveBelow(folder, written))
      .filter((each) => each !== undefined);
    const project = byFolder.get(folder) ?? { named: [] };
    project.named.push(...named);
    byFolder.set(folder, project);
    scripts.push(...found.scripts);
    members.push(...found.members.map((pattern) => memberTest(folder, pattern)));
  }
  const rank = (folder: string) => (members.some((isMember) => isMember(folder)) ? 0 : 1);
  const projects = [...byFolder]
    .map(([folder, { named }]): ProjectFolder => ({ folder, named }))
    .sort(
      (a, b) =>
        rank(a.folder) - rank(b.folder) ||
        depthOf(a.folder) - depthOf(b.folder) ||
        compareText(a.folder, b.folder),
    );
  scripts.sort((a, b) => compareText(a.name, b.name) || compareText(a.module, b.module));
  return { projects, scripts, problems };
}

function readFolders(file: string, text: string | undefined): PackageFolders {
  if (text === undefined) return { roots: [], members: [], scripts: [] };
  return lastPart(file) === 'setup.cfg' ? readSetupCfg(text) : readPyproject(text);
}

/** Whether a folder is what a workspace in `base` calls a member: `packages/*`. */
function memberTest(base: string, pattern: string): (folder: string) => boolean {
  const wanted = resolveBelow(base, pattern);
  if (wanted === undefined) return () => false;
  const source = wanted
    .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replace(/\*+/g, (stars) => (stars === '*' ? '[^/]*' : '.*'));
  const compiled = compilePattern(`^${source}$`);
  return compiled.ok ? compiled.test : () => false;
}

/** The folder itself, or when it is a package the folder around the outermost one. */
function aroundPackage(folder: string, packages: ReadonlySet<string>): string {
  let around = folder;
  while (around !== ROOT && lastPart(around) !== CONTAINER && packages.has(around)) around = folderOf(around);
  return around;
}

/** Every folder that holds an indexed file or leads to one. */
function foldersWithFiles({ files }: ImportSources): Set<string> {
  const folders = new Set([ROOT]);
  for (const file of files) {
    for (let folder = folderOf(file.path); !folders.has(folder); folder = folderOf(folder))
      folders.add(folder);
  }
  return folders;
}

function isInit(file: string): boolean {
  return lastPart(file) === '__init__.py' || lastPart(file) === '__init__.pyi';
}

function depthOf(folder: string): number {
  return folder === ROOT ? 0 : folder.split('/').length;
}
