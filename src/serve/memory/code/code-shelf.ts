/**
 * The code graphs around the folders that agents work in, for a server of the memory: the newest index of a checkout, opened when
 * somebody asks and looked at now and then. It only reads. A folder without an index costs one `stat` in a while; an index
 * that is damaged or of another version is as good as none.
 *
 * The index of a folder is the nearest one around it, up to the top of its checkout: a server of a part of a repository has
 * its index there.
 */
import path from 'node:path';
import type { Place } from '../../../bridge/touch.js';
import type { GraphView } from '../../../code/graph.js';
import { SnapshotDamage } from '../../../code/snapshot/damage.js';
import type { PlaceOptions } from '../../../code/snapshot-place.js';
import type { Clock } from '../../../kernel/clock.js';
import { KgError } from '../../../kernel/errors.js';
import type { Log } from '../../../kernel/log.js';
import { identifyProject } from '../../../kernel/project.js';
import { findRepository } from '../../../kernel/repository.js';
import { runInSlices } from '../../../kernel/slices.js';
import { GitHints } from '../../git-hints.js';
import { SnapshotSource } from '../../snapshot-source.js';

/** The code of one checkout as its newest index has it. */
export interface CodeAt {
  readonly place: Place;
  readonly view: GraphView;
  /** When the index was written, in milliseconds since 1970. */
  readonly savedAt: number;
  readonly git: GitHints;
}

export interface CodeShelfOptions {
  readonly clock: Clock;
  readonly log: Log;
  /** Where the index of a folder lies, as its settings say. Rejects with a `KgError` where there can be none. */
  readonly placeOf: (root: string) => Promise<PlaceOptions>;
}

/** Nobody saves and asks within a tenth of a second. */
const LOOK_EVERY_MS = 100;
/** What agents work in at the same time; a large graph has some hundred megabytes. */
const OPEN_MAX = 4;
/** An index that nobody asked about for so long is let go. */
const IDLE_MS = 10 * 60_000;
/** A folder that could have no index (it was gone, its settings had a fault) is looked at again after so long. */
const RETRY_MS = 30_000;
/** Folders whose settings are remembered; each costs some hundred bytes. */
const FOLDERS_MAX = 256;

interface Shelved {
  /** `undefined` where there can be no index. */
  readonly source: SnapshotSource | undefined;
  readonly place: Place;
  readonly git: GitHints;
  lookedAt: number;
  usedAt: number;
  looking: Promise<unknown> | undefined;
  /** The same value as long as the index is the same. */
  code: CodeAt | undefined;
}

export class CodeShelf {
  readonly #options: CodeShelfOptions;
  readonly #shelved = new Map<string, Promise<Shelved>>();

  constructor(options: CodeShelfOptions) {
    this.#options = options;
  }

  /** The code around a folder (absolute); `undefined` when nothing there is indexed. */
  async at(folder: string): Promise<CodeAt | undefined> {
    for (const root of foldersAround(folder)) {
      const code = await this.#codeOf(root);
      if (code !== undefined) return code;
    }
    return undefined;
  }

  /** Answers with the code, or with nothing when it turns out to be damaged: then its index is as good as none. */
  soundly<Answer>(code: CodeAt, ask: () => Answer): Answer | undefined {
    try {
      return ask();
    } catch (error) {
      if (!this.isDamage(code, error)) throw error;
      return undefined;
    }
  }

  /** Whether it is the index that is at fault: then it is told and no longer used. */
  isDamage(code: CodeAt, error: unknown): boolean {
    if (!(error instanceof SnapshotDamage)) return false;
    this.#options.log.warn(`the index of ${code.place.root} is damaged (${error.message}) and is not used`);
    void this.#reject(code);
    return true;
  }

  /** Lets go what nobody has asked about for a while. */
  async tidy(): Promise<void> {
    const now = this.#options.clock.elapsed();
    for (const shelved of await Promise.all(this.#shelved.values())) {
      if (shelved.code !== undefined && now - shelved.usedAt > IDLE_MS) letGo(shelved);
    }
  }

  /** Ends what is being asked of git. */
  async close(): Promise<void> {
    for (const { git } of await Promise.all(this.#shelved.values())) git.close();
  }

  async #codeOf(root: string): Promise<CodeAt | undefined> {
    const { clock } = this.#options;
    const shelved = await this.#shelve(root);
    const { source } = shelved;
    if (source === undefined) {
      if (clock.elapsed() - shelved.lookedAt > RETRY_MS) this.#shelved.delete(root);
      return undefined;
    }
    shelved.usedAt = clock.elapsed();
    if (shelved.looking === undefined && shelved.usedAt - shelved.lookedAt >= LOOK_EVERY_MS) {
      shelved.lookedAt = shelved.usedAt;
      shelved.looking = this.#look(shelved, source).finally(() => {
        shelved.looking = undefined;
      });
    }
    await shelved.looking;
    return shelved.code;
  }

  async #look(shelved: Shelved, source: SnapshotSource): Promise<void> {
    const newest = await source.newest();
    if (newest?.view === shelved.code?.view) return;
    const { place, git } = shelved;
    const code = newest === undefined ? undefined : { ...newest, place, git };
    if (code !== undefined && !(await this.#isSound(code))) return;
    shelved.code = code;
    if (code !== undefined) await this.#makeRoom(shelved);
  }

  async #isSound(code: CodeAt): Promise<boolean> {
    try {
      await runInSlices(warm(code.view));
      return true;
    } catch (error) {
      if (!this.isDamage(code, error)) throw error;
      return false;
    }
  }

  /** Of many that are open the one goes that was not asked about for the longest time. */
  async #makeRoom(wanted: Shelved): Promise<void> {
    const open = (await Promise.all(this.#shelved.values())).filter(({ code }) => code !== undefined);
    const others = open.filter((each) => each !== wanted).sort((a, b) => a.usedAt - b.usedAt);
    for (const shelved of others.slice(0, Math.max(0, open.length - OPEN_MAX))) letGo(shelved);
  }

  #shelve(root: string): Promise<Shelved> {
    const known = this.#shelved.get(root);
    if (known !== undefined) return known;
    if (this.#shelved.size >= FOLDERS_MAX) {
      const [[oldest, gone] = []] = this.#shelved;
      if (oldest !== undefined) this.#shelved.delete(oldest);
      gone?.then(
        ({ git }) => git.close(),
        () => undefined,
      );
    }
    const shelved = this.#open(root);
    this.#shelved.set(root, shelved);
    // A fault of ours is told to whoever asked, and the next one tries again.
    shelved.catch(() => this.#shelved.delete(root));
    return shelved;
  }

  async #open(root: string): Promise<Shelved> {
    const { log, placeOf } = this.#options;
    const common = { place: identifyProject(root), git: new GitHints(root), usedAt: 0, looking: undefined };
    try {
      const options = await placeOf(root);
      const source = new SnapshotSource(options, (note) => log.warn(note));
      return { ...common, source, lookedAt: Number.NEGATIVE_INFINITY, code: undefined };
    } catch (error) {
      if (!(error instanceof KgError)) throw error;
      // A home directory, a folder that is gone, settings with a fault: whoever indexes it is told.
      return { ...common, source: undefined, lookedAt: this.#options.clock.elapsed(), code: undefined };
    }
  }

  async #reject({ view }: CodeAt): Promise<void> {
    for (const shelved of await Promise.all(this.#shelved.values())) {
      if (shelved.source?.current?.view !== view) continue;
      shelved.source?.reject();
      shelved.code = undefined;
    }
  }
}

/** What linking asks of a view is read and indexed when it is first asked for: here one thing after another, with room between. */
function* warm(view: GraphView): Generator<void, void> {
  view.find('');
  yield;
  view.named('');
  yield;
  view.inFile('');
  yield;
  const [node] = view.nodes();
  if (node === undefined) return;
  view.incoming(node);
  yield;
  view.outgoing(node);
  yield;
  view.fingerprint(node);
  yield;
  view.properties(node);
  view.line(node);
  yield;
  view.ofType('adr');
}

function letGo(shelved: Shelved): void {
  shelved.source?.forget();
  shelved.code = undefined;
  shelved.lookedAt = Number.NEGATIVE_INFINITY;
}

/** The folder and those around it, up to the top of its checkout; without one, the folder alone. */
function foldersAround(folder: string): readonly string[] {
  const top = findRepository(folder)?.top ?? folder;
  const folders = [folder];
  for (let each = folder; each !== top; ) {
    each = path.dirname(each);
    folders.push(each);
  }
  return folders;
}
