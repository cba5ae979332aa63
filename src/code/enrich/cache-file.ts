/**
 * The cache of the language model on the disk: beside the snapshot, or, where that folder cannot be written, in the user's cache
 * folder. It is read again when another process has written it, written whole, and never deleted: what is in it was paid for. A
 * file that cannot be understood is set aside.
 *
 * Of several processes on one project one asks the model: the one that holds the lock. Nobody waits for it; the others find its
 * results in the file.
 */
import path from 'node:path';
import { writeFileAtomic } from '../../kernel/atomic-file.js';
import { type FileStamp, readFault, readTextIfThere, stampOf } from '../../kernel/disk.js';
import { describeError, KgError } from '../../kernel/errors.js';
import { makeFolderFor, setAside } from '../../kernel/folder.js';
import { FileLock, type LockClaim } from '../../kernel/lock.js';
import { identifyProject } from '../../kernel/project.js';
import { keepOutOfGit } from '../../kernel/repository.js';
import { lazy } from '../graph/lazy.js';
import { ModelCache } from './model-cache.js';

const MODEL_CACHE_NAME = '.kg-llm-cache.json';

// Some 100,000 extractions. Whoever puts more there has put something else there.
const BYTES_MAX = 400_000_000;

/** Where a project keeps things; a `Config` has it. */
export interface CachePlace {
  readonly root: string;
  readonly indexFile: string;
  readonly userCacheFolder: string | undefined;
}

export class CacheFile {
  readonly #place: CachePlace;
  /** The files in question, the better one first. */
  readonly #files = lazy(() => filesOf(this.#place));
  readonly #note: (note: string) => void;
  readonly #isKept: boolean;
  #cache = new ModelCache();
  #seen: (FileStamp & { readonly file: string }) | undefined;
  #isChanged = false;
  #saving: Promise<void> = Promise.resolve();
  #lock: FileLock | undefined;

  /** `note` takes lines that a user should see. Without `isKept` nothing on the disk is moved or written. */
  constructor(place: CachePlace, note: (note: string) => void, isKept = true) {
    this.#place = place;
    this.#note = note;
    this.#isKept = isKept;
  }

  /** What is known now. Looks whether the file is another one than before. */
  get cache(): ModelCache {
    const found = this.#find();
    const isSame =
      found?.file === this.#seen?.file &&
      found?.size === this.#seen?.size &&
      found?.mtimeMs === this.#seen?.mtimeMs;
    if (!isSame) this.#read(found);
    return this.#cache;
  }

  /** The same as of the last look: for whoever must not touch the disk. */
  get known(): ModelCache {
    return this.#cache;
  }

  /** Takes the right to ask the model, when nobody has it. */
  claim(): LockClaim {
    const file = this.#files()[0];
    if (file === undefined) return { kind: 'held' };
    this.#lock ??= new FileLock(`${file}.lock`);
    return this.#lock.claim();
  }

  /** Shows other machines that this one goes on. */
  refresh(): void {
    this.#lock?.refresh();
  }

  release(): void {
    this.#lock?.release();
  }

  /** Notes that something was put into the cache, and writes it. Resolves when it is on the disk, or that was noted. */
  save(): Promise<void> {
    this.#isChanged = true;
    this.#saving = this.#saving.then(() => this.#write());
    return this.#saving;
  }

  async #write(): Promise<void> {
    // Several results that came while another write went on are one write.
    if (!this.#isChanged || !this.#isKept) return;
    const { cache } = this;
    this.#isChanged = false;
    let failure: unknown;
    for (const file of this.#files()) {
      try {
        makeFolderFor(file);
        await writeFileAtomic(file, cache.text());
      } catch (error) {
        if (!(error instanceof KgError)) throw error;
        failure = error;
        continue;
      }
      const stamp = stampOf(file);
      this.#seen = stamp && { file, ...stamp };
      const problem = keepOutOfGit(this.#place.root, file);
      if (problem !== undefined) this.#note(problem);
      return;
    }
    this.#isChanged = true;
    this.#note(`the answers of the language model could not be saved: ${describeError(failure)}`);
  }

  #read(found: (FileStamp & { readonly file: string }) | undefined): void {
    this.#seen = found;
    const read = found === undefined ? new ModelCache() : this.#load(found.file);
    if (this.#isChanged) this.#cache.merge(read);
    else this.#cache = read;
  }

  #load(file: string): ModelCache {
    let reason = 'it is no cache of kg-memory, or damaged';
    try {
      const read = ModelCache.read(readTextIfThere(file, BYTES_MAX) ?? '');
      if (read !== undefined) return read;
    } catch (error) {
      reason = readFault(error);
    }
    this.#moveAway(file, reason);
    return new ModelCache();
  }

  #moveAway(file: string, reason: string): void {
    if (!this.#isKept) {
      this.#note(`${file} was not used (${reason})`);
      return;
    }
    try {
      this.#note(`${file} was not used (${reason}); it is kept as ${setAside(file)}`);
    } catch (error) {
      this.#note(`${file} was not used (${reason}) and could not be moved away: ${describeError(error)}`);
    }
  }

  #find(): (FileStamp & { readonly file: string }) | undefined {
    for (const file of this.#files()) {
      const stamp = stampOf(file);
      if (stamp !== undefined) return { file, ...stamp };
    }
    return undefined;
  }
}

function filesOf({ root, indexFile, userCacheFolder }: CachePlace): readonly string[] {
  const beside = path.join(path.dirname(indexFile), MODEL_CACHE_NAME);
  if (userCacheFolder === undefined) return [beside];
  return [beside, path.join(userCacheFolder, 'index', `${identifyProject(root).rootSlug}.llm-cache.json`)];
}
