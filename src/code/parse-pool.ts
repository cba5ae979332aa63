/**
 * Worker threads that parse. Files go out in batches, large ones first, so that the threads end together; each thread has
 * one batch more than it works on, so that it never waits for us. A thread that dies (out of memory, a fault of the parser)
 * costs the one file that killed it: the others of its batch are tried again alone.
 */
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { KgError } from '../kernel/errors.js';
import type { Batch, BatchResult, FileToParse, ParsedFile, UnreadFile } from './parse-worker.js';

export interface FileToPool extends FileToParse {
  /** Bytes; only to balance the work. */
  readonly size: number;
}

export interface ParseRun {
  /** Called once for every file, in no order. */
  readonly onFile: (file: ParsedFile | UnreadFile) => void;
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

type FileBatch = readonly FileToPool[];

/** Parses batch after batch until it is closed. Its threads do not keep the process alive while they are idle. */
export class ParsePool {
  readonly #threads: ParseThread[] = [];

  /** Parses files; resolves when every one was passed to `onFile`. One run at a time. */
  async run(files: readonly FileToPool[], run: ParseRun): Promise<void> {
    const queue = toBatches(files);
    const abort = (): void => this.close();
    run.signal?.addEventListener('abort', abort);
    try {
      const lanes = this.#threadsFor(files, queue.length).flatMap((thread) =>
        Array.from({ length: LANES }, () => drain(queue, thread, run)),
      );
      await Promise.all(lanes);
    } finally {
      run.signal?.removeEventListener('abort', abort);
    }
  }

  /** Ends the threads, whose memory a long phase after a large run has better use for; the next run starts others. */
  close(): void {
    for (const thread of this.#threads.splice(0)) thread.stop();
  }

  #threadsFor(files: readonly FileToPool[], batches: number): readonly ParseThread[] {
    const bytes = files.reduce((sum, file) => sum + file.size, 0);
    const useful = 1 + Math.floor(bytes / BYTES_PER_THREAD);
    const count = Math.min(THREADS_MAX, availableParallelism(), batches, useful);
    while (this.#threads.length < count) this.#threads.push(new ParseThread());
    return this.#threads.slice(0, count);
  }
}

/** Takes batches from the end of the queue, where the largest files are, until there is none. */
async function drain(queue: FileBatch[], thread: ParseThread, run: ParseRun): Promise<void> {
  for (let batch = queue.pop(); batch !== undefined; batch = queue.pop()) {
    if (run.signal?.aborted) throw new KgError('cancelled', 'The index run was cancelled.');
    const outcome = await thread.parse(batch);
    if (outcome.kind === 'parsed') {
      for (const file of outcome.files) run.onFile(file);
    } else if (run.signal?.aborted) {
      throw new KgError('cancelled', 'The index run was cancelled.');
    } else if (!outcome.wasAtWork) {
      queue.push(batch);
    } else if (batch.length > 1) {
      for (const file of batch) queue.push([file]);
    } else {
      for (const { path } of batch)
        run.onFile({ path, problem: { kind: 'unreadable', message: outcome.reason } });
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
  /** The thread died; `wasAtWork` tells whether on this batch or on the one before it. */
  | { readonly kind: 'died'; readonly reason: string; readonly wasAtWork: boolean };

/** A worker thread that is started when it is needed and again when it died or is worn. */
class ParseThread {
  #worker: Worker | undefined;
  /** In the order sent, which is the order of work. */
  readonly #waiting = new Map<number, (outcome: Outcome) => void>();
  #sent = 0;
  #isWorn = false;

  parse(files: FileBatch): Promise<Outcome> {
    const number = this.#sent++;
    if (files.some((file) => file.size > OUTSIZED_BYTES)) this.#isWorn = true;
    this.#worker ??= this.#start();
    this.#worker.ref();
    this.#worker.postMessage({ number, files } satisfies Batch);
    return new Promise((resolve) => this.#waiting.set(number, resolve));
  }

  stop(): void {
    this.#end('stopped');
  }

  #start(): Worker {
    const worker = new Worker(fileURLToPath(new URL('./parse-worker.cjs', import.meta.url)));
    worker.on('message', (result: BatchResult) => this.#receive(result));
    worker.on('error', (error) => this.#end(`The parser failed on this file: ${error.message}`));
    worker.on('exit', () => {
      if (this.#worker === worker) this.#end('The parser ended while it read this file');
    });
    return worker;
  }

  #receive(result: BatchResult): void {
    const resolve = this.#waiting.get(result.number);
    this.#waiting.delete(result.number);
    if (this.#waiting.size === 0) {
      if (this.#isWorn) this.#end('worn');
      else this.#worker?.unref();
    }
    resolve?.({ kind: 'parsed', files: result.files });
  }

  #end(reason: string): void {
    const worker = this.#worker;
    this.#worker = undefined;
    this.#isWorn = false;
    void worker?.terminate();
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    waiting.forEach((resolve, place) => {
      resolve({ kind: 'died', reason, wasAtWork: place === 0 });
    });
  }
}
