/**
 * The order among nodes of one score, by what people mean: what stands in tests comes last, unless they are asked for; then
 * the relevance of the words; then exact letter case, type, how often others refer to it, shorter names, id.
 *
 * Relevance is known from the names alone at first. The best of a score are then read: a word counts less in the first
 * line of the docstring than in the name, and less still in what the node stands in. So few nodes are read, whatever the
 * number of hits, and the order is the same on every page.
 */
import type { GraphView, NodeRef } from '../graph.js';
import { NODE_TYPES, type NodeType } from '../model.js';
import { TEST_CODE } from '../test-paths.js';
import { briefNode } from './brief.js';
import type { Scored } from './score.js';
import { NAME_CREDIT, type Term } from './terms.js';
import { FirstFew } from './top.js';
import { splitWords } from './words.js';

/** Of each score. */
const READ_MAX = 40;
// Above this score the name says it all, since it contains the query; at and below it none does.
const READ_SCORE_MAX = 0.6;
/** What a word is worth that is not among the words of the name: in the name all the same, in the summary, in the id. */
const CREDIT = { inName: 0.7, summary: 0.5, id: 0.4 } as const;
// Characters of a summary that are read.
const SUMMARY_MAX = 200;
/** How much of its relevance a name loses when nearly all its words are others. */
const SURPLUS_SHARE = 0.15;

const TEST_WORD = /^(?:conf)?tests?$/;

export interface Wanted {
  readonly query: string;
  readonly types: ReadonlySet<NodeType>;
  /** The place of a score, as in `Scored.places`. */
  readonly place: number;
  readonly count: number;
}

/** Makes the order for one query. */
export function rankingOf(view: GraphView, scored: Scored): (wanted: Wanted) => readonly NodeRef[] {
  const isInTests = testsOf(view, scored.terms);
  return (wanted) => firstOf(view, scored, isInTests, wanted);
}

type IsInTests = (node: NodeRef) => boolean;

/** Which nodes stand in tests; nobody does when the words ask for tests. */
export function testsOf(view: GraphView, terms: readonly Term[]): IsInTests {
  if (terms.some(({ word }) => TEST_WORD.test(word))) return () => false;
  const mayBe = new Int32Array((view.nodeCount >> 5) + 1);
  for (const node of view.pathContains('test'))
    mayBe[node >> 5] = (mayBe[node >> 5] ?? 0) | (1 << (node & 31));
  return (node) => (((mayBe[node >> 5] ?? 0) >> (node & 31)) & 1 ? TEST_CODE.test(view.path(node)) : false);
}

interface Ranked {
  readonly node: NodeRef;
  readonly inTests: number;
  readonly relevance: number;
  /** Letter case, type and references in one number, smaller is better. */
  readonly key: number;
  readonly nameLength: number;
}

function firstOf(view: GraphView, scored: Scored, isInTests: IsInTests, wanted: Wanted): readonly NodeRef[] {
  const { query, types, place, count } = wanted;
  const { places, found, relevance, scores } = scored;
  const isRead = (scores[place - 1] ?? 0) <= READ_SCORE_MAX;
  const few = new FirstFew<Ranked>(isRead ? Math.max(count, READ_MAX) : count, compareRanked);
  for (const node of found) {
    if (places[node] !== place || !types.has(view.type(node))) continue;
    const inTests = isInTests(node) ? 1 : 0;
    const relevant = relevance[node] ?? 0;
    const key = keyOf(view, node);
    const { last } = few;
    // The name is looked at only when its letter case or its length could bring it in.
    if (last !== undefined && keysDiffer(inTests, relevant, key, last) > 0) continue;
    const name = view.name(node);
    const caseStep = isRead || name.includes(query) ? 0 : CASE_STEP;
    few.offer({ node, inTests, relevance: relevant, key: key + caseStep, nameLength: name.length });
  }
  const inOrder = few.inOrder();
  const read = isRead ? inOrder.splice(0, READ_MAX).map((each) => reread(view, each, scored.terms)) : [];
  return [...read.sort(compareRanked), ...inOrder].slice(0, count).map(({ node }) => node);
}

function compareRanked(a: Ranked, b: Ranked): number {
  return keysDiffer(a.inTests, a.relevance, a.key, b) || a.nameLength - b.nameLength || a.node - b.node;
}

/** As a comparison gives it; no object is made for what is not kept. */
function keysDiffer(inTests: number, relevance: number, key: number, than: Ranked): number {
  return inTests - than.inTests || than.relevance - relevance || key - than.key;
}

// References are capped where the order no longer matters, so that the three fit one exact integer.
const REFERENCES_MAX = 2 ** 32 - 1;
const TYPE_STEP = 2 ** 33;
const CASE_STEP = TYPE_STEP * 16;
const TYPE_RANK: Readonly<Record<NodeType, number>> = Object.fromEntries(
  NODE_TYPES.map((type, rank) => [type, rank * TYPE_STEP]),
) as Record<NodeType, number>;

/** As if the letter case were right. */
function keyOf(view: GraphView, node: NodeRef): number {
  return TYPE_RANK[view.type(node)] + REFERENCES_MAX - Math.min(view.references(node), REFERENCES_MAX);
}

function reread(view: GraphView, ranked: Ranked, terms: readonly Term[]): Ranked {
  return { ...ranked, relevance: relevanceOf(view, ranked.node, terms) };
}

/** What the words of a query weigh in a node, each where it counts most. */
export function relevanceOf(view: GraphView, node: NodeRef, terms: readonly Term[]): number {
  const brief = briefNode(view, node);
  const { name } = brief;
  const nameWords = splitWords(name);
  const words = {
    name: new Set(nameWords),
    summary: wordsOf(brief.summary ?? ''),
    id: new Set(splitWords(brief.id)),
  };
  const lowerName = name.toLowerCase();
  let relevance = 0;
  let matched = 0;
  for (const { word, others, needle, weight } of terms) {
    const isIn = (known: ReadonlySet<string>) => known.has(word) || others.some((other) => known.has(other));
    let credit = 0;
    if (words.name.has(word)) credit = NAME_CREDIT.exact;
    else if (isIn(words.name)) credit = NAME_CREDIT.alike;
    else if (needle.length > 2 && lowerName.includes(needle)) credit = CREDIT.inName;
    if (credit > 0) matched++;
    else if (isIn(words.summary)) credit = CREDIT.summary;
    else if (isIn(words.id)) credit = CREDIT.id;
    relevance += credit * weight;
  }
  const surplus = nameWords.length === 0 ? 0 : Math.max(0, 1 - matched / nameWords.length);
  return relevance * (1 - SURPLUS_SHARE * surplus);
}

/** The words of the beginning of a text, accents left out. */
function wordsOf(text: string): ReadonlySet<string> {
  const start = text.slice(0, SUMMARY_MAX);
  const plain = /[^\0-\x7f]/.test(start) ? start.normalize('NFD').replace(/\p{M}/gu, '') : start;
  return new Set(plain.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
}
