/**
 * kg_ask's retrieval: the nodes that bear on a question in plain words, and what stands around the best of them.
 *
 * A question is not a search term: filler words are dropped, rare words weigh more than common ones (inverse document
 * frequency), a word in a name more than one in a property, and what the question names outright (`Scorer.compute`,
 * `scoring.py`, ADR-8) comes first. The answer itself is the language model's, here or at the caller's.
 */
import type { GraphView, NodeRef } from '../graph.js';
import { NODE_TYPES } from '../model.js';
import { briefEdge, briefNode, type NodeBrief, propertyText, type Relation } from './brief.js';
import { resolveNode } from './resolve-node.js';
import { FirstFew, selectFirst } from './top.js';
import { splitWords } from './words.js';

/** A node that bears on the question. */
export interface Retrieved {
  readonly node: NodeBrief;
  /** Docstring, decision, definition: whole. */
  readonly text: string;
  /** One hop around it, for the first five nodes; the most referred to first. */
  readonly around: readonly Relation[];
  readonly aroundTotal: number;
}

export interface Retrieval {
  readonly question: string;
  /** What was searched for. */
  readonly words: readonly string[];
  /** At most ten, most relevant first. */
  readonly retrieved: readonly Retrieved[];
}

const NODES_MAX = 10;
const EXPANDED_MAX = 5;
// Around one node; more would crowd out the other nine.
const AROUND_MAX = 8;
const WEIGHT = { named: 100, name: 1, property: 0.4 } as const;

/** What the graph holds on a question. */
export function retrieve(view: GraphView, question: string): Retrieval {
  const words = contentWords(question);
  const scores = new Float64Array(view.nodeCount);
  const add = (node: NodeRef, score: number) => {
    scores[node] = (scores[node] ?? 0) + score;
  };
  for (const node of nodesNamed(view, question)) add(node, WEIGHT.named);
  for (const word of words) {
    const inName = view.nameHasWord(word);
    const inProperty = view.propertyContains(word);
    const rarity = Math.log(1 + view.nodeCount / (1 + inName.length + inProperty.length));
    for (const node of inName) add(node, WEIGHT.name * rarity);
    for (const node of inProperty) add(node, WEIGHT.property * rarity);
  }
  const best = bestNodes(view, scores);
  return {
    question,
    words,
    retrieved: best.map((node, index) => describe(view, node, index < EXPANDED_MAX)),
  };
}

function bestNodes(view: GraphView, scores: Float64Array): NodeRef[] {
  const scoreOf = (node: NodeRef) => scores[node] ?? 0;
  const rank = (node: NodeRef) => NODE_TYPES.indexOf(view.type(node));
  const few = new FirstFew<NodeRef>(
    NODES_MAX,
    (a, b) =>
      scoreOf(b) - scoreOf(a) || rank(a) - rank(b) || view.references(b) - view.references(a) || a - b,
  );
  scores.forEach((score, node) => {
    if (score > 0) few.offer(node);
  });
  return few.inOrder();
}

function describe(view: GraphView, node: NodeRef, isExpanded: boolean): Retrieved {
  const around = isExpanded ? mostReferred(view, node) : [];
  const properties = view.properties(node);
  const texts = [
    'docstring',
    'statement',
    'rationale',
    'decision_summary',
    'definition',
    'definitions',
    'reasoning',
    'summary',
  ];
  return {
    node: briefNode(view, node),
    text: texts
      .map((key) => propertyText(properties[key]))
      .filter(Boolean)
      .join('\n'),
    around,
    aroundTotal: isExpanded ? view.outgoing(node).length + view.incoming(node).length : 0,
  };
}

function mostReferred(view: GraphView, node: NodeRef): Relation[] {
  const steps = [
    ...view.outgoing(node).map((edge) => ({ edge, other: view.target(edge) })),
    ...view.incoming(node).map((edge) => ({ edge, other: view.source(edge) })),
  ].map((step, position) => ({ ...step, position }));
  const order = (a: (typeof steps)[number], b: (typeof steps)[number]) =>
    view.references(b.other) - view.references(a.other) || a.position - b.position;
  return selectFirst(steps, AROUND_MAX, order).map(({ edge, other }) => ({
    node: briefNode(view, other),
    edge: briefEdge(view, edge),
  }));
}

/** What is named outright: in backticks, with dots or slashes, in camelCase or snake_case, or as an ADR's number. */
function nodesNamed(view: GraphView, question: string): NodeRef[] {
  const quoted = [...question.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? '');
  const records = question.match(/\bADR[-_ #]?\d+\b/gi) ?? [];
  const words = question.split(/[\s,;!?()"'`]+/).map((word) => word.replace(/[.:]+$/, ''));
  const spelt = words.filter((word) => /\w[._/]\w|[a-z][A-Z]/.test(word));
  return [...new Set([...quoted, ...records, ...spelt])].flatMap((text) => {
    const meant = resolveNode(view, text, { nearestMax: 0 });
    return meant.kind === 'one' ? [meant.node] : [];
  });
}

// Words of questions that say nothing about what is asked for.
const FILLERS = new Set(
  `a about all an and any are as at be been but by can code could did do does each else explain find for from function
   get give had has have how i if in into is it its like me my of on one or our should show so some tell than that the
   their them then there these they this those to use used uses using was we were what when where which who why will
   with work works would you your`.split(/\s+/),
);

/** The words of a question that carry meaning; all of them when none does. */
export function contentWords(question: string): string[] {
  const words = splitWords(question);
  const content = words.filter((word) => word.length > 1 && !FILLERS.has(word));
  return content.length > 0 ? content : words;
}
