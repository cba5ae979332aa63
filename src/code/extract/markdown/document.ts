/**
 * Document → `DocumentFacts`. Front matter comes off first, nesting is limited, the grammars make blocks of the rest, and each
 * part of the facts is read from those blocks by a file of its own. Documents have no errors: whatever is written is read as
 * far as it goes, and what cannot be is a problem. It looks at no other file.
 */
import { countLines } from '../../decode.js';
import type { AdrStatus, DocumentFacts, DocumentKind } from '../../document-facts.js';
import type { Problem } from '../../facts.js';
import { Fingerprinter } from '../../fingerprint.js';
import type { MarkdownParser } from '../../parse.js';
import { type Block, readBlocks } from './blocks.js';
import { findInstructionConcepts, findRecordConcepts } from './concepts.js';
import { findDecisionSummary, findPrinciples } from './decision.js';
import { type FrontMatter, readFrontMatter } from './front-matter.js';
import { limitNesting } from './guard.js';
import { findMentions } from './mentions.js';
import { metadataKey, readFrontMatterEntries, readMetadata } from './metadata.js';
import { readFileName } from './names.js';
import { findRecordDate, findStatus, findTitle, type RecordSource } from './record.js';
import { findFrontMatterReferences, findReferences } from './references.js';
import { findSections, isForm, type Section, toDocumentSection } from './sections.js';

/** A document to read. */
export interface DocumentSource {
  readonly path: string;
  readonly text: string;
  readonly kind: DocumentKind;
  /** What decoding had to tell. */
  readonly problems: readonly Problem[];
}

/** Reads documents, one after another. */
export class DocumentExtractor {
  readonly #parser: MarkdownParser;
  readonly #prints = new Fingerprinter();

  constructor(parser: MarkdownParser) {
    this.#parser = parser;
  }

  /** What a document says. Line ends may be any; a byte-order mark is no text. */
  extract(source: DocumentSource): DocumentFacts {
    const text = source.text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
    const frontMatter = readFrontMatter(text);
    const limited = limitNesting(frontMatter.body);
    const { blocks, problems } = readBlocks(this.#parser, limited.text);
    const lines = countLines(text);
    this.#prints.read(text);
    const fingerprint = this.#prints.of(0, text.length);
    const read = { frontMatter, blocks, sections: findSections(blocks, lines), lines, fingerprint };
    const found = [...source.problems, ...frontMatter.problems, ...limited.problems, ...problems];
    return source.kind === 'adr'
      ? recordFacts(source.path, read, found)
      : instructionFacts(source.path, read, found);
  }
}

interface ReadDocument {
  readonly frontMatter: FrontMatter;
  readonly blocks: readonly Block[];
  readonly sections: readonly Section[];
  readonly lines: number;
  readonly fingerprint: string;
}

function recordFacts(path: string, read: ReadDocument, problems: readonly Problem[]): DocumentFacts {
  const { frontMatter, blocks, sections, lines, fingerprint } = read;
  const record = toRecordSource(path, read);
  const title = findTitle(record);
  const status = findStatus(record);
  const date = findRecordDate(record, status.text);
  const number = record.name.number ?? title.number;
  const referrer = {
    name: record.name,
    number,
    titleLine: title.line,
    isStanding: STANDING.has(status.status),
  };
  const isStatusLine = linesOfStatus(record);
  return {
    kind: 'adr',
    title: title.text,
    line: title.line,
    lines,
    fingerprint,
    ...(number !== undefined && { number }),
    ...(date !== undefined && { date }),
    status: status.status,
    statusText: status.text,
    decisionSummary: findDecisionSummary(blocks, sections),
    principles: findPrinciples(blocks, sections),
    sections: sections.map((section) => toDocumentSection(section, blocks)),
    concepts: findRecordConcepts(blocks, sections),
    mentions: findMentions(blocks),
    references: [
      ...findFrontMatterReferences(frontMatter.entries, referrer),
      ...findReferences(blocks, referrer, isStatusLine),
    ],
    problems,
  };
}

const STANDING: ReadonlySet<AdrStatus> = new Set(['draft', 'proposed', 'accepted']);

function instructionFacts(path: string, read: ReadDocument, problems: readonly Problem[]): DocumentFacts {
  const { blocks, sections, lines, fingerprint } = read;
  const title = findTitle(toRecordSource(path, read));
  return {
    kind: 'instructions',
    title: title.text,
    line: title.line,
    lines,
    fingerprint,
    status: 'unknown',
    statusText: '',
    decisionSummary: '',
    principles: findPrinciples(blocks, sections),
    sections: sections.map((section) => toDocumentSection(section, blocks)),
    concepts: findInstructionConcepts(blocks, sections),
    mentions: findMentions(blocks),
    references: findReferences(
      blocks,
      { name: readFileName(path), number: undefined, titleLine: title.line, isStanding: true },
      () => false,
    ),
    problems,
  };
}

function toRecordSource(path: string, { frontMatter, blocks, sections }: ReadDocument): RecordSource {
  // Labels stand before the matter; further down "Status:" is about something else.
  const matter = sections.find(({ key }) => isMatter(key));
  return {
    name: readFileName(path),
    blocks,
    sections,
    frontMatter: readFrontMatterEntries(frontMatter.entries),
    metadata: readMetadata(blocks.slice(0, matter === undefined ? blocks.length : matter.first - 1)),
  };
}

/** Whether a section is about the matter, and not about the record. */
function isMatter(key: string): boolean {
  const isAboutRecord =
    metadataKey(key) !== undefined ||
    /^(?:metadata|document control|details|authors?|deciders?|decision makers?|changelog|history|about|info(?:rmation)?|title|tl;?dr|summary)$/.test(
      key,
    );
  return isForm(key) && !isAboutRecord;
}

/** Lines of the status section and of a labelled status, where verbs may stand before titles. */
function linesOfStatus({ sections, metadata }: RecordSource): (line: number) => boolean {
  const ranges = sections
    .filter(({ key }) => metadataKey(key) === 'status')
    .map(({ line, endLine }) => ({ line, endLine }));
  const labelled = new Set(metadata.filter(({ key }) => key === 'status').map(({ line }) => line));
  return (line) => labelled.has(line) || ranges.some((range) => line >= range.line && line <= range.endLine);
}
