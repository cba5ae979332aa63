/**
 * stdout: the answer and nothing else. Long documents are written as fast as the reader takes them; a reader that has gone
 * away (`| head`) is no failure, and ends the run quietly.
 */
import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { diskError } from '../kernel/disk-error.js';
import { KgError, systemErrorCode } from '../kernel/errors.js';
import { paintMarkdown } from './color.js';
import type { Outcome } from './command.js';

export interface PrintOptions {
  readonly command: string;
  readonly isJson: boolean;
  readonly isColored: boolean;
  readonly signal: AbortSignal;
}

/** The version of what `--json` prints; raised when a program that reads it would break. */
const SCHEMA_VERSION = 1;

/**
 * Prints an outcome. Rejects with the signal's reason when the run is ended meanwhile, with a `KgError` of code `io` when
 * stdout refuses.
 */
export async function printOutcome(out: Writable, outcome: Outcome, options: PrintOptions): Promise<void> {
  const { document, text = '', live } = outcome;
  const { command, isJson, isColored, signal } = options;
  if (live !== undefined && !isJson) {
    await writeAll(out, isColored ? painted(live.text()) : live.text(), signal);
    return;
  }
  const result = live === undefined ? outcome.result : await live.result();
  if (document !== undefined) {
    const pieces = isJson ? wrapDocument(command, document) : withLineEnd(document);
    await writeAll(out, pieces, signal);
  } else if (isJson) {
    await writeAll(out, [`${JSON.stringify({ schemaVersion: SCHEMA_VERSION, command, result })}\n`], signal);
  } else if (text !== '') {
    await writeAll(out, [`${isColored ? paintMarkdown(text) : text}\n`], signal);
  }
}

/** Whether an error of stdout only says that nobody reads any more. */
export function isReaderGone(error: unknown): boolean {
  const code = systemErrorCode(error);
  return code === 'EPIPE' || code === 'ERR_STREAM_DESTROYED';
}

async function* painted(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const piece of pieces) yield paintMarkdown(piece);
}

function* withLineEnd(document: Iterable<string>): Generator<string> {
  yield* document;
  yield '\n';
}

function* wrapDocument(command: string, document: Iterable<string>): Generator<string> {
  yield `{"schemaVersion":${SCHEMA_VERSION},"command":${JSON.stringify(command)},"result":`;
  yield* document;
  yield '}\n';
}

async function writeAll(
  out: Writable,
  pieces: Iterable<string> | AsyncIterable<string>,
  signal: AbortSignal,
): Promise<void> {
  try {
    for await (const piece of pieces) {
      signal.throwIfAborted();
      if (!out.write(piece)) await once(out, 'drain', { signal });
      else await breathe();
    }
    // What was written last is in the hands of the system only when this comes back.
    await new Promise<void>((done, failed) => out.write('', (error) => (error ? failed(error) : done())));
  } catch (error) {
    // What makes the pieces fails in its own words.
    if (signal.aborted || error instanceof KgError) throw error;
    if (!isReaderGone(error)) throw systemErrorCode(error) === undefined ? error : diskError('stdout', error);
  }
}

/** Lets signals and errors of the stream in between two pieces. */
function breathe(): Promise<void> {
  return new Promise((done) => setImmediate(done));
}
