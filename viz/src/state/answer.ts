/**
 * A question turned into its answer: which nodes and edges the picture emphasises, and what the list says. Pure; the same
 * question of the same graph has the same answer, so an address is enough to share one.
 */
import { type Cycle, findCycles } from '../data/cycles.js';
import { governingOf } from '../data/governing.js';
import type { GraphData } from '../data/graph-data.js';
import { findHotSpots } from '../data/hot-spots.js';
import { labelOf } from '../data/node-label.js';
import { nearestPath, shortestPath } from '../data/shortest-path.js';
import { STANDING_NAMES, STANDINGS } from '../data/standing.js';
import { traceCalls } from '../data/trace.js';
import { EDGE_KINDS, EDGE_NAMES } from '../data/vocabulary.js';
import type { Question, ViewState } from './view-state.js';

/** A part of an answer under a heading of its own. */
export interface AnswerGroup {
  readonly title: string;
  readonly nodes: readonly number[];
  /** Beside each node, what it has to do with the answer. */
  readonly notes?: readonly string[];
}

export interface Answer {
  readonly title: string;
  /** One sentence: the answer itself, or why there is none. */
  readonly summary: string;
  readonly groups: readonly AnswerGroup[];
  /** By node: how far from what was asked for, 0 for itself. */
  readonly depths: ReadonlyMap<number, number>;
  readonly edges: ReadonlySet<number>;
}

/** The answer; `undefined` when what is asked about is not in the graph. */
export function answerTo(
  data: GraphData,
  view: Pick<ViewState, 'nodeKinds'>,
  question: Question,
): Answer | undefined {
  switch (question.kind) {
    case 'callers':
    case 'callees':
      return traceAnswer(data, question);
    case 'path':
      return pathAnswer(data, question);
    case 'governs':
      return governsAnswer(data, question.of);
    case 'cycles':
      return cyclesAnswer(data);
    case 'hot':
      return hotAnswer(data, view);
    case 'stale':
      return staleAnswer(data);
  }
}

function traceAnswer(
  data: GraphData,
  { kind, of, depth }: Extract<Question, { readonly depth: number }>,
): Answer | undefined {
  const node = data.byId.get(of);
  if (node === undefined) return undefined;
  const { levels, edges, isCut } = traceCalls(data, node, kind, depth);
  const found = levels.slice(1);
  const count = found.reduce((sum, level) => sum + level.length, 0);
  const name = data.names[node] ?? of;
  const noun = kind === 'callers' ? plural(count, 'caller') : plural(count, 'callee');
  const within = `within ${plural(depth, 'step')}`;
  return {
    title: kind === 'callers' ? `Who calls ${name}` : `What ${name} calls`,
    summary:
      count === 0 ? `None found ${within}.` : `${noun} ${within}${isCut ? '; there are more beyond' : ''}.`,
    groups: found.map((nodes, at) => ({
      title: at === 0 ? 'Directly' : `${plural(at + 1, 'step')} away`,
      nodes,
    })),
    depths: new Map(levels.flatMap((nodes, at) => nodes.map((each) => [each, at] as const))),
    edges: new Set(edges),
  };
}

function pathAnswer(
  data: GraphData,
  { from, to }: Extract<Question, { readonly kind: 'path' }>,
): Answer | undefined {
  const source = data.byId.get(from);
  if (source === undefined) return undefined;
  const start = data.names[source] ?? from;
  const depths = new Map([[source, 0]]);
  if (to === undefined) {
    const summary = 'Choose the other end: click a node, or search for one.';
    return { title: `From ${start} to …`, summary, groups: [], depths, edges: new Set() };
  }
  const target = data.byId.get(to);
  if (target === undefined) return undefined;
  const title = `From ${start} to ${data.names[target] ?? to}`;
  const path = shortestPath(data, source, target);
  if (path === undefined) {
    depths.set(target, 0);
    return { title, summary: 'Nothing joins them.', groups: [], depths, edges: new Set() };
  }
  const near = nearestPath(data, source, target);
  const isNearer = near !== undefined && near.edges.length <= path.edges.length - NEARER_BY;
  const ways = isNearer ? [path, near] : [path];
  const [steps, shorter] = ways.map(({ edges }) => plural(edges.length, 'step'));
  return {
    title,
    summary: shorter === undefined ? `${steps}.` : `${steps}; ${shorter} when edges are followed either way.`,
    groups: ways.map(({ nodes, edges }, at) => ({
      title: at === 0 ? 'The way' : 'Shorter, edges followed either way',
      nodes,
      notes: nodes.map((node, step) => hop(data, edges[step - 1], node)),
    })),
    depths: new Map(ways.toReversed().flatMap(({ nodes }) => nodes.map((node, at) => [node, at] as const))),
    edges: new Set(ways.flatMap(({ edges }) => edges)),
  };
}

// A chain in one direction says more than one that turns; one that is longer by so many steps is not all there is to say.
const NEARER_BY = 3;

/** How one gets to a node of a path. */
function hop(data: GraphData, edge: number | undefined, node: number): string {
  if (edge === undefined) return '';
  const names = EDGE_NAMES[EDGE_KINDS[data.edgeKinds[edge] ?? 0] ?? 'contains'];
  const said = data.relations.get(edge);
  if (said !== undefined) return said;
  return (data.to[edge] === node ? names.out : names.in).toLowerCase();
}

function governsAnswer(data: GraphData, of: string): Answer | undefined {
  const node = data.byId.get(of);
  if (node === undefined) return undefined;
  const { documents, related, edges } = governingOf(data, node);
  return {
    title: `What governs ${data.names[node] ?? of}`,
    summary:
      documents.length === 0
        ? 'No decision record or instruction names it, what it stands in, or what it holds.'
        : `${plural(documents.length, 'document')}.`,
    groups: [
      { title: 'Decision records and instructions', nodes: documents },
      { title: 'Their decisions and concepts', nodes: related },
    ].filter(({ nodes }) => nodes.length > 0),
    depths: new Map([
      ...related.map((each) => [each, 2] as const),
      ...documents.map((each) => [each, 1] as const),
      [node, 0],
    ]),
    edges: new Set(edges),
  };
}

function cyclesAnswer(data: GraphData): Answer {
  const cycles = findCycles(data);
  return {
    title: 'Cycles',
    summary:
      cycles.length === 0
        ? 'No package depends on itself through others, and no file imports itself through others.'
        : `${plural(cycles.length, 'cycle')} among packages and files.`,
    groups: cycles.map((cycle) => cycleGroup(data, cycle)),
    depths: new Map(cycles.flatMap(({ nodes }) => nodes.map((node) => [node, 0] as const))),
    edges: new Set(cycles.flatMap(({ edges }) => edges)),
  };
}

/** The shortest circle first and in its order, each with what it leads to; then what else is caught in it. */
function cycleGroup(data: GraphData, { over, nodes, ring }: Cycle): AnswerGroup {
  const noun = over === 'depends_on' ? 'Packages' : 'Files';
  const verb = over === 'depends_on' ? 'depends on' : 'imports';
  const others = nodes.filter((node) => !ring.includes(node));
  const steps = ring.map((_, at) => `${verb} ${labelOf(data, ring[(at + 1) % ring.length] ?? 0)}`);
  return {
    title: `${noun} in a circle${others.length === 0 ? '' : ', the shortest way round first'}`,
    nodes: [...ring, ...others],
    notes: [...steps, ...others.map(() => 'on a longer way round')],
  };
}

function hotAnswer(data: GraphData, { nodeKinds }: Pick<ViewState, 'nodeKinds'>): Answer {
  const nodes = findHotSpots(data, nodeKinds);
  const notes = nodes.map((node) => plural(data.degrees[node] ?? 0, 'edge'));
  return {
    title: 'Hot spots',
    summary:
      nodes.length === 0
        ? 'Nothing is joined to anything.'
        : 'The nodes with the most edges, of the kinds that are shown.',
    groups: nodes.length === 0 ? [] : [{ title: 'Most edges first', nodes, notes }],
    depths: new Map(nodes.map((node) => [node, 0])),
    edges: new Set(),
  };
}

/** Memories whose code is other than it was, the worst first, with the code that they are about. */
function staleAnswer(data: GraphData): Answer {
  const memories = [...data.memories.keys()];
  const groups = STANDINGS.map((standing, at) => {
    const nodes = memories.filter((node) => data.standings[node] === at);
    const notes = nodes.map(
      (node) => data.memories.get(node)?.places.find((place) => place.standing === at)?.words ?? '',
    );
    return { standing, title: STANDING_NAMES[standing], nodes, notes };
  }).filter(({ standing, nodes }) => standing !== 'sound' && nodes.length > 0);
  const stale = groups.flatMap(({ nodes }) => nodes);
  const edges = [...data.edgeStandings.keys()];
  const ends = edges.flatMap((edge) => [data.from[edge] ?? 0, data.to[edge] ?? 0]);
  return {
    title: 'Memories whose code has changed',
    summary:
      stale.length === 0
        ? 'None: the code is as it was remembered, as far as that is known.'
        : `${stale.length.toLocaleString('en')} ${stale.length === 1 ? 'memory' : 'memories'}.`,
    groups: groups.toReversed(),
    depths: new Map([...ends.map((node) => [node, 1] as const), ...stale.map((node) => [node, 0] as const)]),
    edges: new Set(edges),
  };
}

/** `1 step`, `2 steps`. */
export function plural(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}
