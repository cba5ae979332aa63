/**
 * The layout of a snapshot. It is one JSON document of many lines; the first says what it is and where each section starts
 * and how long it is, so that a reader takes what it needs and leaves the rest unread:
 *
 *     {"format":"kg-memory/index","version":3,"bytes":…,"sections":[["meta",offset,length,checksum],…],"check":…,
 *     "meta":{…},
 *     "lines":"…",
 *     …
 *     "facts":[
 *     […],
 *     […]
 *     ]}
 *
 * Offsets count from the start of the second line and point at the value, whose bytes the checksum (xxHash32) covers;
 * `check` covers the first line before itself. `bytes` is the length of all but the first line.
 */
import { checksumOf } from './checksum.js';

export const FORMAT = 'kg-memory/index';
const BEGINNING = Buffer.from(`{"format":"${FORMAT}"`);
/** A graph that was exported begins with six bytes that differ. */
const DAMAGED_BYTES_MAX = 3;
/** Raise it when a reader of the old one would misread the new one. */
export const FORMAT_VERSION = 3;

/** Where the value of a section lies. */
export interface Place {
  readonly offset: number;
  readonly length: number;
  readonly checksum: number;
}

export interface Header {
  readonly version: number;
  /** Of all behind the first line. */
  readonly bytes: number;
  readonly sections: ReadonlyMap<string, Place>;
}

type SectionRow = readonly [name: string, offset: number, length: number, checksum: number];

/** What stands before a value: the first one follows the first line's comma. */
export function sectionLead(name: string, isFirst: boolean): string {
  return `${isFirst ? '' : ',\n'}"${name}":`;
}

export const DOCUMENT_END = '}\n';

/** Lays sections out one behind the other. */
export function layOut(
  values: readonly { readonly name: string; readonly length: number; readonly checksum: number }[],
): Header {
  const sections = new Map<string, Place>();
  let offset = 0;
  for (const { name, length, checksum } of values) {
    offset += sectionLead(name, sections.size === 0).length;
    sections.set(name, { offset, length, checksum });
    offset += length;
  }
  return { version: FORMAT_VERSION, bytes: offset + DOCUMENT_END.length, sections };
}

/** The first line. */
export function writeHeader({ version, bytes, sections }: Header): string {
  const rows = [...sections].map(
    ([name, place]): SectionRow => [name, place.offset, place.length, place.checksum],
  );
  const text = JSON.stringify({ format: FORMAT, version, bytes, sections: rows }).slice(0, -1);
  return `${text},"check":${checksumOf(Buffer.from(text))},\n`;
}

/** Whether a file that starts with these bytes is an index of ours, whole or damaged. */
export function beginsAsOurs(bytes: Buffer): boolean {
  let same = 0;
  for (const [at, byte] of BEGINNING.entries()) if (bytes[at] === byte) same++;
  return same >= BEGINNING.length - DAMAGED_BYTES_MAX;
}

/** The header in a first line, or why it is none. A header of another version says only which. */
export function readHeader(line: string): Header | string {
  const parsed = parseFirstLine(line);
  if (parsed?.format !== FORMAT) return 'its first line is damaged';
  const { version, bytes, sections, check } = parsed;
  if (!isCount(version)) return 'its first line names no version';
  if (version !== FORMAT_VERSION) return { version, bytes: 0, sections: new Map() };
  const covered = line.slice(0, line.lastIndexOf(',"check":'));
  if (check !== checksumOf(Buffer.from(covered))) return 'its first line is damaged';
  if (!isCount(bytes) || !Array.isArray(sections)) return 'its first line names no sections';
  const places = new Map<string, Place>();
  for (const row of sections as readonly unknown[]) {
    if (!isSectionRow(row, bytes)) return 'its first line names a section that cannot be';
    const [name, offset, length, checksum] = row;
    places.set(name, { offset, length, checksum });
  }
  return { version, bytes, sections: places };
}

function isSectionRow(row: unknown, bytes: number): row is SectionRow {
  if (!Array.isArray(row)) return false;
  const [name, offset, length, checksum] = row as readonly unknown[];
  if (typeof name !== 'string' || !isCount(offset) || !isCount(length) || !isCount(checksum)) return false;
  return offset + length <= bytes;
}

/** Whether a value read from JSON is a number of something. */
export function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

interface FirstLine {
  readonly format?: unknown;
  readonly version?: unknown;
  readonly bytes?: unknown;
  readonly sections?: unknown;
  readonly check?: unknown;
}

function parseFirstLine(line: string): FirstLine | undefined {
  try {
    const value: unknown = JSON.parse(`${line.replace(/,\n$/, '')}}`);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
