/**
 * The node a user names. Unlike a tool, a command line never answers with candidates: they are an error that lists the ids
 * to choose from, so that a script cannot take them for the answer.
 */
import type { GraphView, NodeRef } from '../code/graph.js';
import type { Project } from '../code/project-face.js';
import { type Resolved, resolveNode } from '../code/query/resolve-node.js';
import { namingLines } from '../code/render/naming.js';
import { blindSpots } from '../code/render/state-line.js';
import { KgError } from '../kernel/errors.js';
import { printable } from '../kernel/text.js';
import { notIndexed } from '../serve/code-tools/not-indexed.js';

// As many as one looks through.
const IDS_MAX = 10;

/** A node and what is to be said of the name that led to it. */
export interface NamedNode {
  readonly node: NodeRef;
  readonly notes: readonly string[];
}

/** The one node that fits a name; throws a `KgError` of code `not-found` or `ambiguous` whose hint lists ids. */
export function nodeNamed(view: GraphView, project: Project, text: string): NamedNode {
  const resolved = resolveNode(view, text, { root: project.root });
  const shown = `"${printable(text)}"`;
  switch (resolved.kind) {
    case 'one':
      return { node: resolved.node, notes: namingLines(view, text, resolved) };
    case 'several':
      throw new KgError('ambiguous', `${shown} fits ${resolved.nodes.length} nodes`, {
        hint: `Name one of them by its id:\n${idLines(view, resolved.nodes)}`,
      });
    case 'none':
      throw new KgError('not-found', `nothing in the graph is called ${shown}`, {
        hint: missHint(view, project, text, resolved.nearest),
      });
  }
}

function missHint(
  view: GraphView,
  project: Project,
  text: string,
  nearest: Extract<Resolved, { kind: 'none' }>['nearest'],
): string {
  const unindexed = notIndexed(project, text);
  if (unindexed !== undefined) return unindexed;
  const meant =
    nearest.length === 0
      ? 'kg-memory search finds nodes by words of their names and texts.'
      : `Did you mean:\n${idLines(view, nearest)}`;
  return [meant, ...blindSpots(project.state())].join('\n');
}

function idLines(view: GraphView, nodes: readonly NodeRef[]): string {
  const lines = nodes.slice(0, IDS_MAX).map((node) => `  ${view.id(node)}`);
  const more = nodes.length - lines.length;
  return [...lines, ...(more > 0 ? [`  and ${more} more`] : [])].join('\n');
}
