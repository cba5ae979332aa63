/**
 * How well every node fits a query. Its score is the highest that applies of
 *
 *   1.0  its name is the query (letter case ignored)
 *   0.8  its name contains the query
 *   0.6 × words of the query found among the words of its name / all words of the query
 *   0.4  a property value, or the path, contains the query
 *
 * The graph's text indexes give the nodes of each; here they are only laid over one another, a byte a node.
 */
import type { GraphView, NodeRef } from '../graph.js';
import { splitWords } from './words.js';

/** The scores there are for a query, best first, and for each node its place among them plus one; 0 is no hit. */
export interface Scored {
  readonly scores: readonly number[];
  readonly places: Uint8Array;
}

// Words beyond these are not looked up: a place is a byte, and nobody asks for a name of 200 words.
const WORDS_MAX = 200;

/** Scores all nodes. */
export function scoreNodes(view: GraphView, query: string): Scored {
  const lower = query.toLowerCase();
  const words = splitWords(query).slice(0, WORDS_MAX);
  // In tenths of the whole, so that 0.6 × 2/3 is 0.4 and not a little less.
  const wordScore = (count: number) => (6 * count) / words.length / 10;
  const wordScores = words.map((_, index) => wordScore(index + 1));
  const scores = [...new Set([1, 0.8, 0.4, ...wordScores])].sort((a, b) => b - a);
  const places = new Uint8Array(view.nodeCount);
  const give = (score: number, nodes: Iterable<NodeRef>) => {
    const place = scores.indexOf(score) + 1;
    for (const node of nodes) {
      const now = places[node] ?? 0;
      if (now === 0 || place < now) places[node] = place;
    }
  };
  const matched = wordCounts(view, words);
  matched.forEach((nodes, count) => {
    if (count > 0) give(wordScore(count), nodes);
  });
  give(0.4, view.propertyContains(lower));
  give(0.4, view.pathContains(lower));
  give(0.8, view.nameContains(lower));
  give(1, view.named(lower));
  return { scores, places };
}

/** By how many of the words a name has: the nodes, in no order. */
function wordCounts(view: GraphView, words: readonly string[]): NodeRef[][] {
  const counts = new Uint8Array(view.nodeCount);
  const lists = words.map((word) => view.nameHasWord(word));
  for (const list of lists) for (const node of list) counts[node] = (counts[node] ?? 0) + 1;
  const byCount: NodeRef[][] = Array.from({ length: words.length + 1 }, () => []);
  for (const list of lists) {
    for (const node of list) {
      byCount[counts[node] ?? 0]?.push(node);
      counts[node] = 0;
    }
  }
  return byCount;
}
