/**
 * The newest snapshot of one project, for as long as a server shows it. It looks while somebody listens, and when it is asked.
 */
import { unwatchFile, watchFile } from 'node:fs';
import { basename } from 'node:path';
import type { PlaceOptions } from '../../code/snapshot-place.js';
import { KgError } from '../../kernel/errors.js';
import { runInSlices } from '../../kernel/slices.js';
import { type CurrentGraph, SnapshotSource } from '../snapshot-source.js';
import { documentPieces, graphDocument } from './graph-document.js';

// A saved file should be seen at once; two looks a second cost nothing.
const LOOK_MS = 500;

export class CodeSource {
  readonly root: string;
  readonly name: string;
  readonly #snapshots: SnapshotSource;
  readonly #listeners = new Set<(savedAt: number) => void>();
  #document: { readonly savedAt: number; readonly pieces: Promise<readonly string[]> } | undefined;
  #told = 0;

  constructor(place: PlaceOptions, note: (note: string) => void) {
    this.root = place.root;
    this.name = basename(place.root);
    this.#snapshots = new SnapshotSource(place, note);
  }

  /** The graph of the newest snapshot. Rejects with a `KgError` of code `not-indexed` when there is none. */
  async graph(): Promise<CurrentGraph> {
    const newest = await this.#snapshots.newest();
    if (newest !== undefined) return newest;
    throw new KgError('not-indexed', `${this.root} is not indexed`, {
      hint: `Run: kg-memory index ${JSON.stringify(this.root)}`,
    });
  }

  /** The page's document of the newest snapshot, as pieces of JSON; made once for each snapshot. */
  async document(): Promise<readonly string[]> {
    const { view, savedAt } = await this.graph();
    if (this.#document?.savedAt !== savedAt) {
      const { root, name } = this;
      const pieces = runInSlices(graphDocument(view, { root, name, savedAt })).then((document) => [
        ...documentPieces(document),
      ]);
      this.#document = { savedAt, pieces };
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
