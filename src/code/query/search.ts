/**
 * kg_search: the nodes that fit a few words, best first (`score.ts` says how well each fits). Within equal scores: exact
 * letter case first, then by type, by how often others refer to it, shorter names, id. Only the scores that the page
 * reaches are put in order. No fuzzy matching: that is for no hit at all.
 */
import type { GraphView, NodeRef } from '../graph.js';
import { NODE_TYPES, type NodeType } from '../model.js';
import { briefNode, type NodeBrief } from './brief.js';
import { nearestNodes } from './nearest.js';
import { resolveNode } from './resolve-node.js';
import { type Scored, scoreNodes } from './score.js';
import { FirstFew } from './top.js';

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
  readonly offset: number;
  readonly hits: readonly SearchHit[];
  /** What the query names as an id, a path or a dotted name, when that is one node. */
  readonly named?: NodeBrief;
  /** Only when nothing fits: nodes with names close to the query. */
  readonly nearest: readonly NodeBrief[];
}

/** The hits from `offset` on, at most `limit`, best first. */
export function search(view: GraphView, request: SearchRequest): SearchAnswer {
  const query = request.query.trim();
  const types = new Set(request.nodeTypes ?? NODE_TYPES);
  const offset = request.offset ?? 0;
  const scored = scoreNodes(view, query);
  const counts = countScores(view, scored, types);
  const total = counts.reduce((sum, count) => sum + count, 0);
  const named = nameMeant(view, query, types);
  return {
    query,
    nodeTypes: request.nodeTypes ?? [],
    total,
    offset,
    hits: pageOf(view, { scored, counts, types, query, offset, limit: request.limit }),
    ...(named !== undefined && { named: briefNode(view, named) }),
    nearest: total > 0 ? [] : nearestNodes(view, query, 5, types).map((node) => briefNode(view, node)),
  };
}

/** How many nodes of the wanted types have each score. */
function countScores(view: GraphView, { scores, places }: Scored, types: ReadonlySet<NodeType>): number[] {
  const counts = new Array<number>(scores.length + 1).fill(0);
  const isAnyType = types.size === NODE_TYPES.length;
  for (let node = 0; node < places.length; node++) {
    const place = places[node] ?? 0;
    if (place > 0 && (isAnyType || types.has(view.type(node)))) counts[place] = (counts[place] ?? 0) + 1;
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
  const { scored, counts, offset, limit } = page;
  const hits: SearchHit[] = [];
  let before = 0;
  counts.forEach((count, index) => {
    const from = Math.max(0, offset - before);
    const to = Math.min(count, offset + limit - before);
    before += count;
    if (from >= to) return;
    const ordered = firstOfScore(view, page, index + 1, to);
    const score = scored.scores[index] ?? 0;
    for (const node of ordered.slice(from)) hits.push({ node: briefNode(view, node), score });
  });
  return hits;
}

function firstOfScore(
  view: GraphView,
  { scored, types, query }: Page,
  place: number,
  count: number,
): NodeRef[] {
  const few = new FirstFew<Ranked>(count, (a, b) => compareRanked(view, a, b));
  const { places } = scored;
  for (let node = places.indexOf(place); node >= 0; node = places.indexOf(place, node + 1)) {
    if (!types.has(view.type(node))) continue;
    // The name is looked at only when the letter case could bring it in.
    const key = keyOf(view, node);
    if (few.last !== undefined && key > few.last.key) continue;
    few.offer({ node, key: view.name(node).includes(query) ? key : key + CASE_STEP });
  }
  return few.inOrder().map(({ node }) => node);
}

interface Ranked {
  readonly node: NodeRef;
  /** Letter case, type and references in one number, smaller is better. */
  readonly key: number;
}

// References are capped where the order no longer matters, so that the three fit one exact integer.
const REFERENCES_MAX = 2 ** 32 - 1;
const TYPE_STEP = 2 ** 33;
const CASE_STEP = TYPE_STEP * 16;
const TYPE_RANK: Readonly<Record<NodeType, number>> = Object.fromEntries(
  NODE_TYPES.map((type, rank) => [type, rank * TYPE_STEP]),
) as Record<NodeType, number>;

function compareRanked(view: GraphView, a: Ranked, b: Ranked): number {
  return a.key - b.key || view.name(a.node).length - view.name(b.node).length || a.node - b.node;
}

/** As if the letter case were right. */
function keyOf(view: GraphView, node: NodeRef): number {
  return TYPE_RANK[view.type(node)] + REFERENCES_MAX - Math.min(view.references(node), REFERENCES_MAX);
}

/** A query that is more than a simple name (`Scorer.compute`, `src/scoring.py:120`) may name one node outright. */
function nameMeant(view: GraphView, query: string, types: ReadonlySet<NodeType>): NodeRef | undefined {
  if (!/[.:/#]/.test(query)) return undefined;
  const meant = resolveNode(view, query, { nearestMax: 0 });
  return meant.kind === 'one' && types.has(view.type(meant.node)) ? meant.node : undefined;
}
