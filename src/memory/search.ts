/**
 * Search over both levels: reciprocal rank fusion (Cormack, Clarke and Büttcher, SIGIR 2009) of one ranking for each word,
 * each weighed by how rare the word is in its graph (inverse document frequency, scaled to 0…1).
 *
 * A node is found by its id, gist, touches and notes, and by the relations and notes of its edges; all tiers are searched.
 * Equal matches share a rank. A word that every node has says nothing; when a graph has nothing but such words to offer,
 * they count a little, so that an explicit question is answered. Nothing here changes a node's tier or renders text.
 */

import { runToEnd } from '../kernel/run-to-end.js';
import { compareText } from '../kernel/text.js';
import { RRF_K } from './limits.js';
import type { Level, MemoryEdge, MemoryGraph, MemoryNode, Words } from './model.js';
import { mayHold, type Term, termsOf, wordsOfEdge, wordsOfNode } from './words.js';

/** A graph that is searched; `project` is set when it is not the asker's own. */
export interface SearchedGraph {
  readonly level: Level;
  readonly graph: MemoryGraph;
  readonly project?: string;
}

/** A node that was found. */
export interface Found {
  readonly in: SearchedGraph;
  readonly node: MemoryNode;
  readonly score: number;
}

/** How a search is made. `hasFallback: false`: words that every node has find nothing, for questions nobody asked. */
export interface SearchOptions {
  readonly hasFallback?: boolean;
}

// What a match is worth by where it stands; repetition counts, but not for long.
const FIELD_WEIGHTS = { id: 4, gist: 3, touches: 2, notes: 1, edges: 0.5 } as const;
const REPEATS_MAX = 3;
// Another form of the word instead of the word itself.
const FORM_CREDIT = 0.5;
// A word that every node has, when there is nothing better: below any word that tells nodes apart.
const FALLBACK_WEIGHT = 0.001;
// Above every sum of ranks, so that a node that is named comes first: the whole question, or one piece of it.
const ID_BOOST = { query: 1, piece: 0.25 } as const;

/** All nodes found, best first; the user's before the project's, then by id, where scores are equal. */
export function findNodes(
  searched: readonly SearchedGraph[],
  query: string,
  options: SearchOptions = {},
): Found[] {
  return runToEnd(findNodesInSteps(searched, query, options));
}

// So many nodes or edges, each with a dozen words, take a millisecond or two.
const ITEMS_A_STEP = 100;

/** The same in steps, for whoever must not hold others up. */
export function* findNodesInSteps(
  searched: readonly SearchedGraph[],
  query: string,
  { hasFallback = true }: SearchOptions = {},
): Generator<void, Found[]> {
  const terms = termsOf(query);
  const found: Found[] = [];
  for (const each of searched) found.push(...(yield* searchGraph(each, terms, query, hasFallback)));
  return found.sort(
    (a, b) =>
      b.score - a.score ||
      searched.indexOf(a.in) - searched.indexOf(b.in) ||
      compareText(a.node.id, b.node.id),
  );
}

/** How much a word tells in a graph of `nodeCount` nodes when `matchCount` have it: 1 for one node, 0 for all. */
export function rarity(nodeCount: number, matchCount: number): number {
  return nodeCount <= 1 ? 1 : Math.log(nodeCount / matchCount) / Math.log(nodeCount);
}

function* searchGraph(
  searched: SearchedGraph,
  terms: readonly Term[],
  query: string,
  hasFallback: boolean,
): Generator<void, Found[]> {
  const { graph } = searched;
  const scores = new Map<MemoryNode, number>();
  const add = (node: MemoryNode, score: number) => scores.set(node, (scores.get(node) ?? 0) + score);
  const rankings = (yield* rankNodes(graph, terms)).filter((ranking) => ranking.length > 0);
  for (const ranking of rankings) {
    const weight = rarity(graph.nodes.size, ranking.length);
    if (weight > 0) for (const { node, rank } of ranking) add(node, weight / (RRF_K + rank));
    yield;
  }
  if (scores.size === 0 && hasFallback)
    for (const ranking of rankings)
      for (const { node, rank } of ranking) add(node, FALLBACK_WEIGHT / (RRF_K + rank));
  for (const [node, boost] of namedNodes(graph, query)) add(node, boost);
  return [...scores].map(([node, score]) => ({ in: searched, node, score }));
}

interface Ranked {
  readonly node: MemoryNode;
  readonly rank: number;
}

/** For each word the nodes that have it, best first, 0-based; equal matches share the better rank. */
function* rankNodes(graph: MemoryGraph, terms: readonly Term[]): Generator<void, Ranked[][]> {
  const edgeWorth = yield* worthOfEdges(graph, terms);
  const matches = terms.map((): { node: MemoryNode; worth: number }[] => []);
  let looked = 0;
  for (const node of graph.nodes.values()) {
    if (++looked % ITEMS_A_STEP === 0) yield;
    const words = wordsOfNode(graph.words, node);
    for (const [at, term] of terms.entries()) {
      const own = mayHold(words.filter, term) ? worthOfNode(words, term) : 0;
      const worth = own + (edgeWorth[at]?.get(node.id) ?? 0);
      if (worth > 0) matches[at]?.push({ node, worth });
    }
  }
  const ranked: Ranked[][] = [];
  for (const each of matches) {
    ranked.push(rankByWorth(each));
    yield;
  }
  return ranked;
}

function rankByWorth(matches: { node: MemoryNode; worth: number }[]): Ranked[] {
  matches.sort((a, b) => b.worth - a.worth);
  let rank = 0;
  return matches.map(({ node, worth }, at) => {
    if (at > 0 && matches[at - 1]?.worth !== worth) rank = at;
    return { node, rank };
  });
}

function worthOfNode(words: Words, term: Term): number {
  return (
    FIELD_WEIGHTS.id * credit(words.id, term) +
    FIELD_WEIGHTS.gist * credit(words.gist, term) +
    FIELD_WEIGHTS.touches * credit(words.touches, term) +
    FIELD_WEIGHTS.notes * credit(words.notes, term)
  );
}

/** For each word what edges with it are worth to the nodes at their ends: the best of each node's. */
function* worthOfEdges(graph: MemoryGraph, terms: readonly Term[]): Generator<void, Map<string, number>[]> {
  const worth = terms.map(() => new Map<string, number>());
  let looked = 0;
  for (const edge of graph.edges.values()) {
    if (++looked % ITEMS_A_STEP === 0) yield;
    const words = wordsOfEdge(graph.words, edge);
    for (const [at, term] of terms.entries()) {
      if (!mayHold(words.filter, term)) continue;
      const best = FIELD_WEIGHTS.edges * Math.max(credit(words.rel, term), credit(words.notes, term));
      const byEnd = worth[at];
      if (best === 0 || byEnd === undefined) continue;
      for (const end of endsOf(edge)) byEnd.set(end, Math.max(byEnd.get(end) ?? 0, best));
    }
  }
  return worth;
}

function endsOf({ from, to }: MemoryEdge): readonly string[] {
  return [from, to];
}

/** What the occurrences of a word among others are worth, other forms of it less. */
function credit(words: string, { word, stem }: Term): number {
  if (words.length <= 2) return 0;
  const exact = countUpTo(words, ` ${word} `, REPEATS_MAX);
  if (exact > 0 || stem === undefined) return exact;
  return FORM_CREDIT * countUpTo(words, ` ${stem}`, REPEATS_MAX);
}

function countUpTo(text: string, part: string, countMax: number): number {
  let count = 0;
  // The blank that ends one word begins the next.
  for (
    let at = text.indexOf(part);
    at >= 0 && count < countMax;
    at = text.indexOf(part, at + part.length - 1)
  )
    count++;
  return count;
}

/** Nodes whose id is the question or one piece of it. */
function namedNodes(graph: MemoryGraph, query: string): Map<MemoryNode, number> {
  const named = new Map<MemoryNode, number>();
  const whole = query.trim().toLowerCase();
  const pieces = new Set(whole.split(/[\s,;"'`()]+/u));
  if (whole === '') return named;
  for (const node of graph.nodes.values()) {
    const id = node.id.toLowerCase();
    if (id === whole) named.set(node, ID_BOOST.query);
    else if (pieces.has(id)) named.set(node, ID_BOOST.piece);
  }
  return named;
}
