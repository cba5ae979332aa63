/**
 * Nodes that callers name loosely. One node: go on. Several, or none: an error with those to choose from, or with what
 * comes nearest; nothing that was asked is answered then.
 */
import type { GraphView, NodeRef } from '../../code/graph.js';
import type { Project } from '../../code/project-face.js';
import { briefNode } from '../../code/query/brief.js';
import { resolveNode } from '../../code/query/resolve-node.js';
import { namingLines } from '../../code/render/naming.js';
import { nodeForms } from '../../code/render/node.js';
import { blindSpots } from '../../code/render/state-line.js';
import { codeSpan, countOf } from '../../code/render/text.js';
import { type Document, pageFrom } from '../../code/render.js';
import type { Draft } from '../answer.js';
import { notIndexed } from './not-indexed.js';

/** A node to go on with and what is to be said of its name, or the draft that takes the place of an answer. */
export type Named =
  | { readonly kind: 'node'; readonly node: NodeRef; readonly notes: readonly string[] }
  | { readonly kind: 'draft'; readonly draft: Draft };

export interface NameToResolve {
  /** The field it came in, for the message. */
  readonly field: string;
  readonly text: string;
  readonly offset: number;
}

/** Reads a node's name. */
export function nodeNamed(view: GraphView, project: Project, name: NameToResolve): Named {
  const resolved = resolveNode(view, name.text, { root: project.root });
  if (resolved.kind === 'one') {
    return { kind: 'node', node: resolved.node, notes: namingLines(view, name.text, resolved) };
  }
  const isMiss = resolved.kind === 'none';
  const nodes = isMiss ? resolved.nearest : resolved.nodes;
  const briefs = nodes.map((node) => briefNode(view, node));
  const said = `${codeSpan(name.text)} (${name.field})`;
  const document: Document = {
    title: isMiss ? 'No such node' : 'Which one?',
    intro: isMiss
      ? missLines(project, name.text, said)
      : [`${said} fits ${countOf(briefs.length, 'node')}; ask again with one of these ids.`],
    sections: [{ heading: isMiss ? 'Nearest' : 'Candidates', total: briefs.length }],
    items: briefs.map((brief) => ({ section: 0, forms: nodeForms(brief) })),
    offset: 0,
    total: briefs.length,
    unit: 'nodes',
  };
  const draft = { cites: briefs, document: () => pageFrom(document, name.offset), isError: true, isMiss };
  return { kind: 'draft', draft };
}

function missLines(project: Project, text: string, said: string): string[] {
  const unindexed = notIndexed(project, text);
  if (unindexed !== undefined) return [`Nothing in the graph fits ${said}.`, unindexed];
  return [`Nothing fits ${said}. kg_search finds nodes by words.`, ...blindSpots(project.state())];
}
