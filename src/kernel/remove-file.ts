/** Takes away what this program made: a file, and the folders that were made for it when nothing else lies in them. */
import { rmdirSync, unlinkSync } from 'node:fs';
import { diskError } from './disk-error.js';
import { systemErrorCode } from './errors.js';

const NOT_OURS_ANY_MORE = new Set(['ENOENT', 'ENOTEMPTY', 'EEXIST', 'ENOTDIR']);

/** Removes a file that may be gone already, then the folders, the innermost first. Throws a `KgError` of code `io`. */
export function removeOurs(file: string, folders: readonly string[]): void {
  attempt(file, unlinkSync);
  for (const folder of [...folders].reverse()) attempt(folder, rmdirSync);
}

function attempt(target: string, remove: (target: string) => void): void {
  try {
    remove(target);
  } catch (error) {
    if (!NOT_OURS_ANY_MORE.has(systemErrorCode(error) ?? '')) throw diskError(target, error);
  }
}
