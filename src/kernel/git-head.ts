/**
 * Which branch and commit a checkout is at, read from the repository's files: no git is started. What cannot be read (another
 * way to store refs, a repository without a commit) is not known.
 */
import path from 'node:path';
import { readBytesIfReadable } from './disk.js';
import type { Repository } from './repository.js';

/** Where HEAD is. `branch` is absent when none is checked out, `commit` when it is not known. */
export interface Head {
  readonly branch?: string;
  /** 40 or 64 digits. */
  readonly commit?: string;
}

const SYMBOLIC = /^ref: refs\/heads\/(\S+)\s*$/;
const COMMIT = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;

/** Where the checkout's HEAD is. */
export function readHead(repository: Repository): Head {
  const text = read(path.join(repository.gitFolder, 'HEAD'))?.trim() ?? '';
  const branch = SYMBOLIC.exec(text)?.[1];
  if (branch === undefined) return COMMIT.test(text) ? { commit: text } : {};
  const commit = commitOf(repository, `refs/heads/${branch}`);
  return { branch, ...(commit !== undefined && { commit }) };
}

/**
 * The branch on which a project's state counts: the remote's own (`origin/HEAD`), else `main`, else `master`, else the one that
 * is checked out in the main checkout.
 */
export function defaultBranch(repository: Repository): string | undefined {
  const ofRemote = read(path.join(repository.commonFolder, 'refs', 'remotes', 'origin', 'HEAD'));
  const named = /^ref: refs\/remotes\/origin\/(\S+)\s*$/.exec(ofRemote ?? '')?.[1];
  if (named !== undefined) return named;
  const usual = ['main', 'master'].find((name) => commitOf(repository, `refs/heads/${name}`) !== undefined);
  return usual ?? SYMBOLIC.exec(read(path.join(repository.commonFolder, 'HEAD')) ?? '')?.[1];
}

/** A ref has a file of its own, or a line among the packed ones. */
function commitOf({ commonFolder }: Repository, ref: string): string | undefined {
  const loose = read(path.join(commonFolder, ...ref.split('/')))?.trim() ?? '';
  if (COMMIT.test(loose)) return loose;
  const packed = read(path.join(commonFolder, 'packed-refs'));
  const line = packed?.split('\n').find((each) => each.endsWith(` ${ref}`));
  const commit = line?.slice(0, line.indexOf(' ')) ?? '';
  return COMMIT.test(commit) ? commit : undefined;
}

function read(file: string): string | undefined {
  return readBytesIfReadable(file)?.toString('utf8');
}
