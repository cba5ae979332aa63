/**
 * Decision records among each other: their ids, which record a reference means, and who stands in whose place. What one of
 * two records says of the other holds for both: a record is superseded when its successor says so, whatever it says itself.
 */
import { posix } from 'node:path';
import { addTo } from '../../kernel/groups.js';
import { folderOf, inFolder } from '../../kernel/paths.js';
import { compareText } from '../../kernel/text.js';
import type { DocumentFacts, RecordReference, ReferenceKind } from '../document-facts.js';
import { decodeTarget, isAddress } from '../link-target.js';

/** A document as it is linked. */
export interface Document {
  /** As nodes carry it. */
  readonly path: string;
  readonly facts: DocumentFacts;
}

/** A record and its id. */
export interface AdrRecord extends Document {
  readonly id: string;
}

/** A reference that leads to a record. */
export interface ResolvedReference {
  readonly target: AdrRecord;
  readonly kind: ReferenceKind;
  readonly line: number;
  readonly source: 'link' | 'identifier';
}

// Two digits would be too few for some and five too many for all: as adr-tools and MADR write them.
const DIGITS = 4;

/** The records of a project, in order of path; finds what references mean. */
export class Records {
  readonly all: readonly AdrRecord[];
  readonly #byPath = new Map<string, AdrRecord>();
  readonly #byBase = new Map<string, AdrRecord[]>();
  readonly #byNumber = new Map<string, AdrRecord[]>();
  /** Of records that are counted in areas, under `OPS 3`, and of all others, under ` 3`. */
  readonly #byArea = new Map<string, AdrRecord[]>();
  readonly #byTitle = new Map<string, AdrRecord[]>();
  readonly #folders = new Set<string>();

  /** `documents`: in order of path. */
  constructor(documents: readonly Document[]) {
    this.all = withIds(documents.filter(({ facts }) => facts.kind === 'adr'));
    for (const record of this.all) {
      this.#byPath.set(record.path, record);
      this.#folders.add(folderOf(record.path));
      addTo(this.#byBase, baseOf(record.path), record);
      const { number } = record.facts;
      if (number !== undefined) {
        addTo(this.#byNumber, number, record);
        addTo(this.#byArea, `${areaOf(record.path)} ${number}`, record);
      }
      addTo(this.#byTitle, foldTitle(record.facts.title), record);
    }
  }

  at(path: string): AdrRecord | undefined {
    return this.#byPath.get(path);
  }

  /** The record that a reference in a document means: by its link, else its number, else its title; one or none. */
  find(from: string, reference: RecordReference): ResolvedReference | undefined {
    const { kind, line, target, title } = reference;
    const linked = target === undefined ? undefined : this.#linked(from, target);
    if (linked !== undefined) return { target: linked, kind, line, source: 'link' };
    const isTitled = title !== undefined ? this.#byTitle.get(foldTitle(title)) : undefined;
    const found = nearest(from, this.#numbered(from, reference) ?? []) ?? nearest(from, isTitled ?? []);
    return found && { target: found, kind, line, source: 'identifier' };
  }

  /** Whether a reference names a record of this project, by its number, that is not there. */
  isGone(from: string, reference: RecordReference): boolean {
    return this.#numbered(from, reference)?.length === 0;
  }

  /**
   * Those of a number, in its area; without an area those that are in none before all others. A link whose file is not there
   * still has its number, unless it leads to where no records lie; then, as without a number, nothing is named.
   */
  #numbered(from: string, { number, area, target }: RecordReference): readonly AdrRecord[] | undefined {
    if (number === undefined || (target !== undefined && !this.#isAmongRecords(from, target)))
      return undefined;
    const counted = this.#byArea.get(`${area ?? ''} ${number}`);
    return counted ?? (area === undefined ? this.#byNumber.get(number) : undefined) ?? [];
  }

  #isAmongRecords(from: string, target: string): boolean {
    if (isAddress(target)) return false;
    const path = decodeTarget(target.split(/[?#]/, 1)[0] ?? '');
    const folders = [inFolder(folderOf(from), path), path.replace(/^\/+/, '')].map((each) =>
      folderOf(posix.normalize(each)),
    );
    return folders.some((folder) => this.#folders.has(folder));
  }

  #linked(from: string, target: string): AdrRecord | undefined {
    const path = decodeTarget(target.split(/[?#]/, 1)[0] ?? '');
    if (path === '') return undefined;
    const whole = path.replace(/^\/+/, '');
    for (const at of isAddress(target)
      ? []
      : [posix.normalize(inFolder(folderOf(from), path)), posix.normalize(whole)]) {
      const record = this.#byPath.get(at) ?? this.#byPath.get(`${at}.md`);
      if (record !== undefined) return record;
    }
    // A site that is built from the records has other folders and endings for them, not other names.
    return nearest(from, this.#byBase.get(baseOf(path.replace(/\/+$/, ''))) ?? []);
  }
}

/** The area that a record is counted in, by its file's name; '' for none. */
function areaOf(path: string): string {
  return /^adr[-_]([a-z]{2,10})[-_]\d/i.exec(stemOf(path))?.[1]?.toUpperCase() ?? '';
}

function withIds(documents: readonly Document[]): AdrRecord[] {
  const carriers = new Map<string, number>();
  for (const { facts } of documents) {
    if (facts.number !== undefined) carriers.set(facts.number, (carriers.get(facts.number) ?? 0) + 1);
  }
  const taken = new Set<string>();
  return documents.map((document) => {
    const { number } = document.facts;
    const isUnique = number !== undefined && carriers.get(number) === 1;
    const plain = `adr:${isUnique ? number.padStart(DIGITS, '0') : stemOf(document.path)}`;
    const id = taken.has(plain) ? `${plain}@${document.path}` : plain;
    taken.add(id);
    return { ...document, id };
  });
}

/** The only one, or the only one in the same folder. */
function nearest(from: string, records: readonly AdrRecord[]): AdrRecord | undefined {
  if (records.length <= 1) return records[0];
  const folder = folderOf(from);
  let only: AdrRecord | undefined;
  for (const record of records) {
    if (record.path === from || folderOf(record.path) !== folder) continue;
    // Thousands may have one title: the second one settles it.
    if (only !== undefined) return undefined;
    only = record;
  }
  return only;
}

/** Who replaces whom, by id, whichever of the two says so; ids sorted. */
export interface Succession {
  readonly supersedes: ReadonlyMap<string, readonly string[]>;
  readonly supersededBy: ReadonlyMap<string, readonly string[]>;
}

/** Reads the succession from what the records say. */
export function successionOf(
  references: Iterable<readonly [from: AdrRecord, ResolvedReference]>,
): Succession {
  const supersedes = new Map<string, string[]>();
  const supersededBy = new Map<string, string[]>();
  for (const [from, { target, kind }] of references) {
    if (kind !== 'supersedes' && kind !== 'superseded_by') continue;
    const [later, earlier] = kind === 'supersedes' ? [from.id, target.id] : [target.id, from.id];
    addTo(supersedes, later, earlier);
    addTo(supersededBy, earlier, later);
  }
  for (const map of [supersedes, supersededBy]) {
    for (const [id, others] of map) map.set(id, [...new Set(others)].sort(compareText));
  }
  return { supersedes, supersededBy };
}

/** The file's name without its ending. */
export function stemOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.[^.]+$/, '');
}

function baseOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.(?:md|markdown|html?)$/i, '');
}

/** Letter case, punctuation and a number in front do not count. */
function foldTitle(title: string): string {
  const words = title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.join(' ');
}
