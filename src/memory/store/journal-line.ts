/**
 * Records as the lines of a journal, and back. A line carries a checksum of itself, so that a torn one is seen and skipped.
 * Both ways go in steps, since a journal may be long.
 */
import { createHash } from 'node:crypto';
import { isRecord } from '../is-record.js';
import { asciiJson } from './graph-text.js';
import type { JournalRecord } from './journal-record.js';

/** A mark that a file with all records up to `saved` is in its place. */
export interface SavedMark {
  readonly saved: number;
}

/** What a journal says. */
export interface JournalContent {
  /** Ascending by number, each once. */
  readonly records: readonly JournalRecord[];
  /** The last record of which it is known that a whole file holds it. */
  readonly saved: number;
  /** Lines that cannot be read. */
  readonly damaged: number;
}

const SUM_CHARS = 12;

/** A line with its checksum. */
export function encodeLine(value: JournalRecord | SavedMark): string {
  const json = asciiJson(value);
  return `${checksum(json)} ${json}\n`;
}

/** The lines of several records as bytes. They become bytes one by one: an import has many megabytes of them. */
export function* encodeInSteps(records: readonly JournalRecord[]): Generator<void, Buffer> {
  const lines: Buffer[] = [];
  for (const record of records) {
    lines.push(Buffer.from(encodeLine(record)));
    yield;
  }
  return Buffer.concat(lines);
}

const LINE_END = 10;

/** What the lines of a journal say. */
export function* decodeInSteps(bytes: Buffer): Generator<void, JournalContent> {
  const byNumber = new Map<number, JournalRecord>();
  let [saved, damaged] = [0, 0];
  for (let from = 0, end = 0; from < bytes.length; from = end + 1) {
    const next = bytes.indexOf(LINE_END, from);
    end = next < 0 ? bytes.length : next;
    if (end === from) continue;
    const value = decodeLine(bytes.toString('utf8', from, end));
    if (value === undefined) damaged += 1;
    else if ('saved' in value) saved = value.saved;
    // Written again after a sync that failed: the later one is the one that was acknowledged.
    else byNumber.set(value.n, value);
    yield;
  }
  const records = [...byNumber.values()].sort((a, b) => a.n - b.n);
  return { records, saved, damaged };
}

function decodeLine(line: string): JournalRecord | SavedMark | undefined {
  const json = line.slice(SUM_CHARS + 1);
  if (line[SUM_CHARS] !== ' ' || checksum(json) !== line.slice(0, SUM_CHARS)) return undefined;
  // The checksum says that these are our own bytes.
  const value: unknown = JSON.parse(json);
  if (!isRecord(value)) return undefined;
  if (typeof value.saved === 'number') return { saved: value.saved };
  return isJournalRecord(value) ? value : undefined;
}

/** Whether a parsed value has the shape of a record, as far as whoever does it again or tells it relies on that. */
export function isJournalRecord(value: unknown): value is JournalRecord {
  if (!isRecord(value)) return false;
  const { n, ts, seq, nodes, edges, log, versions, progress } = value;
  const areNumbers = [n, ts, seq].every((each) => typeof each === 'number');
  const areLists = [nodes, edges, log].every((each) => each === undefined || isListOfObjects(each));
  return areNumbers && areLists && [versions, progress].every((each) => each === undefined || isRecord(each));
}

function isListOfObjects(value: unknown): boolean {
  return Array.isArray(value) && value.every(isRecord);
}

function checksum(json: string): string {
  return createHash('sha256').update(json).digest('hex').slice(0, SUM_CHARS);
}
