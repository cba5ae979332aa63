/** Facts of a document in which only what a test is about is said. */
import type { DocumentFacts } from '../../src/code/document-facts.js';

export function documentFacts(more: Partial<DocumentFacts> = {}): DocumentFacts {
  return {
    kind: 'adr',
    title: '',
    line: 1,
    lines: 40,
    fingerprint: '',
    status: 'unknown',
    statusText: '',
    decisionSummary: '',
    principles: [],
    sections: [],
    concepts: [],
    mentions: [],
    references: [],
    problems: [],
    ...more,
  };
}
