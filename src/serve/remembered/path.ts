/**
 * Paths whose ends may be memories. A memory is no node of the code graph: a path starts or ends at the code that it touches,
 * and where it touches several places at the one that is nearest to the other end.
 */
import type { GraphView, NodeRef } from '../../code/graph.js';
import { findPath, type PathAnswer, type PathRequest } from '../../code/query/path.js';
import { codeSpan, countOf } from '../../code/render/text.js';
import type { MemoryBeside, NamedMemory } from './beside.js';

/** Places of one memory that are tried, the surest first. */
const PLACES_MAX = 5;

/** An end of a path: nodes of the code, and what has to be said of them. */
export interface PathEnd {
  readonly nodes: readonly NodeRef[];
  /** For the end that was taken. */
  readonly note: (node: string) => string;
}

/** Where a memory touches the code; `undefined` when it does not. */
export function endOfMemory(
  memory: MemoryBeside,
  { level, id }: Extract<NamedMemory, { readonly kind: 'one' }>,
): PathEnd | undefined {
  const all = memory.nodesOf(level, id);
  if (all.length === 0) return undefined;
  const others = all.length - 1;
  const more = others === 0 ? '' : ` (and ${countOf(others, 'other place')})`;
  return {
    nodes: all.slice(0, PLACES_MAX),
    note: (node) => `${codeSpan(`memory:${level}/${id} --[TOUCHES]--> ${node}`)}${more}`,
  };
}

/** An end that is a node itself. */
export function endOfCode(node: NodeRef): PathEnd {
  return { nodes: [node], note: () => '' };
}

/** The shortest of the paths between two ends, and what has to be said of it. */
export function findPathBetween(
  view: GraphView,
  source: PathEnd,
  target: PathEnd,
  request: Omit<PathRequest, 'source' | 'target'>,
): { readonly answer: PathAnswer; readonly notes: readonly string[] } {
  const answers = source.nodes.flatMap((from) =>
    target.nodes.map((to) => findPath(view, { ...request, source: from, target: to })),
  );
  const hops = ({ nodes }: PathAnswer) => (nodes.length === 0 ? Number.POSITIVE_INFINITY : nodes.length);
  const [first, ...others] = answers;
  if (first === undefined) throw new Error('an end of a path has no node');
  const answer = others.reduce((best, each) => (hops(each) < hops(best) ? each : best), first);
  const notes = [source.note(answer.source.id), target.note(answer.target.id)].filter((note) => note !== '');
  return { answer, notes };
}
