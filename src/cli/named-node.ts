/**
 * The node a user names. Unlike a tool, a command line never answers with candidates: they are an error that lists the ids
 * to choose from, so that a script cannot take them for the answer.
 */
import type { GraphView, NodeRef } from '../code/graph.js';
import { resolveNode } from '../code/query/resolve-node.js';
import { KgError } from '../kernel/errors.js';
import { printable } from '../kernel/text.js';

// As many as one looks through.
const IDS_MAX = 10;

/** The one node that fits a name; throws a `KgError` of code `not-found` or `ambiguous` whose hint lists ids. */
export function nodeNamed(view: GraphView, root: string, text: string): NodeRef {
  const resolved = resolveNode(view, text, { root });
  const shown = `"${printable(text)}"`;
  switch (resolved.kind) {
    case 'one':
      return resolved.node;
    case 'several':
      throw new KgError('ambiguous', `${shown} fits ${resolved.nodes.length} nodes`, {
        hint: `Name one of them by its id:\n${idLines(view, resolved.nodes)}`,
      });
    case 'none':
      throw new KgError('not-found', `nothing in the graph is called ${shown}`, {
        hint:
          resolved.nearest.length === 0
            ? 'kg-memory search finds nodes by words of their names and texts.'
            : `Did you mean:\n${idLines(view, resolved.nearest)}`,
      });
  }
}

function idLines(view: GraphView, nodes: readonly NodeRef[]): string {
  const lines = nodes.slice(0, IDS_MAX).map((node) => `  ${view.id(node)}`);
  const more = nodes.length - lines.length;
  return [...lines, ...(more > 0 ? [`  and ${more} more`] : [])].join('\n');
}
