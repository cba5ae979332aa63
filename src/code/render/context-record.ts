/** The answer of kg_context about a decision record or a section of the project's instructions as a document. */
import type { NodeBrief, Relation } from '../query/brief.js';
import type { Dangling, RecordContext } from '../query/context-record.js';
import type { Document } from '../render.js';
import { documentOf, entityForms, type List, listOf, totalOf } from './context-lists.js';
import { edgeLine, nodeForms, placeOf, relationForms } from './node.js';
import { codeSpan, prose } from './text.js';

/** kg_context of an ADR or a section: what it says, what has become of it, what it governs. `more`: lists of another origin. */
export function recordDocument(context: RecordContext, more: readonly List[] = []): Document {
  const { totals, summary } = context;
  const isRecord = context.node.type === 'adr';
  return documentOf(`Context of ${codeSpan(context.node.id)}`, intro(context), [
    listOf(isRecord ? 'Decision' : 'What it says', summary === '' ? [] : [summary], textForms),
    listOf('Principles', context.principles, textForms),
    listOf('Governs', context.governs, relationForms, {
      empty: 'No code of the project that it names.',
      ...totalOf(totals, 'governs'),
    }),
    listOf('Dangling', context.dangling, danglingForms, {
      notes: context.dangling.length === 0 ? [] : ['Named here, and not found in the indexed code.'],
    }),
    listOf('Decisions', context.decisions, entityForms, totalOf(totals, 'decisions')),
    listOf('Defines', context.defines, entityForms, totalOf(totals, 'defines')),
    listOf('References', context.references, relationForms, totalOf(totals, 'references')),
    listOf('Referenced by', context.referencedBy, relationForms, totalOf(totals, 'referencedBy')),
    listOf('Also joined to', context.others, otherForms),
    ...more,
  ]);
}

function intro(context: RecordContext): string[] {
  const { node, title, status, statusText, date, supersededBy, supersedes } = context;
  const lines = [`${node.type} ${prose(title === '' ? node.name : title)} ${placeOf(node)}`];
  if (node.type === 'adr') {
    const isTold = statusText !== '' && statusText.toLowerCase() !== status;
    const written = isTold ? ` (${prose(statusText)})` : '';
    const dated = date === '' ? '' : `; date: ${prose(date, 40)}`;
    lines.push(`Status: ${status === 'unknown' ? 'not stated' : prose(status, 40)}${written}${dated}`);
  }
  if (supersededBy.length > 0) lines.push(`Superseded by ${namesOf(supersededBy)}: it is not in force.`);
  if (supersedes.length > 0) lines.push(`Supersedes ${namesOf(supersedes)}.`);
  return lines;
}

function namesOf(nodes: readonly NodeBrief[]): string {
  return nodes.map(({ id, name }) => `${codeSpan(id)} ${prose(name, 120)}`).join(', ');
}

function textForms(text: string): readonly string[] {
  return [`- ${prose(text, 2_000)}`, `- ${prose(text, 200)}`];
}

function danglingForms({ text, line }: Dangling): readonly string[] {
  return [`- ${line}: ${codeSpan(text)}`];
}

function otherForms({ node, edge }: Relation) {
  const [rich = ''] = nodeForms(node);
  return {
    forms: [`${rich}\n  ${edgeLine(edge)}`, `- ${edgeLine(edge)}`],
    bare: `- ${edge.type} ${codeSpan(node.id)}`,
  };
}
