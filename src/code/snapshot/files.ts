/**
 * The files of a snapshot: a row for each, and its facts, one line of JSON text each, in the same order. Facts that lie in
 * an older snapshot are copied byte by byte, never read.
 */
import { compareText } from '../../kernel/text.js';
import { lazy } from '../graph/lazy.js';
import { checksumOf } from './checksum.js';
import { SnapshotDamage } from './damage.js';
import { isCount } from './format.js';
import type { Sections } from './sections.js';
import { jsonValue, type Value } from './values.js';

/** One source file as the snapshot keeps it. */
export interface FileRecord {
  /** Relative to the root, POSIX. */
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  readonly mtimeMs: number;
  /** Of the content. */
  readonly hash: string;
}

/** Facts that lie in a snapshot. */
export interface StoredFacts {
  readonly bytes: number;
  readonly checksum: number;
  /** The line's bytes. Throws a `SnapshotDamage` when they are not what was written. */
  read(): Buffer;
}

/** One line of JSON text (as `encodeFacts` makes it), or facts of an open snapshot. */
export type FactsText = string | StoredFacts;

export type FileWithFacts = FileRecord & { readonly facts: FactsText };

type FileRow = readonly [
  path: string,
  size: number,
  mtimeMs: number,
  hash: string,
  factsBytes: number,
  factsChecksum: number,
];

const LIST_OPEN = Buffer.from('[\n');
const LIST_NEXT = Buffer.from(',\n');
const LIST_CLOSE = Buffer.from('\n]');

/** The two values of the files, in steps: facts are measured first, since the rows say how long they are. */
export function* fileValues(
  files: readonly FileWithFacts[],
): Generator<void, readonly [records: Value, facts: Value]> {
  const ordered = [...files].sort((a, b) => compareText(a.path, b.path));
  const rows: FileRow[] = [];
  for (const { path, size, mtimeMs, hash, facts } of ordered) {
    const [bytes, checksum] = measure(facts, path);
    rows.push([path, size, mtimeMs, hash, bytes, checksum]);
    yield;
  }
  return [
    jsonValue('files', rows),
    { name: 'facts', pieces: () => factsPieces(ordered.map(({ facts }) => facts)) },
  ];
}

function measure(facts: FactsText, path: string): [bytes: number, checksum: number] {
  if (typeof facts !== 'string') return [facts.bytes, facts.checksum];
  if (facts.includes('\n')) throw new Error(`the facts of ${path} are more than one line`);
  const bytes = Buffer.from(facts);
  return [bytes.length, checksumOf(bytes)];
}

function* factsPieces(lines: readonly FactsText[]): Generator<Uint8Array> {
  yield LIST_OPEN;
  for (const [index, facts] of lines.entries()) {
    if (index > 0) yield LIST_NEXT;
    yield typeof facts === 'string' ? Buffer.from(facts) : facts.read();
  }
  yield LIST_CLOSE;
}

/** The files of an open snapshot. */
export class StoredFiles {
  /** In order of path. */
  readonly records: readonly FileRecord[];
  /** Made when something has to be linked or saved. */
  private readonly facts: () => ReadonlyMap<string, StoredFacts>;

  constructor(sections: Sections) {
    const rows = sections.jsonOf('files', isFileRows);
    // By position: in code that has only just started, taking a row apart costs more than all else.
    this.records = rows.map((row) => ({ path: row[0], size: row[1], mtimeMs: row[2], hash: row[3] }));
    this.facts = lazy(() => factsOfRows(sections, rows));
  }

  factsOf(path: string): StoredFacts | undefined {
    return this.facts().get(path);
  }
}

function factsOfRows(sections: Sections, rows: readonly FileRow[]): ReadonlyMap<string, StoredFacts> {
  const facts = new Map<string, StoredFacts>();
  let offset = LIST_OPEN.length;
  for (const [path, , , , bytes, checksum] of rows) {
    facts.set(path, storedFacts(sections, { path, offset, bytes, checksum }));
    offset += bytes + LIST_NEXT.length;
  }
  return facts;
}

/** In order of path, so that none comes twice. */
function isFileRows(value: unknown): value is readonly FileRow[] {
  if (!Array.isArray(value)) return false;
  const rows = value as readonly unknown[];
  let before = '';
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at];
    if (!isFileRow(row) || (at > 0 && row[0] <= before)) return false;
    before = row[0];
  }
  return true;
}

function isFileRow(row: unknown): row is FileRow {
  if (!Array.isArray(row)) return false;
  const values = row as readonly unknown[];
  if (typeof values[0] !== 'string' || typeof values[3] !== 'string') return false;
  return isCount(values[1]) && typeof values[2] === 'number' && isCount(values[4]) && isCount(values[5]);
}

interface FactsPlace {
  readonly path: string;
  readonly offset: number;
  readonly bytes: number;
  readonly checksum: number;
}

function storedFacts(sections: Sections, { path, offset, bytes, checksum }: FactsPlace): StoredFacts {
  return {
    bytes,
    checksum,
    read() {
      const line = sections.readPart('facts', offset, bytes);
      if (checksumOf(line) !== checksum) throw new SnapshotDamage(`the facts of ${path} are damaged`);
      return line;
    },
  };
}
