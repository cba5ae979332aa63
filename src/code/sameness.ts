/**
 * Whether a file is on the disk as it was indexed: by size and time, and by its bytes where these prove nothing, since it was
 * touched just before the look at it, or since. A file whose bytes were compared once its times had become old enough is not
 * read again until it is touched. It looks at single files and changes nothing.
 */
import { createHash } from 'node:crypto';
import type { Clock } from '../kernel/clock.js';
import { type FileStamp, type Location, readBytesIfReadable } from '../kernel/disk.js';
import type { FileRecord } from './snapshot.js';

/** A file time this close to the look at it does not prove that the file was not written once more. */
const TIME_GRAIN_MS = 2000;

export class Sameness {
  readonly #clock: Clock;
  /** Files whose bytes were compared when their times had become old enough to prove something, and their time of change. */
  readonly #settled = new Map<string, number>();
  #readCount = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** How many files were read to see whether they are as indexed. */
  get readCount(): number {
    return this.#readCount;
  }

  /** Whether what lies there is what was indexed; `since` is when the tree was last looked at, `now` its stamp, if it is there. */
  isAsIndexed(
    file: FileRecord,
    now: FileStamp | undefined,
    { location, since }: { readonly location: Location; readonly since: number },
  ): boolean {
    if (now === undefined || now.size !== file.size || now.mtimeMs !== file.mtimeMs) return false;
    const touchedMs = Math.max(now.mtimeMs, now.changedMs);
    const isYoung = touchedMs > since - TIME_GRAIN_MS;
    if (!isYoung || this.#settled.get(file.path) === now.changedMs) return true;
    const bytes = readBytesIfReadable(location);
    this.#readCount++;
    if (bytes === undefined || createHash('sha256').update(bytes).digest('hex') !== file.hash) return false;
    // A clock that was set back makes files of the future; those prove as much as old ones.
    const isApart = (ms: number): boolean => Math.abs(this.#clock.now() - ms) > TIME_GRAIN_MS;
    if (isApart(now.mtimeMs) && isApart(now.changedMs)) this.#settled.set(file.path, now.changedMs);
    return true;
  }

  /** The file is indexed anew: what was proven is about other bytes. */
  forget(path: string): void {
    this.#settled.delete(path);
  }
}
