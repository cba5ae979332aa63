/**
 * Two questions to the disk that more than one part asks, with the answers for what is not there. It never writes.
 */
import { readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { systemErrorCode } from './errors.js';

/** The text of a file, or `undefined` when there is none. Throws the system's error for anything else. */
export function readTextIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw error;
  }
}

/** An absolute path without links, as far as it exists; what does not exist yet stays as it is written. */
export function realPathOf(absolute: string): string {
  try {
    return realpathSync.native(absolute);
  } catch (error) {
    const parent = path.dirname(absolute);
    if (systemErrorCode(error) !== 'ENOENT' || parent === absolute) return absolute;
    return path.join(realPathOf(parent), path.basename(absolute));
  }
}
