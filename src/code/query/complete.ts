/**
 * Ids that begin, end or go on as what a person has typed so far.
 */
import type { GraphView, NodeRef } from '../graph.js';
import { NODE_TYPES, type NodeType } from '../model.js';
import { selectFirst } from './top.js';

export interface Completions {
  /** Ids, the likeliest first. */
  readonly values: readonly string[];
  readonly total: number;
}

// As many as MCP allows in one reply.
const VALUES_MAX = 100;

/** Completes an id, a path or a name. Nothing typed proposes the most referred to. */
export function completeName(view: GraphView, typed: string, types?: readonly NodeType[]): Completions {
  const text = typed.trim();
  const found = candidates(view, text.toLowerCase(), types);
  const ranked = found.map((node) => ({ node, rank: rankOf(view, node, text) }));
  const first = selectFirst(
    ranked,
    VALUES_MAX,
    (a, b) => a.rank - b.rank || compareNodes(view, a.node, b.node),
  );
  return { values: first.map(({ node }) => view.id(node)), total: found.length };
}

/** Nodes whose ids hold what was typed. */
function candidates(view: GraphView, lower: string, types: readonly NodeType[] | undefined): NodeRef[] {
  const all = types?.flatMap((type) => view.ofType(type));
  if (lower === '') return [...(all ?? view.nodes())];
  // What stands behind the last separator is a piece of the name.
  const separator = Math.max(...[...'./:'].map((mark) => lower.lastIndexOf(mark)));
  const piece = lower.slice(separator + 1);
  const named = all ?? (piece === '' ? [...view.nodes()] : view.nameContains(piece));
  return named.filter((node) => view.id(node).toLowerCase().includes(lower));
}

/** 0: it begins as typed; 1: but for the letter case; 2: it holds it. */
function rankOf(view: GraphView, node: NodeRef, text: string): number {
  if (text === '') return 0;
  const id = view.id(node);
  const beginnings = [view.name(node), id, id.slice(id.indexOf(':') + 1)];
  if (beginnings.some((beginning) => beginning.startsWith(text))) return 0;
  const lower = text.toLowerCase();
  return beginnings.some((beginning) => beginning.toLowerCase().startsWith(lower)) ? 1 : 2;
}

function compareNodes(view: GraphView, a: NodeRef, b: NodeRef): number {
  const rank = (node: NodeRef) => NODE_TYPES.indexOf(view.type(node));
  return view.references(b) - view.references(a) || rank(a) - rank(b) || a - b;
}
