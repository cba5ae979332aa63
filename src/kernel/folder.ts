/** Folders of ours: made when they are missing, and files moved out of the way in them. Nothing is ever deleted. */
import { mkdirSync, renameSync } from 'node:fs';
import path from 'node:path';
import { type Clock, systemClock } from './clock.js';
import { diskError } from './disk-error.js';

/** Makes the folder around a file, and those around it. Throws a `KgError` of code `io`. */
export function makeFolderFor(file: string): void {
  try {
    mkdirSync(path.dirname(file), { recursive: true });
  } catch (error) {
    throw diskError(path.dirname(file), error);
  }
}

/** Renames a damaged file to `<name>.corrupt-<time>` and returns that name. Throws a `KgError` of code `io`. */
export function setAside(file: string, clock: Clock = systemClock): string {
  const time = new Date(clock.now()).toISOString().replace(/[:.]/g, '-');
  const aside = `${file}.corrupt-${time}`;
  try {
    renameSync(file, aside);
  } catch (error) {
    throw diskError(file, error);
  }
  return path.basename(aside);
}
