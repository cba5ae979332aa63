/**
 * One project while it lives: it starts from its snapshot, catches up with the disk in the background, answers meanwhile with
 * what it has, checks the files that answers cite, follows changes, and saves them. Runs follow one another; none waits for
 * another process.
 *
 * The snapshot is a help, never a condition: one that cannot be written is a note. One that turns out to be damaged, whoever
 * finds that, is set aside and everything is made anew from the sources (`#startOver`); a question that met it is asked again.
 */
import { createHash } from 'node:crypto';
import { type Clock, systemClock } from '../kernel/clock.js';
import { readBytesIfReadable } from '../kernel/disk.js';
import { describeError, KgError, stackOf } from '../kernel/errors.js';
import type { Log } from '../kernel/log.js';
import { withPatience } from '../kernel/patience.js';
import { Quiet } from '../kernel/quiet.js';
import type { DocumentSettings } from './documents/which.js';
import { docstringsIn } from './enrich/docstrings.js';
import type { Enrichment } from './enrich/enricher.js';
import { enrichmentNotes } from './enrich/notes.js';
import type { IndexedDocument, Plan } from './enrich/plan.js';
import type { SegmentedView } from './graph.js';
import { Indexer, type UpdateOptions, type UpdateReport } from './indexer.js';
import { Looks } from './looks.js';
import { decodeProgram } from './notebook.js';
import { locate } from './odd-names.js';
import { ParsePool } from './parse-pool.js';
import {
  type FileProblem,
  FRESHNESS_WAIT_MS,
  type IndexProgress,
  type IndexState,
  type Project,
  type ReindexOptions,
  type ReindexReport,
  type ReportProgress,
  type SourceText,
} from './project-face.js';
import { type ModelSettings, ProjectModel, takesReadme } from './project-model.js';
import { describeState } from './project-state.js';
import { reportReindex } from './reindex-report.js';
import { SharedRebuild } from './shared-rebuild.js';
import { SnapshotDamage } from './snapshot/damage.js';
import { SnapshotKeeper } from './snapshot-keeper.js';
import { type PlaceOptions, SnapshotPlace } from './snapshot-place.js';
import { NO_CALLS, type Summary, summarize } from './summary.js';
import { Follower } from './watch/follower.js';
import type { WatcherOptions } from './watch/tree-watcher.js';

/** What a project is opened with; a `Config` has all of it but the log and the settings as text. */
export interface ProjectOptions extends PlaceOptions, DocumentSettings, ModelSettings {
  readonly sourceDirs: readonly string[] | undefined;
  readonly warnings: readonly string[];
  /** Whether a process that stays follows changes; false when absent. */
  readonly watchEnabled?: boolean;
}

export interface OpenOptions {
  readonly log: Log;
  readonly settings: IndexState['settings'];
  /** Whether what is found is kept on the disk; true when absent. Not for a look through other settings than the project's. */
  readonly save?: boolean;
  /** Whether the process stays, as a server does: it takes the writer's role when that is free, and follows changes. */
  readonly stays?: boolean;
  readonly clock?: Clock;
  /** Threads that several projects take turns with; its own ones when absent. */
  readonly pool?: ParsePool;
  /** How folders are watched; for tests, which listen in. */
  readonly watcher?: WatcherOptions;
  /** How long after the last change the language model reads documents. */
  readonly readAfterMs?: number;
}

/** The first question has often been asked before there is a graph: the watcher is set up after its answer. */
const WATCH_AFTER_MS = 50;
/** The first questions come before what the first change needs is made ready. */
const PREPARE_AFTER_MS = 400;
/** Nobody waits for a check in a process that stays: what an answer reads of the snapshot is compared when it is read. */
const CHECK_AFTER_MS = 2_000;
/** More files than this that every start reads again are worth writing the snapshot once more. */
const READ_AGAIN_MAX = 100;
/** Edits come in bursts; a snapshot that is this late costs a start the re-index of the files edited since. */
const SAVE_DELAY_MS = 3000;

/** Opens a project and starts indexing it in the background. Never throws; what goes wrong is in its state. */
export function openProject(options: ProjectOptions, open: OpenOptions): Project {
  return new LiveProject(options, open);
}

class LiveProject implements Project {
  readonly root: string;
  readonly #options: ProjectOptions;
  readonly #open: OpenOptions;
  readonly #clock: Clock;
  readonly #pool: ParsePool;
  readonly #indexer: Indexer;
  readonly #keeper: SnapshotKeeper;
  readonly #model: ProjectModel;
  /** Absent when nothing is followed. */
  readonly #follower: Follower | undefined;
  readonly #notes: string[] = [];
  readonly #listeners = new Set<ReportProgress>();
  readonly #closing = new AbortController();
  /** What is made ready or checked gives way to questions, until a change or somebody else waits for it. */
  readonly #quiet: Quiet;
  /** Resolves when the graph has been brought in line with the disk once, or that failed. */
  readonly #started: Promise<void>;
  #isStarting = true;
  /** Resolves when the bytes of the snapshot have been compared; absent until that has begun. */
  #checked: Promise<void> | undefined;
  /** The end of the last run in the queue; never rejects. */
  #idle: Promise<unknown>;
  /** What there is to answer from while a first index takes longer than a caller's patience. */
  #sketch: SegmentedView | undefined;
  #progress: IndexProgress = { phase: 'loading', done: 0, total: 0 };
  #failure: string | undefined;
  #indexedAt: number | undefined;
  #lastChange: IndexState['lastChange'];
  readonly #looks: Looks;
  #saveTimer: NodeJS.Timeout | undefined;
  /** A save is given up for whatever comes: who has edited a file does not wait for it. */
  #saving: AbortController | undefined;
  #watchTimer: NodeJS.Timeout | undefined;
  #prepareTimer: NodeJS.Timeout | undefined;
  #checkTimer: NodeJS.Timeout | undefined;
  #summary: { readonly view: SegmentedView; readonly summary: Summary } | undefined;
  #changedSince: readonly string[] = [];
  readonly #rebuild = new SharedRebuild<ReindexReport>();
  /** What questions wait for that met damage. */
  #recovery: Promise<unknown> | undefined;

  constructor(options: ProjectOptions, open: OpenOptions) {
    this.root = options.root;
    this.#options = options;
    this.#open = open;
    this.#clock = open.clock ?? systemClock;
    this.#quiet = new Quiet(this.#clock);
    this.#pool = open.pool ?? new ParsePool();
    this.#model = new ProjectModel(options, {
      project: {
        documents: () => [...this.#indexer.documents(), ...this.#docstrings()],
        relink: async () => {
          await this.#enqueue(() => this.#run({ paths: [] }));
          return this.#indexer.view;
        },
        view: () => this.#indexer.view,
      },
      note: (note) => this.#note(note),
      isKept: open.save !== false,
      clock: this.#clock,
      quietMs: open.readAfterMs,
    });
    this.#indexer = new Indexer({
      root: options.root,
      sourceDirs: options.sourceDirs,
      documents: { ...options, takesReadme: takesReadme(options) },
      learned: () => this.#model.learned(),
      pool: this.#pool,
      clock: this.#clock,
    });
    const keeping = { isKept: open.save !== false, clock: open.clock };
    const place = new SnapshotPlace(options, (note) => this.#note(note), keeping);
    this.#keeper = new SnapshotKeeper(place, this.#indexer, this.#clock);
    const isFollowed = open.stays === true && options.watchEnabled === true;
    this.#follower = isFollowed ? new Follower(this.#followed(), this.#clock, open.watcher) : undefined;
    this.#looks = new Looks({
      follower: this.#follower,
      clock: this.#clock,
      closing: this.#closing.signal,
      look: () => this.#enqueue(() => this.#run({})),
      hasFoundChanges: () =>
        ['parsing', 'linking'].includes(this.#progress.phase) && this.#progress.total > 0,
      failed: (error) => this.#open.log.info(describeError(error)),
    });
    for (const warning of options.warnings) this.#note(warning);
    this.#started = this.#start();
    this.#idle = this.#started.then(() => this.#save());
    void this.#started.then(() => {
      if (open.stays === true) this.#stay();
      else this.#check();
    });
  }

  view(): SegmentedView | undefined {
    return this.#indexer.view ?? this.#sketch;
  }

  async whenReady(
    signal: AbortSignal,
    onProgress: ReportProgress,
    maxWaitMs: number,
    since = Number.POSITIVE_INFINITY,
  ): Promise<void> {
    // Whoever has waited for the start has waited for a look at the whole tree.
    const isFirst = this.#isStarting;
    this.#quiet.disturb();
    this.#listeners.add(onProgress);
    try {
      await withPatience(this.#started, { maxWaitMs, signal });
      if (this.#indexer.view === undefined) this.#sketch = await this.#indexer.sketch(signal);
      else if (!isFirst && !this.#looks.isSince(since)) await this.#looks.followUp(signal);
    } finally {
      this.#listeners.delete(onProgress);
      this.#quiet.disturb();
    }
  }

  async ensureFresh(
    paths: readonly string[],
    signal: AbortSignal,
    maxWaitMs = FRESHNESS_WAIT_MS,
  ): Promise<{ readonly stale: readonly string[] }> {
    this.#quiet.disturb();
    const asked = new Set(paths);
    const changed = this.#indexer.changedOnDisk(asked);
    if (changed.length === 0) {
      this.#forgetChanged(asked);
      return { stale: [] };
    }
    this.#quiet.end();
    const update = this.#enqueue(() => this.#run({ paths: changed }));
    await withPatience(update, { maxWaitMs, signal });
    const stale = this.#indexer.changedOnDisk(changed).sort();
    this.#changedSince = stale;
    return { stale };
  }

  async catchUp(
    signal: AbortSignal,
    maxWaitMs = FRESHNESS_WAIT_MS,
    since = Number.POSITIVE_INFINITY,
  ): Promise<void> {
    this.#quiet.disturb();
    if (this.#indexer.view === undefined || this.#looks.isSince(since)) return;
    await this.#looks.catchUp(signal, maxWaitMs);
  }

  async readSource(path: string, startLine: number, endLine: number): Promise<SourceText> {
    const file = this.#indexer.files.get(path);
    const bytes = file && readBytesIfReadable(locate(this.root, path));
    if (file === undefined || bytes === undefined) return { kind: 'missing' };
    if (createHash('sha256').update(bytes).digest('hex') !== file.hash) return { kind: 'changed' };
    const lines = decodeProgram(path, bytes).text.split('\n');
    const first = Math.max(1, startLine);
    return { kind: 'text', startLine: first, lines: lines.slice(first - 1, endLine) };
  }

  get model(): ProjectModel | undefined {
    return this.#options.llm.enabled ? this.#model : undefined;
  }

  #docstrings(): readonly IndexedDocument[] {
    const { view } = this.#indexer;
    const isWanted = this.#options.llm.sources?.includes('docstrings') === true;
    return isWanted && view !== undefined ? docstringsIn(view) : [];
  }

  async enrich(onProgress: ReportProgress, signal: AbortSignal): Promise<Enrichment | undefined> {
    if (!this.#options.llm.enabled) return undefined;
    const report = (done: number, total: number): void => onProgress({ phase: 'reading', done, total });
    return await this.#model.run({ signal, onProgress: report, isAgain: true });
  }

  planEnrichment(signal: AbortSignal): Promise<Plan> {
    return this.#model.plan(signal);
  }

  problems(): readonly FileProblem[] {
    return this.#indexer.problems();
  }

  async reindex(
    options: ReindexOptions,
    onProgress: ReportProgress,
    signal: AbortSignal,
  ): Promise<ReindexReport> {
    this.#listeners.add(onProgress);
    try {
      return await this.#rebuild.join((gone) => this.#rebuildAndRead(options, gone), signal);
    } finally {
      this.#listeners.delete(onProgress);
    }
  }

  async recover(error: unknown, signal: AbortSignal, onProgress: ReportProgress): Promise<boolean> {
    // A view that was given out before the last run may still read from a snapshot that was given up in it.
    if (!this.#isToBlame(error) && !(error instanceof SnapshotDamage)) return false;
    const { freshRuns } = this.#indexer;
    this.#recovery ??= this.#enqueue(async () => {
      // Whoever was before this in the queue may have met the same damage.
      if (this.#indexer.freshRuns === freshRuns && this.#isToBlame(error)) await this.#startOver(error);
    }).finally(() => {
      this.#recovery = undefined;
    });
    this.#listeners.add(onProgress);
    try {
      await withPatience(this.#recovery, { maxWaitMs: Number.POSITIVE_INFINITY, signal });
    } finally {
      this.#listeners.delete(onProgress);
    }
    return true;
  }

  async settle(signal: AbortSignal): Promise<void> {
    clearTimeout(this.#saveTimer);
    this.#quiet.end();
    await withPatience(this.#check(), { maxWaitMs: Number.POSITIVE_INFINITY, signal });
    this.#idle = this.#idle.then(() => this.#save());
    await withPatience(this.#idle, { maxWaitMs: Number.POSITIVE_INFINITY, signal });
  }

  async close(): Promise<void> {
    this.#closing.abort();
    clearTimeout(this.#saveTimer);
    clearTimeout(this.#watchTimer);
    clearTimeout(this.#prepareTimer);
    clearTimeout(this.#checkTimer);
    this.#follower?.close();
    await this.#model.close();
    await this.#checked;
    await this.#idle;
    if (this.#failure === undefined) await this.#save();
    this.#keeper.close();
    if (this.#open.pool === undefined) this.#pool.close();
  }

  state(): IndexState {
    const { trouble } = this.#keeper;
    return describeState({
      indexer: this.#indexer,
      progress: this.#progress,
      failure: this.#failure,
      indexedAt: this.#indexedAt,
      lastChange: this.#lastChange,
      changedSince: this.#changedSince,
      isBehind: this.#looks.isBehind,
      summary: () => this.#summarize(),
      snapshot: this.#keeper.saved,
      damage: this.#keeper.damage,
      notes: trouble === undefined ? this.#notes : [...this.#notes, trouble],
      following: this.#follower?.state,
      isKept: this.#open.save !== false,
      writer: this.#keeper.writer,
      llm: this.#model.state,
      settings: this.#open.settings,
    });
  }

  async #start(): Promise<void> {
    try {
      try {
        this.#keeper.restore();
      } catch (error) {
        this.#giveUp(error);
      }
      await this.#run({});
    } catch (error) {
      this.#failure = describeError(error);
      if (!(error instanceof KgError)) this.#open.log.error(stackOf(error));
    }
    this.#isStarting = false;
    this.#rest();
  }

  /** What a process that stays does from its first graph on. */
  #stay(): void {
    if (this.#closing.signal.aborted) return;
    this.#keeper.stay(() => this.#saveLater());
    if (this.#indexer.readByLook > READ_AGAIN_MAX) {
      this.#keeper.renew();
      this.#saveLater();
    }
    this.#checkTimer = setTimeout(() => this.#check(), CHECK_AFTER_MS).unref();
    if (this.#follower === undefined) return;
    this.#prepareTimer = setTimeout(() => this.#prepare(), PREPARE_AFTER_MS).unref();
    this.#watchTimer = setTimeout(() => this.#follower?.start(), WATCH_AFTER_MS).unref();
  }

  /** What is found wrong here is met again, and dealt with, by the first change. */
  #prepare(): void {
    const tell = (error: unknown): void => {
      if (!this.#closing.signal.aborted) this.#open.log.info(describeError(error));
    };
    this.#idle = this.#idle
      .then(() => this.#quiet.whenFree())
      .then(() => this.#indexer.prepare(this.#givingWay()))
      .catch(tell);
  }

  #givingWay(): { readonly signal: AbortSignal; readonly pause: () => Promise<void> | undefined } {
    return { signal: this.#closing.signal, pause: () => this.#quiet.pause() };
  }

  #followed(): ConstructorParameters<typeof Follower>[0] {
    return {
      root: this.root,
      scan: () => this.#indexer.scan,
      documents: () => this.#indexer.documentScan,
      isIndexed: (path) => this.#indexer.files.has(path),
      troubledPaths: () => new Set(this.#indexer.problems().map(({ path }) => path)),
      run: async (paths) => {
        if (paths !== undefined) this.#quiet.end();
        await this.#enqueue(() => this.#run({ paths })).catch((error: unknown) => {
          this.#open.log.info(describeError(error));
          throw error;
        });
      },
      settingsChanged: (path) =>
        this.#note(`${path} has changed; its settings are read when the server starts again`),
    };
  }

  /** What is known to have changed, without files that turn out to be as indexed. */
  #forgetChanged(asIndexed: ReadonlySet<string>): void {
    this.#changedSince = this.#changedSince.filter((path) => !asIndexed.has(path));
  }

  #check(): Promise<void> {
    this.#checked ??= this.#checkSnapshot();
    return this.#checked;
  }

  /**
   * Compares the checksums of everything that was restored, when the first answers are already given from it: a start need
   * not wait for bytes that it does not read, nor a change for the check. Given up when the project is closed before.
   */
  async #checkSnapshot(): Promise<void> {
    try {
      await this.#started;
      const fault = await this.#keeper.check(this.#givingWay());
      if (fault === undefined) return;
      const damage = new SnapshotDamage(fault);
      await this.#enqueue(async () => {
        if (this.#isToBlame(damage)) await this.#startOver(damage);
      });
    } catch (error) {
      if (!this.#closing.signal.aborted) this.#note(describeError(error));
    }
    this.#rest();
  }

  async #run(options: UpdateOptions): Promise<UpdateReport> {
    try {
      return await this.#update(options);
    } catch (error) {
      return await this.#startOver(error, options);
    }
  }

  /**
   * The one way on for whoever met damage: the snapshot is given up and everything is made anew from the sources. Throws the
   * error when no snapshot can be to blame for it.
   */
  async #startOver(error: unknown, options: UpdateOptions = {}): Promise<UpdateReport> {
    if (!this.#isToBlame(error)) throw error;
    this.#giveUp(error);
    return await this.#update({ ...options, paths: undefined, fresh: true });
  }

  /**
   * Whether the snapshot is to blame for an error. What was read from one that another process wrote may also be wrong in a way
   * that no checksum tells, and be met as any error of the language.
   */
  #isToBlame(error: unknown): boolean {
    if (error instanceof SnapshotDamage) return this.#indexer.hasSnapshot;
    return this.#indexer.isRestored && !(error instanceof KgError) && !this.#closing.signal.aborted;
  }

  #giveUp(error: unknown): void {
    const isDamaged = error instanceof SnapshotDamage;
    if (!isDamaged) this.#open.log.detail(stackOf(error));
    this.#keeper.giveUp(describeError(error), isDamaged);
  }

  async #update(options: UpdateOptions): Promise<UpdateReport> {
    const onProgress = (progress: IndexProgress): void => this.#report(progress);
    const signal = options.signal
      ? AbortSignal.any([options.signal, this.#closing.signal])
      : this.#closing.signal;
    const isWhole = options.fresh === true || this.#indexer.view === undefined;
    const began = this.#clock.elapsed();
    const report = await this.#indexer.update({ ...options, signal, onProgress });
    this.#indexedAt = this.#clock.now();
    this.#forgetChanged(new Set(options.paths ?? this.#changedSince));
    if (!isWhole) this.#noteChange(report);
    if (options.paths === undefined) {
      this.#looks.note(began, report.phases.find(({ name }) => name === 'scanning')?.ms ?? 0);
    }
    const isChange =
      isWhole || report.relinked + report.added.length + report.changed.length + report.removed.length > 0;
    if (this.#open.stays === true) this.#model.schedule(isChange);
    return report;
  }

  /** What the last change to a graph that was there has cost. */
  #noteChange({ added, changed, removed, relinked }: UpdateReport): void {
    const files = added.length + changed.length + removed.length;
    if (files > 0 || relinked > 0) this.#lastChange = { files, linked: relinked };
  }

  /** Runs something when everything before it has ended, and saves a while later what it changed. */
  #enqueue<Result>(run: () => Promise<Result>): Promise<Result> {
    // The last save is given up for nobody, and what came behind it would write as if the project were open.
    if (this.#closing.signal.aborted)
      return Promise.reject(new KgError('cancelled', 'The project is being closed.'));
    this.#saving?.abort();
    const result = this.#idle.then(run).finally(() => this.#rest());
    const saveLater = (): void => this.#saveLater();
    this.#idle = result.then(saveLater, saveLater);
    return result;
  }

  #saveLater(): void {
    clearTimeout(this.#saveTimer);
    if (this.#closing.signal.aborted) return;
    this.#saveTimer = setTimeout(() => {
      this.#idle = this.#idle.then(() => this.#save());
    }, SAVE_DELAY_MS).unref();
  }

  /** Writes the snapshot when there is something new. Never rejects: a disk that refuses is a note. */
  async #save(): Promise<void> {
    this.#saving = new AbortController();
    const { signal } = this.#saving;
    try {
      await this.#write(signal).catch(async (error: unknown) => {
        await this.#startOver(error);
        await this.#write(signal);
      });
    } catch (error) {
      // What has come between is saved with the rest.
      const isGivenUp = error instanceof KgError && error.code === 'cancelled';
      if (!isGivenUp) this.#note(`the index could not be saved: ${describeError(error)}`);
      if (!(error instanceof KgError)) this.#open.log.error(stackOf(error));
    }
    this.#rest();
  }

  async #write(signal: AbortSignal): Promise<void> {
    const { trouble } = this.#keeper;
    await this.#keeper.write(() => this.#report({ phase: 'saving', done: 0, total: 0 }), signal);
    const { trouble: newTrouble } = this.#keeper;
    if (newTrouble !== undefined && newTrouble !== trouble) this.#open.log.warn(newTrouble);
  }

  async #rebuildAndRead(options: ReindexOptions, signal: AbortSignal): Promise<ReindexReport> {
    const report = await this.#rebuildAll(options, signal);
    const start = this.#clock.elapsed();
    const onProgress = (progress: IndexProgress): void => this.#report(progress);
    const enrichment = options.llm ? await this.enrich(onProgress, signal) : undefined;
    this.#rest();
    const { view } = this.#indexer;
    if (enrichment === undefined || view === undefined) return report;
    const phases = [...report.phases, { name: 'reading', ms: this.#clock.elapsed() - start }];
    const notes = [...report.notes, ...enrichmentNotes(enrichment, this.#model.state)];
    return { ...report, counts: view.countByType(), phases, notes };
  }

  #rebuildAll({ llm }: ReindexOptions, signal: AbortSignal): Promise<ReindexReport> {
    return this.#enqueue(async () => {
      const before = this.#indexer.view;
      const wasRestored = this.#indexer.isRestored;
      const run = await this.#run({ fresh: true, signal });
      this.#failure = undefined;
      const after = this.#indexer.view;
      if (after === undefined) throw new Error('a finished run left no graph');
      const notes =
        llm && !this.#options.llm.enabled
          ? ['the language model is off: only the structure was indexed']
          : [];
      const files = this.#indexer.files.size;
      const rebuilt = { after, run, files, problems: this.problems(), notes };
      try {
        return await reportReindex({ before, ...rebuilt });
      } catch (error) {
        if (!(wasRestored || error instanceof SnapshotDamage) || error instanceof KgError) throw error;
        // What was there before cannot be read, so nothing can be said of how it differs.
        this.#giveUp(error);
        return await reportReindex({ before: undefined, ...rebuilt });
      }
    });
  }

  #summarize(): Summary {
    const view = this.view();
    if (view === undefined) return { files: 0, lines: 0, bytes: 0, calls: NO_CALLS, clusters: 0 };
    if (this.#summary?.view !== view) {
      this.#summary = { view, summary: summarize(view, this.#indexer.files) };
    }
    return this.#summary.summary;
  }

  #rest(): void {
    this.#report({ phase: this.#failure === undefined ? 'ready' : 'failed', done: 0, total: 0 });
  }

  #report(progress: IndexProgress): void {
    this.#progress = progress;
    for (const listener of this.#listeners) listener(progress);
  }

  #note(note: string): void {
    if (!this.#notes.includes(note)) this.#notes.push(note);
    this.#open.log.warn(note);
  }
}
