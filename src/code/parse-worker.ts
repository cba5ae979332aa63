/**
 * The worker thread: a batch of paths in, their facts out. Reads, decodes, hashes, parses, extracts and encodes, so that the
 * main thread only passes text on. Keeps nothing between batches. A file that cannot be read is an answer, not an error.
 */
import { createHash } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { decodeSource } from './decode.js';
import { PythonExtractor } from './extract/python.js';
import type { Problem } from './facts.js';
import { encodeFacts } from './facts-codec.js';
import { PythonParser } from './parse.js';

/** A file to read: `path` is what facts call it, `absolute` where it lies. */
export interface FileToParse {
  readonly path: string;
  /** Bytes when its name is no text. */
  readonly absolute: string | Uint8Array;
}

export interface Batch {
  readonly number: number;
  readonly files: readonly FileToParse[];
}

/** What a file was when it was read, and what it says. */
export interface ParsedFile {
  readonly path: string;
  readonly size: number;
  readonly mtimeMs: number;
  /** SHA-256 of its bytes, hexadecimal. */
  readonly hash: string;
  readonly lines: number;
  readonly problems: readonly Problem[];
  /** For `decodeFacts`. */
  readonly facts: string;
}

/** A file that could not be read at all. */
export interface UnreadFile {
  readonly path: string;
  readonly problem: Problem;
}

export interface BatchResult {
  readonly number: number;
  readonly files: readonly (ParsedFile | UnreadFile)[];
}

const port = parentPort;
if (port !== null) {
  const extractor = PythonParser.load().then((parser) => new PythonExtractor(parser));
  port.on('message', async (batch: Batch) => {
    const reader = await extractor;
    const files = batch.files.map((file) => parseFile(reader, file));
    port.postMessage({ number: batch.number, files } satisfies BatchResult);
  });
}

function parseFile(extractor: PythonExtractor, file: FileToParse): ParsedFile | UnreadFile {
  let source: { readonly bytes: Buffer; readonly size: number; readonly mtimeMs: number };
  try {
    source = readSource(file.absolute);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { path: file.path, problem: { kind: 'unreadable', message } };
  }
  const { text, encoding, problems } = decodeSource(source.bytes);
  const isUtf8 = encoding === 'utf-8' || encoding === 'ascii';
  const facts = extractor.extract({ path: file.path, text, problems, ...(isUtf8 ? {} : { encoding }) });
  return {
    path: file.path,
    size: source.size,
    mtimeMs: source.mtimeMs,
    hash: createHash('sha256').update(source.bytes).digest('hex'),
    lines: facts.lines,
    problems: facts.problems,
    facts: encodeFacts(facts),
  };
}

/**
 * The times are taken before the bytes, so that a write in between makes the file look changed, never fresh. A pipe or a link
 * that has taken the file's place since the scan neither blocks nor leads out of the root.
 */
function readSource(path: string | Uint8Array): { bytes: Buffer; size: number; mtimeMs: number } {
  const { O_NOFOLLOW = 0, O_NONBLOCK = 0, O_RDONLY } = constants;
  const file = openSync(
    typeof path === 'string' ? path : Buffer.from(path),
    O_RDONLY | O_NONBLOCK | O_NOFOLLOW,
  );
  try {
    const stats = fstatSync(file);
    if (!stats.isFile()) throw new Error('it is no regular file any more');
    return { bytes: readFileSync(file), size: stats.size, mtimeMs: stats.mtimeMs };
  } finally {
    closeSync(file);
  }
}
