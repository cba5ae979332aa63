/**
 * Gathers the edges that leave one file's nodes: one per source, type and target, with every place where it stands, in the
 * order in which they are met. Details are written as text by hand, field by field as `EdgeDetail` has them: there are a
 * million of them in a large project.
 */
import { type EdgeRow, type EdgeType, fileId, type Resolution, type Site } from '../model.js';
import type { ValueId } from './value-table.js';

/** Places listed on one edge; a call in a generated table may stand thousands of times. */
const SITES_MAX = 50;

const RANK: Readonly<Record<Resolution, number>> = { exact: 0, inferred: 1, candidate: 2 };

/** A place of a call, with what it proves. */
export interface CallSite extends Site {
  readonly resolution: Resolution;
  /** For candidates: one of how many. */
  readonly of: number;
}

interface CallDraft {
  readonly source: string;
  readonly target: ValueId;
  readonly sites: CallSite[];
}

/** A definition that is named where its decorator's work is called. */
interface ReferenceDraft {
  readonly source: string;
  readonly target: ValueId;
  readonly lines: number[];
  readonly why: string;
}

interface ImportDraft {
  readonly target: string;
  readonly lines: number[];
  readonly names: string[];
  isTypeOnly: boolean;
}

/** Sources and targets are at most this many, so that both fit one number. */
const TARGETS_MAX = 2 ** 26;

export class EdgeDrafts {
  readonly #file: string;
  readonly #rows: EdgeRow[] = [];
  readonly #imports = new Map<string, ImportDraft>();
  /** By source number and target value. */
  readonly #calls = new Map<number, CallDraft>();

  /** By source number and target value. */
  readonly #references = new Map<number, ReferenceDraft>();

  constructor(path: string) {
    this.#file = fileId(path);
  }

  /** An edge that is added once, and needs no evidence. */
  add(source: string, type: EdgeType, target: string): void {
    this.#rows.push({ source, target, type, detail: '' });
  }

  /** An edge that is added once, and rests on one line. */
  addAt(source: string, type: EdgeType, target: string, line: number): void {
    this.#rows.push({ source, target, type, detail: ['{"sites":[{"line":', String(line), '}]}'].join('') });
  }

  /** An import of another file; `name` is '' when the module itself is taken. */
  addImport(target: string, line: number, name: string, isTypeOnly: boolean): void {
    let draft = this.#imports.get(target);
    if (draft === undefined) {
      draft = { target, lines: [], names: [], isTypeOnly };
      this.#imports.set(target, draft);
    }
    draft.isTypeOnly &&= isTypeOnly;
    if (!draft.lines.includes(line) && draft.lines.length < SITES_MAX) draft.lines.push(line);
    if (name !== '' && !draft.names.includes(name)) draft.names.push(name);
  }

  /** Paths of the files that are imported, sorted. */
  get imported(): readonly string[] {
    return [...this.#imports.keys()].sort();
  }

  /** `source` is numbered by the caller, 0 for the file. */
  addCall(source: { readonly number: number; readonly id: string }, target: ValueId, site: CallSite): void {
    const key = source.number * TARGETS_MAX + target;
    const draft = this.#calls.get(key);
    if (draft === undefined) {
      this.#calls.set(key, { source: source.id, target, sites: [site] });
      return;
    }
    const { sites } = draft;
    // Calls are met in order of line, so the same place is among the last.
    for (let i = sites.length - 1; i >= 0 && i > sites.length - 4; i--) {
      const known = sites[i];
      if (known === undefined || known.line !== site.line || known.kind !== site.kind) continue;
      if (RANK[site.resolution] < RANK[known.resolution]) sites[i] = site;
      return;
    }
    if (sites.length < SITES_MAX) sites.push(site);
  }

  /** A reference by name to what a decorator has replaced; the first reason stands for all. */
  addReference(
    source: { readonly number: number; readonly id: string },
    target: ValueId,
    { line, why }: { readonly line: number; readonly why: string },
  ): void {
    const key = source.number * TARGETS_MAX + target;
    const draft = this.#references.get(key);
    if (draft === undefined) this.#references.set(key, { source: source.id, target, lines: [line], why });
    else if (draft.lines.at(-1) !== line && draft.lines.length < SITES_MAX) draft.lines.push(line);
  }

  /** `idOf` gives the ids of target values. */
  rows(idOf: (target: ValueId) => string): EdgeRow[] {
    const rows = this.#rows;
    for (const draft of this.#imports.values()) {
      rows.push({
        source: this.#file,
        target: fileId(draft.target),
        type: 'imports',
        detail: importText(draft),
      });
    }
    for (const { source, target, sites } of this.#calls.values()) {
      rows.push({ source, target: idOf(target), type: 'calls', detail: callText(sites) });
    }
    for (const { source, target, lines, why } of this.#references.values()) {
      const detail = ['{', sitesText(lines), ',"source":"decorator","why":', JSON.stringify(why), '}'].join(
        '',
      );
      rows.push({ source, target: idOf(target), type: 'references', detail });
    }
    return rows;
  }
}

// Texts are joined and not added up: V8 keeps a sum as the tree of its parts until someone reads it.

function importText({ lines, names, isTypeOnly }: ImportDraft): string {
  const parts = ['{', sitesText(lines)];
  if (names.length > 0) parts.push(',"names":', JSON.stringify(names));
  if (isTypeOnly) parts.push(',"type_only":true');
  parts.push('}');
  return parts.join('');
}

function sitesText(lines: readonly number[]): string {
  const parts = ['"sites":['];
  for (const [i, line] of lines.entries()) parts.push(i === 0 ? '{"line":' : ',{"line":', String(line), '}');
  parts.push(']');
  return parts.join('');
}

function callText(sites: readonly CallSite[]): string {
  let best = sites[0];
  const parts = ['{"sites":['];
  for (const site of sites) {
    if (parts.length > 1) parts.push(',');
    addSite(site, parts);
    if (best === undefined || isBetter(site, best)) best = site;
  }
  const resolution = best?.resolution ?? 'exact';
  parts.push('],"resolution":"', resolution, '"');
  if (resolution === 'candidate') {
    parts.push(',"confidence":', String(Math.round(100 / (best?.of ?? 1)) / 100));
  }
  parts.push('}');
  return parts.join('');
}

function isBetter(site: CallSite, than: CallSite): boolean {
  const difference = RANK[site.resolution] - RANK[than.resolution];
  return difference < 0 || (difference === 0 && site.of < than.of);
}

function addSite({ line, resolution, kind, why }: CallSite, parts: string[]): void {
  parts.push('{"line":', String(line), ',"resolution":"', resolution, '"');
  if (kind !== undefined) parts.push(',"kind":"', kind, '"');
  if (why !== undefined && why !== '') parts.push(',"why":', JSON.stringify(why));
  parts.push('}');
}
