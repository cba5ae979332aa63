/**
 * A log that is a file of bounded size: when it has grown long, its contents move to `<name>.1`, what was there to `.2`, and
 * the oldest are dropped. The file itself stays and is emptied, since the process that writes it may have inherited it open.
 *
 * It is for the program's own words, so a line that cannot be written is lost and nothing else.
 */
import { copyFileSync, fstatSync, ftruncateSync, openSync, renameSync, writeSync } from 'node:fs';
import { diskError } from './disk-error.js';
import { makeFolderFor } from './folder.js';
import type { LogSink } from './log.js';

// Some ten thousand lines: days of work, and small enough to be sent to somebody.
const BYTES_MAX = 2_000_000;
const GENERATIONS = 3;

/** Opens a log for appending, readable by its owner alone, and makes its folder. Throws a `KgError` of code `io`. */
export function openLogFile(file: string): number {
  makeFolderFor(file);
  try {
    return openSync(file, 'a', 0o600);
  } catch (error) {
    throw diskError(file, error);
  }
}

/** A sink that stamps each line with the time and keeps the file within its bounds. `descriptor` is open for appending. */
export function createFileSink(file: string, descriptor: number, now: () => number): LogSink {
  return (line) => {
    const time = new Date(now()).toISOString();
    attempt(() => {
      if (fstatSync(descriptor).size > BYTES_MAX) moveAway(file, descriptor);
      writeSync(descriptor, `${time} ${line}\n`);
    });
  };
}

function moveAway(file: string, descriptor: number): void {
  for (let generation = GENERATIONS - 1; generation >= 1; generation -= 1) {
    attempt(() => renameSync(`${file}.${generation}`, `${file}.${generation + 1}`));
  }
  copyFileSync(file, `${file}.1`);
  ftruncateSync(descriptor);
}

/** Whether it worked. A generation may not be there yet, and a full disk takes no lines. */
function attempt(call: () => void): boolean {
  try {
    call();
    return true;
  } catch {
    return false;
  }
}
