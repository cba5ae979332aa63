/** Gathers the edges that leave one file's nodes: one per source, type and target, with every place where it stands. */
import type { EdgeDetail, EdgeRow, EdgeType, Resolution, Site } from '../model.js';

/** Places listed on one edge; a call in a generated table may stand thousands of times. */
const SITES_MAX = 50;

interface Draft {
  readonly source: string;
  readonly target: string;
  readonly type: EdgeType;
  readonly sites: Site[];
  readonly names: string[];
  confidence: number | undefined;
  isTypeOnly: boolean;
}

const RANK: Readonly<Record<Resolution, number>> = { exact: 0, inferred: 1, candidate: 2 };

export class EdgeDrafts {
  readonly #drafts = new Map<string, Draft>();

  /** An edge that needs no evidence. */
  add(source: string, type: EdgeType, target: string): void {
    this.#draft(source, type, target);
  }

  /** An edge that rests on a place in the file. */
  addAt(source: string, type: EdgeType, target: string, site: Site): void {
    const { sites } = this.#draft(source, type, target);
    const known = sites.find((other) => other.line === site.line && other.kind === site.kind);
    if (known === undefined) {
      if (sites.length < SITES_MAX) sites.push(site);
    } else if (RANK[site.resolution ?? 'exact'] < RANK[known.resolution ?? 'exact']) {
      sites[sites.indexOf(known)] = site;
    }
  }

  addCandidate(source: string, target: string, site: Site, confidence: number): void {
    this.addAt(source, 'calls', target, site);
    const draft = this.#draft(source, 'calls', target);
    draft.confidence = Math.max(draft.confidence ?? 0, confidence);
  }

  addImport(source: string, target: string, line: number, name: string, isTypeOnly: boolean): void {
    const isNew = !this.#drafts.has(keyOf(source, 'imports', target));
    const draft = this.#draft(source, 'imports', target);
    draft.isTypeOnly = (isNew || draft.isTypeOnly) && isTypeOnly;
    if (name !== '' && !draft.names.includes(name)) draft.names.push(name);
    this.addAt(source, 'imports', target, { line });
  }

  rows(): EdgeRow[] {
    return [...this.#drafts.values()].map((draft) => ({
      source: draft.source,
      target: draft.target,
      type: draft.type,
      detail: detailOf(draft),
    }));
  }

  #draft(source: string, type: EdgeType, target: string): Draft {
    const key = keyOf(source, type, target);
    const known = this.#drafts.get(key);
    if (known !== undefined) return known;
    const draft: Draft = {
      source,
      target,
      type,
      sites: [],
      names: [],
      confidence: undefined,
      isTypeOnly: false,
    };
    this.#drafts.set(key, draft);
    return draft;
  }
}

function keyOf(source: string, type: EdgeType, target: string): string {
  return `${source}\n${type}\n${target}`;
}

function detailOf(draft: Draft): string {
  const resolution = bestResolution(draft.sites);
  const detail: EdgeDetail = {
    ...(draft.sites.length > 0 ? { sites: draft.sites } : {}),
    ...(resolution === undefined ? {} : { resolution }),
    ...(resolution === 'candidate' && draft.confidence !== undefined ? { confidence: draft.confidence } : {}),
    ...(draft.names.length > 0 ? { names: draft.names } : {}),
    ...(draft.isTypeOnly ? { type_only: true } : {}),
  };
  const text = JSON.stringify(detail);
  return text === '{}' ? '' : text;
}

function bestResolution(sites: readonly Site[]): Resolution | undefined {
  let best: Resolution | undefined;
  for (const { resolution } of sites) {
    if (resolution === undefined) continue;
    if (best === undefined || RANK[resolution] < RANK[best]) best = resolution;
  }
  return best;
}
