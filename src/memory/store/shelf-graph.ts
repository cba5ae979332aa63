/**
 * One loaded graph with all that its safety needs: its files, the records that are not in the journal yet, and those who
 * wait for them. Its value is set by whoever applies operations; saving is shared by all who wait (group commit).
 *
 * A change is safe when it is in the journal. The file in the mission's shape is written before the answer, too, as long as
 * that is quick; a large one follows a moment later, many changes at once. What could not be saved stays here, dirty, and
 * goes with the next save.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { describeError } from '../../kernel/errors.js';
import type { Log } from '../../kernel/log.js';
import type { MemoryGraph } from '../model.js';
import type { GraphFile } from './graph-files.js';
import { GroupSave } from './group-save.js';
import { type JournalRecord, recordOf } from './journal-record.js';
import type { LoadedGraph } from './load-graph.js';
import type { Pact } from './pact.js';

/** Who changed a graph, for its history. */
export interface ChangeSource {
  readonly ts: number;
  readonly session: string | null;
  readonly op: string;
  /** A name for what the operation changes in several graphs. */
  readonly together?: string;
}

/** What has to be done around a save, at the moment it begins. */
export interface SaveGuard {
  /** Throws when this process may not write. */
  assertWritable(): void;
}

export interface ShelfGraphParts {
  readonly file: GraphFile;
  readonly loaded: LoadedGraph;
  readonly guard: SaveGuard;
  readonly log: Log;
}

/** How long a large file lags behind its journal: a burst of changes is written once, and seldom in anybody's way. */
const LAG_MS = 2_000;

export class ShelfGraph {
  readonly file: GraphFile;
  /** What was wrong with the files, for whoever reads the graph. */
  readonly notices: readonly string[];
  /** When it was last asked for, on the clock of durations. */
  usedAt = 0;
  #graph: MemoryGraph;
  /** The number of the newest record. */
  #journal: number;
  #unsaved: readonly JournalRecord[];
  /** Whether the file in place is older than the graph. */
  #isBehind: boolean;
  /** Whether the journal leads from the file in place to the graph. */
  #isAnchored: boolean;
  #pacts: readonly Pact[] = [];
  #isFollowing = false;
  readonly #guard: SaveGuard;
  readonly #log: Log;
  readonly #appends = new GroupSave(() => this.#append());
  readonly #writes = new GroupSave(() => this.#write());

  constructor({ file, loaded, guard, log }: ShelfGraphParts) {
    this.file = file;
    this.notices = loaded.notices;
    this.#graph = loaded.graph;
    this.#journal = loaded.journal;
    this.#unsaved = loaded.unsaved;
    this.#isBehind = !loaded.isSaved;
    this.#isAnchored = loaded.isAnchored;
    this.#guard = guard;
    this.#log = log;
  }

  get graph(): MemoryGraph {
    return this.#graph;
  }

  /** Records that are not on the disk, the oldest first. */
  get unsaved(): readonly JournalRecord[] {
    return this.#unsaved;
  }

  /** Whether the journal alone would bring the graph back from the file in place. */
  get isAnchored(): boolean {
    return this.#isAnchored;
  }

  /** Whether something is not in its file. */
  get isDirty(): boolean {
    return this.#isBehind || this.#unsaved.length > 0;
  }

  get isBusy(): boolean {
    return this.#appends.isBusy || this.#writes.isBusy;
  }

  /** Takes a new value; `save` has it written. Whether there was anything in it to be saved. */
  set(graph: MemoryGraph, source: ChangeSource): boolean {
    const record = recordOf(this.#graph, graph, { ...source, n: this.#journal + 1 });
    if (record !== undefined) {
      this.#journal = record.n;
      this.#unsaved = [...this.#unsaved, record];
      this.#isBehind = true;
    }
    this.#graph = graph;
    return record !== undefined;
  }

  /** Has what is unsaved now wait for the pact that it is part of. */
  bind(pact: Pact): void {
    this.#pacts = [...this.#pacts, pact];
  }

  /** Writes the file as it is, so that the journal may follow from it. */
  async anchor(): Promise<void> {
    this.#isBehind = true;
    await this.#writes.request();
  }

  /** Resolves when everything set before the call would survive a power cut. */
  async save(): Promise<void> {
    await this.#saveRecords();
    if (!this.#isBehind) return;
    if (this.#isAnchored && !this.file.isPrompt) this.#follow();
    else await this.#writes.request();
  }

  /** Resolves when everything set before the call is in the file itself. */
  async flush(): Promise<void> {
    await this.#saveRecords();
    if (this.#isBehind) await this.#writes.request();
  }

  async #saveRecords(): Promise<void> {
    if (this.#unsaved.length > 0) await this.#appends.request();
  }

  async #append(): Promise<void> {
    const [records, pacts] = [this.#unsaved, this.#pacts];
    if (records.length === 0) return;
    this.#guard.assertWritable();
    for (const pact of pacts) await pact.sign();
    await this.file.append(records);
    // What came meanwhile was added behind.
    this.#unsaved = this.#unsaved.slice(records.length);
    this.#pacts = this.#pacts.slice(pacts.length);
  }

  async #write(): Promise<void> {
    if (!this.#isBehind) return;
    this.#guard.assertWritable();
    const [graph, journal] = [this.#graph, this.#journal];
    // What a file holds is in the journal before, or an older generation could not be rolled forward to it.
    await this.#saveRecords();
    await this.file.write(graph, journal);
    this.#isAnchored = true;
    this.#isBehind = this.#journal !== journal;
  }

  /** Writes the file some time later, and again while there is more. A failure is told; the next save tries again. */
  #follow(): void {
    if (this.#isFollowing) return;
    this.#isFollowing = true;
    const followed = (async () => {
      await pause(LAG_MS, undefined, { ref: false });
      await this.#writes.request();
    })();
    followed.then(
      () => {
        this.#isFollowing = false;
        if (this.#isBehind) this.#follow();
      },
      (error: unknown) => {
        this.#isFollowing = false;
        this.#log.error(`${this.file.paths.primary} lags behind its journal: ${describeError(error)}`);
      },
    );
  }
}
