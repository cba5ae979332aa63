/**
 * How well every node fits a query. Its score is the highest that applies of
 *
 *   1.0  its name is the query (letter case ignored), or the query names it as an id, a path or a dotted name
 *   0.8  its name contains the query
 *   0.6 × words of the query found among the words of its name / all words of the query
 *   0.4  a property value, or the path, contains the query; or name, path and property values together contain all words
 *
 * Words of a query in plain words count in all their forms (`forms.ts`). All words in the texts are looked for only when the
 * names that have them do not fill a page. A query that is one name and the name of a node finds no parts of itself.
 *
 * Beside the score each node has a relevance, for the order among equals: what its matched words weigh. The graph's text
 * indexes give the nodes of each; here they are only laid over one another.
 */
import type { GraphView, NodeRef } from '../graph.js';
import { nodesWithAll } from './all-words.js';
import { contentTerms, lookUp, NAME_CREDIT, type Term } from './terms.js';
import { splitWords } from './words.js';

/** The scores there are for a query, best first, and for each node its place among them plus one; 0 is no hit. */
export interface Scored {
  readonly scores: readonly number[];
  readonly places: Uint8Array;
  /** The nodes with a place, each once, in no order. */
  readonly found: readonly NodeRef[];
  /** By node, as far as names and whole texts tell. */
  readonly relevance: Float32Array;
  readonly terms: readonly Term[];
}

// Words beyond these are not looked up: a place is a byte, and nobody asks for a name of 200 words.
const WORDS_MAX = 200;
// A page of names with all the words leaves no room for texts.
const PAGE = 20;
/** What a word is worth that is only known to stand in the text. */
const TEXT_CREDIT = 0.4;

/** Scores all nodes. `meant`: those that the query names outright. */
export function scoreNodes(view: GraphView, query: string, meant: readonly NodeRef[] = []): Scored {
  const lower = query.toLowerCase();
  const isPlain = /\s/.test(query);
  const hasForms = isPlain || /^[a-z]+$/.test(query);
  const terms = splitWords(query)
    .slice(0, WORDS_MAX)
    .map((word) => lookUp(view, word, hasForms));
  // In tenths of the whole, so that 0.6 × 2/3 is 0.4 and not a little less.
  const wordScore = (count: number) => (6 * count) / terms.length / 10;
  const scores = [...new Set([1, 0.8, 0.4, ...terms.map((_, index) => wordScore(index + 1))])];
  scores.sort((a, b) => b - a);
  const places = new Uint8Array(view.nodeCount);
  const found: NodeRef[] = [];
  const give = (score: number, nodes: Iterable<NodeRef>) => {
    const place = scores.indexOf(score) + 1;
    for (const node of nodes) {
      const now = places[node] ?? 0;
      if (now === 0) found.push(node);
      if (now === 0 || place < now) places[node] = place;
    }
  };
  const named = [...meant, ...view.named(lower)];
  const isName = !isPlain && named.length > 0;
  const relevance = new Float32Array(view.nodeCount);
  const matched = wordCounts(terms, relevance, places);
  matched.forEach((nodes, count) => {
    if (count > 0 && (!isName || count === terms.length)) give(wordScore(count), nodes);
  });
  const inText = [view.propertyContains(lower), view.pathContains(lower)];
  const isPageFull = (matched[terms.length]?.length ?? 0) >= PAGE;
  if (isPlain && !isPageFull) inText.push(nodesWithAll(view, contentTerms(terms)));
  const whole = terms.reduce((sum, { weight }) => sum + weight, 0);
  for (const nodes of inText) {
    for (const node of nodes) {
      const now = relevance[node] ?? 0;
      relevance[node] = Math.max(now, now + TEXT_CREDIT * (whole - now));
    }
    give(0.4, nodes);
  }
  give(0.8, view.nameContains(lower));
  give(1, named);
  return { scores, places, found, relevance, terms };
}

/**
 * By how many of the words a name has: the nodes, in no order. What they weigh is added to `relevance`. `counts` is a zero for each
 * node, before and after: a search makes as little garbage of the size of the graph as it can.
 */
function wordCounts(terms: readonly Term[], relevance: Float32Array, counts: Uint8Array): NodeRef[][] {
  for (const { exact, alike, weight } of terms) {
    for (const [nodes, credit] of [
      [exact, NAME_CREDIT.exact] as const,
      [alike, NAME_CREDIT.alike] as const,
    ]) {
      for (const node of nodes) {
        counts[node] = (counts[node] ?? 0) + 1;
        relevance[node] = (relevance[node] ?? 0) + weight * credit;
      }
    }
  }
  const byCount: NodeRef[][] = Array.from({ length: terms.length + 1 }, () => []);
  for (const nodes of terms.flatMap(({ exact, alike }) => [exact, alike])) {
    for (const node of nodes) {
      byCount[counts[node] ?? 0]?.push(node);
      counts[node] = 0;
    }
  }
  return byCount;
}
