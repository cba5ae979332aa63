/**
 * The answers of kg_search, kg_relate and kg_path as documents.
 */

import { NODE_TYPES } from '../model.js';
import type { EdgeBrief, NodeBrief } from '../query/brief.js';
import type { PathAnswer } from '../query/path.js';
import type { RelateAnswer, RelatedNode } from '../query/relate.js';
import type { SearchAnswer } from '../query/search.js';
import type { Document, Item, Section } from '../render.js';
import { aboutNode, edgeLine, nodeForms, nodeLine } from './node.js';
import { codeSpan, countOf, grouped, prose } from './text.js';
import { unresolvedLines } from './unresolved.js';

/** kg_search. `blindSpots`: what may hide a hit, said when there is none. */
export function searchDocument(answer: SearchAnswer, blindSpots: readonly string[] = []): Document {
  const { query, nodeTypes, total, offset, hits, nearest, named } = answer;
  const among = nodeTypes.length === 0 ? '' : `Among ${nodeTypes.join(', ')}`;
  const intro: string[] = [];
  if (total === 0) intro.push(among === '' ? 'Nothing fits.' : `${among} nothing fits.`);
  else if (among !== '') intro.push(`${among}.`);
  if (named !== undefined) intro.push(`As a name it means: ${nodeLine(named).slice(2)}`);
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

/** kg_relate: grouped by node type, each node with the edges that lead to it. */
export function relateDocument(answer: RelateAnswer): Document {
  const { start, depth, direction, edgeTypes, total, totalByType, offset, nodes, unresolved } = answer;
  const ways = { in: 'incoming edges', out: 'outgoing edges', both: 'edges in both directions' }[direction];
  const over = edgeTypes.length === 0 ? ways : `${ways} of type ${edgeTypes.join(', ')}`;
  const types = NODE_TYPES.filter((type) => totalByType[type] !== undefined);
  const sections: Section[] = types.map((type) => ({ heading: type, total: totalByType[type] }));
  return {
    title: `Around ${codeSpan(start.id)}`,
    intro: [
      startLine(start),
      `${countOf(total, 'node')} within ${countOf(depth, 'hop')}, over ${over}.`,
      ...answer.selfEdges.map((edge) => `To itself: ${edgeLine(edge)}`),
      ...(unresolved === undefined ? [] : unresolvedLines(unresolved)),
    ],
    sections,
    items: nodes.map((related) => relatedItem(related, types.indexOf(related.node.type))),
    offset,
    total,
    unit: 'nodes',
  };
}

// Edges said for one node; a node joined to sixty others is read for the first few.
const EDGES_MAX = 6;

function relatedItem({ node, distance, edges }: RelatedNode, section: number): Item {
  const hops = distance > 1 ? `${distance} hops` : '';
  const edgeLines = edges.slice(0, EDGES_MAX).map((edge) => `  ${edgeLine(edge)}`);
  if (edges.length > EDGES_MAX) edgeLines.push(`  and ${grouped(edges.length - EDGES_MAX)} more edges`);
  const [rich = '', plain = ''] = nodeForms(node, hops);
  const kinds = [...new Set(edges.map(({ type, target }) => (target === node.id ? `>${type}` : `<${type}`)))];
  return {
    section,
    forms: [
      [rich, ...edgeLines].join('\n'),
      [plain, ...edgeLines].join('\n'),
      [plain, ...edgeLines.slice(0, 1)].join('\n'),
      `- ${codeSpan(node.id)} ${kinds.join(' ')}`,
    ],
  };
}

function startLine(start: NodeBrief): string {
  const about = aboutNode(start);
  return `${nodeLine(start).slice(2)}${about === '' ? '' : ` — ${about}`}`;
}

/** kg_path: an indented chain. */
export function pathDocument(answer: PathAnswer, blindSpots: readonly string[] = []): Document {
  const { source, target, nodes, edges, maxDepth, edgeTypes, reached } = answer;
  const over = edgeTypes.length === 0 ? '' : ` over ${edgeTypes.join(', ')}`;
  const title = `Path ${codeSpan(source.id)} → ${codeSpan(target.id)}`;
  const empty: Document = { title, intro: [], sections: [], items: [], offset: 0, total: 0, unit: 'nodes' };
  if (nodes.length === 0) {
    const seen = `${grouped(reached.fromSource)} nodes were reached from the one, ${grouped(reached.fromTarget)} from the other`;
    return { ...empty, intro: [`None within ${countOf(maxDepth, 'hop')}${over}; ${seen}.`, ...blindSpots] };
  }
  const items = nodes.map((node, index) => pathItem(node, edges[index - 1], index));
  return {
    ...empty,
    intro: [[`${countOf(edges.length, 'hop')}${over}.`, wayText(answer)].filter(Boolean).join(' ')],
    sections: [{ heading: 'Chain', total: undefined }],
    items,
    total: items.length,
  };
}

/** Whether the path is a chain, to be read one way, or only joins its ends; '' when there is no hop. */
function wayText({ nodes, edges }: PathAnswer): string {
  if (edges.length === 0) return '';
  const against = edges.filter(({ source }, hop) => source !== nodes[hop]?.id).length;
  if (against === 0) return 'Every hop runs from source to target.';
  if (against === edges.length) return 'Every hop runs from target to source.';
  const isOfCalls = edges.every(({ type }) => type === 'calls');
  const chain = isOfCalls ? 'a chain of calls' : 'a chain';
  const hops = `${grouped(against)} of ${countOf(edges.length, 'hop')} ${against === 1 ? 'runs' : 'run'}`;
  return `${hops} against ${against === 1 ? 'its' : 'their'} edge: a connection, not ${chain}.`;
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
