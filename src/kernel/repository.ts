/**
 * Where the git repository around a folder lies, read from its files: no git is needed, and none is started.
 *
 * Three shapes exist. An ordinary checkout has a folder `.git`. A worktree and a submodule have a file `.git` that names
 * their own git folder; a worktree's names in turn the common folder that it shares with the main checkout
 * (gitrepository-layout(5)). What is broken, such as a worktree whose repository was moved, is no repository.
 *
 * A file `.git` may come with an archive and name any folder. So a git folder outside the checkout is believed only when it
 * names the checkout in turn, as those of worktrees and submodules do; nothing is ever written into another.
 */
import {
  appendFileSync,
  closeSync,
  constants,
  lstatSync,
  mkdirSync,
  openSync,
  type Stats,
  statSync,
} from 'node:fs';
import path from 'node:path';
import { readTextIfThere, realPathOf } from './disk.js';
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
  /** Whether the git folder lies in the checkout or names it in turn. */
  readonly isMutual: boolean;
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
 * happens. It writes to an ordinary file that lies where git has it and to nothing else, least of all through a link.
 */
export function excludeFromGit(root: string, names: readonly string[]): ExcludeOutcome {
  const repository = findRepository(root);
  if (repository === undefined) return { added: [] };
  const file = excludeFile(repository);
  const refuse = (reason: string): ExcludeOutcome => {
    return { added: [], problem: `cannot write ${file} (${reason}): git will show ${names.join(', ')}` };
  };
  if (!repository.isMutual) return refuse(`${repository.gitFolder} does not name ${repository.top} in turn`);
  try {
    if (!isOrdinary(file, repository.commonFolder)) return refuse('it is a link or no ordinary file');
    const below = relativeInside(repository.top, root) ?? ROOT;
    const present = readTextIfThere(file) ?? '';
    const lines = new Set(present.split(/\r?\n/));
    const added = names.map((name) => excludePattern(below, name)).filter((pattern) => !lines.has(pattern));
    if (added.length === 0) return { added };
    const separator = present === '' || present.endsWith('\n') ? '' : '\n';
    mkdirSync(path.dirname(file), { recursive: true });
    appendUnlinked(file, `${separator}${added.join('\n')}\n`);
    return { added };
  } catch (error) {
    return refuse(systemErrorCode(error) ?? String(error));
  }
}

/**
 * Makes git ignore a file of ours below `root` and what lies beside it while it is written (a lock, temporary files), whatever
 * its name; `also` are further names. Returns why that could not be done; a file that lies elsewhere is no matter of git's.
 */
export function keepOutOfGit(root: string, file: string, also: readonly string[] = []): string | undefined {
  const relative = path.relative(root, file);
  if (relative.startsWith('..') || path.isAbsolute(relative)) return undefined;
  const name = relative.split(path.sep).join('/').replace(WILDCARDS, '\\$&');
  return excludeFromGit(root, [name, `${name}.*`, ...also]).problem;
}

/** What would be a wildcard in a pattern of git, or not a name at its start. */
const WILDCARDS = /[\\*?[\]!#]/g;

/** Whether a file is an ordinary one or not there yet, and no folder between it and `top` is a link. */
function isOrdinary(file: string, top: string): boolean {
  if (realPathOf(path.dirname(file)) !== path.join(realPathOf(top), path.relative(top, path.dirname(file)))) {
    return false;
  }
  return lstatSync(file, { throwIfNoEntry: false })?.isFile() ?? true;
}

function appendUnlinked(file: string, text: string): void {
  // Windows has no such flags, and links there only for those who may do everything.
  const { O_WRONLY, O_APPEND, O_CREAT, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
  const fd = openSync(file, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0o666);
  try {
    appendFileSync(fd, text);
  } finally {
    closeSync(fd);
  }
}

/** A plain name is ignored wherever it stands; a path only where it is, counted from the top of the checkout. */
function excludePattern(below: string, name: string): string {
  return name.includes('/') ? `/${inFolder(below.replace(WILDCARDS, '\\$&'), name)}` : name;
}

function repositoryAt(top: string): Repository | undefined {
  const entry = path.join(top, '.git');
  const stats = statsOf(entry);
  if (stats === undefined) return undefined;
  const gitFolder = stats.isDirectory() ? entry : readPointer(entry, /^gitdir: (.+?)\s*$/, top);
  if (gitFolder === undefined || !isFile(path.join(gitFolder, 'HEAD'))) return undefined;
  const isMutual = liesIn(top, gitFolder) || namesBack(gitFolder, entry);
  const commonFolder = isMutual ? commonFolderOf(gitFolder, top) : gitFolder;
  return { top, gitFolder, commonFolder, isMutual };
}

/** Whether a git folder names a checkout's `.git`: by `gitdir`, as a worktree's does, or by `core.worktree` (submodules). */
function namesBack(gitFolder: string, entry: string): boolean {
  const back = readPointer(path.join(gitFolder, 'gitdir'), /^(.+?)\s*$/, gitFolder);
  if (back !== undefined && realPathOf(back) === realPathOf(entry)) return true;
  const top = readPointer(path.join(gitFolder, 'config'), /^\s*worktree\s*=\s*"?(.+?)"?\s*$/m, gitFolder);
  return top !== undefined && realPathOf(top) === realPathOf(path.dirname(entry));
}

/** A worktree's own folder lies in `worktrees` of the common one. */
function commonFolderOf(gitFolder: string, top: string): string {
  const common = readPointer(path.join(gitFolder, 'commondir'), /^(.+?)\s*$/, gitFolder);
  if (common === undefined) return gitFolder;
  const isAround =
    realPathOf(path.dirname(realPathOf(gitFolder))) === path.join(realPathOf(common), 'worktrees');
  return isAround || liesIn(top, common) ? common : gitFolder;
}

function liesIn(top: string, folder: string): boolean {
  return relativeInside(realPathOf(top), realPathOf(folder)) !== undefined;
}

/** The path a small file holds, made absolute against `base`; `undefined` when the file is not of that form. */
function readPointer(file: string, form: RegExp, base: string): string | undefined {
  if (!isFile(file)) return undefined;
  try {
    const target = form.exec(readTextIfThere(file) ?? '')?.[1];
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
