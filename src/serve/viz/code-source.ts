/**
 * The newest snapshot of one project, for as long as a server shows it. It looks while somebody listens, and when it is asked.
 */
import { unwatchFile, watchFile } from 'node:fs';
import { basename } from 'node:path';
import { FORMAT_VERSION } from '../../code/snapshot/format.js';
import type { PlaceOptions } from '../../code/snapshot-place.js';
import { KgError } from '../../kernel/errors.js';
import { runInSlices } from '../../kernel/slices.js';
import { version } from '../../kernel/version.js';
import { type CurrentGraph, SnapshotSource } from '../snapshot-source.js';
import { graphPieces } from './graph-document.js';

// A saved file should be seen at once; two looks a second cost nothing.
const LOOK_MS = 500;

export class CodeSource {
  readonly root: string;
  readonly name: string;
  readonly #snapshots: SnapshotSource;
  readonly #listeners = new Set<(savedAt: number) => void>();
  #document: { readonly savedAt: number; readonly pieces: Promise<readonly Buffer[]> } | undefined;
  #told = 0;

  constructor(place: PlaceOptions, note: (note: string) => void) {
    this.root = place.root;
    this.name = basename(place.root);
    this.#snapshots = new SnapshotSource(place, note);
  }

  /**
   * The graph of the newest snapshot. Rejects with a `KgError`: `not-indexed` when there is none, `not-healthy` when it was
   * written by another version of the program.
   */
  async graph(): Promise<CurrentGraph> {
    const newest = await this.#snapshots.newest();
    if (newest !== undefined) return newest;
    const command = `kg-memory index ${JSON.stringify(this.root)}`;
    const { otherVersion } = this.#snapshots;
    if (otherVersion === undefined)
      throw new KgError('not-indexed', `${this.root} is not indexed`, { hint: `Run: ${command}` });
    const isNewer = otherVersion > FORMAT_VERSION;
    throw new KgError(
      'not-healthy',
      `the index of ${this.root} was written by ${isNewer ? 'a newer' : 'an older'} kg-memory than this server's, ${version} (format ${otherVersion}, not ${FORMAT_VERSION})`,
      {
        hint: isNewer
          ? `Restart this server with the newer kg-memory, or write the index anew with this one: ${command}`
          : `Run: ${command}`,
      },
    );
  }

  /** The page's document of the newest snapshot, as pieces of JSON; made once for each snapshot. */
  async document(): Promise<readonly Buffer[]> {
    const { view, savedAt } = await this.graph();
    if (this.#document?.savedAt !== savedAt) {
      const { root, name } = this;
      this.#document = { savedAt, pieces: runInSlices(graphPieces(view, { root, name, savedAt })) };
    }
    return this.#document.pieces;
  }

  /** Gives up a graph that could not be read to its end; the next question opens the file anew. */
  forget(): void {
    this.#snapshots.forget();
    this.#document = undefined;
  }

  /** Calls the listener with `savedAt` of each snapshot that comes, 0 when it is gone, until the result is called. */
  listen(listener: (savedAt: number) => void): () => void {
    if (this.#listeners.size === 0) this.#watch();
    this.#listeners.add(listener);
    return () => {
      if (!this.#listeners.delete(listener) || this.#listeners.size > 0) return;
      this.#unwatch();
      // Nobody looks: a graph of a million nodes need not lie about.
      this.forget();
    };
  }

  readonly #look = () => {
    const told = (savedAt: number) => {
      if (savedAt === this.#told) return;
      this.#told = savedAt;
      for (const listener of this.#listeners) listener(savedAt);
    };
    this.graph().then(
      ({ savedAt }) => told(savedAt),
      // What is wrong is said to whoever asks for the graph.
      () => told(0),
    );
  };

  #watch(): void {
    this.#told = this.#snapshots.current?.savedAt ?? 0;
    for (const file of this.#snapshots.files()) watchFile(file, { interval: LOOK_MS }, this.#look);
    this.#look();
  }

  #unwatch(): void {
    for (const file of this.#snapshots.files()) unwatchFile(file, this.#look);
  }
}
