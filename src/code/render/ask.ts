/**
 * What the graph holds on a question, as a document: for the language model, and for the caller when there is none.
 */
import type { Retrieval, Retrieved } from '../query/ask.js';
import type { Document, Item } from '../render.js';
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

/** kg_ask's context: the nodes found, the best five with what stands around them. */
export function retrievalDocument(
  retrieval: Retrieval,
  intro: readonly string[],
  extent: Extent = WHOLE,
): Document {
  const { question, words, retrieved } = retrieval;
  const searched = words.map((word) => codeSpan(word)).join(', ');
  const items = retrieved.map((each): Item => ({ section: 0, forms: retrievedForms(each, extent) }));
  return {
    title: `On the question: ${prose(question, 300)}`,
    intro: [...intro, `Searched for ${searched}.`],
    sections: [
      { heading: 'Context from the graph', total: items.length, empty: 'The graph holds nothing on it.' },
    ],
    items,
    offset: 0,
    total: items.length,
    unit: 'nodes',
  };
}

/** A model's answer, line by line, and where it comes from. */
export function sourcesDocument(retrieval: Retrieval, answer: string): Document {
  const text = answer.split('\n').map((line): Item => ({ section: 0, forms: [line] }));
  const sources = retrieval.retrieved.map(
    ({ node }): Item => ({ section: 1, forms: nodeForms(node).slice(1) }),
  );
  return {
    title: prose(retrieval.question, 300),
    intro: [],
    sections: [
      { heading: 'Answer', total: undefined },
      { heading: 'Sources', total: sources.length },
    ],
    items: [...text, ...sources],
    offset: 0,
    total: text.length + sources.length,
    unit: 'lines',
  };
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
