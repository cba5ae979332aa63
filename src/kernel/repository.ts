/**
 * Where the git repository around a folder lies, read from its files: no git is needed, and none is started.
 *
 * Three shapes exist. An ordinary checkout has a folder `.git`. A worktree and a submodule have a file `.git` that names
 * their own git folder; a worktree's names in turn the common folder that it shares with the main checkout
 * (gitrepository-layout(5)). What is broken, such as a worktree whose repository was moved, is no repository.
 */
import { appendFileSync, mkdirSync, readFileSync, type Stats, statSync } from 'node:fs';
import path from 'node:path';
import { readTextIfThere } from './disk.js';
import { systemErrorCode } from './errors.js';
import { inFolder, ROOT, relativeInside } from './paths.js';

/** A checkout and the folders its repository keeps its state in; all paths are absolute. */
export interface Repository {
  /** The top of the checkout: the folder that holds `.git`. */
  readonly top: string;
  /** State of this checkout alone: HEAD, index. */
  readonly gitFolder: string;
  /** What all worktrees share: objects, refs, `info/exclude`. Equal to `gitFolder` except in a worktree. */
  readonly commonFolder: string;
}

/** The repository whose checkout a folder lies in, or `undefined`. */
export function findRepository(folder: string): Repository | undefined {
  for (let top = folder; ; top = path.dirname(top)) {
    const repository = repositoryAt(top);
    if (repository !== undefined) return repository;
    if (path.dirname(top) === top) return undefined;
  }
}

/** The file of patterns that a repository ignores without saying so in the tree. */
export function excludeFile(repository: Repository): string {
  return path.join(repository.commonFolder, 'info', 'exclude');
}

/** Which patterns were added to `info/exclude`; `problem` says why they could not be. */
export interface ExcludeOutcome {
  readonly added: readonly string[];
  readonly problem?: string;
}

/**
 * Makes git ignore files of ours, by `info/exclude` and never by the user's `.gitignore`. The names are relative to
 * `root` and may hold gitignore wildcards. Lines that are there already stay as they are; without a repository nothing
 * happens.
 */
export function excludeFromGit(root: string, names: readonly string[]): ExcludeOutcome {
  const repository = findRepository(root);
  if (repository === undefined) return { added: [] };
  const below = relativeInside(repository.top, root) ?? ROOT;
  const file = excludeFile(repository);
  try {
    const present = readTextIfThere(file) ?? '';
    const lines = new Set(present.split(/\r?\n/));
    const added = names.map((name) => excludePattern(below, name)).filter((pattern) => !lines.has(pattern));
    if (added.length === 0) return { added };
    const separator = present === '' || present.endsWith('\n') ? '' : '\n';
    mkdirSync(path.dirname(file), { recursive: true });
    appendFileSync(file, `${separator}${added.join('\n')}\n`);
    return { added };
  } catch (error) {
    const reason = systemErrorCode(error) ?? String(error);
    return { added: [], problem: `cannot write ${file} (${reason}): git will show ${names.join(', ')}` };
  }
}

/** A plain name is ignored wherever it stands; a path only where it is, counted from the top of the checkout. */
function excludePattern(below: string, name: string): string {
  return name.includes('/') ? `/${inFolder(below, name)}` : name;
}

function repositoryAt(top: string): Repository | undefined {
  const entry = path.join(top, '.git');
  const stats = statsOf(entry);
  if (stats === undefined) return undefined;
  const gitFolder = stats.isDirectory() ? entry : readPointer(entry, /^gitdir: (.+?)\s*$/, top);
  if (gitFolder === undefined || !isFile(path.join(gitFolder, 'HEAD'))) return undefined;
  const commonFolder = readPointer(path.join(gitFolder, 'commondir'), /^(.+?)\s*$/, gitFolder) ?? gitFolder;
  return { top, gitFolder, commonFolder };
}

/** The path a small file holds, made absolute against `base`; `undefined` when the file is not of that form. */
function readPointer(file: string, form: RegExp, base: string): string | undefined {
  if (!isFile(file)) return undefined;
  try {
    const target = form.exec(readFileSync(file, 'utf8'))?.[1];
    return target === undefined ? undefined : path.resolve(base, target);
  } catch {
    return undefined;
  }
}

function isFile(file: string): boolean {
  return statsOf(file)?.isFile() ?? false;
}

/** What cannot be looked at (a parent folder of somebody else's) is not there for us. */
function statsOf(file: string): Stats | undefined {
  try {
    return statSync(file, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
