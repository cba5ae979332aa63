/**
 * Facts of a document: what one decision record, or one file of project instructions, says, and nothing that another file
 * says. As those of Python files they depend on the bytes and the path alone. Which code a span means, and which record a
 * reference, is the linker's business.
 */
import type { Problem } from './facts.js';

/** Raise it whenever the same bytes would give other facts. */
export const DOCUMENT_EXTRACTOR_VERSION = 6;

export type DocumentKind = 'adr' | 'instructions';

/** What records say of themselves, in one word; `unknown` when they say nothing that is understood. */
export const ADR_STATUSES = [
  'draft',
  'proposed',
  'accepted',
  'rejected',
  'deprecated',
  'superseded',
  'unknown',
] as const;
export type AdrStatus = (typeof ADR_STATUSES)[number];

/** A heading and what stands below it. Lines are 1-based and inclusive. */
export interface DocumentSection {
  readonly title: string;
  /** 1–6. */
  readonly level: number;
  readonly line: number;
  readonly endLine: number;
  /** The first paragraph as text, '' when there is none. */
  readonly summary: string;
}

/** A term that the document defines, by a heading or in a table. */
export interface DefinedConcept {
  readonly name: string;
  readonly definition: string;
  readonly line: number;
}

/** Text that may name code: a code span outside fences, or the target of a link. */
export interface CodeMention {
  readonly kind: 'code' | 'link';
  /** As written, without the backticks; of a link its target without anchor. */
  readonly text: string;
  readonly line: number;
}

/** How a record stands to another one, as it says itself. */
export type ReferenceKind = 'supersedes' | 'superseded_by' | 'amends' | 'amended_by' | 'relates';

/** Text that names another record: by number, by file, or by title. */
export interface RecordReference {
  readonly kind: ReferenceKind;
  /** Its number without leading zeros, when it has one. */
  readonly number?: string;
  /** The area its number counts in, in capitals: `OPS` of `ADR-OPS-003`. */
  readonly area?: string;
  /** The target of the link, as written, without anchor. */
  readonly target?: string;
  /** Its title, when that is all there is. */
  readonly title?: string;
  readonly line: number;
}

/** What a document says. */
export interface DocumentFacts {
  readonly kind: DocumentKind;
  readonly title: string;
  /** Line of the title, 1 when there is none. */
  readonly line: number;
  readonly lines: number;
  /** Of the whole text (`fingerprint.ts`). */
  readonly fingerprint: string;
  /** The record's number without leading zeros, from the file's name or else its title; absent when it has none. */
  readonly number?: string;
  /** `YYYY-MM-DD`. */
  readonly date?: string;
  readonly status: AdrStatus;
  /** The status as written, '' when there is none. */
  readonly statusText: string;
  /** The decision in a few sentences, '' when none was found. */
  readonly decisionSummary: string;
  readonly principles: readonly string[];
  readonly sections: readonly DocumentSection[];
  readonly concepts: readonly DefinedConcept[];
  readonly mentions: readonly CodeMention[];
  readonly references: readonly RecordReference[];
  readonly problems: readonly Problem[];
}
