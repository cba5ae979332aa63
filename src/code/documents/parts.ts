/**
 * Which parts of a document become nodes. A record is one. Of project instructions each section is one: one per heading of the second level, with all that stands below it.
 * What stands above the first of them belongs to the file as a whole, which has a node only when something hangs on it, or
 * when there is no such heading.
 */
import type { DocumentSection } from '../document-facts.js';
import type { PropertyValue } from '../model.js';
import { type AdrRecord, type Document, type Records, stemOf } from './records.js';

/** What becomes one node: a record, or a section of instructions, with what is said in it. */
export interface Part extends Pick<Document['facts'], 'mentions' | 'references' | 'concepts'> {
  readonly id: string;
  readonly path: string;
  readonly name: string;
  readonly line: number;
  readonly record?: AdrRecord;
  /** Of a section. */
  /** Of its text; absent of a section. */
  readonly fingerprint?: string;
  readonly properties?: Readonly<Record<string, PropertyValue>>;
  /** Left out when nothing hangs on it. */
  readonly isOptional?: boolean;
}

/** The parts of a document, in order of line. */
export function partsOf(document: Document, records: Records): Part[] {
  const record = records.at(document.path);
  return record === undefined ? instructionParts(document) : [recordPart(record)];
}

function recordPart(record: AdrRecord): Part {
  const { mentions, references, concepts, title, line, fingerprint } = record.facts;
  const name = title === '' ? stemOf(record.path) : title;
  return {
    id: record.id,
    path: record.path,
    name,
    line,
    fingerprint,
    record,
    mentions,
    references,
    concepts,
  };
}

function instructionParts({ path, facts }: Document): Part[] {
  const sections = facts.sections.filter(({ level }) => level === 2);
  const slugs = new Map<string, number>();
  const starts = sections.map(({ line }) => line);
  const [first = Number.POSITIVE_INFINITY] = starts;
  const top: Part = {
    id: `config:${path}`,
    path,
    name: facts.title === '' ? path : facts.title,
    line: facts.line,
    fingerprint: facts.fingerprint,
    properties: { title: facts.title, summary: topSummary(facts.sections) },
    isOptional: sections.length > 0,
    ...saidIn(facts, 0, first),
  };
  const parts = sections.map((section, index): Part => {
    const end = starts[index + 1] ?? Number.POSITIVE_INFINITY;
    const { title, line, endLine, summary } = section;
    return {
      id: `config:${path}#${uniqueSlug(slugs, title)}`,
      path,
      name: title,
      line,
      properties: { title, summary, end_line: endLine },
      ...saidIn(facts, line, end),
    };
  });
  return [top, ...parts];
}

function topSummary(sections: readonly DocumentSection[]): string {
  return sections.find(({ level }) => level === 1)?.summary ?? '';
}

function saidIn(
  facts: Document['facts'],
  from: number,
  to: number,
): Pick<Part, 'mentions' | 'references' | 'concepts'> {
  const isIn = ({ line }: { readonly line: number }): boolean => line >= from && line < to;
  return {
    mentions: facts.mentions.filter(isIn),
    references: facts.references.filter(isIn),
    concepts: facts.concepts.filter(isIn),
  };
}

/** The anchor that forges give a heading: `Running the tests` → `running-the-tests`, the second one with `-1`. */
function uniqueSlug(seen: Map<string, number>, title: string): string {
  const slug = title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');
  const times = seen.get(slug) ?? 0;
  seen.set(slug, times + 1);
  return times === 0 ? slug : `${slug}-${times}`;
}
