/**
 * The newest snapshot of one project, for as long as a server shows it. It only reads: whoever indexes writes the file, whole
 * and by a rename, so a look at it now and then finds the old or the new one. It looks while somebody listens, and when it
 * is asked.
 *
 * A look is one `stat` of each place; the system's events would miss renames on network drives.
 */
import { stat, unwatchFile, watchFile } from 'node:fs';
import { basename } from 'node:path';
import { promisify } from 'node:util';
import type { GraphView } from '../../code/graph.js';
import { type PlaceOptions, SnapshotPlace } from '../../code/snapshot-place.js';
import { KgError, systemErrorCode } from '../../kernel/errors.js';
import { runInSlices } from '../../kernel/slices.js';
import { documentPieces, graphDocument } from './graph-document.js';

// A saved file should be seen at once; two looks a second cost nothing.
const LOOK_MS = 500;

/** A graph and which snapshot it is from. */
export interface CurrentGraph {
  readonly view: GraphView;
  readonly savedAt: number;
}

export class CodeSource {
  readonly root: string;
  readonly name: string;
  readonly #place: PlaceOptions;
  readonly #note: (note: string) => void;
  readonly #listeners = new Set<(savedAt: number) => void>();
  #graph: CurrentGraph | undefined;
  /** The file that the graph is from and how it looked. */
  #seen = '';
  #document: { readonly savedAt: number; readonly pieces: Promise<readonly string[]> } | undefined;
  #told = 0;

  constructor(place: PlaceOptions, note: (note: string) => void) {
    this.root = place.root;
    this.name = basename(place.root);
    this.#place = place;
    this.#note = note;
  }

  /** The graph of the newest snapshot. Rejects with a `KgError` of code `not-indexed` when there is none. */
  async graph(): Promise<CurrentGraph> {
    const stamp = await this.#stamp();
    if (this.#graph === undefined || stamp !== this.#seen) {
      this.#graph = stamp === '' ? undefined : this.#open();
      this.#seen = stamp;
    }
    if (this.#graph !== undefined) return this.#graph;
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
    this.#graph = undefined;
    this.#document = undefined;
    this.#seen = '';
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
    this.#told = this.#graph?.savedAt ?? 0;
    for (const file of this.#files()) watchFile(file, { interval: LOOK_MS }, this.#look);
    this.#look();
  }

  #unwatch(): void {
    for (const file of this.#files()) unwatchFile(file, this.#look);
  }

  #files(): readonly string[] {
    return new SnapshotPlace(this.#place, this.#note, { isKept: false }).files();
  }

  /** How the places look; '' when there is nothing. */
  async #stamp(): Promise<string> {
    const looks = await Promise.all(this.#files().map(stampOf));
    return looks.join('');
  }

  #open(): CurrentGraph | undefined {
    const place = new SnapshotPlace(this.#place, this.#note, { isKept: false });
    const snapshot = place.open();
    if (snapshot === undefined) return undefined;
    return { view: snapshot.graph().view, savedAt: Math.round(place.saved?.savedAt ?? 0) };
  }
}

const statOf = promisify(stat);

async function stampOf(file: string): Promise<string> {
  try {
    const { ino, mtimeMs, size } = await statOf(file);
    return `${ino}:${mtimeMs}:${size};`;
  } catch (error) {
    if (systemErrorCode(error) === undefined) throw error;
    return '';
  }
}
