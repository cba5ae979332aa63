/**
 * Where a project's snapshot lies and what is done when it cannot be used: the file that the settings name, or, when that
 * folder cannot be written, one in the user's cache folder. A damaged file is set aside, never deleted.
 */
import path from 'node:path';
import { removeStaleTemporaries } from '../kernel/atomic-file.js';
import { stampOf } from '../kernel/disk.js';
import { describeError } from '../kernel/errors.js';
import { makeFolderFor, setAside } from '../kernel/folder.js';
import { identifyProject } from '../kernel/project.js';
import { excludeFromGit } from '../kernel/repository.js';
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

/** The paid-for results of the language model, which the snapshot does not hold. */
const LLM_CACHE_FILE = '.kg-llm-cache.json';

export class SnapshotPlace {
  readonly #options: PlaceOptions;
  readonly #note: (note: string) => void;
  #saved: SavedSnapshot | undefined;

  /** `note` takes lines that a user should see. */
  constructor(options: PlaceOptions, note: (note: string) => void) {
    this.#options = options;
    this.#note = note;
  }

  /** The file that was last read or written. */
  get saved(): SavedSnapshot | undefined {
    return this.#saved;
  }

  /** The snapshot to start from, if there is one that can be read. */
  open(): Snapshot | undefined {
    for (const file of this.#candidates()) {
      const opened = openSnapshot(file);
      if (opened.kind === 'ok') {
        this.#remember(file, opened.snapshot);
        return opened.snapshot;
      }
      if (opened.kind === 'damaged') this.#moveAway(file, opened.reason);
      if (opened.kind === 'other-version')
        this.#note(`${file} has format version ${opened.version}; it is written anew`);
    }
    return undefined;
  }

  /** Moves the file that was opened last out of the way: it turned out to be damaged. */
  setAside(reason: string): void {
    if (this.#saved !== undefined) this.#moveAway(this.#saved.path, reason);
    this.#saved = undefined;
  }

  #remember(file: string, snapshot: Snapshot): void {
    this.#saved = { path: file, bytes: snapshot.bytes, savedAt: stampOf(file)?.mtimeMs ?? 0 };
  }

  #moveAway(file: string, reason: string): void {
    if (stampOf(file) === undefined) {
      this.#note(`${file} is no file (${reason}), so the index is kept elsewhere`);
      return;
    }
    try {
      this.#note(`${file} was damaged (${reason}); it is kept as ${setAside(file)} and was rebuilt`);
    } catch (error) {
      this.#note(`${file} is damaged (${reason}) and could not be moved away: ${describeError(error)}`);
    }
  }

  /** Writes a snapshot and opens it. When no place can be written that is a note, and `undefined`. */
  async save(content: SnapshotContent): Promise<Snapshot | undefined> {
    let failure: unknown;
    for (const file of this.#candidates()) {
      try {
        makeFolderFor(file);
        removeStaleTemporaries(file);
        await writeSnapshot(file, content);
      } catch (error) {
        failure = error;
        continue;
      }
      this.#keepOutOfGit(file);
      const opened = openSnapshot(file);
      if (opened.kind !== 'ok') return undefined;
      this.#remember(file, opened.snapshot);
      return opened.snapshot;
    }
    this.#note(`the index could not be saved, so the next start builds it again: ${describeError(failure)}`);
    return undefined;
  }

  /** The files in question, the better one first. */
  *#candidates(): Generator<string> {
    const { root, indexFile, userCacheFolder } = this.#options;
    yield indexFile;
    if (userCacheFolder !== undefined)
      yield path.join(userCacheFolder, 'index', `${identifyProject(root).rootSlug}.json`);
  }

  #keepOutOfGit(file: string): void {
    const { root } = this.#options;
    const relative = path.relative(root, file);
    if (relative.startsWith('..') || path.isAbsolute(relative)) return;
    const name = relative.split(path.sep).join('/');
    const outcome = excludeFromGit(root, [name, `${name}.*`, LLM_CACHE_FILE]);
    if (outcome.problem !== undefined) this.#note(outcome.problem);
  }
}
