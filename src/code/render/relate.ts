/** The answer of kg_relate as a document: grouped by node type, each node with the edges that lead to it. */
import { NODE_TYPES } from '../model.js';
import type { EdgeBrief, NodeBrief } from '../query/brief.js';
import type { RelateAnswer, RelatedNode } from '../query/relate.js';
import type { Document, Item, Section } from '../render.js';
import { definitionLines } from './naming.js';
import { aboutNode, edgeLine, LINES_ALL, LINES_FEW, nodeForms, nodeLine } from './node.js';
import { standInLines } from './stand-ins.js';
import { codeSpan, countOf, grouped } from './text.js';
import { notSeen, placeForms, reachedText, unresolvedSection, unresolvedText } from './unresolved.js';

/** kg_relate. `outside`: what may hide edges to the start, said when they are asked for. */
export function relateDocument(answer: RelateAnswer, outside: readonly string[] = []): Document {
  const { start, total, totalByType, offset, nodes, unresolved } = answer;
  const types = NODE_TYPES.filter((type) => totalByType[type] !== undefined);
  const places = unresolved?.places ?? [];
  const sections: Section[] = types.map((type) => ({ heading: type, total: totalByType[type] }));
  return {
    title: `Around ${codeSpan(start.id)}`,
    intro: [
      startLine(start),
      ...definitionLines(start, answer.definitions),
      ...reachLines(answer),
      ...answer.selfEdges.map((edge) => `To itself: ${edgeLine(edge)}`),
      ...(answer.direction === 'out' ? [] : outside),
    ],
    sections: [...sections, unresolvedSection(unresolved)],
    items: [
      ...nodes.map((related) => relatedItem(related, types.indexOf(related.node.type))),
      ...places.map((place): Item => ({ section: types.length, forms: placeForms(place) })),
    ],
    offset,
    total: total + (unresolved?.total ?? 0),
    unit: unresolved === undefined || unresolved.total === 0 ? 'nodes' : 'items',
  };
}

function startLine(start: NodeBrief): string {
  const about = aboutNode(start);
  return `${nodeLine(start).slice(2)}${about === '' ? '' : ` — ${about}`}`;
}

/** How much was found over which edges, and what may belong to it beside that. */
function reachLines({
  start,
  depth,
  direction,
  edgeTypes,
  total,
  callers,
  unresolved,
}: RelateAnswer): string[] {
  const ways = { in: 'incoming edges', out: 'outgoing edges', both: 'edges in both directions' }[direction];
  const over = edgeTypes.length === 0 ? ways : `${ways} of type ${edgeTypes.join(', ')}`;
  const open = unresolvedText(unresolved);
  const lines = [`${countOf(total, 'node')} within ${countOf(depth, 'hop')}, over ${over}.`];
  if (callers !== undefined) {
    const { constructors, inheritedConstructors, throughDecorator } = callers;
    if (constructors.length > 0)
      lines.push(`Callers of its constructor ${idsOf(constructors)} are included.`);
    if (inheritedConstructors.length > 0) {
      lines.push(`It has no constructor of its own; calls may end at ${idsOf(inheritedConstructors)}.`);
    }
    if (throughDecorator > 0) {
      const edges = countOf(throughDecorator, 'caller');
      lines.push(`${edges} more through its decorator: over edges of type references.`);
    }
  }
  if (open !== '') lines.push(`${open}: ${total === 0 ? 'see below' : 'listed after the nodes'}.`);
  if (callers === undefined) return lines;
  lines.push(...standInLines(callers.standIns));
  const none = callers.isCalled ? [] : ['No callers found.', reachedText(start.entryPoint)];
  return [...lines, [...none, notSeen(callers.hiddenUses)].filter(Boolean).join(' ')];
}

function idsOf(nodes: readonly NodeBrief[]): string {
  return nodes.map(({ id }) => codeSpan(id)).join(', ');
}

// Edges said for one node where space is short; a node joined to sixty others is read for the first few.
const EDGES_FEW = 6;

function relatedItem({ node, distance, edges: all }: RelatedNode, section: number): Item {
  const edges = withoutMirrors(all);
  const hops = distance > 1 ? `${distance} hops` : '';
  const whole = edges.map((edge) => `  ${edgeLine(edge, LINES_ALL)}`);
  const few = edges.slice(0, EDGES_FEW).map((edge) => `  ${edgeLine(edge, LINES_FEW)}`);
  if (edges.length > EDGES_FEW) few.push(`  and ${grouped(edges.length - EDGES_FEW)} more edges`);
  const [rich = '', plain = ''] = nodeForms(node, hops);
  const kinds = [...new Set(edges.map(({ type, target }) => (target === node.id ? `>${type}` : `<${type}`)))];
  return {
    section,
    forms: [[rich, ...whole].join('\n'), [plain, ...whole].join('\n'), [plain, ...few].join('\n')],
    bare: `- ${codeSpan(node.id)} ${kinds.join(' ')}`,
  };
}

/** `method_of` says backwards what `contains` says: where both are here, one is enough. */
function withoutMirrors(edges: readonly EdgeBrief[]): readonly EdgeBrief[] {
  const held = new Set(edges.filter(isContains).map(({ source, target }) => `${target}\n${source}`));
  return edges.filter(
    ({ type, source, target }) => type !== 'method_of' || !held.has(`${source}\n${target}`),
  );
}

function isContains({ type }: EdgeBrief): boolean {
  return type === 'contains';
}
