/**
 * The snapshot of a project, `.kg-index.json`: the graph, the files it was made of, and the facts of each, so that the next
 * start reads what it needs instead of indexing. Written whole and atomically; read in pieces, each checked on its way in.
 *
 * It knows nothing of what facts say, nor where the file lies and what becomes of a damaged one: that is the caller's. What
 * it reads may have been written by anybody: whatever cannot be what was written here is a `SnapshotDamage`.
 */
import { writeFileAtomic } from '../kernel/atomic-file.js';
import { systemErrorCode } from '../kernel/errors.js';
import { runInSlices } from '../kernel/slices.js';
import { CodeGraph, type Steps } from './code-graph.js';
import { lazy } from './graph/lazy.js';
import { Part } from './graph/part.js';
import type { Properties } from './model.js';
import { Checksum } from './snapshot/checksum.js';
import { SnapshotDamage } from './snapshot/damage.js';
import { FileColumns } from './snapshot/file-columns.js';
import {
  type FileRecord,
  type FileWithFacts,
  fileValues,
  type StoredFacts,
  StoredFiles,
} from './snapshot/files.js';
import {
  beginsAsOurs,
  DOCUMENT_END,
  FORMAT_VERSION,
  type Header,
  layOut,
  readHeader,
  sectionLead,
  writeHeader,
} from './snapshot/format.js';
import { Sections } from './snapshot/sections.js';
import { SharedFile } from './snapshot/shared-file.js';
import { graphValues, jsonValue, type Value } from './snapshot/values.js';

export type { FactsText, FileRecord, StoredFacts } from './snapshot/files.js';

export interface SnapshotContent {
  /** Whatever the indexer needs to know again: extractor version, grammar checksum, settings, counts. */
  readonly meta: Properties;
  /** Any order; written in order of path. */
  readonly files: Iterable<FileWithFacts>;
  readonly graph: CodeGraph;
}

/**
 * Replaces the file at `path` whole. The work is done in slices; the content is that of the moment of the call. Rejects
 * with a `KgError` of code `io`, and with a `SnapshotDamage` when facts that lie in another snapshot cannot be read there.
 */
export async function writeSnapshot(
  path: string,
  { meta, files, graph }: SnapshotContent,
  signal?: AbortSignal,
): Promise<{ readonly bytes: number }> {
  const filesNow = [...files];
  const part = await runInSlices(graph.settle(), { signal });
  const [records, facts] = await runInSlices(fileValues(filesNow), { signal });
  const values = [jsonValue('meta', meta), records, ...graphValues(part), facts];
  const header = layOut(await runInSlices(measureValues(values), { signal }));
  const firstLine = writeHeader(header);
  await writeFileAtomic(path, documentPieces(firstLine, values));
  return { bytes: firstLine.length + header.bytes };
}

function* measureValues(
  values: readonly Value[],
): Steps<{ name: string; length: number; checksum: number }[]> {
  const measured: { name: string; length: number; checksum: number }[] = [];
  for (const { name, pieces } of values) {
    const sum = new Checksum();
    let length = 0;
    for (const piece of pieces()) {
      sum.update(piece);
      length += piece.length;
      yield;
    }
    measured.push({ name, length, checksum: sum.digest() });
  }
  return measured;
}

function* documentPieces(firstLine: string, values: readonly Value[]): Generator<string | Uint8Array> {
  yield firstLine;
  for (const [index, { name, pieces }] of values.entries()) {
    yield sectionLead(name, index === 0);
    yield* pieces();
  }
  yield DOCUMENT_END;
}

/**
 * What lies at a path. `damaged` and `other-version` begin like a snapshot and are for the caller to set aside; `foreign` is
 * something else, and of what is `unreadable` nobody knows.
 */
export type OpenedSnapshot =
  | { readonly kind: 'ok'; readonly snapshot: Snapshot }
  | { readonly kind: 'absent' }
  | { readonly kind: 'damaged'; readonly reason: string }
  | { readonly kind: 'other-version'; readonly version: number }
  | { readonly kind: 'foreign'; readonly reason: string; readonly isFile: boolean }
  | { readonly kind: 'unreadable'; readonly reason: string };

/** Reads the first line and `meta`. Never throws for what may lie at the path. */
export function openSnapshot(path: string): OpenedSnapshot {
  let file: SharedFile | undefined;
  try {
    file = new SharedFile(path);
    const opened = openFile(file);
    if (opened.kind !== 'ok') file.close();
    return opened;
  } catch (error) {
    file?.close();
    const code = systemErrorCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return { kind: 'absent' };
    if (error instanceof SnapshotDamage) return { kind: 'damaged', reason: error.message };
    if (code === undefined) throw error;
    return { kind: 'unreadable', reason: `it cannot be read (${code})` };
  }
}

function openFile(file: SharedFile): OpenedSnapshot {
  if (!file.isFile) return { kind: 'foreign', reason: 'it is no file', isFile: false };
  if (file.bytes === 0) return { kind: 'foreign', reason: 'it is empty', isFile: true };
  const start = file.read(0, Math.min(FIRST_LINE_BYTES_MAX, file.bytes));
  if (!beginsAsOurs(start)) return { kind: 'foreign', reason: 'it is no index of kg-memory', isFile: true };
  const lineBytes = start.indexOf('\n') + 1;
  const header =
    lineBytes === 0 ? 'its first line is damaged' : readHeader(start.toString('utf8', 0, lineBytes));
  if (typeof header === 'string') return { kind: 'damaged', reason: header };
  if (header.version !== FORMAT_VERSION) return { kind: 'other-version', version: header.version };
  const expected = lineBytes + header.bytes;
  if (file.bytes !== expected) {
    return { kind: 'damaged', reason: `it has ${file.bytes} bytes where ${expected} were written` };
  }
  return { kind: 'ok', snapshot: new Snapshot(file, header, lineBytes) };
}

// The first line of a snapshot has some kilobytes, whatever its size.
const FIRST_LINE_BYTES_MAX = 1 << 14;

/**
 * A snapshot that is read as it is needed. It stays what it was when another one takes its place. Whatever reads damaged
 * bytes, also a view of its graph, throws a `SnapshotDamage`, and so does what finds that sections do not fit together. Texts
 * and facts whose checksums are right are taken for what was written.
 */
export class Snapshot {
  /** As it was read: whoever wrote this file may have been somebody else. */
  readonly meta: unknown;
  /** Of the whole file. */
  readonly bytes: number;
  private readonly sections: Sections;
  private readonly stored = lazy(() => new StoredFiles(this.sections));
  private readonly part = lazy(() => new Part(new FileColumns(this.sections)));
  private hasGraph = false;

  /** Use `openSnapshot`. */
  constructor(
    private readonly file: SharedFile,
    header: Header,
    bodyStart: number,
  ) {
    this.bytes = file.bytes;
    this.sections = new Sections(file, header, bodyStart);
    this.meta = this.sections.json('meta');
  }

  /** Whether this is still the file at the path, and not one that has taken its place. */
  isAt(path: string): boolean {
    return this.file.isAt(path);
  }

  /** In order of path. */
  files(): readonly FileRecord[] {
    return this.stored().records;
  }

  /** The facts of one file as they were given; reads nothing else. */
  facts(path: string): string | undefined {
    return this.storedFacts(path)?.read().toString('utf8');
  }

  /** The same unread, to be written into the next snapshot. */
  storedFacts(path: string): StoredFacts | undefined {
    return this.stored().factsOf(path);
  }

  /** A graph of its own, whose columns are read here. */
  graph(): CodeGraph {
    this.hasGraph = true;
    return new CodeGraph(this.part());
  }

  /** Reads everything, in steps, and compares the checksums; returns what is damaged. */
  *check(): Steps<string | undefined> {
    try {
      for (const name of this.sections.names()) yield* this.sections.check(name);
      return undefined;
    } catch (error) {
      if (error instanceof SnapshotDamage) return error.message;
      throw error;
    }
  }

  /** Gives it up. A graph made from it goes on reading; the file is closed when nobody does any more. */
  close(): void {
    if (!this.hasGraph) this.file.close();
  }
}
