/**
 * The phase of the language model: documents that nobody has read are sent, each as soon as there is room, then the pairs of
 * tier 3 that nobody has judged, by tens. What comes back goes into the cache, and the graph is linked again from there; so
 * nothing here touches the graph, and a run that is given up loses only what had not come yet.
 *
 * One run at a time. A document that failed is not sent again until it changes or somebody asks for it (`isAgain`).
 */
import { createHash } from 'node:crypto';
import { readBytesIfReadable } from '../../kernel/disk.js';
import { KgError } from '../../kernel/errors.js';
import { runInSlices } from '../../kernel/slices.js';
import { compareText, counted } from '../../kernel/text.js';
import type { GraphView } from '../graph.js';
import { locate } from '../odd-names.js';
import type { Idea, Pair } from '../reconcile/entities.js';
import { type Alias, Aliases } from '../reconcile/names.js';
import type { CacheFile } from './cache-file.js';
import type { ModelOptions } from './endpoint.js';
import { EXTRACTION_SCHEMA, readExtraction } from './extraction.js';
import { readJsonReply } from './json-reply.js';
import { digestOf, type Learned, learnedFrom } from './learned.js';
import { type FailureReason, ModelFailure } from './model-failure.js';
import {
  batchesOf,
  documentsToRead,
  type IndexedDocument,
  type Plan,
  pairsToJudge,
  planOf,
  promptFor,
} from './plan.js';
import { type DocumentText, extractionPrompt } from './prompts.js';
import type { ModelClient } from './provider.js';
import { Turns } from './turns.js';
import type { Meter } from './usage.js';
import { readVerdicts, VERDICTS_SCHEMA } from './verdicts.js';

/** The project as a run sees it. */
export interface Enriched {
  /** The documents of the index as it is now. */
  documents(): readonly IndexedDocument[];
  /** Links the documents again with what the cache holds, and gives the graph after that. */
  relink(): Promise<GraphView | undefined>;
  view(): GraphView | undefined;
}

export interface EnrichOptions {
  readonly signal: AbortSignal;
  /** How many replies have come, of how many that are known to be wanted. */
  readonly onProgress: (done: number, total: number) => void;
  /** Also what failed before. */
  readonly isAgain: boolean;
}

/** What a run has done. */
export interface Enrichment {
  readonly read: number;
  readonly judged: number;
  /** Who asks the model at the moment, when it is another process: then nothing was done. */
  readonly elsewhere?: string;
}

/** The mission's: requests about pairs that run at once. */
const JUDGES_AT_ONCE = 5;

/** After so many requests in a row that nobody answered, nobody is there. */
const UNANSWERED_MAX = 3;
const UNANSWERED: ReadonlySet<FailureReason> = new Set(['time-out', 'rate limit', 'server error']);

/** Failures that the next request would meet as well. */
const OBSTACLES: ReadonlySet<FailureReason> = new Set([
  'no key',
  'key refused',
  'not found',
  'quota',
  'no connection',
]);

export class Enricher {
  readonly #root: string;
  readonly #options: ModelOptions;
  readonly #aliases: readonly Alias[];
  readonly #file: CacheFile;
  readonly #client: ModelClient;
  readonly #meter: Meter;
  /** Why documents (by path) and pairs (under '') were not read: what happened last. */
  readonly #failures = new Map<string, ModelFailure>();
  /** Hashes of documents and digests of pairs that are not asked for again by itself. */
  readonly #givenUp = new Set<string>();
  /** What makes it useless to ask for anything else in this run. */
  #obstacle: ModelFailure | undefined;
  /** Failures since the last reply. */
  #unanswered = 0;

  constructor(
    root: string,
    options: ModelOptions,
    parts: {
      readonly aliases: readonly Alias[];
      readonly file: CacheFile;
      readonly client: ModelClient;
      readonly meter: Meter;
    },
  ) {
    this.#root = root;
    this.#options = options;
    this.#aliases = parts.aliases;
    this.#file = parts.file;
    this.#client = parts.client;
    this.#meter = parts.meter;
  }

  /** What the linker may know. */
  learned(): Learned {
    return learnedFrom(this.#file.cache, this.#options.model, this.#aliases);
  }

  /** What could not be read, in order of path; then the pairs, and how many documents were not asked for. */
  failures(): string[] {
    const all = [...this.#failures].sort(
      ([a], [b]) => Number(a === '') - Number(b === '') || compareText(a, b),
    );
    const isLeft = ([, { reason }]: (typeof all)[number]): boolean => reason === 'not asked';
    const lines = all
      .filter((each) => !isLeft(each))
      .map(([path, { message }]) => (path === '' ? `comparing concepts: ${message}` : `${path}: ${message}`));
    const left = all.filter(isLeft);
    const [, why] = left[0] ?? [];
    return why === undefined
      ? lines
      : [...lines, `not asked, ${counted(left.length, 'other')}: ${why.message}`];
  }

  /** What a run would send. */
  async plan(project: Enriched, signal: AbortSignal): Promise<Plan> {
    const { model, sources } = this.#options;
    const { cache } = this.#file;
    const { unread, known } = documentsToRead(project.documents(), { cache, model, sources });
    const texts = unread.flatMap((document) => this.#textOf(document));
    const view = project.view();
    const pairs = view === undefined ? { unjudged: [], known: 0 } : await this.#pairs(view, signal);
    return planOf(texts, known, pairs);
  }

  /** Asks what is not known. Rejects with KgError `cancelled`; what failed is told by `failures`. */
  async run(project: Enriched, options: EnrichOptions): Promise<Enrichment> {
    const claim = this.#file.claim();
    if (claim.kind === 'taken') return { read: 0, judged: 0, elsewhere: claim.by };
    const before = this.#meter.usage;
    try {
      this.#obstacle = undefined;
      this.#unanswered = 0;
      if (options.isAgain) this.#givenUp.clear();
      const read = await this.#readDocuments(project, options);
      const view = read > 0 ? await project.relink() : project.view();
      const judged = view === undefined ? 0 : await this.#judgePairs(view, options);
      if (judged > 0) await project.relink();
      return { read, judged };
    } finally {
      const { calls, tokensIn, tokensOut } = this.#meter.usage;
      const spent = {
        calls: calls - before.calls,
        tokensIn: tokensIn - before.tokensIn,
        tokensOut: tokensOut - before.tokensOut,
      };
      if (spent.calls > 0) {
        this.#file.cache.addSpent(spent);
        await this.#file.save();
      }
      this.#file.release();
    }
  }

  async #readDocuments(project: Enriched, options: EnrichOptions): Promise<number> {
    const { model, sources } = this.#options;
    const documents = project.documents();
    const paths = new Set(documents.map(({ path }) => path));
    for (const path of this.#failures.keys())
      if (path !== '' && !paths.has(path)) this.#failures.delete(path);
    const { unread, known } = documentsToRead(documents, { cache: this.#file.cache, model, sources });
    this.#meter.countHits(known);
    const wanted = unread.filter(({ hash }) => !this.#givenUp.has(hash));
    const read = await this.#all(wanted, { ...options, atOnce: this.#options.concurrency }, (document) =>
      this.#read(document, options.signal),
    );
    return read.filter(Boolean).length;
  }

  /** Whether something has come of it. */
  async #read(document: IndexedDocument, signal: AbortSignal): Promise<boolean> {
    const { path, hash } = document;
    const [text] = this.#textOf(document);
    // It has changed since it was indexed: the run after the next index will find it.
    if (text === undefined) return false;
    return await this.#attempt({ name: path, keys: [hash] }, async () => {
      const shape = { name: 'findings', schema: EXTRACTION_SCHEMA };
      const reply = await this.#client.chat({ prompt: extractionPrompt(text), shape, signal });
      const read = readExtraction(readJsonReply(reply));
      if (read === undefined) throw unreadable();
      this.#file.cache.putExtraction(
        { path, hash, model: this.#options.model },
        read.extraction,
        read.dropped,
      );
    });
  }

  async #judgePairs(view: GraphView, options: EnrichOptions): Promise<number> {
    const { unjudged, known } = await this.#pairs(view, options.signal);
    this.#meter.countHits(known);
    const wanted = unjudged.filter((pair) => !this.#givenUp.has(digestOf(pair)));
    const atOnce = Math.min(JUDGES_AT_ONCE, this.#options.concurrency);
    const judged = await this.#all(batchesOf(wanted), { ...options, atOnce }, async (batch) => {
      return (await this.#judge(batch, options.signal)) ? batch.length : 0;
    });
    return judged.reduce((sum, count) => sum + count, 0);
  }

  async #judge(pairs: readonly Pair<Idea, Idea>[], signal: AbortSignal): Promise<boolean> {
    return await this.#attempt({ name: '', keys: pairs.map(digestOf) }, async () => {
      const shape = { name: 'verdicts', schema: VERDICTS_SCHEMA };
      const reply = await this.#client.chat({ prompt: promptFor(pairs), shape, signal });
      const read = readVerdicts(readJsonReply(reply), pairs.length);
      if (read === undefined) throw unreadable();
      for (const [at, pair] of pairs.entries()) {
        this.#file.cache.putVerdict(digestOf(pair), read.similarities[at] ?? 0, this.#options.model);
      }
    });
  }

  /** Asks for one thing; what fails is counted and told, and keeps the others from nothing. */
  async #attempt(
    { name, keys }: { readonly name: string; readonly keys: readonly string[] },
    ask: () => Promise<void>,
  ): Promise<boolean> {
    try {
      if (this.#obstacle !== undefined) throw new ModelFailure('not asked', this.#obstacle.message);
      await ask();
    } catch (error) {
      if (!(error instanceof ModelFailure)) throw error;
      this.#meter.countFailure(error.reason);
      this.#failures.set(name, error);
      this.#lookForObstacle(error);
      for (const key of keys) this.#givenUp.add(key);
      return false;
    }
    this.#unanswered = 0;
    this.#failures.delete(name);
    this.#file.refresh();
    await this.#file.save();
    return true;
  }

  #lookForObstacle(failure: ModelFailure): void {
    if (this.#obstacle !== undefined) return;
    this.#unanswered = UNANSWERED.has(failure.reason) ? this.#unanswered + 1 : 0;
    if (OBSTACLES.has(failure.reason) || this.#unanswered >= UNANSWERED_MAX) this.#obstacle = failure;
  }

  /** Does something with each item, a few at once, and tells how far it is. */
  async #all<T, R>(
    items: readonly T[],
    { signal, onProgress, atOnce }: EnrichOptions & { readonly atOnce: number },
    work: (item: T) => Promise<R>,
  ): Promise<R[]> {
    let done = 0;
    // Whoever waits here has not been asked for, and need not be once there is an obstacle.
    const turns = new Turns(atOnce);
    if (items.length > 0) onProgress(0, items.length);
    const results = await Promise.allSettled(
      items.map(async (item) => {
        const result = await turns.take(() => {
          if (signal.aborted) throw new KgError('cancelled', 'The run was cancelled.');
          return work(item);
        });
        done++;
        onProgress(done, items.length);
        return result;
      }),
    );
    return results.map((result) => {
      if (result.status === 'rejected') throw result.reason;
      return result.value;
    });
  }

  #pairs(view: GraphView, signal: AbortSignal) {
    const known = { cache: this.#file.cache, model: this.#options.model };
    return runInSlices(pairsToJudge(view, new Aliases(this.#aliases), known), { signal });
  }

  /** The text that was indexed; none when the file holds another one now. */
  #textOf({ path, hash, kind, text }: IndexedDocument): DocumentText[] {
    if (text !== undefined) return [{ path, kind, text }];
    const bytes = readBytesIfReadable(locate(this.#root, path));
    if (bytes === undefined || createHash('sha256').update(bytes).digest('hex') !== hash) return [];
    return [{ path, kind, text: bytes.toString('utf8').replace(/^\ufeff/, '') }];
  }
}

function unreadable(): ModelFailure {
  return new ModelFailure('unreadable', 'the model did not reply with the JSON that was asked for', {
    hint: 'Another model may do better (KG_LLM_MODEL).',
  });
}
