/**
 * What the graph holds on a question, as a document: for the language model, and for the caller when there is none.
 */
import type { Answer, Retrieval, Retrieved, Source } from '../query/ask.js';
import { type Document, type Item, renderDocument } from '../render.js';
import { type List, withLists } from './context-lists.js';
import { edgeLine, nodeForms } from './node.js';
import { codeSpan, grouped, prose } from './text.js';

/** How much of each node is said. */
export interface Extent {
  readonly edgesMax: number;
  readonly textMax: number;
}

/** For a model that answers at once from what it is given. */
export const WHOLE: Extent = { edgesMax: 8, textMax: 1_200 };
/** For a reader who has the other tools at hand. */
export const SHORT: Extent = { edgesMax: 2, textMax: 240 };

/** What to do where there is no model. */
export const HOW_TO_TURN_ON =
  'No language model is turned on: set KG_LLM_ENABLED=true, KG_LLM_MODEL and its key in the environment of this server; kg-memory doctor checks them.';

// What the model is given to read: the ten nodes whole, in most projects.
const CONTEXT_TOKENS_MAX = 12_000;
// The sources behind an answer, in tokens; and how many of our cautious tokens a word takes.
const SOURCES_TOKENS = 600;
const TOKENS_A_WORD = 2.2;
const WORDS_MAX = 600;
const WORDS_MIN = 60;

/** What a model is asked, so that its answer and the sources fit a budget. `more`: lists of another origin. */
export function questionFor(
  retrieval: Retrieval,
  maxTokens: number,
  more: readonly List[] = [],
): { readonly question: string; readonly context: string; readonly wordsMax: number } {
  const context = renderDocument(retrievalDocument(retrieval, [], { more }), {
    maxTokens: CONTEXT_TOKENS_MAX,
    stateLine: '',
  });
  const words = Math.floor((maxTokens - SOURCES_TOKENS) / TOKENS_A_WORD);
  return { question: retrieval.question, context, wordsMax: Math.min(WORDS_MAX, Math.max(WORDS_MIN, words)) };
}

/** kg_ask's context: the nodes found, the best five with what stands around them; `more`: lists of another origin. */
export function retrievalDocument(
  retrieval: Retrieval,
  intro: readonly string[],
  { extent = WHOLE, more = [] }: { readonly extent?: Extent; readonly more?: readonly List[] } = {},
): Document {
  const { question, words, retrieved } = retrieval;
  const searched = words.map((word) => codeSpan(word)).join(', ');
  const items = retrieved.map((each): Item => ({ section: 0, forms: retrievedForms(each, extent) }));
  return withLists(more, {
    title: `On the question: ${prose(question, 300)}`,
    intro: [...intro, `Searched for ${searched}.`],
    sections: [
      { heading: 'Context from the graph', total: items.length, empty: 'The graph holds nothing on it.' },
    ],
    items,
    offset: 0,
    total: items.length,
    unit: 'nodes',
  });
}

/** A model's answer, line by line, and where it comes from; `more`: sources of another origin. */
export function answerDocument(
  { question, text, sources, unknown }: Answer,
  more: readonly List[] = [],
): Document {
  const lines = text.split('\n').map((line): Item => ({ section: 0, forms: [line] }));
  return withLists(more, {
    title: prose(question, 300),
    intro: [],
    sections: [
      { heading: 'Answer', total: undefined },
      { heading: 'Sources', total: sources.length, notes: unknownNotes(unknown) },
    ],
    items: [...lines, ...sources.map(sourceItem)],
    offset: 0,
    total: lines.length + sources.length,
    unit: 'lines',
  });
}

/** The sources alone: for an answer that is already said. */
export function sourcesDocument(
  { sources, unknown }: Pick<Answer, 'sources' | 'unknown'>,
  more: readonly List[] = [],
): Document {
  return withLists(more, {
    title: 'Sources',
    intro: [],
    sections: [{ heading: 'Cited and read', total: sources.length, notes: unknownNotes(unknown) }],
    items: sources.map((source) => ({ ...sourceItem(source), section: 0 })),
    offset: 0,
    total: sources.length,
    unit: 'nodes',
  });
}

function sourceItem({ node, isCited }: Source): Item {
  const note = isCited ? '' : ' (read, not cited)';
  return {
    section: 1,
    forms: nodeForms(node)
      .slice(1)
      .map((form) => `${form}${note}`),
  };
}

function unknownNotes(unknown: readonly string[]): string[] {
  if (unknown.length === 0) return [];
  const names = unknown.map((each) => codeSpan(each)).join(', ');
  return [`Cited and not in the graph, so perhaps made up: ${names}.`];
}

function retrievedForms(
  { node, text, around, aroundTotal }: Retrieved,
  { edgesMax, textMax }: Extent,
): readonly string[] {
  const [rich = '', plain = '', id = ''] = nodeForms(node);
  const edges = around.slice(0, edgesMax).map(({ edge }) => `  ${edgeLine(edge)}`);
  if (aroundTotal > edges.length)
    edges.push(`  and ${grouped(aroundTotal - edges.length)} more edges (kg_relate)`);
  const whole = text === '' ? [] : [`  ${prose(text, textMax)}`];
  return [[plain, ...whole, ...edges].join('\n'), [rich, ...edges].join('\n'), rich, plain, id];
}
