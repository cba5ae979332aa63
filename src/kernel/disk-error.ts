/**
 * Turns what the system says about a failed write into an error that a person can act on.
 */
import { KgError, systemErrorCode } from './errors.js';

const ADVICE: Readonly<Record<string, string>> = {
  ENOSPC: 'The disk is full: free some space and try again.',
  EDQUOT: 'Your quota on that disk is used up: free some space and try again.',
  EACCES: 'You may not write there: check the permissions of the file and its folder.',
  EPERM: 'You may not write there: check the permissions of the file and its folder.',
  EROFS: 'That disk can only be read: choose a path on another one.',
  ENOENT: 'Its folder does not exist: create it, or choose another path.',
  ENOTDIR: 'A part of that path is a file, not a folder: choose another path.',
  EISDIR: 'A folder of that name is in the way: remove it, or choose another path.',
  ENAMETOOLONG: 'That name is too long for the disk: choose a shorter path.',
  EMFILE: 'This process has too many files open: close other programs, or raise the limit (ulimit -n).',
  ENFILE: 'The machine has too many files open: close other programs and try again.',
  EIO: 'The disk reports a fault: look at the system log before you go on.',
};

/** A `KgError` of code `io` that says which path could not be written, why, and what to do about it. */
export function diskError(path: string, cause: unknown): KgError {
  const code = systemErrorCode(cause);
  const reason = code ?? (cause instanceof Error ? cause.message : String(cause));
  const hint = ADVICE[code ?? ''] ?? 'Look at the path and at the disk it lies on, then try again.';
  return new KgError('io', `cannot write ${path} (${reason})`, { hint, cause });
}
