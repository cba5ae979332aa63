/**
 * A lock that is a file: it says which process holds it, and it is gone or taken over when that process is. It never waits;
 * whoever does not get it is told who has it and goes on without.
 *
 * It appears whole (written beside, then linked), so nobody reads half of one. A dead holder's is renamed away before a new one
 * is made, and what was renamed is compared with what was judged, so of two takers one wins. A holder on another machine cannot
 * be asked: it touches the file each minute, and its lock is plainly stale when nothing has touched it through ten minutes by
 * the observer's clock of durations, which no wrong clock on either side can feign, or when the file is a day old. So is an
 * empty one, which a power cut leaves of a lock. Any other file that is no lock of ours is never touched.
 *
 * It keeps two processes from doing the same work. It protects nothing that two at once would damage: file systems on a network
 * keep no such promise.
 */
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  linkSync,
  lstatSync,
  openSync,
  renameSync,
  rmSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { removeStaleTemporaries, temporaryName } from './atomic-file.js';
import { type Clock, systemClock } from './clock.js';
import { readTextIfThere } from './disk.js';
import { diskError } from './disk-error.js';
import { KgError, systemErrorCode } from './errors.js';
import { fateOf, ownIdentity, type ProcessIdentity } from './process-identity.js';
import { printable } from './text.js';

/** What came of asking for a lock. `impossible`: there can be none here, since the disk refuses. */
export type LockClaim =
  | { readonly kind: 'held' }
  | { readonly kind: 'taken'; readonly by: string }
  | { readonly kind: 'impossible'; readonly error: KgError };

/** How often a holder has to call `refresh`. */
export const LOCK_REFRESH_MS = 60_000;
/** Ten missed refreshes, seen by one observer. */
const UNTOUCHED_MS = 10 * LOCK_REFRESH_MS;
const DAY_MS = 24 * 60 * 60 * 1000;
const LOCK_BYTES_MAX = 4096;
const HOST_CHARS_MAX = 80;
// File systems without hard links.
const NO_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']);

/** A lock as it was found: its bytes, when it was last touched, and who says to hold it. */
interface Found {
  readonly text: string;
  readonly touchedAt: number;
  readonly holder: ProcessIdentity | undefined;
}

export class FileLock {
  readonly #file: string;
  readonly #clock: Clock;
  /** What the file holds while it is ours. */
  #own: string | undefined;
  /** A lock of another machine and since when it has looked like that, on the clock of durations. */
  #watched: { readonly text: string; readonly touchedAt: number; readonly since: number } | undefined;

  constructor(file: string, clock: Clock = systemClock) {
    this.#file = file;
    this.#clock = clock;
  }

  /** Takes the lock if nobody has it. Whoever has it already keeps it. */
  claim(): LockClaim {
    try {
      if (this.#isStillOurs() || this.#create()) return { kind: 'held' };
      const found = this.#read();
      if (found !== undefined && found.holder === undefined && !isEmpty(found.text)) return this.#refuse();
      if (found !== undefined && !this.#isAbandoned(found))
        return { kind: 'taken', by: nameOf(found.holder) };
      if (found !== undefined && !this.#remove(found.text)) return { kind: 'taken', by: nameOf(undefined) };
      return this.#create() ? { kind: 'held' } : { kind: 'taken', by: nameOf(this.#read()?.holder) };
    } catch (error) {
      return { kind: 'impossible', error: diskError(this.#file, error) };
    }
  }

  /** Who holds the lock, when that is somebody else who lives as far as can be told. Touches nothing. */
  holder(): string | undefined {
    let found: Found | undefined;
    attempt(() => {
      found = this.#read();
      return true;
    });
    if (found?.holder === undefined || found.text === this.#own) return undefined;
    return this.#isAbandoned(found) ? undefined : nameOf(found.holder);
  }

  /** Shows other machines that the holder lives. Returns whether the lock is still held. */
  refresh(): boolean {
    return this.#own !== undefined && attempt(() => this.#isStillOurs() && this.#touch());
  }

  /** Gives the lock back; does nothing when it is not held. */
  release(): void {
    if (this.#own !== undefined) attempt(() => this.#isStillOurs() && this.#remove(this.#own ?? ''));
    this.#own = undefined;
  }

  /** What somebody else has put there is left alone. */
  #refuse(): LockClaim {
    const error = new KgError('io', `${this.#file} is no lock of kg-memory`, {
      hint: 'Choose another name for the index, or delete that file.',
    });
    return { kind: 'impossible', error };
  }

  #isStillOurs(): boolean {
    if (this.#own === undefined) return false;
    const found = this.#read();
    if (found?.text === this.#own) return true;
    // A file that is not there may come back with its drive, and is ours then; another's means that ours is gone for good.
    if (found !== undefined) this.#own = undefined;
    return false;
  }

  #touch(): boolean {
    const seconds = this.#clock.now() / 1000;
    utimesSync(this.#file, seconds, seconds);
    return true;
  }

  #create(): boolean {
    const text = `${JSON.stringify({ ...ownIdentity(), nonce: randomBytes(8).toString('hex') })}\n`;
    if (!createWhole(this.#file, text)) return false;
    this.#own = text;
    return true;
  }

  #read(): Found | undefined {
    const text = readTextIfThere(this.#file, LOCK_BYTES_MAX);
    const stats = lstatSync(this.#file, { throwIfNoEntry: false });
    if (text === undefined || stats === undefined) return undefined;
    return { text, touchedAt: stats.mtimeMs, holder: parseHolder(text) };
  }

  #isAbandoned(found: Found): boolean {
    const fate = found.holder === undefined ? 'elsewhere' : fateOf(found.holder);
    if (fate !== 'elsewhere') return fate === 'dead';
    const { text, touchedAt } = found;
    if (this.#watched?.text !== text || this.#watched.touchedAt !== touchedAt) {
      this.#watched = { text, touchedAt, since: this.#clock.elapsed() };
    }
    const untouched = this.#clock.elapsed() - this.#watched.since;
    return untouched > UNTOUCHED_MS || this.#clock.now() - touchedAt > DAY_MS;
  }

  /** Removes the lock with this text; puts back what turns out to be another's. Returns whether it was removed. */
  #remove(text: string): boolean {
    const aside = temporaryName(this.#file);
    try {
      renameSync(this.#file, aside);
    } catch (error) {
      // Another one was faster.
      if (systemErrorCode(error) === 'ENOENT') return false;
      throw error;
    }
    const isIt = readTextIfThere(aside, LOCK_BYTES_MAX) === text;
    if (!isIt) attempt(() => linkIfFree(aside, this.#file));
    unlinkSync(aside);
    return isIt;
  }
}

/** Makes a file that has all of its text from the first moment; `false` when there is one already. */
function createWhole(file: string, text: string): boolean {
  removeStaleTemporaries(file);
  const temporary = temporaryName(file);
  try {
    writeFileSync(temporary, text, { flag: 'wx' });
    return linkIfFree(temporary, file);
  } catch (error) {
    if (!NO_LINKS.has(systemErrorCode(error) ?? '')) throw error;
    return writeIfFree(file, text);
  } finally {
    rmSync(temporary, { force: true });
  }
}

function linkIfFree(from: string, to: string): boolean {
  return unlessThere(() => linkSync(from, to));
}

/** Where there are no links. What a full disk leaves of it is no lock of anybody, so it goes. */
function writeIfFree(file: string, text: string): boolean {
  let isOurs = false;
  try {
    return unlessThere(() => {
      closeSync(openSync(file, 'wx'));
      isOurs = true;
      writeFileSync(file, text);
    });
  } catch (error) {
    if (isOurs) rmSync(file, { force: true });
    throw error;
  }
}

function unlessThere(make: () => void): boolean {
  try {
    make();
    return true;
  } catch (error) {
    if (systemErrorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

/** For what is worth doing when the disk lets us: a lock that stays behind is judged by whoever wants it next. */
function attempt(act: () => boolean): boolean {
  try {
    return act();
  } catch {
    return false;
  }
}

/** What is left where the system went down before the text was on the disk: nothing, or zeros in its place. */
function isEmpty(text: string): boolean {
  return /^\0*$/.test(text);
}

/** Anybody may have written the file. */
function parseHolder(text: string): ProcessIdentity | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof parsed !== 'object' || parsed === null) return undefined;
  const { host, machine, boot, pid, started } = parsed as Record<string, unknown>;
  if (typeof host !== 'string' || typeof machine !== 'string') return undefined;
  if (typeof boot !== 'string' || typeof started !== 'string') return undefined;
  if (typeof pid !== 'number' || !Number.isSafeInteger(pid) || pid <= 0) return undefined;
  return { host, machine, boot, pid, started };
}

function nameOf(holder: ProcessIdentity | undefined): string {
  if (holder === undefined) return 'another process';
  const where =
    fateOf(holder) === 'elsewhere' ? ` on ${printable(holder.host.slice(0, HOST_CHARS_MAX))}` : '';
  return `process ${holder.pid}${where}`;
}
