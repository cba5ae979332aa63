/**
 * kg_search: which nodes fit a few words. Each node's score is the highest that applies of
 *
 *   1.0  its name is the query (letter case ignored)
 *   0.8  its name contains the query
 *   0.6 × words of the query found among the words of its name / all words of the query
 *   0.4  a property value, or the path, contains the query
 *
 * Within equal scores: exact letter case first, then by type, by how often others refer to it, shorter names, id.
 * Only the groups of equal score that the page reaches are put in order. No fuzzy matching: that is for no hit at all.
 */
import type { GraphView, NodeRef } from '../graph.js';
import { NODE_TYPES, type NodeType } from '../model.js';
import { briefNode, type NodeBrief } from './brief.js';
import { nearestNodes } from './nearest.js';
import { resolveNode } from './resolve-node.js';
import { selectFirst } from './top.js';
import { splitWords } from './words.js';

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

const SCORE = { name: 1, contains: 0.8, words: 0.6, property: 0.4 } as const;

/** The hits from `offset` on, at most `limit`, best first. */
export function search(view: GraphView, request: SearchRequest): SearchAnswer {
  const query = request.query.trim();
  const types = new Set(request.nodeTypes ?? NODE_TYPES);
  const offset = request.offset ?? 0;
  const groups = scoreNodes(view, query, types);
  const total = groups.reduce((sum, group) => sum + group.nodes.length, 0);
  const named = nameMeant(view, query, types);
  return {
    query,
    nodeTypes: request.nodeTypes ?? [],
    total,
    offset,
    hits: pageOf(view, { groups, query, offset, limit: request.limit }),
    ...(named !== undefined && { named: briefNode(view, named) }),
    nearest: total > 0 ? [] : nearestNodes(view, query, 5, types).map((node) => briefNode(view, node)),
  };
}

/** Nodes of one score, in order of id. */
interface ScoreGroup {
  readonly score: number;
  readonly nodes: readonly NodeRef[];
}

function scoreNodes(view: GraphView, query: string, types: ReadonlySet<NodeType>): ScoreGroup[] {
  const groups: ScoreGroup[] = [];
  const seen = new Uint8Array(view.nodeCount);
  const take = (score: number, nodes: readonly NodeRef[]) => {
    const fresh = nodes.filter((node) => seen[node] === 0 && types.has(view.type(node)));
    for (const node of fresh) seen[node] = 1;
    if (fresh.length > 0) groups.push({ score, nodes: fresh });
  };
  const lower = query.toLowerCase();
  take(SCORE.name, view.named(lower));
  take(SCORE.contains, view.nameContains(lower));
  const words = wordMatches(view, query);
  for (const { score, nodes } of words.filter((group) => group.score > SCORE.property)) take(score, nodes);
  // Two of three words score what a property does: one group.
  const even = words.find((group) => group.score === SCORE.property)?.nodes ?? [];
  take(SCORE.property, united(even, view.propertyContains(lower), inPathsContaining(view, lower)));
  for (const { score, nodes } of words.filter((group) => group.score < SCORE.property)) take(score, nodes);
  return groups;
}

/** Nodes by how many of the query's words their names have, most first. */
function wordMatches(view: GraphView, query: string): ScoreGroup[] {
  const words = splitWords(query);
  const counts = new Map<NodeRef, number>();
  for (const word of words) {
    for (const node of view.nameHasWord(word)) counts.set(node, (counts.get(node) ?? 0) + 1);
  }
  const byCount = new Map<number, NodeRef[]>();
  for (const [node, count] of counts) {
    const nodes = byCount.get(count);
    if (nodes === undefined) byCount.set(count, [node]);
    else nodes.push(node);
  }
  // In tenths of the whole, so that 0.6 × 2/3 is 0.4 and not a little less.
  const scoreOf = (count: number) => (6 * count) / words.length / 10;
  return [...byCount]
    .sort(([a], [b]) => b - a)
    .map(([count, nodes]) => ({ score: scoreOf(count), nodes: united(nodes) }));
}

/** A node's path is a property of it, which the graph keeps apart from the others. */
function inPathsContaining(view: GraphView, lower: string): NodeRef[] {
  const hasIt = (node: NodeRef) => view.path(node).toLowerCase().includes(lower);
  const inFiles = view
    .ofType('file')
    .filter(hasIt)
    .flatMap((file) => view.inFile(view.path(file)));
  const documents = NODE_TYPES.filter((type) => !CODE_TYPES.has(type)).flatMap((type) => view.ofType(type));
  return [...inFiles, ...view.ofType('module').filter(hasIt), ...documents.filter(hasIt)];
}

const CODE_TYPES: ReadonlySet<NodeType> = new Set<NodeType>(['class', 'function', 'module', 'file']);

/** Each node once, in order of id, which is that of the refs. */
function united(...lists: readonly (readonly NodeRef[])[]): readonly NodeRef[] {
  return [...new Set(lists.flat())].sort((a, b) => a - b);
}

interface Page {
  readonly groups: readonly ScoreGroup[];
  readonly query: string;
  readonly offset: number;
  readonly limit: number;
}

function pageOf(view: GraphView, { groups, query, offset, limit }: Page): SearchHit[] {
  const hits: SearchHit[] = [];
  let before = 0;
  for (const { score, nodes } of groups) {
    const from = Math.max(0, offset - before);
    const to = Math.min(nodes.length, offset + limit - before);
    before += nodes.length;
    if (from >= to) continue;
    const ordered = firstInGroup(view, nodes, query, to);
    for (const node of ordered.slice(from)) hits.push({ node: briefNode(view, node), score });
  }
  return hits;
}

interface Ranked {
  readonly node: NodeRef;
  readonly position: number;
  /** Letter case, type and references in one number, smaller is better. */
  readonly key: number;
}

// References are capped where the order no longer matters, so that the three fit one exact integer.
const REFERENCES_MAX = 2 ** 32 - 1;
const TYPE_STEP = 2 ** 33;
const CASE_STEP = TYPE_STEP * 16;

function firstInGroup(view: GraphView, nodes: readonly NodeRef[], query: string, count: number): NodeRef[] {
  const rank = (node: NodeRef, position: number): Ranked => ({
    node,
    position,
    key: keyOf(view, node, query),
  });
  const order = (a: Ranked, b: Ranked) =>
    a.key - b.key || view.name(a.node).length - view.name(b.node).length || a.position - b.position;
  return selectFirst(nodes.map(rank), count, order).map((each) => each.node);
}

function keyOf(view: GraphView, node: NodeRef, query: string): number {
  const otherCase = view.name(node).includes(query) ? 0 : CASE_STEP;
  const type = NODE_TYPES.indexOf(view.type(node)) * TYPE_STEP;
  return otherCase + type + REFERENCES_MAX - Math.min(view.references(node), REFERENCES_MAX);
}

/** A query that is more than a simple name (`Scorer.compute`, `src/scoring.py:120`) may name one node outright. */
function nameMeant(view: GraphView, query: string, types: ReadonlySet<NodeType>): NodeRef | undefined {
  if (!/[.:/#]/.test(query)) return undefined;
  const meant = resolveNode(view, query, { nearestMax: 0 });
  return meant.kind === 'one' && types.has(view.type(meant.node)) ? meant.node : undefined;
}
