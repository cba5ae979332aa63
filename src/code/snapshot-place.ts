/**
 * Where a project's snapshot lies and what is done when it cannot be used: the file that the settings name, or, when that
 * folder cannot be written, one in the user's cache folder. A damaged file is set aside, never deleted; one that is not ours is
 * left alone, whoever named it: a setting may come with a clone, and may name what the project lives by.
 *
 * Of several processes on one project one writes: the one that holds the lock beside the file. Nobody waits for it. Where there
 * can be no lock, whoever has something to save saves it, since a snapshot is replaced as a whole.
 */
import path from 'node:path';
import { removeStaleTemporaries } from '../kernel/atomic-file.js';
import type { Clock } from '../kernel/clock.js';
import { stampOf } from '../kernel/disk.js';
import { describeError, KgError } from '../kernel/errors.js';
import { makeFolderFor, setAside } from '../kernel/folder.js';
import { FileLock } from '../kernel/lock.js';
import { identifyProject } from '../kernel/project.js';
import { keepOutOfGit } from '../kernel/repository.js';
import { openSnapshot, type Snapshot, type SnapshotContent, writeSnapshot } from './snapshot.js';

export interface PlaceOptions {
  /** Absolute. */
  readonly root: string;
  /** Absolute. */
  readonly indexFile: string;
  /** Absolute, perhaps not there yet; `undefined` when there is no home directory. */
  readonly userCacheFolder: string | undefined;
}

export interface SavedSnapshot {
  readonly path: string;
  readonly bytes: number;
  /** Milliseconds since 1970. */
  readonly savedAt: number;
}

/** Which process writes the snapshot. */
export type Writer =
  | { readonly kind: 'self' }
  | { readonly kind: 'other'; readonly name: string }
  | { readonly kind: 'nobody' };

/** `isKept`: what is found is kept on the disk. */
export interface Keeping {
  readonly isKept?: boolean;
  readonly clock?: Clock | undefined;
}

/** The paid-for results of the language model, which the snapshot does not hold. */
const LLM_CACHE_FILE = '.kg-llm-cache.json';

/** The name that we choose ourselves: whatever has it is ours. */
const STANDARD_NAME = '.kg-index.json';

/** A file that may hold the snapshot. `isOurs`: by its name, whatever is in it. */
interface Candidate {
  readonly file: string;
  readonly isOurs: boolean;
}

export class SnapshotPlace {
  readonly #options: PlaceOptions;
  readonly #note: (note: string) => void;
  readonly #isKept: boolean;
  readonly #locks = new Map<string, FileLock>();
  readonly #clock: Clock | undefined;
  #writer: Writer = { kind: 'nobody' };
  #trouble: string | undefined;
  #damage: string | undefined;
  #otherVersion: number | undefined;
  #opened: { readonly file: string; readonly snapshot: Snapshot; readonly savedAt: number } | undefined;

  /** `note` takes lines that a user should see. Without `isKept` nothing on the disk is moved or written. */
  constructor(options: PlaceOptions, note: (note: string) => void, { isKept = true, clock }: Keeping = {}) {
    this.#options = options;
    this.#note = note;
    this.#isKept = isKept;
    this.#clock = clock;
  }

  /** Who writes, as far as this process has asked. */
  get writer(): Writer {
    return this.#writer;
  }

  /** Why the last save did not come to its end; `undefined` when it did. */
  get trouble(): string | undefined {
    return this.#trouble;
  }

  /**
   * Takes the writer's role when nobody has it. Returns whether this process may write: it has the role, or there can be none
   * where the snapshot lies.
   */
  claim(): boolean {
    if (!this.#isKept) return false;
    for (const { file, isOurs } of this.#candidates()) {
      const lock = this.#lockOf(file);
      const claim = lock === undefined ? undefined : lock.claim();
      if (claim === undefined || claim.kind === 'impossible') continue;
      // The lock lies there long before the first snapshot does. Another name may be that of a file of the user's.
      if (claim.kind === 'held' && this.#writer.kind !== 'self' && isOurs) this.#keepOutOfGit(file);
      this.#writer = claim.kind === 'held' ? { kind: 'self' } : { kind: 'other', name: claim.by };
      return claim.kind === 'held';
    }
    this.#writer = { kind: 'nobody' };
    return true;
  }

  /** Shows others that the writer lives; when the role was taken away, tries to have it again. */
  refresh(): void {
    if (this.#writer.kind !== 'self') return;
    if (![...this.#locks.values()].some((lock) => lock.refresh())) this.claim();
  }

  /** Gives the role back. */
  release(): void {
    for (const lock of this.#locks.values()) lock.release();
    if (this.#writer.kind === 'self') this.#writer = { kind: 'nobody' };
  }

  #findWriter(): string | undefined {
    for (const { file } of this.#candidates()) {
      const name = new FileLock(lockFile(file), this.#clock).holder();
      if (name !== undefined) return name;
    }
    return undefined;
  }

  #lockOf(file: string): FileLock | undefined {
    const known = this.#locks.get(file);
    if (known !== undefined) return known;
    try {
      makeFolderFor(file);
    } catch (error) {
      if (!(error instanceof KgError)) throw error;
      return undefined;
    }
    const lock = new FileLock(lockFile(file), this.#clock);
    this.#locks.set(file, lock);
    return lock;
  }

  /** The file that was last read or written. */
  get saved(): SavedSnapshot | undefined {
    if (this.#opened === undefined) return undefined;
    const { file, snapshot, savedAt } = this.#opened;
    return { path: file, bytes: snapshot.bytes, savedAt };
  }

  /** What was wrong with a snapshot that was found, when anything was: it was made anew, or left and not used. */
  get damage(): string | undefined {
    return this.#damage;
  }

  /** The format of a snapshot that was found and not opened, since another version of the program wrote it. */
  get otherVersion(): number | undefined {
    return this.#otherVersion;
  }

  /** Whether there is anything where a snapshot would be, of use or not. Touches nothing. */
  isTaken(): boolean {
    for (const { file } of this.#candidates()) {
      const opened = openSnapshot(file);
      if (opened.kind === 'ok') opened.snapshot.close();
      if (opened.kind !== 'absent') return true;
    }
    return false;
  }

  /** The snapshot to start from, if there is one that can be read. Also finds out who writes it. */
  open(): Snapshot | undefined {
    const name = this.#findWriter();
    if (name !== undefined) this.#writer = { kind: 'other', name };
    this.#otherVersion = undefined;
    for (const candidate of this.#candidates()) {
      const { file } = candidate;
      const opened = openSnapshot(file);
      switch (opened.kind) {
        case 'ok':
          return this.#remember(file, opened.snapshot);
        case 'damaged':
          this.#moveAway(file, opened.reason);
          break;
        case 'other-version':
          this.#otherVersion = opened.version;
          if (this.#isKept) this.#note(`${file} has format version ${opened.version}; it is written anew`);
          break;
        case 'unreadable':
          this.#note(`${file} is left as it is (${opened.reason}); the index is kept elsewhere`);
          break;
        case 'foreign':
          if (!opened.isFile) this.#note(`${file} is no file, so the index is kept elsewhere`);
          else if (candidate.isOurs) this.#moveAway(file, opened.reason);
          // Saving will say so.
          else return undefined;
          break;
        case 'absent':
          break;
      }
    }
    return undefined;
  }

  /**
   * Gives up the snapshot that was opened last. It is moved out of the way when it is surely damaged and nobody has put another
   * in its place; else the next `save` replaces it.
   */
  giveUp(reason: string, isDamaged: boolean): void {
    if (this.#opened === undefined) return;
    const { file, snapshot } = this.#opened;
    this.#opened = undefined;
    this.#damage ??= reason;
    if (isDamaged && snapshot.isAt(file)) this.#moveAway(file, reason);
    else this.#note(`${file} was of no use (${reason}); the index is built anew`);
  }

  #remember(file: string, snapshot: Snapshot): Snapshot {
    this.#opened = { file, snapshot, savedAt: stampOf(file)?.mtimeMs ?? 0 };
    return snapshot;
  }

  #moveAway(file: string, reason: string): void {
    this.#damage ??= reason;
    if (!this.#isKept) {
      this.#note(`${file} is damaged (${reason}) and was not used`);
      return;
    }
    try {
      this.#note(
        `${file} was damaged (${reason}); it is kept as ${setAside(file)}, and the index is built anew`,
      );
    } catch (error) {
      this.#note(`${file} is damaged (${reason}) and could not be moved away: ${describeError(error)}`);
    }
  }

  /**
   * Writes a snapshot and opens it. When no place can be written that is a `trouble`, and `undefined`. Rejects only with what
   * the content throws while it is read, and with KgError `cancelled`: then nothing was written.
   */
  async save(content: SnapshotContent, signal?: AbortSignal): Promise<Snapshot | undefined> {
    let failure: unknown;
    for (const candidate of this.#candidates()) {
      const { file } = candidate;
      try {
        if (!this.#makeRoom(candidate)) continue;
        makeFolderFor(file);
        removeStaleTemporaries(file);
        await writeSnapshot(file, content, signal);
      } catch (error) {
        if (!(error instanceof KgError) || error.code === 'cancelled') throw error;
        failure = error;
        if (error.code === 'bad-setting') break;
        continue;
      }
      this.#keepOutOfGit(file);
      this.#trouble = undefined;
      const opened = openSnapshot(file);
      return opened.kind === 'ok' ? this.#remember(file, opened.snapshot) : undefined;
    }
    this.#trouble = `the index could not be saved, so the next start builds it again: ${describeError(failure)}`;
    return undefined;
  }

  /** Whether a file may be written: nobody's, or ours. Throws a `KgError` of code `bad-setting` when it is somebody else's. */
  #makeRoom({ file, isOurs }: Candidate): boolean {
    const opened = openSnapshot(file);
    if (opened.kind === 'ok') opened.snapshot.close();
    if (opened.kind === 'damaged') this.#moveAway(file, opened.reason);
    if (opened.kind === 'foreign' && opened.isFile) {
      if (!isOurs) {
        throw new KgError('bad-setting', `${file} is not replaced: ${opened.reason}`, {
          hint: 'Choose another name for the index (KG_INDEX_FILE, or index_file in kg-memory.toml), or delete that file.',
        });
      }
      this.#moveAway(file, opened.reason);
    }
    return opened.kind !== 'unreadable';
  }

  /** Where the snapshot may lie, the better place first. */
  files(): readonly string[] {
    return [...this.#candidates()].map(({ file }) => file);
  }

  /** The files in question, the better one first. */
  *#candidates(): Generator<Candidate> {
    const { root, indexFile, userCacheFolder } = this.#options;
    yield { file: indexFile, isOurs: path.basename(indexFile) === STANDARD_NAME };
    if (userCacheFolder === undefined) return;
    const name = `${identifyProject(root).rootSlug}.json`;
    yield { file: path.join(userCacheFolder, 'index', name), isOurs: true };
  }

  #keepOutOfGit(file: string): void {
    const problem = keepOutOfGit(this.#options.root, file, [LLM_CACHE_FILE]);
    if (problem !== undefined) this.#note(problem);
  }
}

function lockFile(file: string): string {
  return `${file}.lock`;
}
