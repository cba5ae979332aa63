/** The edges that leave one node of a document: one per type and target, with all lines and the best evidence. */

import type { ReferenceKind } from '../document-facts.js';
import type { EdgeDetail, EdgeRow, EdgeType } from '../model.js';

export interface Evidence {
  readonly line: number;
  readonly source: string;
  /** 0–1. */
  readonly confidence: number;
  readonly kind?: ReferenceKind;
}

// What says more about two records stands for what says less.
const KINDS: readonly ReferenceKind[] = ['supersedes', 'superseded_by', 'amends', 'amended_by', 'relates'];

export class EvidenceTable {
  readonly #source: string;
  readonly #found = new Map<string, { type: EdgeType; target: string; evidence: Evidence[] }>();

  /** `source`: the id of the node that the edges leave. */
  constructor(source: string) {
    this.#source = source;
  }

  add(type: EdgeType, target: string, { line, source, confidence, kind }: Evidence): void {
    const key = `${type}\n${target}`;
    const evidence = kind === undefined ? { line, source, confidence } : { line, source, confidence, kind };
    const known = this.#found.get(key);
    if (known === undefined) this.#found.set(key, { type, target, evidence: [evidence] });
    else known.evidence.push(evidence);
  }

  rows(): EdgeRow[] {
    return [...this.#found.values()].map(({ type, target, evidence }) => {
      return { source: this.#source, type, target, detail: JSON.stringify(detailOf(evidence)) };
    });
  }
}

function detailOf(evidence: readonly Evidence[]): EdgeDetail {
  const [only, second] = evidence;
  if (only !== undefined && second === undefined) {
    const { line, confidence, source, kind } = only;
    return { sites: [{ line }], confidence, source, ...(kind !== undefined && { kind }) };
  }
  const lines = [...new Set(evidence.map(({ line }) => line))].sort((a, b) => a - b);
  const [best] = [...evidence].sort((a, b) => {
    return rankOf(a.kind) - rankOf(b.kind) || b.confidence - a.confidence || a.line - b.line;
  });
  return {
    sites: lines.map((line) => ({ line })),
    ...(best !== undefined && { confidence: best.confidence, source: best.source }),
    ...(best?.kind !== undefined && { kind: best.kind }),
  };
}

function rankOf(kind: ReferenceKind | undefined): number {
  return kind === undefined ? 0 : KINDS.indexOf(kind);
}
