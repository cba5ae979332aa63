/**
 * Facts of documents ↔ text, for the way from a worker thread and for the snapshot. JSON: documents are hundreds at most, and
 * nobody asks for a part of one. Not for files of others: the text comes from `encodeDocumentFacts` and is checked as a whole
 * by whoever stored it.
 */
import type { DocumentFacts } from './document-facts.js';

/** One line of JSON. */
export function encodeDocumentFacts(facts: DocumentFacts): string {
  return JSON.stringify(facts);
}

/** The facts that `encodeDocumentFacts` was given. */
export function decodeDocumentFacts(text: string): DocumentFacts {
  return JSON.parse(text) as DocumentFacts;
}
