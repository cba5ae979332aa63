/**
 * kg_search: the nodes that fit a few words, best first (`score.ts` says how well each fits, `rank.ts` in what order those
 * of one score come). Only the scores that the page reaches are put in order. No fuzzy matching: that is for no hit at all.
 */
import type { GraphView, NodeRef } from '../graph.js';
import { NODE_TYPES, type NodeType } from '../model.js';
import { briefNode, type NodeBrief } from './brief.js';
import { nearestNodes } from './nearest.js';
import { rankingOf } from './rank.js';
import { resolveNode } from './resolve-node.js';
import { type Scored, scoreNodes } from './score.js';

export interface SearchRequest {
  readonly query: string;
  /** Default: all types. */
  readonly nodeTypes?: readonly NodeType[];
  readonly limit: number;
  readonly offset?: number;
}

export interface SearchHit {
  readonly node: NodeBrief;
  /** 0–1. */
  readonly score: number;
}

export interface SearchAnswer {
  readonly query: string;
  readonly nodeTypes: readonly NodeType[];
  /** All hits, not only those on this page. */
  readonly total: number;
  /** How many hits have each score, best first. */
  readonly totalByScore: readonly { readonly score: number; readonly total: number }[];
  readonly offset: number;
  readonly hits: readonly SearchHit[];
  /** What the query names as an id, a path or a dotted name, when that is one node. */
  readonly named?: NodeBrief;
  /** The query is spelt as a name and no node has it: it may be a variable, and these are no nodes. */
  readonly mayBeVariable: boolean;
  /** Nothing fits, and no file is indexed. */
  readonly isEmptyGraph: boolean;
  /** Only when nothing fits: nodes with names close to the query. */
  readonly nearest: readonly NodeBrief[];
}

/** The hits from `offset` on, at most `limit`, best first. */
export function search(view: GraphView, request: SearchRequest): SearchAnswer {
  const query = request.query.trim();
  const types = new Set(request.nodeTypes ?? NODE_TYPES);
  const offset = request.offset ?? 0;
  const meant = nodesMeant(view, query);
  const scored = scoreNodes(view, query, meant);
  const counts = countScores(view, scored, types);
  const total = counts.reduce((sum, count) => sum + count, 0);
  const [named] = meant.length === 1 ? meant.filter((node) => types.has(view.type(node))) : [];
  const totals = counts.map((count, index) => ({ score: scored.scores[index] ?? 0, total: count }));
  return {
    query,
    nodeTypes: request.nodeTypes ?? [],
    total,
    totalByScore: totals.filter((each) => each.total > 0),
    offset,
    hits: pageOf(view, { scored, counts, types, query, offset, limit: request.limit }),
    ...(named !== undefined && { named: briefNode(view, named) }),
    mayBeVariable: mayBeVariable(query, totals),
    isEmptyGraph: total === 0 && view.countByType().nodes.file === 0,
    nearest: total > 0 ? [] : nearestNodes(view, query, 5, types).map((node) => briefNode(view, node)),
  };
}

/** A name without its node: in capitals, as constants are spelt, or one that not even its words fit. */
function mayBeVariable(query: string, totals: SearchAnswer['totalByScore']): boolean {
  const [, last] = query.match(/^(?:\w+\.)*([\p{L}_]\w*)$/u) ?? [];
  const best = totals.find(({ total }) => total > 0)?.score ?? 0;
  return last !== undefined && best < (/^[A-Z_][A-Z\d_]+$/.test(last) ? 1 : 0.6);
}

/** How many nodes of the wanted types have each score. */
function countScores(
  view: GraphView,
  { scores, places, found }: Scored,
  types: ReadonlySet<NodeType>,
): number[] {
  const counts = new Array<number>(scores.length + 1).fill(0);
  const isAnyType = types.size === NODE_TYPES.length;
  for (const node of found) {
    const place = places[node] ?? 0;
    if (isAnyType || types.has(view.type(node))) counts[place] = (counts[place] ?? 0) + 1;
  }
  return counts.slice(1);
}

interface Page {
  readonly scored: Scored;
  readonly counts: readonly number[];
  readonly types: ReadonlySet<NodeType>;
  readonly query: string;
  readonly offset: number;
  readonly limit: number;
}

function pageOf(view: GraphView, page: Page): SearchHit[] {
  const { scored, counts, types, query, offset, limit } = page;
  const firstOf = rankingOf(view, scored);
  const hits: SearchHit[] = [];
  let before = 0;
  counts.forEach((count, index) => {
    const from = Math.max(0, offset - before);
    const to = Math.min(count, offset + limit - before);
    before += count;
    if (from >= to) return;
    const ordered = firstOf({ query, types, place: index + 1, count: to });
    const score = scored.scores[index] ?? 0;
    for (const node of ordered.slice(from)) hits.push({ node: briefNode(view, node), score });
  });
  return hits;
}

/** What a query that is more than a simple name (`Scorer.compute`, `src/scoring.py:120`) names outright. */
function nodesMeant(view: GraphView, query: string): readonly NodeRef[] {
  if (!/[.:/#]/.test(query)) return [];
  const meant = resolveNode(view, query, { nearestMax: 0 });
  if (meant.kind === 'one') return [meant.node];
  return meant.kind === 'several' ? meant.nodes : [];
}
