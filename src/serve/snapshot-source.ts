/**
 * The newest snapshot of one project, for whoever reads it and does not write it. Whoever indexes replaces the file whole, by a
 * rename, so a look at it now and then finds the old or the new one; what is there and cannot be used is as good as nothing.
 *
 * A look is one `stat` of each place; the system's events would miss renames on network drives.
 */
import { lazy } from '../code/graph/lazy.js';
import type { GraphView } from '../code/graph.js';
import { type PlaceOptions, SnapshotPlace } from '../code/snapshot-place.js';
import { appearanceOf } from '../kernel/disk.js';

/** A graph and which snapshot it is from. */
export interface CurrentGraph {
  readonly view: GraphView;
  /** Milliseconds since 1970. */
  readonly savedAt: number;
}

export class SnapshotSource {
  readonly #place: PlaceOptions;
  readonly #note: (note: string) => void;
  readonly #files = lazy(() => this.#open().files());
  #graph: CurrentGraph | undefined;
  #otherVersion: number | undefined;
  /** How the places looked when the graph was opened; '' before that. */
  #seen = '';

  /** `note` takes lines that a user should see. */
  constructor(place: PlaceOptions, note: (note: string) => void) {
    this.#place = place;
    this.#note = note;
  }

  /** Where it may lie, the better place first. */
  files(): readonly string[] {
    return this.#files();
  }

  /** What was found by the last look. */
  get current(): CurrentGraph | undefined {
    return this.#graph;
  }

  /** The format of what the last look found when another version of the program wrote it. */
  get otherVersion(): number | undefined {
    return this.#otherVersion;
  }

  /** Looks, and opens what is new; `undefined` when there is none that can be used. */
  async newest(): Promise<CurrentGraph | undefined> {
    const looks = await Promise.all(this.files().map(appearanceOf));
    const seen = looks.join(';');
    if (seen === this.#seen) return this.#graph;
    const place = this.#open();
    const snapshot = looks.every((look) => look === '') ? undefined : place.open();
    this.#otherVersion = place.otherVersion;
    const savedAt = Math.round(place.saved?.savedAt ?? 0);
    this.#graph = snapshot === undefined ? undefined : { view: snapshot.graph().view, savedAt };
    this.#seen = seen;
    return this.#graph;
  }

  /** Lets the graph go; the next look opens the file anew. */
  forget(): void {
    this.#graph = undefined;
    this.#seen = '';
  }

  /** Gives up a graph that could not be read to its end, until another takes its place. */
  reject(): void {
    this.#graph = undefined;
  }

  #open(): SnapshotPlace {
    return new SnapshotPlace(this.#place, this.#note, { isKept: false });
  }
}
