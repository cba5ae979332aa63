/**
 * The parts that contexts of all kinds are made of: lists, put into one order of importance, and how the things in them
 * look.
 */
import type { NodeBrief, Relation } from '../query/brief.js';
import type { Governing } from '../query/governing.js';
import type { CutTotals } from '../query/relations.js';
import type { OpenCall } from '../query/unresolved.js';
import { type Document, type Item, inTurns, type Section } from '../render.js';
import { evidenceOf, type Forms } from './node.js';
import { codeSpan, prose } from './text.js';

/** One list of a document before its items are put in order of importance. */
export interface List {
  readonly section: Section;
  readonly items: readonly (Forms & Pick<Item, 'isLead'>)[];
}

/** A list and how its things look; `total`: of a list that is cut. */
export function listOf<T>(
  heading: string,
  values: readonly T[],
  forms: (value: T) => Forms | readonly string[],
  { total = values.length, ...more }: Partial<Pick<Section, 'empty' | 'notes' | 'rest' | 'total'>> = {},
): List {
  const items = values.map((value) => {
    const made = forms(value);
    return 'forms' in made ? made : { forms: made };
  });
  return { section: { heading, total, rest: '', ...more }, items };
}

/** The lists as one document, the first of each, then the second of each, and so on. */
export function documentOf(title: string, intro: readonly string[], lists: readonly List[]): Document {
  const numbered = lists.map(({ items }, section) => items.map((item): Item => ({ section, ...item })));
  const totals = lists.map(({ section, items }) => Math.max(section.total ?? 0, items.length));
  // Beyond the shortest list that is cut, the order would not be that of the whole lists.
  const whole = lists.map(({ items }, index) =>
    items.length < (totals[index] ?? 0) ? items.length : Infinity,
  );
  return {
    title,
    intro,
    sections: lists.map(({ section }) => section),
    items: inTurns(numbered, Math.min(...whole)),
    offset: 0,
    total: totals.reduce((sum, total) => sum + total, 0),
    unit: 'items',
  };
}

/** A document with lists behind its own. */
export function withLists(lists: readonly List[], document: Document): Document {
  const from = document.sections.length;
  const items = lists.flatMap((list, at) =>
    list.items.map((item): Item => ({ section: from + at, ...item })),
  );
  return {
    ...document,
    sections: [...document.sections, ...lists.map(({ section }) => section)],
    items: [...document.items, ...items],
    total: document.total + items.length,
  };
}

/** The total of a list of a context, when it is cut. */
export function totalOf(totals: CutTotals | undefined, list: string): { readonly total?: number } {
  const total = totals?.[list];
  return total === undefined ? {} : { total };
}

/** A definition in an outline, under its container. */
export function outlineForms({ node, level }: { node: NodeBrief; level: number }): readonly string[] {
  const indent = '  '.repeat(level);
  const line =
    node.endLine !== undefined && node.endLine > node.line ? `${node.line}–${node.endLine}` : `${node.line}`;
  const signature = node.signature === undefined ? codeSpan(node.id) : codeSpan(node.signature);
  const where = node.type === 'file' || node.type === 'module' ? codeSpan(node.id) : `${line}: ${signature}`;
  const summary = node.summary === undefined ? '' : ` — ${prose(node.summary, 120)}`;
  return [
    `${indent}- ${where}${summary}`,
    `${indent}- ${where}`,
    `${indent}- ${line}: ${codeSpan(node.name)}`,
  ];
}

/** A document that governs, whether it still does, and what it governs. */
export function governingForms(governing: Governing): readonly string[] {
  const { node, edge, governed, decision } = governing;
  const through = `through ${codeSpan(governed.id)}`;
  const evidence = evidenceOf(edge);
  const title = ` ${prose(node.name)}`;
  const standing = standingOf(governing);
  const line = `- ${codeSpan(node.id)}${standing}${title}`;
  const how = `${line} (${through}${evidence === '' ? '' : `; ${evidence}`})`;
  return [
    ...(decision === '' ? [] : [`${how}\n  ${prose(decision, 400)}`]),
    how,
    line,
    `- ${codeSpan(node.id)}${standing}`,
  ];
}

/** ` [accepted]`, ` [superseded by `adr:0009`]`: what a reader must not miss. */
function standingOf({ status, supersededBy }: Pick<Governing, 'status' | 'supersededBy'>): string {
  const successors = supersededBy.map((id) => codeSpan(id)).join(', ');
  if (successors !== '') return ` [superseded by ${successors}]`;
  return status === '' ? '' : ` [${prose(status === 'unknown' ? 'no status' : status, 40)}]`;
}

/** A decision or a concept: what it says. */
export function entityForms({ node }: Relation): readonly string[] {
  const summary = node.summary === undefined ? prose(node.name) : prose(node.summary, 400);
  return [
    `- ${codeSpan(node.id)} ${summary}`,
    `- ${codeSpan(node.id)} ${prose(node.name, 80)}`,
    `- ${codeSpan(node.id)}`,
  ];
}

/** Calls that may go anywhere; nothing is said when there is none. */
export function openCallList(openCalls: readonly OpenCall[], totals: CutTotals | undefined): List {
  return listOf('Unresolved calls in it', openCalls, openCallForms, totalOf(totals, 'openCalls'));
}

function openCallForms({ line, callee }: OpenCall): readonly string[] {
  return [`- ${line}: ${codeSpan(callee)}`];
}
