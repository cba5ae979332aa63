/**
 * The phases of indexing, in order: scan, parse, link, publish. An indexer holds what a project was when it was last looked
 * at (its files and their facts, the linker, the graph) and brings that in line with the disk, for all files or for some.
 * One run at a time; a run that is given up changes nothing.
 *
 * Its parts do the work; it decides only what has to be done again: a file whose size and time are as indexed is not read,
 * one whose bytes are is not linked, and what linking reads of other files is the linker's knowledge.
 */
import { isDeepStrictEqual } from 'node:util';
import { type Clock, systemClock } from '../kernel/clock.js';
import { type FileStamp, type Location, stampOf } from '../kernel/disk.js';
import { HeapGuard } from '../kernel/heap.js';
import { runInSlices, type SliceOptions } from '../kernel/slices.js';
import { compareText } from '../kernel/text.js';
import { version } from '../kernel/version.js';
import { buildGraphInSteps, type CodeGraph } from './code-graph.js';
import { DOCUMENT_EXTRACTOR_VERSION } from './document-facts.js';
import type { RelinkedDocuments } from './documents/relink.js';
import type { DocumentScan } from './documents/which.js';
import { type Learned, NOTHING_LEARNED } from './enrich/learned.js';
import { EXTRACTOR_VERSION } from './facts.js';
import { decodeFacts } from './facts-codec.js';
import {
  combine,
  compareFiles,
  compareParsed,
  type FileDifference,
  listPaths,
  type PathLists,
} from './file-set.js';
import type { SegmentedView } from './graph.js';
import { Phases, type PhaseTime } from './index-phases.js';
import { KnownFacts } from './known-facts.js';
import {
  type FileThere,
  isDocument,
  isOtherKind,
  type Look,
  lookAround,
  lookAt,
  type Places,
} from './look.js';
import type { Properties, Segment } from './model.js';
import { locate } from './odd-names.js';
import { DOCUMENT_GRAMMAR_CHECKSUM, GRAMMAR_CHECKSUM } from './parse.js';
import type { ParsePool } from './parse-pool.js';
import type { ParsedFile, UnreadFile } from './parse-worker.js';
import type { FileProblem, ReportProgress } from './project-face.js';
import { type Knowledge, NOTHING, pathsOf, surroundingsOf } from './project-knowledge.js';
import type { Linker, LinkResult } from './resolve/resolve.js';
import { Sameness } from './sameness.js';
import { META_LAYOUT, placeOf, readSavedMeta, type SavedMeta } from './saved-meta.js';
import type { Scan } from './scan.js';
import { readsOf, retell } from './segment-reads.js';
import { isSourceName } from './skip-rules.js';
import type { FileRecord, Snapshot, SnapshotContent } from './snapshot.js';

export interface IndexerOptions extends Places {
  /** What a language model has said of the documents; asked again for each run. Nothing when absent. */
  readonly learned?: () => Learned;
  readonly pool: ParsePool;
  readonly clock?: Clock;
}

export interface UpdateOptions {
  /** Look at these files only (paths as nodes carry them); absent: at the whole tree. */
  readonly paths?: readonly string[] | undefined;
  /** Parse and link everything again, whatever is known. */
  readonly fresh?: boolean;
  readonly onProgress?: ReportProgress | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface UpdateReport extends FileDifference {
  /** In the order they ran. */
  readonly phases: readonly PhaseTime[];
  /** How many files were linked. */
  readonly relinked: number;
}

/** How work is done that may be given up, or give way. */
type Slices = Pick<SliceOptions<unknown>, 'signal' | 'pause'>;

/** What a run that has not touched the code made of it. */
const NO_LINKS: LinkResult = { replaced: [], touched: [], removed: [], problems: new Map(), relinked: 0 };

/** What the facts of documents depend on beside their bytes. */
const DOCUMENT_EXTRACTOR = `${DOCUMENT_EXTRACTOR_VERSION} ${DOCUMENT_GRAMMAR_CHECKSUM}`;

/** After more files than this the threads are not kept for the next edit: each holds some 100 MB then. */
const FILES_FOR_A_WARM_POOL = 100;

/** How often one looks at the memory in use while files are parsed: a look costs as much as some lines of a file. */
const FILES_PER_LOOK = 20;

export class Indexer {
  readonly #options: IndexerOptions;
  readonly #clock: Clock;
  #knowledge = NOTHING;
  #snapshot: Snapshot | undefined;
  /** Absent until the first link: reading what the last process knew of reads costs a start that needs nothing of it. */
  #linker: Linker | undefined;
  #graph: CodeGraph | undefined;
  #isRestored = false;
  #freshRuns = 0;
  /** What the run that goes on has read so far. */
  #parsing: readonly (ParsedFile | UnreadFile)[] = [];
  readonly #facts = new KnownFacts(() => this.#snapshot);
  readonly #sameness: Sameness;
  #readByLook = 0;

  constructor(options: IndexerOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#sameness = new Sameness(this.#clock);
  }

  /** The graph as of the last run; `undefined` before there is one. */
  get view(): SegmentedView | undefined {
    return this.#graph?.view;
  }

  get files(): ReadonlyMap<string, FileRecord> {
    return this.#knowledge.files;
  }

  /** The last scan of the whole tree in this process. */
  get scan(): Scan | undefined {
    return this.#knowledge.scan;
  }

  /** What was found of documents when the tree was last looked at in this process. */
  get documentScan(): DocumentScan | undefined {
    return this.#knowledge.documentScan;
  }

  /** The documents that are indexed, in order of path. */
  documents(): {
    readonly path: string;
    readonly hash: string;
    readonly kind: 'record' | 'instructions' | 'readme';
  }[] {
    const { files, documents } = this.#knowledge;
    const found = pathsOf(this.#knowledge).documents.flatMap((path) => files.get(path) ?? []);
    return found.map(({ path, hash }) => {
      const isInstructions = documents.instructions.includes(path);
      const kind = !isInstructions ? 'record' : /(?:^|\/)readme\.md$/i.test(path) ? 'readme' : 'instructions';
      return { path, hash, kind } as const;
    });
  }

  /** What could not be read as it should, in order of path. */
  problems(): FileProblem[] {
    const { treeProblems, problems, linkProblems } = this.#knowledge;
    const found = [...treeProblems];
    for (const [path, ofFile] of [...problems, ...linkProblems]) {
      for (const problem of ofFile) found.push({ path, problem });
    }
    return found.sort((a, b) => compareText(a.path, b.path));
  }

  /**
   * How many files the last look at the whole tree has read since they were written when the index was made, which every start
   * does again until a snapshot is written that knows of a later look.
   */
  get readByLook(): number {
    return this.#readByLook;
  }

  /** Whether anything that is known here was read from the snapshot of another process, the graph or facts. */
  get isRestored(): boolean {
    return this.#isRestored;
  }

  /** How often everything was made anew from the sources. */
  get freshRuns(): number {
    return this.#freshRuns;
  }

  /** Whether there is a snapshot to read from, of this process or another. */
  get hasSnapshot(): boolean {
    return this.#snapshot !== undefined;
  }

  /**
   * Goes on from a snapshot. Returns whether it could: facts of another extractor or grammar are of no use. Throws a
   * `SnapshotDamage`, and is as before then.
   */
  restore(snapshot: Snapshot): boolean {
    const saved = readSavedMeta(snapshot.meta);
    if (saved?.extractor !== EXTRACTOR_VERSION || saved.grammar !== GRAMMAR_CHECKSUM) return false;
    if (saved.documentExtractor !== DOCUMENT_EXTRACTOR) return false;
    const knowledge: Knowledge = {
      files: new Map(snapshot.files().map((file) => [file.path, file])),
      problems: new Map(saved.problems),
      treeProblems: saved.treeProblems,
      linkProblems: new Map(saved.linkProblems),
      imports: saved.imports,
      documents: saved.documents,
      // In another folder sizes and times prove nothing: the bytes are compared.
      since: saved.place === placeOf(this.#options.root) ? saved.since : Number.MIN_SAFE_INTEGER,
    };
    // Another version of this program may link the same facts otherwise.
    const graph = saved.version === version ? snapshot.graph() : undefined;
    this.#knowledge = knowledge;
    this.#graph = graph;
    this.#snapshot = snapshot;
    this.#isRestored = true;
    return true;
  }

  /** What a snapshot has to hold to restore this. There must be a graph. */
  snapshotContent(): SnapshotContent {
    const { files, problems, treeProblems, linkProblems, imports, documents, since } = this.#knowledge;
    if (this.#graph === undefined) throw new Error('there is no graph to save');
    const meta: SavedMeta = {
      layout: META_LAYOUT,
      version,
      extractor: EXTRACTOR_VERSION,
      grammar: GRAMMAR_CHECKSUM,
      documentExtractor: DOCUMENT_EXTRACTOR,
      place: placeOf(this.#options.root),
      since,
      imports,
      documents,
      problems: [...problems],
      treeProblems,
      linkProblems: [...linkProblems],
    };
    const withFacts = [...files.values()].map((file) => ({ ...file, facts: this.#facts.textOf(file) }));
    return { meta: meta as unknown as Properties, files: withFacts, graph: this.#graph };
  }

  /** Reads facts from this snapshot, which holds what was just saved, instead of keeping them in memory. */
  rest(snapshot: Snapshot): void {
    this.#knowledge = {
      ...this.#knowledge,
      files: new Map(snapshot.files().map((file) => [file.path, file])),
    };
    this.#snapshot?.close();
    this.#snapshot = snapshot;
  }

  /** Which of these files are not on the disk as they were indexed. Unknown paths are left out. */
  changedOnDisk(paths: Iterable<string>): string[] {
    const changed: string[] = [];
    for (const path of paths) {
      const file = this.#knowledge.files.get(path);
      if (file === undefined) continue;
      const location = locate(this.#options.root, path);
      if (!this.#isAsIndexed(file, stampOf(location), location)) changed.push(path);
    }
    return changed;
  }

  /**
   * A graph of what has been read of a first run that is still going on: definitions, and nothing that takes two files.
   * `undefined` when no run is going on or nothing has been read.
   */
  async sketch(signal?: AbortSignal): Promise<SegmentedView | undefined> {
    const parsed = this.#parsing;
    if (parsed.length === 0) return undefined;
    const { outlineSegment } = await import('./outline.js');
    const outlines = function* (): Generator<undefined, Segment[], void> {
      const segments: Segment[] = [];
      for (const file of parsed) {
        if ('facts' in file && isSourceName(file.path))
          segments.push(outlineSegment(decodeFacts(file.path, file.facts)));
        yield undefined;
      }
      return segments;
    };
    const segments = await runInSlices(outlines(), { signal });
    return (await runInSlices(buildGraphInSteps(segments), { signal })).view;
  }

  /** Brings everything, or some paths, in line with the disk. Rejects with KgError `cancelled`; nothing is changed then. */
  async update(options: UpdateOptions = {}): Promise<UpdateReport> {
    const phases = new Phases(this.#clock, options.onProgress);
    const previous = this.#knowledge;
    const known = options.fresh ? NOTHING : previous;
    const since = options.paths === undefined ? this.#clock.now() : previous.since;

    phases.begin('scanning');
    const look = await this.#look(phases, options);

    phases.begin('parsing');
    const readBefore = this.#sameness.readCount;
    const toParse = await runInSlices(this.#notAsIndexed(look.present, known), { signal: options.signal });
    if (options.paths === undefined) this.#readByLook = this.#sameness.readCount - readBefore;
    const parsed = await this.#parseMeanwhile(toParse, phases, options);
    const next = combine(known, look.removed, parsed);
    const difference = options.fresh
      ? compareFiles(previous.files, next.files)
      : compareParsed(previous.files, look.removed, parsed);
    const paths = listPaths(next.files, previous.paths, difference);
    const knowledge: Knowledge = { ...previous, ...next, paths, ...this.#surroundings(look, paths), since };

    phases.begin('linking');
    const { relinked, linkProblems } = await this.#link(knowledge, difference, phases, options);
    for (const { path } of toParse) this.#sameness.forget(path);
    this.#knowledge = { ...knowledge, linkProblems };
    this.#parsing = [];
    if (options.fresh) this.#forgetSnapshot();
    return { phases: phases.end(), ...difference, relinked };
  }

  /** After a fresh run all there is was made here. */
  #forgetSnapshot(): void {
    this.#snapshot?.close();
    this.#snapshot = undefined;
    this.#isRestored = false;
    this.#freshRuns++;
  }

  *#notAsIndexed(present: Look['present'], known: Knowledge): Generator<void, FileThere[]> {
    const found: FileThere[] = [];
    for (const file of present) {
      const before = known.files.get(file.path);
      const isNew = before === undefined || isOtherKind(file, known.documents);
      if (isNew || !this.#isAsIndexed(before, file, file.absolute)) found.push(file);
      yield;
    }
    return found;
  }

  #isAsIndexed(file: FileRecord, now: FileStamp | undefined, location: Location): boolean {
    return this.#sameness.isAsIndexed(file, now, { location, since: this.#knowledge.since });
  }

  /** What nobody knows of may be none of the project's, or not since somebody told of it: only the whole tree says so. */
  async #look(phases: Phases, options: UpdateOptions): Promise<Look> {
    if (options.paths === undefined) return this.#lookAround(phases, options);
    const { files, problems } = this.#knowledge;
    const look = lookAt(this.#options, options.paths);
    const isKnown = look.present.every(({ path }) => files.has(path) || problems.has(path));
    return isKnown ? look : this.#lookAround(phases, options);
  }

  #lookAround(phases: Phases, { signal }: UpdateOptions): Promise<Look> {
    const onFound = (files: number): void => phases.report(files, 0);
    // A file that could not be read is known by what is said of it alone.
    const known = new Set([...this.#knowledge.files.keys(), ...this.#knowledge.problems.keys()]);
    return lookAround(this.#options, known, { signal, onFound });
  }

  #surroundings(look: Look, paths: PathLists): Partial<Knowledge> {
    const { fingerprint: learned } = this.#learned();
    return surroundingsOf(look, { before: this.#knowledge, paths, root: this.#options.root, learned });
  }

  /** The first change has its threads started and its linker made at the same time. */
  async #parseMeanwhile(
    files: Look['present'],
    phases: Phases,
    options: UpdateOptions,
  ): Promise<readonly (ParsedFile | UnreadFile)[]> {
    const isFirst = options.fresh === true || this.#graph === undefined;
    const isLinked = !isFirst && files.some(({ path }) => isSourceName(path));
    // Both have ended when this does: whoever starts over must be alone.
    const [parsed, prepared] = await Promise.allSettled([
      this.#parse(files, phases, options),
      isLinked ? this.#prepareLinker({ signal: options.signal }) : undefined,
    ]);
    if (parsed.status === 'rejected') throw parsed.reason;
    if (prepared.status === 'rejected') throw prepared.reason;
    return parsed.value;
  }

  async #parse(
    files: Look['present'],
    phases: Phases,
    { fresh, signal }: UpdateOptions,
  ): Promise<readonly (ParsedFile | UnreadFile)[]> {
    const parsed: (ParsedFile | UnreadFile)[] = [];
    this.#parsing = parsed;
    const guard = new HeapGuard();
    const onFile = (file: ParsedFile | UnreadFile): void => {
      parsed.push(file);
      phases.report(parsed.length, files.length);
      if (parsed.length % FILES_PER_LOOK === 0)
        guard.look(`${parsed.length} of ${files.length} files parsed`);
    };
    await this.#options.pool.run(files, { onFile, isRetry: fresh, signal });
    if (files.length > FILES_FOR_A_WARM_POOL) this.#options.pool.close();
    return parsed;
  }

  /** Links what the difference makes necessary and publishes the result. */
  async #link(
    knowledge: Knowledge,
    difference: FileDifference,
    phases: Phases,
    { fresh = false, signal }: UpdateOptions,
  ): Promise<Pick<LinkResult, 'relinked'> & Pick<Knowledge, 'linkProblems'>> {
    const { linkProblems } = this.#knowledge;
    const isFirst = fresh || this.#graph === undefined;
    const { added, changed, removed } = difference;
    const touched = isFirst ? [...knowledge.files.keys()] : [...added, ...changed, ...removed];
    const code = touched.filter(isSourceName);
    const isCodeSame =
      !isFirst && code.length === 0 && isDeepStrictEqual(knowledge.imports, this.#knowledge.imports);
    const isSame =
      isCodeSame && touched.length === 0 && isDeepStrictEqual(knowledge.documents, this.#knowledge.documents);
    if (isSame) return { relinked: 0, linkProblems };
    const linker = isFirst
      ? (await loadLinker()).createLinker()
      : (this.#linker ?? (await this.#restoredLinker({ signal })));
    const guard = new HeapGuard();
    const onStep = ({ done, total }: { done: number; total: number }): void => {
      phases.report(done, total);
      guard.look(`${done} of ${total} files linked`);
    };
    const onGraph = (): void => guard.look(`while the graph of ${knowledge.files.size} files is made`);
    const result = isCodeSame
      ? NO_LINKS
      : await runInSlices(linker.update(this.#facts.source(knowledge), code), { signal, onStep });
    const documents = await this.#linkDocuments(knowledge, { result, isFirst, touched }, signal);
    if (isFirst) {
      const segments = [...result.replaced, ...documents.replaced];
      this.#graph = await runInSlices(buildGraphInSteps(segments), { onStep: onGraph });
    } else {
      await this.#publish({
        ...result,
        replaced: [...result.replaced, ...documents.replaced],
        removed: [...result.removed, ...removed.filter(isDocument), ...documents.removed],
      });
    }
    if (!isCodeSame) this.#linker = linker;
    return {
      relinked: result.relinked,
      linkProblems: isFirst ? result.problems : linkProblemsAfter(linkProblems, result),
    };
  }

  /** The segments of documents that are other than before, given what has become of the code. */
  async #linkDocuments(
    knowledge: Knowledge,
    { result, isFirst, touched }: { result: LinkResult; isFirst: boolean; touched: readonly string[] },
    signal: AbortSignal | undefined,
  ): Promise<RelinkedDocuments> {
    const files = pathsOf(knowledge).documents.flatMap((path) => knowledge.files.get(path) ?? []);
    const learned = this.#learned();
    const read = new Set(learned.docstringPaths());
    if (files.length + read.size === 0 && !touched.some(isDocument)) return { replaced: [], removed: [] };
    const { hasOtherDefinitions, relinkDocuments } = await import('./documents/relink.js');
    const change = { ...result, before: isFirst ? undefined : this.view };
    const isDue =
      touched.some((path) => isDocument(path) || read.has(path)) ||
      !isDeepStrictEqual(knowledge.documents, this.#knowledge.documents) ||
      hasOtherDefinitions(change);
    if (!isDue) return { replaced: [], removed: [] };
    const instructions = new Set(knowledge.documents.instructions);
    const documents = files.map((file) => {
      const kind = instructions.has(file.path) ? 'instructions' : 'adr';
      return { path: file.path, hash: file.hash, facts: this.#facts.ofDocument(file, kind) };
    });
    const surroundings = { outside: new Set(knowledge.scan?.outsideFiles), learned };
    return runInSlices(relinkDocuments(documents, change, surroundings), { signal });
  }

  #learned(): Learned {
    return this.#options.learned?.() ?? NOTHING_LEARNED;
  }

  /**
   * Makes ready what the first questions and changes after a start would wait for: who refers to what, and a linker that knows
   * every file.
   */
  async prepare(slices: Slices): Promise<void> {
    if (this.#graph === undefined) return;
    const isWarm = this.#options.pool.warm();
    await runInSlices(this.#graph.prepare(), slices);
    await this.#prepareLinker(slices);
    await isWarm;
  }

  async #prepareLinker(slices: Slices): Promise<void> {
    if (this.#linker !== undefined) return;
    const linker = await this.#restoredLinker(slices);
    await runInSlices(linker.update(this.#facts.source(this.#knowledge), []), slices);
    this.#linker = linker;
  }

  /** A linker that knows what the snapshot's run read. */
  async #restoredLinker(slices: Slices): Promise<Linker> {
    const { view } = this;
    const { createLinker } = await loadLinker();
    if (view === undefined) return createLinker();
    const segments = await runInSlices(readsOf(view), slices);
    return createLinker({ ...this.#knowledge.imports, segments });
  }

  async #publish({ replaced, touched, removed }: LinkResult): Promise<void> {
    if (replaced.length + touched.length + removed.length === 0) return;
    const retold = this.view === undefined ? [] : await runInSlices(retell(this.view, touched));
    if (this.#graph) await runInSlices(this.#graph.replaceSegmentsInSteps([...replaced, ...retold], removed));
    if (this.#graph?.isRebuildDue) await runInSlices(this.#graph.rebuild());
  }
}

/** Loaded when something is linked: a start that finds everything as it was does without. */
function loadLinker(): Promise<typeof import('./resolve/resolve.js')> {
  return import('./resolve/resolve.js');
}

/** Files that were linked anew or are gone have the problems of this run. */
function linkProblemsAfter(
  before: LinkResult['problems'],
  { replaced, removed, problems }: LinkResult,
): LinkResult['problems'] {
  const after = new Map(before);
  for (const { key } of replaced) after.delete(key);
  for (const key of removed) after.delete(key);
  for (const [path, ofFile] of problems) after.set(path, ofFile);
  return after;
}
