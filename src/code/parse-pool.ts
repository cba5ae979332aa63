/**
 * Worker threads that parse. Files go out in batches, large ones first, so that the threads end together; each thread has
 * one batch more than it works on, so that it never waits for us. A thread that dies (out of memory, a fault of the parser)
 * costs the one file that killed it: the others of its batch are tried again alone. Threads that only ever die are the fault of
 * the installation, not of the files: then the run is given up and says so.
 *
 * The same is done to a thread that takes far too long. What is known to stall the parser is dealt with by its shape
 * (`extract/long-runs.ts`); the clock is the last resort, and what it decides is no fact: it holds for this process, and
 * until the file changes.
 */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { KgError } from '../kernel/errors.js';
import type { Batch, BatchResult, FileToParse, NoParser, ParsedFile, UnreadFile } from './parse-worker.js';
import { ThreadTime } from './thread-time.js';

export interface FileToPool extends FileToParse {
  /** Bytes; to balance the work, and to tell when it takes too long. */
  readonly size: number;
  readonly mtimeMs: number;
}

export interface ParseRun {
  /** Called once for every file, in no order. */
  readonly onFile: (file: ParsedFile | UnreadFile) => void;
  /** Also files that took too long before and are as they were. */
  readonly isRetry?: boolean | undefined;
  /** Ends the run with KgError `cancelled`, and the threads with it. */
  readonly signal?: AbortSignal | undefined;
}

const BATCH_FILES = 8;
/** A batch of small files is full at this size: about 40 ms of work. */
const BATCH_BYTES = 200_000;
/** A thread costs some 130 ms and 60 MB; less than this is not worth another one. */
const BYTES_PER_THREAD = 500_000;
const THREADS_MAX = 8;
/** WASM memory never shrinks: a thread that parsed a file larger than this is replaced. */
const OUTSIZED_BYTES = 2_000_000;
/** Batches a thread has at a time: one at work, one waiting. */
const LANES = 2;

/** So many threads may end before anything was parsed: no tree has as many files that kill a thread among its largest. */
const DEATHS_MAX = 20;

/** What a parse may take: a hundred times what it does, for slow machines and odd files. A thread's start counts too. */
const PARSE_MS = 8_000;
const PARSE_MS_PER_BYTE = 0.01;
/** How often one looks how many threads share the time. */
const LOOK_MS = 500;

/** The milliseconds that files of so many bytes may take. */
function allowedMs(bytes: number): number {
  return PARSE_MS + bytes * PARSE_MS_PER_BYTE;
}

type FileBatch = readonly FileToPool[];

/** Parses batch after batch until it is closed. Its threads do not keep the process alive while they are idle. */
export class ParsePool {
  readonly #threads: ParseThread[] = [];
  readonly #allowedMs: (bytes: number) => number;
  readonly #script: URL;
  /** Threads that have ended of themselves since the pool was made, until something is parsed. */
  #deaths = 0;
  #hasParsed = false;
  /** Files that took too long, by path. */
  readonly #givenUp = new Map<string, { readonly file: FileToPool; readonly answer: UnreadFile }>();

  /** `allowed` gives the milliseconds that files of so many bytes may take; `script` is what the threads run. */
  constructor(allowed = allowedMs, script = new URL('./parse-worker.cjs', import.meta.url)) {
    this.#allowedMs = allowed;
    this.#script = script;
  }

  /** Parses files; resolves when every one was passed to `onFile`. One run at a time. */
  async run(all: readonly FileToPool[], run: ParseRun): Promise<void> {
    const files = run.isRetry ? all : all.filter((file) => !this.#answerAgain(file, run));
    const queue = toBatches(files);
    const giveUp = (file: FileToPool, answer: UnreadFile): void => {
      this.#givenUp.set(file.path, { file, answer });
    };
    const note = (outcome: Outcome): void => this.#note(outcome);
    // What ends one lane ends them all: the run is over.
    const over = new AbortController();
    const signal = run.signal === undefined ? over.signal : AbortSignal.any([run.signal, over.signal]);
    const abort = (): void => this.close();
    signal.addEventListener('abort', abort);
    try {
      const lanes = this.#threadsFor(files, queue.length).flatMap((thread) =>
        Array.from({ length: LANES }, () => drain(queue, thread, { ...run, signal, giveUp, note })),
      );
      await Promise.all(lanes);
    } catch (error) {
      over.abort();
      throw error;
    } finally {
      signal.removeEventListener('abort', abort);
    }
  }

  /** Starts one thread, so that the next file need not wait for it: 30 MB. Resolves when it could parse, or could not. */
  async warm(): Promise<void> {
    if (this.#threads.length > 0) return;
    const thread = this.#makeThread();
    this.#threads.push(thread);
    await thread.parse([]);
  }

  /** Ends the threads, whose memory a long phase after a large run has better use for; the next run starts others. */
  close(): void {
    for (const thread of this.#threads.splice(0)) thread.stop();
  }

  /** Counts deaths without a success. Throws a KgError when there are too many. */
  #note(outcome: Outcome): void {
    if (outcome.kind === 'parsed') this.#hasParsed = true;
    if (this.#hasParsed || outcome.kind !== 'died' || outcome.isLate) return;
    if (outcome.wasAtWork) this.#deaths++;
    if (this.#deaths <= DEATHS_MAX) return;
    this.#deaths = 0;
    throw new KgError('not-healthy', `nothing can be parsed: ${this.#tally(outcome)}`, {
      hint: 'This installation of kg-memory may not be whole, or memory is short: install it again, or free some.',
    });
  }

  #tally({ reason }: Extract<Outcome, { kind: 'died' }>): string {
    return `${DEATHS_MAX} threads ended one after another, the last one so: ${reason}`;
  }

  /** Answers for a file that took too long and is as it was; whether it did. */
  #answerAgain({ path, size, mtimeMs }: FileToPool, run: ParseRun): boolean {
    const known = this.#givenUp.get(path);
    this.#givenUp.delete(path);
    if (known === undefined || known.file.size !== size || known.file.mtimeMs !== mtimeMs) return false;
    this.#givenUp.set(path, known);
    run.onFile(known.answer);
    return true;
  }

  #makeThread(): ParseThread {
    const threadsAtWork = (): number => this.#threads.filter((thread) => thread.isAtWork).length;
    return new ParseThread(this.#allowedMs, this.#script, threadsAtWork);
  }

  #threadsFor(files: readonly FileToPool[], batches: number): readonly ParseThread[] {
    const bytes = files.reduce((sum, file) => sum + file.size, 0);
    const useful = 1 + Math.floor(bytes / BYTES_PER_THREAD);
    const count = Math.min(THREADS_MAX, availableParallelism(), batches, useful);
    while (this.#threads.length < count) this.#threads.push(this.#makeThread());
    return this.#threads.slice(0, count);
  }
}

interface Drain extends ParseRun {
  readonly giveUp: (file: FileToPool, answer: UnreadFile) => void;
  /** Takes each outcome; throws when the run is to be given up. */
  readonly note: (outcome: Outcome) => void;
}

/** Takes batches from the end of the queue, where the largest files are, until there is none. */
async function drain(queue: FileBatch[], thread: ParseThread, run: Drain): Promise<void> {
  for (let batch = queue.pop(); batch !== undefined; batch = queue.pop()) {
    if (run.signal?.aborted) throw new KgError('cancelled', 'The index run was cancelled.');
    const outcome = await thread.parse(batch);
    if (!run.signal?.aborted) run.note(outcome);
    if (outcome.kind === 'parsed') {
      for (const file of outcome.files) run.onFile(file);
    } else if (run.signal?.aborted) {
      throw new KgError('cancelled', 'The index run was cancelled.');
    } else if (outcome.kind === 'no-parser') {
      throw new KgError('not-healthy', `nothing can be parsed: ${outcome.missing}`, {
        hint: 'This installation of kg-memory is not whole: install it again.',
      });
    } else if (!outcome.wasAtWork) {
      queue.push(batch);
    } else if (batch.length > 1) {
      for (const file of batch) queue.push([file]);
    } else {
      for (const file of batch) {
        const answer: UnreadFile = {
          path: file.path,
          problem: { kind: 'unreadable', message: outcome.reason },
        };
        if (outcome.isLate) run.giveUp(file, answer);
        run.onFile(answer);
      }
    }
  }
}

/** Batches in ascending order of their largest file. */
function toBatches(files: readonly FileToPool[]): FileBatch[] {
  const ascending = [...files].sort((a, b) => a.size - b.size || (a.path < b.path ? -1 : 1));
  const batches: FileToPool[][] = [];
  let batch: FileToPool[] = [];
  let bytes = 0;
  for (const file of ascending) {
    if (batch.length > 0 && (batch.length >= BATCH_FILES || bytes + file.size > BATCH_BYTES)) {
      batches.push(batch);
      batch = [];
      bytes = 0;
    }
    batch.push(file);
    bytes += file.size;
  }
  if (batch.length > 0) batches.push(batch);
  return batches;
}

type Outcome =
  | { readonly kind: 'parsed'; readonly files: BatchResult['files'] }
  | { readonly kind: 'no-parser'; readonly missing: string }
  /** The thread died; `wasAtWork` tells whether on this batch or on the one before it. */
  | {
      readonly kind: 'died';
      readonly reason: string;
      readonly wasAtWork: boolean;
      /** Whether it was ended since it took too long. */
      readonly isLate: boolean;
    };

interface WaitingBatch {
  readonly bytes: number;
  readonly resolve: (outcome: Outcome) => void;
}

/** A worker thread that is started when it is needed and again when it died, is worn or takes too long. */
class ParseThread {
  readonly #allowedMs: (bytes: number) => number;
  readonly #script: URL;
  readonly #threadsAtWork: () => number;
  #worker: Worker | undefined;
  /** In the order sent, which is the order of work. */
  readonly #waiting = new Map<number, WaitingBatch>();
  #sent = 0;
  #isWorn = false;
  #timer: NodeJS.Timeout | undefined;

  /** `threadsAtWork` counts those of the pool that have work. */
  constructor(allowed: (bytes: number) => number, script: URL, threadsAtWork: () => number) {
    this.#allowedMs = allowed;
    this.#script = script;
    this.#threadsAtWork = threadsAtWork;
  }

  get isAtWork(): boolean {
    return this.#waiting.size > 0;
  }

  parse(files: FileBatch): Promise<Outcome> {
    const number = this.#sent++;
    if (files.some((file) => file.size > OUTSIZED_BYTES)) this.#isWorn = true;
    this.#worker ??= this.#start();
    this.#worker.ref();
    const plain = files.map(({ path, absolute, document }) => {
      return { path, absolute, ...(document !== undefined && { document }) };
    });
    this.#worker.postMessage({ number, files: plain } satisfies Batch);
    const bytes = files.reduce((sum, file) => sum + file.size, 0);
    return new Promise((resolve) => {
      this.#waiting.set(number, { bytes, resolve });
      if (this.#waiting.size === 1) this.#watch();
    });
  }

  stop(): void {
    this.#end('stopped');
  }

  #start(): Worker {
    const worker = new Worker(this.#script);
    worker.on('message', (result: BatchResult | NoParser) => this.#receive(result));
    worker.on('error', (error) => this.#end(`The parser failed on this file: ${error.message}`));
    worker.on('exit', () => {
      if (this.#worker === worker) this.#end('The parser ended while it read this file');
    });
    return worker;
  }

  #receive(result: BatchResult | NoParser): void {
    const batch = this.#waiting.get(result.number);
    this.#waiting.delete(result.number);
    this.#watch();
    if (this.#waiting.size === 0) {
      if (this.#isWorn) this.#end('worn');
      else this.#worker?.unref();
    }
    batch?.resolve(
      'missing' in result
        ? { kind: 'no-parser', missing: result.missing }
        : { kind: 'parsed', files: result.files },
    );
  }

  /** Begins to count the time of the batch at work. */
  #watch(): void {
    clearTimeout(this.#timer);
    const [first] = this.#waiting.values();
    if (first === undefined) return;
    const allowed = this.#allowedMs(first.bytes);
    const time = new ThreadTime();
    const look = (): void => {
      // The main thread may have questions to answer meanwhile.
      const left = allowed - time.spentMs(this.#threadsAtWork() + 1);
      if (left > 0) this.#timer = setTimeout(look, Math.min(left, LOOK_MS));
      // When the main thread was busy, the result may be here and not taken yet.
      else setImmediate(() => this.#endIfAt(first, allowed));
    };
    this.#timer = setTimeout(look, Math.min(allowed, LOOK_MS));
  }

  #endIfAt(batch: WaitingBatch, allowed: number): void {
    const [first] = this.#waiting.values();
    if (first !== batch) return;
    this.#end(`Parsing took longer than ${(allowed / 1000).toFixed(1)} s; it is left out`, true);
  }

  #end(reason: string, isLate = false): void {
    clearTimeout(this.#timer);
    const worker = this.#worker;
    this.#worker = undefined;
    this.#isWorn = false;
    void worker?.terminate();
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    waiting.forEach(({ resolve }, place) => {
      resolve({ kind: 'died', reason, wasAtWork: place === 0, isLate });
    });
  }
}
