/**
 * Gathers the edges that leave one file's nodes: one per source, type and target, with every place where it stands, in the
 * order in which they are met. Those between definitions leave as integers (`edge-ints.ts`), imports as rows.
 */
import { type EdgeRow, fileId } from '../model.js';
import { type CallSite, importText, RANK } from './edge-details.js';
import { type DefinitionEdge, type EdgeEnd, packEdge } from './edge-ints.js';
import type { Names } from './names.js';
import type { ValueId } from './value-table.js';

/** Places listed on one edge; a call in a generated table may stand thousands of times. */
const SITES_MAX = 50;

interface Draft {
  readonly source: number;
  readonly target: ValueId;
  readonly sites: CallSite[];
}

interface ImportDraft {
  readonly target: string;
  readonly lines: number[];
  readonly names: string[];
  isTypeOnly: boolean;
}

/** Sources and targets are at most this many, so that both fit one number. */
const TARGETS_MAX = 2 ** 26;

/** What an edge without a place of its own proves of the places that it has. */
const PLAIN = { resolution: 'exact', of: 1 } as const;

/** Sources are definitions of the file, which count from 1; 0 is the file itself. */
export class EdgeDrafts {
  readonly #file: string;
  readonly #names: Names;
  readonly #packed: number[] = [];
  readonly #imports = new Map<string, ImportDraft>();
  /** By source and target value. */
  readonly #calls = new Map<number, Draft>();
  readonly #references = new Map<number, Draft>();

  constructor(path: string, names: Names) {
    this.#file = fileId(path);
    this.#names = names;
  }

  /** An edge that is added once; `line` when it rests on one. */
  add(source: number, type: 'contains' | 'method_of' | 'inherits', target: EdgeEnd, line?: number): void {
    const sites = line === undefined ? [] : [{ line, ...PLAIN }];
    this.#pack({ type, source, target, sites });
  }

  #pack(edge: DefinitionEdge): void {
    packEdge(this.#packed, edge, this.#names);
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

  addCall(source: number, target: ValueId, site: CallSite): void {
    const key = source * TARGETS_MAX + target;
    const draft = this.#calls.get(key);
    if (draft === undefined) {
      this.#calls.set(key, { source, target, sites: [site] });
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
    source: number,
    target: ValueId,
    { line, why }: { readonly line: number; readonly why: string },
  ): void {
    const key = source * TARGETS_MAX + target;
    const draft = this.#references.get(key);
    if (draft === undefined) this.#references.set(key, { source, target, sites: [{ line, ...PLAIN, why }] });
    else if (draft.sites.at(-1)?.line !== line && draft.sites.length < SITES_MAX)
      draft.sites.push({ line, ...PLAIN });
  }

  /** The edges between definitions; `endOf` gives the ends that target values stand for. */
  pack(endOf: (target: ValueId) => EdgeEnd): Int32Array {
    for (const draft of this.#calls.values())
      this.#pack({ ...draft, type: 'calls', target: endOf(draft.target) });
    for (const draft of this.#references.values())
      this.#pack({ ...draft, type: 'references', target: endOf(draft.target) });
    return Int32Array.from(this.#packed);
  }

  /** The edges to files that are imported. */
  importRows(): EdgeRow[] {
    return Array.from(this.#imports.values(), ({ target, lines, names, isTypeOnly }) => ({
      source: this.#file,
      target: fileId(target),
      type: 'imports',
      detail: importText(lines, names, isTypeOnly),
    }));
  }
}
