/**
 * The answers of kg_search and kg_path as documents.
 */

import type { EdgeBrief, NodeBrief } from '../query/brief.js';
import type { PathAnswer } from '../query/path.js';
import type { SearchAnswer } from '../query/search.js';
import type { Document, Item } from '../render.js';
import { aboutNode, edgeLine, nodeForms, nodeLine } from './node.js';
import { codeSpan, countOf, grouped, prose } from './text.js';

/** kg_search. `blindSpots`: what may hide a hit, said when there is none. */
export function searchDocument(answer: SearchAnswer, blindSpots: readonly string[] = []): Document {
  const { query, total, offset, hits, nearest, named } = answer;
  const intro = searchIntro(answer);
  if (named !== undefined && hits[0]?.node.id !== named.id)
    intro.push(`As a name it means: ${nodeLine(named).slice(2)}`);
  if (total === 0) intro.push(...blindSpots);
  const isMiss = total === 0;
  const items = isMiss
    ? nearest.map((node) => ({ section: 0, forms: nodeForms(node) }))
    : hits.map(({ node, score }) => ({ section: 0, forms: nodeForms(node, `score ${score.toFixed(2)}`) }));
  return {
    title: `Search ${codeSpan(query)}`,
    intro,
    sections: [isMiss ? { heading: 'Nearest names', total: nearest.length } : { heading: 'Hits', total }],
    items,
    offset,
    total: isMiss ? nearest.length : total,
    unit: 'nodes',
  };
}

function searchIntro({
  nodeTypes,
  total,
  totalByScore,
  mayBeVariable,
  isEmptyGraph,
}: SearchAnswer): string[] {
  if (isEmptyGraph) return ['The graph is empty: no Python file of this project is indexed.'];
  const among = nodeTypes.length === 0 ? '' : `Among ${nodeTypes.join(', ')}`;
  const intro: string[] = [];
  if (total === 0) intro.push(among === '' ? 'Nothing fits.' : `${among} nothing fits.`);
  else if (among !== '') intro.push(`${among}.`);
  if (mayBeVariable && nodeTypes.length === 0) {
    intro.push(
      'No node has just this name. Variables, constants and attributes are no nodes: search the text for these.',
    );
  }
  if (totalByScore.length > 1) {
    const counts = totalByScore.map((each) => `${grouped(each.total)} at ${each.score.toFixed(2)}`);
    intro.push(`By score: ${counts.join(', ')}.`);
  }
  return intro;
}

/** kg_path: an indented chain. */
export function pathDocument(answer: PathAnswer, blindSpots: readonly string[] = []): Document {
  const { source, target, nodes, edges, maxDepth, reached } = answer;
  const over = overTypes(answer);
  const title = `Path ${codeSpan(source.id)} → ${codeSpan(target.id)}`;
  const empty: Document = { title, intro: [], sections: [], items: [], offset: 0, total: 0, unit: 'nodes' };
  const longer = longerText(answer);
  if (nodes.length === 0) {
    const seen = `${grouped(reached.fromSource)} nodes were reached from the one, ${grouped(reached.fromTarget)} from the other`;
    const none = [`None within ${countOf(maxDepth, 'hop')}${over}; ${seen}.`, longer];
    return { ...empty, intro: [none.filter(Boolean).join(' '), ...blindSpots] };
  }
  const items = nodes.map((node, index) => pathItem(node, edges[index - 1], index));
  const way = wayText(answer);
  return {
    ...empty,
    intro: [
      [`${countOf(edges.length, 'hop')}${over}.`, way.text, way.isChain ? '' : longer]
        .filter(Boolean)
        .join(' '),
      ...(way.isChain ? [] : blindSpots),
    ],
    sections: [{ heading: 'Chain', total: undefined }],
    items,
    total: items.length,
  };
}

function overTypes({ edgeTypes }: PathAnswer): string {
  return edgeTypes.length === 0 ? '' : ` over ${edgeTypes.join(', ')}`;
}

/** Whether the path is a chain from source to target, or what else it is. */
function wayText(answer: PathAnswer): { readonly isChain: boolean; readonly text: string } {
  const { nodes, edges, maxDepth } = answer;
  if (edges.length === 0) return { isChain: true, text: '' };
  const against = edges.filter(({ source }, hop) => source !== nodes[hop]?.id).length;
  if (against === 0) return { isChain: true, text: 'Every hop runs from source to target.' };
  const none = `No chain runs from source to target within ${countOf(maxDepth, 'hop')}${overTypes(answer)}`;
  if (against === edges.length) {
    return { isChain: false, text: `Every hop runs from target to source. ${none}.` };
  }
  const isOfCalls = edges.every(({ type }) => type === 'calls');
  const chain = isOfCalls ? 'a chain of calls' : 'a chain';
  const hops = `${grouped(against)} of ${countOf(edges.length, 'hop')} ${against === 1 ? 'runs' : 'run'}`;
  const text = `${hops} against ${against === 1 ? 'its' : 'their'} edge: a connection, not ${chain}. ${none}, nor back.`;
  return { isChain: false, text };
}

function longerText({ longerChain, maxDepth }: PathAnswer): string {
  if (longerChain === undefined) return '';
  return `A chain of ${countOf(longerChain, 'hop')} does: it takes a greater depth than ${maxDepth}.`;
}

function pathItem(node: NodeBrief, edge: EdgeBrief | undefined, depth: number): Item {
  const indent = '  '.repeat(depth);
  const about = aboutNode(node);
  const name = `${prose(node.name, 80)} (${node.type}) ${nodeLine(node).slice(2)}`;
  const lead = edge === undefined ? `${indent}- ` : `${indent}- ${edgeLine(edge)}\n${indent}  `;
  return {
    section: 0,
    forms: [
      `${lead}${name}${about === '' ? '' : ` — ${about}`}`,
      `${lead}${name}`,
      `${indent}- ${codeSpan(node.id)}`,
    ],
  };
}
