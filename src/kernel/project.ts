/**
 * The project: which folder it is, whether that folder may be indexed at all, and what it is called.
 *
 * Both graphs use one identity. Its worktrees are one project, since what is learned in one holds in the others; their
 * files are not, so everything about files stays with the root itself. The identity is derived from paths and the
 * repository's files, so it needs neither git nor a network, and moving the main checkout makes a new project.
 */
import { createHash } from 'node:crypto';
import { realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { KgError, systemErrorCode } from './errors.js';
import { isDriveRoot } from './paths.js';
import { findRepository, type Repository } from './repository.js';

/** What a project is called, the same in every worktree of it, and which worktree this is. */
export interface ProjectIdentity {
  /** The folder that is indexed: absolute, without links. */
  readonly root: string;
  /** The checkout that stands for the whole project: the main one, or the bare repository; `root` without git. */
  readonly main: string;
  /** The last part of `main`, for people. */
  readonly name: string;
  /** A folder name that no other project on this machine has, one for all worktrees: `bakery-1a2b3c4d`. */
  readonly slug: string;
  /** The same for this root alone, for what belongs to its files and not to the project. */
  readonly rootSlug: string;
  /** The top of this worktree, when it is not the main checkout. */
  readonly worktree?: string;
}

const ROOT_HINT =
  'Set KG_PROJECT_ROOT (or -C on the command line) to the folder of one project, for example KG_PROJECT_ROOT=~/code/bakery.';

/**
 * The real path of a folder that may be indexed. Refuses what is missing or no folder, the top of a file system or
 * drive, and the home directory, with a `KgError` of code `bad-root` that says how to choose another.
 */
export function checkRoot(folder: string, home: string = homedir()): string {
  const absolute = path.resolve(folder);
  const root = realFolder(absolute);
  if (isDriveRoot(root)) throw badRoot(`refusing to index ${root}: that is a whole disk`);
  if (isHome(root, home)) throw badRoot(`refusing to index ${root}: that is your home directory`);
  return root;
}

/** The identity of the project whose root this is; `root` as `checkRoot` gave it. */
export function identifyProject(root: string): ProjectIdentity {
  const repository = findRepository(root);
  const main = repository === undefined ? root : mainCheckout(repository);
  const name = path.basename(main).replace(/\.git$/, '') || 'project';
  const rootSlug = `${slugOf(path.basename(root))}-${shortHash(root)}`;
  const identity = { root, main, name, slug: `${slugOf(name)}-${shortHash(main)}`, rootSlug };
  const isWorktree = repository !== undefined && repository.gitFolder !== repository.commonFolder;
  return isWorktree ? { ...identity, worktree: repository.top } : identity;
}

/** A submodule keeps its own folder; a worktree leads to the checkout beside the common folder, or to a bare one. */
function mainCheckout({ top, gitFolder, commonFolder }: Repository): string {
  if (gitFolder === commonFolder) return top;
  return path.basename(commonFolder) === '.git' ? path.dirname(commonFolder) : commonFolder;
}

function realFolder(absolute: string): string {
  try {
    const real = realpathSync.native(absolute);
    if (statSync(real).isDirectory()) return real;
  } catch (error) {
    const code = systemErrorCode(error);
    if (code !== 'ENOENT' && code !== 'ENOTDIR') {
      throw new KgError('bad-root', `cannot use ${absolute} as the project root (${code ?? String(error)})`, {
        hint: ROOT_HINT,
        cause: error,
      });
    }
    throw badRoot(`the project root ${absolute} does not exist`);
  }
  throw badRoot(`the project root ${absolute} is a file, not a folder`);
}

function badRoot(message: string): KgError {
  return new KgError('bad-root', message, { hint: ROOT_HINT });
}

/** The home directory may be reached by a link, or be unknown to this user's account. */
function isHome(root: string, home: string): boolean {
  if (home === '') return false;
  if (root === path.resolve(home)) return true;
  try {
    return realpathSync.native(home) === root;
  } catch {
    return false;
  }
}

function slugOf(name: string): string {
  const slug = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40);
  return slug === '' ? 'project' : slug;
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}
