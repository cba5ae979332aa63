/**
 * The agent memory of one project, for a face of the code graph: read when somebody asks, linked with the graph that answers,
 * and looked at anew with every question by the stamps of its files. It never writes, and never needs the memory's server.
 *
 * Without a memory it costs one look at the disk, and nothing of the memory's code is loaded. Where a memory cannot be used,
 * lies on a disk that does not answer, or shows a fault of ours, the code is answered for alone, and `kg_status` says why.
 */
import { homedir } from 'node:os';
import type { GraphView } from '../../code/graph.js';
import { appearanceOf } from '../../kernel/disk.js';
import { KgError, stackOf } from '../../kernel/errors.js';
import { withPatience } from '../../kernel/patience.js';
import { identifyProject, type ProjectIdentity } from '../../kernel/project.js';
import type { MemoryFiles, SeenMemory } from '../../memory/store/onlooker.js';
import type { GitHints } from '../git-hints.js';
import type { MemoryBeside, MemoryFace } from './beside.js';

/** An answer waits so long for a memory, once: one of some megabytes is read in a fraction of a second. */
const LOOK_WAIT_MS = 5_000;
/** And so long for what git knows of places that are lost, where what it says later is there with the next answer. */
const HINTS_WAIT_MS = 400;
/** Whoever writes all the time is taken as it is in the end. */
const READS_MAX = 3;

const NONE: SeenMemory = { graphs: [], problems: [] };
const SLOW = 'it has not been read to its end yet';

export interface MemorySourceOptions {
  /** The project's root, as `checkRoot` gave it; asked for with the first question, as is the next. */
  readonly root: () => Promise<string>;
  /** The folder that holds the memory. */
  readonly storageRoot: (root: string) => Promise<string>;
  /** Takes what is our own fault: a line with its stack. */
  readonly onFault: (line: string) => void;
  /** How long an answer waits for what git knows of lost places. */
  readonly hintsWaitMs?: number;
  /** The user's home directory, which is no project that others belong to. */
  readonly home?: string;
}

interface Linked {
  readonly view: GraphView;
  readonly graphs: SeenMemory['graphs'];
  /** Of what git knew. */
  version: number;
  readonly beside: Promise<MemoryBeside>;
}

export class MemorySource implements MemoryFace {
  readonly #options: Required<MemorySourceOptions>;
  #place: { readonly folder: string; readonly identity: ProjectIdentity } | undefined;
  #looking: Promise<void> | undefined;
  /** The disk did not answer in time: nobody waits for it again until it has. */
  #isSlow = false;
  #files: MemoryFiles | undefined;
  /** How the folder of projects, and then all files, looked when the memory was read. */
  #seen: readonly string[] = [];
  #memory: SeenMemory = NONE;
  #linked: Linked | undefined;
  #hints: GitHints | undefined;

  constructor(options: MemorySourceOptions) {
    this.#options = { home: homedir(), hintsWaitMs: HINTS_WAIT_MS, ...options };
  }

  async beside(view: GraphView, signal: AbortSignal): Promise<MemoryBeside | undefined> {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined;
      this.#isSlow = false;
    });
    await withPatience(this.#looking, { maxWaitMs: this.#isSlow ? 0 : LOOK_WAIT_MS, signal });
    this.#isSlow = this.#looking !== undefined;
    try {
      return await this.#link(view);
    } catch (error) {
      this.#forget({ graphs: [], problems: [this.#problemOf(error)] });
      return undefined;
    }
  }

  /** Ends what is still being found out. */
  close(): void {
    this.#hints?.close();
  }

  get problems(): readonly string[] {
    return this.#isSlow ? [...this.#memory.problems, SLOW] : this.#memory.problems;
  }

  async #link(view: GraphView): Promise<MemoryBeside | undefined> {
    const { graphs } = this.#memory;
    if (this.#place === undefined || graphs.every(({ graph }) => graph.nodes.size === 0)) return undefined;
    const { identity } = this.#place;
    const { besideView } = await import('./beside-view.js');
    const { GitHints } = await import('../git-hints.js');
    this.#hints ??= new GitHints(identity.root);
    const hints = this.#hints;
    const current = hints.hints();
    const { version } = hints;
    const known = this.#linked;
    if (known?.view === view && known.graphs === graphs && known.version === version) return known.beside;
    const link = () => besideView(view, graphs, { place: identity, hints: current });
    const linking = link().then(async (beside) => {
      // What git has to be asked is about lost places: rare, and worth a moment.
      if (!(await hints.settle(version, this.#options.hintsWaitMs))) return beside;
      linked.version = hints.version;
      return link();
    });
    const linked: Linked = { view, graphs, version, beside: linking };
    this.#linked = linked;
    return linking;
  }

  async #look(): Promise<void> {
    try {
      await this.#refresh();
    } catch (error) {
      this.#forget({ graphs: [], problems: [this.#problemOf(error)] });
    }
  }

  async #refresh(): Promise<void> {
    const { folder, identity } = await this.#whereabouts();
    if ((await appearanceOf(folder)) === '') return this.#forget(NONE);
    const { filesOf, findMemory, readMemory } = await import('../../memory/store/onlooker.js');
    for (let reads = 0; reads < READS_MAX; reads++) {
      const known = this.#files;
      const now = known === undefined ? [] : await looksOf(filesOf(known));
      if (known !== undefined && isSame(now, this.#seen)) return;
      // Which folder is the project's is found out anew only when one has come or gone: every project's file is read for it.
      const isElsewhere = known === undefined || now[0] !== this.#seen[0];
      const place = { root: folder, project: identity.root, home: this.#options.home };
      const files = isElsewhere ? await findMemory(place) : known;
      const seen = isElsewhere ? await looksOf(filesOf(files)) : now;
      this.#memory = await readMemory(files, this.#memory);
      this.#files = files;
      this.#seen = seen;
    }
  }

  async #whereabouts(): Promise<{ readonly folder: string; readonly identity: ProjectIdentity }> {
    if (this.#place === undefined) {
      const root = await this.#options.root();
      this.#place = { folder: await this.#options.storageRoot(root), identity: identifyProject(root) };
    }
    return this.#place;
  }

  #forget(memory: SeenMemory): void {
    this.#files = undefined;
    this.#seen = [];
    this.#linked = undefined;
    this.#memory = memory;
  }

  #problemOf(error: unknown): string {
    if (error instanceof KgError) return error.message;
    this.#options.onFault(`memory: ${stackOf(error)}`);
    return 'it could not be read by a fault of this program';
  }
}

function looksOf(files: readonly string[]): Promise<string[]> {
  return Promise.all(files.map(appearanceOf));
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((look, at) => look === b[at]);
}
