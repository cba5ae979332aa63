/**
 * The worker thread: a batch of paths in, their facts out. Reads, decodes, hashes, parses, extracts and encodes, so that the
 * main thread only passes text on. Keeps nothing between batches. A file that cannot be read is an answer, not an error.
 * Documents go the same way, with their own parser, which is loaded when the first of them comes.
 */
import { createHash } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { describeError } from '../kernel/errors.js';
import { giveWay } from '../kernel/give-way.js';
import { decodeDocument } from './decode.js';
import type { DocumentKind } from './document-facts.js';
import { encodeDocumentFacts } from './document-facts-codec.js';
import { DocumentExtractor } from './extract/markdown/document.js';
import { PythonExtractor } from './extract/python.js';
import type { Problem } from './facts.js';
import { encodeFacts } from './facts-codec.js';

import { decodeProgram } from './notebook.js';
import { MarkdownParser, PythonParser } from './parse.js';

/** A file to read: `path` is what facts call it, `absolute` where it lies. */
export interface FileToParse {
  readonly path: string;
  /** Bytes when its name is no text. */
  readonly absolute: string | Uint8Array;
  /** A document of this kind; Python when absent. */
  readonly document?: DocumentKind;
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
  /** For `decodeFacts`, those of a document for `decodeDocumentFacts`. */
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

/** There is no parser: a file of the package is missing or damaged. */
export interface NoParser {
  readonly number: number;
  readonly missing: string;
}

interface Extractors {
  readonly python: PythonExtractor;
  readonly documents: DocumentExtractor | undefined;
}

const port = parentPort;
if (port !== null) {
  giveWay();
  const extractorsFor = loadOnce();
  port.on('message', async ({ number, files }: Batch) => {
    const extractors = await extractorsFor(files).catch((error: unknown) => describeError(error));
    if (typeof extractors === 'string') port.postMessage({ number, missing: extractors } satisfies NoParser);
    else {
      const parsed = files.map((file) => parseFile(extractors, file));
      port.postMessage({ number, files: parsed } satisfies BatchResult);
    }
  });
}

/** Gives what reads some files, loaded when it is first needed; rejects when the package is not whole. */
function loadOnce(): (files: readonly FileToParse[]) => Promise<Extractors> {
  let python: Promise<PythonExtractor> | undefined;
  let documents: Promise<DocumentExtractor> | undefined;
  const load = (): Promise<PythonExtractor> =>
    PythonParser.load().then((parser) => new PythonExtractor(parser));
  return async (files) => {
    python ??= load();
    // One behind the other: the runtime must not be set up twice at a time.
    if (files.some(({ document }) => document !== undefined))
      documents ??= python.then(async () => new DocumentExtractor(await MarkdownParser.load()));
    return { python: await python, documents: await documents };
  };
}

function parseFile(extractors: Extractors, file: FileToParse): ParsedFile | UnreadFile {
  let source: { readonly bytes: Buffer; readonly size: number; readonly mtimeMs: number };
  try {
    source = readSource(file.absolute);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { path: file.path, problem: { kind: 'unreadable', message } };
  }
  return {
    path: file.path,
    size: source.size,
    mtimeMs: source.mtimeMs,
    hash: createHash('sha256').update(source.bytes).digest('hex'),
    ...factsOf(extractors, file, source.bytes),
  };
}

function factsOf(
  { python, documents }: Extractors,
  { path, document }: FileToParse,
  bytes: Buffer,
): Pick<ParsedFile, 'lines' | 'problems' | 'facts'> {
  if (document !== undefined && documents !== undefined) {
    const { text, problems } = decodeDocument(bytes);
    const facts = documents.extract({ path, text, kind: document, problems });
    return { lines: facts.lines, problems: facts.problems, facts: encodeDocumentFacts(facts) };
  }
  const { encoding, ...program } = decodeProgram(path, bytes);
  const isUtf8 = encoding === 'utf-8' || encoding === 'ascii';
  const facts = python.extract({ path, ...program, ...(isUtf8 ? {} : { encoding }) });
  return { lines: facts.lines, problems: facts.problems, facts: encodeFacts(facts) };
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
