/**
 * One loaded graph with all that its safety needs: its files, the records that are not on the disk yet, and those who wait
 * for them. Its value is set by whoever applies operations; saving is shared by all who wait (group commit).
 *
 * What could not be saved stays here, dirty, and goes with the next save.
 */
import type { MemoryGraph } from '../model.js';
import type { GraphFile } from './graph-files.js';
import { GroupSave } from './group-save.js';
import { type JournalRecord, recordOf } from './journal-record.js';
import type { LoadedGraph } from './load-graph.js';

/** Who changed a graph, for its history. */
export interface ChangeSource {
  readonly ts: number;
  readonly session: string | null;
  readonly op: string;
}

/** What has to be done around a save, at the moment it begins. */
export interface SaveGuard {
  /** Throws when this process may not write. */
  assertWritable(): void;
}

export class ShelfGraph {
  readonly file: GraphFile;
  /** What was wrong with the files, for whoever reads the graph. */
  readonly notices: readonly string[];
  /** When it was last asked for, on the clock of durations. */
  usedAt = 0;
  #graph: MemoryGraph;
  #journal: number;
  #unsaved: readonly JournalRecord[];
  #isDirty: boolean;
  #savedGraph: MemoryGraph | undefined;
  readonly #guard: SaveGuard;
  readonly #group = new GroupSave(() => this.#save());

  constructor(file: GraphFile, loaded: LoadedGraph, guard: SaveGuard) {
    this.file = file;
    this.notices = loaded.notices;
    this.#graph = loaded.graph;
    this.#journal = loaded.journal;
    this.#unsaved = loaded.unsaved;
    this.#isDirty = !loaded.isSaved;
    this.#savedGraph = loaded.isSaved ? loaded.graph : undefined;
    this.#guard = guard;
  }

  get graph(): MemoryGraph {
    return this.#graph;
  }

  /** The newest value that is on the disk; `undefined` when none of this run is. */
  get savedGraph(): MemoryGraph | undefined {
    return this.#savedGraph;
  }

  /** Whether something is not on the disk. */
  get isDirty(): boolean {
    return this.#isDirty;
  }

  get isBusy(): boolean {
    return this.#group.isBusy;
  }

  /** Takes a new value; `save` has it written. */
  set(graph: MemoryGraph, source: ChangeSource): void {
    const record = recordOf(this.#graph, graph, { ...source, n: this.#journal + 1 });
    if (record !== undefined) {
      this.#journal = record.n;
      this.#unsaved = [...this.#unsaved, record];
      this.#isDirty = true;
    }
    this.#graph = graph;
  }

  /** Resolves when everything set before the call is on the disk. */
  save(): Promise<void> {
    return this.#isDirty ? this.#group.request() : this.#group.settled();
  }

  async #save(): Promise<void> {
    if (!this.#isDirty) return;
    const [graph, journal, records] = [this.#graph, this.#journal, this.#unsaved];
    this.#guard.assertWritable();
    await this.file.save(graph, records, journal);
    // What came meanwhile was added behind.
    this.#unsaved = this.#unsaved.slice(records.length);
    this.#savedGraph = graph;
    this.#isDirty = this.#graph !== graph && this.#unsaved.length > 0;
  }
}
