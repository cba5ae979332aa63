/**
 * The language model of one project while it lives: the cache, the client, what was spent, and when documents are read. In a
 * process that stays they are read in the background, a while after the last change, so that a record that is being written is
 * not paid for at every save; answers never wait for it.
 */
import type { Clock } from '../kernel/clock.js';
import { describeError, KgError } from '../kernel/errors.js';
import { Answerer, type Asked } from './enrich/answer.js';
import { CacheFile, type CachePlace } from './enrich/cache-file.js';
import type { ModelOptions } from './enrich/endpoint.js';
import { type Enriched, Enricher, type Enrichment, type EnrichOptions } from './enrich/enricher.js';
import type { Learned } from './enrich/learned.js';
import type { Plan } from './enrich/plan.js';
import { ModelClient } from './enrich/provider.js';
import { Meter } from './enrich/usage.js';
import type { IndexState, ModelFace } from './project-face.js';
import type { Alias } from './reconcile/names.js';

/** What the settings say; a `Config` has it. */
export interface ModelSettings extends CachePlace {
  readonly llm: Pick<ModelOptions, 'enabled' | 'model'> & Partial<ModelOptions>;
  readonly aliases?: readonly Alias[];
}

/** Whether the settings want the README read: then it is a document of the graph, whether the model is on or not. */
export function takesReadme({ llm }: Pick<ModelSettings, 'llm'>): boolean {
  return llm.sources?.includes('readme') === true;
}

export interface ModelSurroundings {
  readonly project: Enriched;
  readonly note: (note: string) => void;
  readonly isKept: boolean;
  readonly clock: Clock;
  /** How long after the last change documents are read. */
  readonly quietMs?: number | undefined;
}

/** Somebody who writes a record saves it every minute or so while the words come. */
const QUIET_MS = 10_000;
/** After the first index nobody is known to write; the first questions come now. */
const START_MS = 1_000;

export class ProjectModel implements ModelFace {
  readonly #options: ModelOptions;
  readonly #surroundings: ModelSurroundings;
  readonly #file: CacheFile;
  readonly #meter = new Meter();
  readonly #client: ModelClient;
  readonly #enricher: Enricher;
  readonly #answerer: Answerer;
  readonly #closing = new AbortController();
  #running: Promise<unknown> = Promise.resolve();
  #progress: { readonly done: number; readonly total: number } | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(settings: ModelSettings, surroundings: ModelSurroundings) {
    const { llm, aliases = [] } = settings;
    this.#options = { provider: 'openai', concurrency: 5, sources: ['adr', 'config'], ...llm };
    this.#surroundings = surroundings;
    this.#file = new CacheFile(settings, surroundings.note, surroundings.isKept);
    this.#client = new ModelClient(this.#options, this.#meter, {}, surroundings.clock);
    const parts = { aliases, file: this.#file, client: this.#client, meter: this.#meter };
    this.#enricher = new Enricher(settings.root, this.#options, parts);
    this.#answerer = new Answerer(this.#client, this.#meter);
  }

  /** What the linker may know: what is paid for is used, whether the model is on or not. */
  learned(): Learned {
    return this.#enricher.learned();
  }

  get state(): IndexState['llm'] {
    const { enabled, model } = this.#options;
    const { known: cache } = this.#file;
    const { sizes } = cache;
    const isKnown = sizes.extractions + sizes.verdicts > 0;
    return {
      enabled,
      model,
      endpoint: this.#client.endpoint.shown,
      ...(enabled && { usage: this.#meter.usage }),
      ...(isKnown && { kept: { ...sizes, ...cache.spent } }),
      ...(this.#progress !== undefined && { running: this.#progress }),
      failures: this.#enricher.failures(),
    };
  }

  /** What a run would send. */
  plan(signal: AbortSignal): Promise<Plan> {
    return this.#enricher.plan(this.#surroundings.project, signal);
  }

  /** Reads what is not known; waits for a run that goes on. Rejects with KgError `cancelled`. */
  async run({ signal, onProgress, isAgain }: EnrichOptions): Promise<Enrichment> {
    const either = AbortSignal.any([signal, this.#closing.signal]);
    const report = (done: number, total: number): void => {
      this.#progress = { done, total };
      onProgress(done, total);
    };
    const run = this.#running
      .then(() =>
        this.#enricher.run(this.#surroundings.project, { signal: either, onProgress: report, isAgain }),
      )
      .finally(() => {
        this.#progress = undefined;
      });
    this.#running = run.catch(() => undefined);
    return await run;
  }

  /** Reads what is not known once nothing has changed for a while; a look that found no change puts nothing off. */
  schedule(isChange: boolean): void {
    if (!this.#options.enabled || this.#closing.signal.aborted) return;
    if (!isChange && this.#timer !== undefined) return;
    clearTimeout(this.#timer);
    const { quietMs = this.#timer === undefined ? START_MS : QUIET_MS } = this.#surroundings;
    this.#timer = setTimeout(() => void this.#runQuietly(), quietMs).unref();
  }

  async #runQuietly(): Promise<void> {
    try {
      await this.run({ signal: this.#closing.signal, onProgress: () => undefined, isAgain: false });
    } catch (error) {
      if (!(error instanceof KgError && error.code === 'cancelled'))
        this.#surroundings.note(describeError(error));
    }
  }

  answer(asked: Asked, signal: AbortSignal): Promise<string> {
    return this.#answerer.answer(asked, AbortSignal.any([signal, this.#closing.signal]));
  }

  /** Ends what goes on; resolves when nothing does any more. */
  async close(): Promise<void> {
    this.#closing.abort();
    clearTimeout(this.#timer);
    await this.#running;
  }
}
