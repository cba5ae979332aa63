/**
 * One run of the linker, in three steps. *Spread*: which files have to be linked, starting from the changed ones and following
 * those whose answers to others have changed. *Link* them. *Conclude*: what must be remembered for the next run. Nothing of
 * the linker itself changes here.
 */
import type { EdgeRow } from '../model.js';
import { Asking } from './asking.js';
import { concludeRun } from './conclude.js';
import { EdgeShelf } from './edge-shelf.js';
import type { FileList } from './file-list.js';
import { Fingerprints } from './fingerprint.js';
import { Ids } from './ids.js';
import { type LinkedFile, linkFile, markedNodes, unlinkedFile } from './link-file.js';
import { Overrides } from './overrides.js';
import {
  labelsOf,
  registeredByScripts,
  registeredText,
  registeredTexts,
  type ScriptEntry,
  saidBySlot,
} from './registrations.js';
import { type Kept, RowShelf } from './row-shelf.js';
import type { Session } from './session.js';
import { Spread, type SpreadInput } from './spread.js';
import type { Said, Standing } from './standing.js';
import { withinStack } from './within-stack.js';

/** Files between two chances for the caller to wait. */
const SLICE = 50;
/** The same where each takes no more than a look at what is kept of it. */
const FILE_SLICE = 200;

/** A linked file, its rows kept on a shelf. */
export interface ShelvedFile extends Omit<LinkedFile, 'nodes' | 'edges' | 'importEdges' | 'unresolved'> {
  readonly nodes: Kept<LinkedFile['nodes'][number]>;
  readonly edges: Kept<EdgeRow>;
  readonly unresolved: Kept<LinkedFile['unresolved'][number]>;
}

export interface RunInput extends SpreadInput {
  readonly scripts: readonly ScriptEntry[];
  readonly hashOf: (path: string) => string;
}

export class LinkRun {
  readonly #s: Session;
  readonly #list: FileList;
  readonly #standing: Standing;
  readonly #hashOf: (path: string) => string;
  readonly #ids: Ids;
  readonly #asking: Asking;
  readonly #spread: Spread;
  readonly #removed: readonly string[];
  #overrides: Overrides;
  readonly #linked = new Map<string, ShelvedFile>();
  readonly #shelf = new RowShelf();
  readonly #edgeShelf: EdgeShelf;
  readonly #scripts: readonly ScriptEntry[];
  /** By slot: what is said of the definitions of a file by any other one. */
  #said: Said = { scripts: [], bySlot: new Map() };

  constructor(input: RunInput) {
    this.#s = input.session;
    this.#list = input.list;
    this.#standing = input.standing;
    this.#hashOf = input.hashOf;
    this.#removed = input.removed;
    this.#scripts = input.scripts;
    this.#ids = new Ids(input.session, input.list);
    this.#edgeShelf = new EdgeShelf({ ids: this.#ids.table, names: input.session.names });
    this.#asking = new Asking(input.session, new Fingerprints(input.session, this.#ids));
    this.#spread = new Spread(input, this.#asking);
    this.#overrides = new Overrides(this.#s, input.standing.hierarchy);
  }

  get dirtyCount(): number {
    return this.#spread.dirty.size;
  }

  /** What is said of definitions as of this run. */
  get said(): Said {
    return this.#said;
  }

  /** Finds every file that has to be linked. Yields now and then. */
  *spread(): Generator<void, void, void> {
    yield* this.#spread.run();
    // What it knows of derived classes is as of the hierarchy that it was made with.
    this.#overrides = new Overrides(this.#s, this.#standing.hierarchy);
  }

  /** Links what `spread` has found, in order of path. Yields the number of files done. */
  *link(): Generator<number, void, void> {
    yield* this.#linkDirty();
    const before = this.#standing.said;
    this.#said = yield* this.#currentSaid();
    if (this.#said !== before) yield* this.#spreadSaid();
    yield* this.#linkDirty();
    let count = 0;
    for (const path of this.#linked.keys()) {
      if (this.#mark(path)) this.#s.forgetExpressions();
      if (count++ % SLICE === SLICE - 1) yield this.#linked.size;
    }
  }

  /** Marks the files of whose definitions something else is said than before. */
  *#spreadSaid(): Generator<number, void, void> {
    for (const { number, path, slot } of this.#s.files) {
      if (number % FILE_SLICE === FILE_SLICE - 1) yield this.#linked.size;
      const before = this.#standing.digestOf(path)?.said ?? NOTHING_SAID;
      const now = this.#saidOf(slot);
      if (before.length !== now.length || before.some((each, place) => each !== now[place]))
        this.#spread.dirty.add(path);
    }
  }

  #saidOf(slot: number): readonly string[] {
    return this.#said.bySlot.get(slot) ?? NOTHING_SAID;
  }

  /** What all files register, those that were not linked as they did before. */
  *#currentSaid(): Generator<number, Said, void> {
    const scripts = registeredByScripts(this.#s, this.#scripts).map(registeredText);
    const { said } = this.#standing;
    if (said !== undefined && said.scripts.join('\n') === scripts.join('\n') && this.#registersTheSame())
      return said;
    const texts = [...scripts];
    for (const { number, path } of this.#s.files) {
      if (number % FILE_SLICE === FILE_SLICE - 1) yield this.#linked.size;
      const linked = this.#linked.get(path);
      if (linked === undefined) texts.push(...(this.#standing.digestOf(path)?.registered ?? []));
      else for (const each of linked.registered) texts.push(registeredText(each));
    }
    return { scripts, bySlot: saidBySlot(texts) };
  }

  /** Whether the files that were linked or are gone register what they did before. */
  #registersTheSame(): boolean {
    const before = (path: string): string => (this.#standing.digestOf(path)?.registered ?? []).join('\n');
    for (const path of this.#removed) if (before(path) !== '') return false;
    for (const [path, { registered }] of this.#linked) {
      if (before(path) !== registeredTexts(registered).join('\n')) return false;
    }
    return true;
  }

  /**
   * Marks the definitions of a linked file of which something is said and which do not say it themselves. Returns whether there
   * was something to do.
   */
  #mark(path: string): boolean {
    const linked = this.#linked.get(path);
    const file = this.#s.fileAt(path);
    if (linked === undefined || file === undefined) return false;
    const said = this.#saidOf(file.slot);
    if (said.length === 0) return false;
    const { definitions } = file.index.facts;
    const marked = markedNodes(linked.nodes(), definitions, labelsOf(said));
    this.#linked.set(path, { ...linked, nodes: this.#shelf.keep(marked) });
    return true;
  }

  *#linkDirty(): Generator<number, void, void> {
    let done = this.#linked.size;
    const numbers = [...this.#spread.dirty].flatMap((path) => this.#list.numberOf(path) ?? []);
    for (const number of numbers.sort((a, b) => a - b)) {
      const file = this.#s.files[number];
      if (file === undefined || this.#linked.has(file.path)) continue;
      const linking = { session: this.#s, ids: this.#ids, overrides: this.#overrides, file };
      const hash = this.#hashOf(file.path);
      const steps = linkFile(linking, hash);
      const next = (): IteratorResult<void, LinkedFile> =>
        withinStack(
          this.#s,
          () => steps.next(),
          () => ({ done: true, value: unlinkedFile(linking, hash) }),
        );
      let step = next();
      while (!step.done) {
        yield done;
        step = next();
      }
      this.#linked.set(file.path, this.#shelve(step.value, file.number));
      file.forgetTexts();
      this.#s.forgetExpressions();
      yield ++done;
    }
  }

  #shelve(linked: LinkedFile, number: number): ShelvedFile {
    const { imports, namespaces, problems, registered } = linked;
    return {
      imports,
      namespaces,
      problems,
      registered,
      nodes: this.#shelf.keep(linked.nodes),
      edges: this.#edgeShelf.keep(linked, number),
      unresolved: this.#shelf.keep(linked.unresolved),
    };
  }

  /** What was linked, by path. */
  get linked(): ReadonlyMap<string, ShelvedFile> {
    return this.#linked;
  }

  /** The new state of every file whose state is not what it was, by path. Yields now and then. */
  conclude(): Generator<void, Map<string, readonly string[]>, void> {
    return concludeRun({
      session: this.#s,
      states: this.#standing.states,
      linked: this.#linked,
      offers: this.#spread.offers,
      derived: this.#spread.derived,
      called: this.#spread.called,
      askedBy: (file) => this.#overrides.askedBy(file),
      hashOfQuery: (query) => this.#asking.hashOf(query),
      saidOf: (file) => this.#saidOf(file.slot),
    });
  }
}

const NOTHING_SAID: readonly string[] = [];
