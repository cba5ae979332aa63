/**
 * kg_ask's retrieval: the nodes that bear on a question in plain words, and what stands around the best of them.
 *
 * Its words weigh as in a search (`terms.ts`), and a word that stands only in a text less than one in a name; there the text
 * of every node counts, not of the best alone. What the question names outright (`Scorer.compute`,
 * `scoring.py`, ADR-8) comes first. The answer itself is the language model's, here or at the caller's.
 */
import type { EdgeRef, GraphView, NodeRef } from '../graph.js';
import { NODE_TYPES } from '../model.js';
import { briefEdge, briefNode, type NodeBrief, propertyText, type Relation } from './brief.js';
import { type CitationReader, checkCitations } from './citations.js';
import { isContainment } from './path-walk.js';
import { relevanceOf, testsOf } from './rank.js';
import { resolveNode } from './resolve-node.js';
import { lookUp, NAME_CREDIT, type Term } from './terms.js';
import { FirstFew, selectFirst } from './top.js';
import { contentWords } from './words.js';

/** A node that bears on the question. */
export interface Retrieved {
  readonly node: NodeBrief;
  /** Docstring, decision, definition: whole. */
  readonly text: string;
  /** One hop around it, for the first five nodes; what is only contained last, else the most referred to first. */
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

/** A node that an answer stands on. */
export interface Source {
  readonly node: NodeBrief;
  /** Whether the answer cites it; else it was only read for it. */
  readonly isCited: boolean;
}

/** A model's answer, its citations checked. */
export interface Answer {
  readonly question: string;
  /** What does not exist is marked. */
  readonly text: string;
  /** What was cited, then what was read besides. Each exists. */
  readonly sources: readonly Source[];
  /** Of what was read beside the graph: the ids that were cited. */
  readonly citedOthers: readonly string[];
  /** What was cited and does not exist. */
  readonly unknown: readonly string[];
}

const NODES_MAX = 10;
const EXPANDED_MAX = 5;
// Around one node; more would crowd out the other nine.
const AROUND_MAX = 8;
// Read before the ten are chosen.
const READ_MAX = 40;
const WEIGHT = { named: 100, property: 0.4 } as const;
// What stands in tests shows how code is used, seldom what it is.
const TEST_SHARE = 0.6;

/** What the graph holds on a question. */
export function retrieve(view: GraphView, question: string): Retrieval {
  const terms = contentWords(question).map((word) => lookUp(view, word, true));
  const scores = new Float64Array(view.nodeCount);
  const add = (nodes: Iterable<NodeRef>, score: number) => {
    for (const node of nodes) scores[node] = (scores[node] ?? 0) + score;
  };
  const named = nodesNamed(view, question);
  add(named, WEIGHT.named);
  for (const { exact, alike, needle, weight } of terms) {
    add(exact, NAME_CREDIT.exact * weight);
    add(alike, NAME_CREDIT.alike * weight);
    const inName = new Set([...exact, ...alike]);
    const inText = view.propertyContains(needle).filter((node) => !inName.has(node));
    const rarity = Math.log(1 + view.nodeCount / (1 + inName.size + inText.length));
    add(inText, WEIGHT.property * Math.min(rarity, weight));
  }
  const best = bestNodes(view, scores, { terms, named: new Set(named) });
  return {
    question,
    words: terms.map(({ word }) => word),
    retrieved: best.map((node, index) => describe(view, node, index < EXPANDED_MAX)),
  };
}

/** Checks what a model has said against what it was asked about: the graph, and `others`, ids that were read beside it. */
export function checkedAnswer(
  view: GraphView,
  { question, retrieved }: Retrieval,
  said: string,
  others?: ReadonlySet<string>,
): Answer {
  const { text, reader } = checkCitations(view, said, others);
  return { question, text, ...sourcesOf(view, retrieved, reader) };
}

/** What a text stands on that was read line by line. */
export function sourcesOf(
  view: GraphView,
  retrieved: Retrieval['retrieved'],
  { cited, citedOthers, unknown }: CitationReader,
): Pick<Answer, 'sources' | 'citedOthers' | 'unknown'> {
  const named = cited.map((node): Source => ({ node: briefNode(view, node), isCited: true }));
  const ids = new Set(named.map(({ node }) => node.id));
  const read = retrieved.filter(({ node }) => !ids.has(node.id) && view.find(node.id) !== undefined);
  const sources = [...named, ...read.map(({ node }) => ({ node, isCited: false }))];
  return { sources, citedOthers, unknown };
}

interface Asked {
  readonly terms: readonly Term[];
  readonly named: ReadonlySet<NodeRef>;
}

interface Candidate {
  readonly node: NodeRef;
  readonly score: number;
}

/** The ten best of those that names and texts suggest, by what their names, summaries and ids say when read. */
function bestNodes(view: GraphView, scores: Float64Array, { terms, named }: Asked): NodeRef[] {
  const rank = ({ node }: Candidate) => NODE_TYPES.indexOf(view.type(node));
  const compare = (a: Candidate, b: Candidate) =>
    b.score - a.score ||
    rank(a) - rank(b) ||
    view.references(b.node) - view.references(a.node) ||
    a.node - b.node;
  const isInTests = testsOf(view, terms);
  const few = new FirstFew<Candidate>(READ_MAX, compare);
  scores.forEach((score, node) => {
    if (score > 0) few.offer({ node, score: isInTests(node) ? score * TEST_SHARE : score });
  });
  const read = few.inOrder().map(({ node, score }): Candidate => {
    const share = isInTests(node) && !named.has(node) ? TEST_SHARE : 1;
    return { node, score: score + share * relevanceOf(view, node, terms) };
  });
  return selectFirst(read, NODES_MAX, compare).map(({ node }) => node);
}

function describe(view: GraphView, node: NodeRef, isExpanded: boolean): Retrieved {
  const around = isExpanded ? edgesAround(view, node) : [];
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
    around: around.slice(0, AROUND_MAX).map(({ edge, other }) => ({
      node: briefNode(view, other),
      edge: briefEdge(view, edge),
    })),
    aroundTotal: around.length,
  };
}

interface Step {
  readonly edge: EdgeRef;
  readonly other: NodeRef;
}

/** The edges of a node, those first that say most. A method's `contains` says what its `method_of` would repeat. */
function edgesAround(view: GraphView, node: NodeRef): readonly Step[] {
  const steps: Step[] = [
    ...view.outgoing(node).map((edge) => ({ edge, other: view.target(edge) })),
    ...view.incoming(node).map((edge) => ({ edge, other: view.source(edge) })),
  ].filter(({ edge }) => view.edgeType(edge) !== 'method_of');
  const rank = ({ edge }: Step) => (isContainment(view.edgeType(edge)) ? 1 : 0);
  return steps.sort((a, b) => rank(a) - rank(b) || view.references(b.other) - view.references(a.other));
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
