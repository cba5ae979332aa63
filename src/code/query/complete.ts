/**
 * What a person may mean by what is typed so far. A path is gone on with as a shell does it: the folders and files of the
 * next level, then what lies deeper. Everything else is completed to ids that begin, end or go on as it is typed.
 */
import type { GraphView, NodeRef } from '../graph.js';
import { NODE_TYPES, type NodeType } from '../model.js';
import { selectFirst } from './top.js';

export interface Completions {
  /** Ids, or paths (those of folders end with `/`), the likeliest first. */
  readonly values: readonly string[];
  readonly total: number;
}

// As many as MCP allows in one reply.
const VALUES_MAX = 100;

/** Completes an id, a path or a name. Nothing typed proposes the most referred to. */
export function completeName(view: GraphView, typed: string, types?: readonly NodeType[]): Completions {
  const text = typed.trim().replace(/^(\.\/)+/, '');
  const isPath = types === undefined && text.includes('/') && !/^\w+:/.test(text);
  const paths = isPath ? pathsFrom(view, text) : [];
  if (paths.length > 0) return { values: paths.slice(0, VALUES_MAX), total: paths.length };
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

/** Folders and files whose paths begin as typed, letter case ignored when it has to be: the next level, then the files below. */
function pathsFrom(view: GraphView, typed: string): string[] {
  const all = view.ofType('file').map((node) => view.path(node));
  const sameCase = all.filter((path) => path.startsWith(typed));
  const lower = typed.toLowerCase();
  const files = sameCase.length > 0 ? sameCase : all.filter((path) => path.toLowerCase().startsWith(lower));
  const folders = files.flatMap((path) => {
    const end = path.indexOf('/', typed.length);
    return end < 0 ? [] : [path.slice(0, end + 1)];
  });
  const isNext = (path: string) => !path.includes('/', typed.length);
  const [near, deep] = [files.filter(isNext), files.filter((path) => !isNext(path))];
  return [...new Set(folders), ...near, ...deep];
}

/**
 * 0: it is what was typed; 1: it begins as typed, or is a member of the very class; 2: but for the letter case; 3: it
 * holds it.
 */
function rankOf(view: GraphView, node: NodeRef, text: string): number {
  if (text === '') return 0;
  const id = view.id(node);
  const beginnings = [view.name(node), id, id.slice(id.indexOf(':') + 1)];
  if (beginnings.includes(text)) return 0;
  if (beginnings.some((beginning) => beginning.startsWith(text)) || isMember(view, id, text)) return 1;
  const lower = text.toLowerCase();
  return beginnings.some((beginning) => beginning.toLowerCase().startsWith(lower)) ? 2 : 3;
}

/** Whether the text is a class's name, in its letter case and at most with what it stands in, and the start of a member's. */
function isMember(view: GraphView, id: string, text: string): boolean {
  const body = id.slice(id.indexOf(':') + 1);
  const owner = body.slice(0, body.lastIndexOf('.'));
  const dot = text.lastIndexOf('.');
  if (dot <= 0 || owner === '' || !body.slice(owner.length + 1).startsWith(text.slice(dot + 1))) return false;
  const isOwner = `.${owner}`.endsWith(`.${text.slice(0, dot)}`);
  return isOwner && view.find(`class:${owner}`) !== undefined;
}

function compareNodes(view: GraphView, a: NodeRef, b: NodeRef): number {
  const rank = (node: NodeRef) => NODE_TYPES.indexOf(view.type(node));
  return view.references(b) - view.references(a) || rank(a) - rank(b) || a - b;
}
