/**
 * Why the graph says that one node leads to another: the edges between them, else the shortest chain of edges, each with every
 * place it stands at and what was concluded there. The text of these places is not here: whoever renders the answer reads it.
 */
import type { EdgeRef, GraphView, NodeRef } from '../graph.js';
import type { Site } from '../model.js';
import { briefEdge, briefNode, type EdgeBrief, type NodeBrief } from './brief.js';
import { findPath } from './path.js';
import { methodsInPlaceOf } from './stand-ins.js';
import { type ValuePlaces, valuePlaces } from './value-places.js';

/** One edge with all that it rests on. */
export interface ExplainedEdge {
  readonly edge: EdgeBrief;
  readonly source: NodeBrief;
  readonly target: NodeBrief;
  /** In order of line. */
  readonly sites: readonly Site[];
  /** Where to look for what a call is made on; only for calls that were followed. */
  readonly places?: ValuePlaces;
}

export interface ExplainAnswer {
  readonly source: NodeBrief;
  readonly target: NodeBrief;
  /** Whether the edges join the two themselves; else they are a chain, or lead to stand-ins. */
  readonly isDirect: boolean;
  /** Whether the edges are calls of what overrides the target, or fits its protocol. */
  readonly isToStandIns: boolean;
  /** Empty when nothing joins them. */
  readonly edges: readonly ExplainedEdge[];
  readonly maxDepth: number;
}

/** The reasons for what joins two nodes, in either direction. */
export function explain(
  view: GraphView,
  [source, target]: readonly [NodeRef, NodeRef],
  maxDepth: number,
): ExplainAnswer {
  const direct = [...between(view, source, target), ...between(view, target, source)];
  const ends = { source: briefNode(view, source), target: briefNode(view, target), maxDepth };
  if (direct.length > 0)
    return {
      ...ends,
      isDirect: true,
      isToStandIns: false,
      edges: direct.map((edge) => explained(view, edge)),
    };
  const inPlace = methodsInPlaceOf(view, target).flatMap((each) => between(view, source, each));
  if (inPlace.length > 0) {
    return {
      ...ends,
      isDirect: false,
      isToStandIns: true,
      edges: inPlace.map((edge) => explained(view, edge)),
    };
  }
  const path = findPath(view, { source, target, maxDepth });
  const edges = path.edges.flatMap(({ source: from, target: to, type }) => {
    const [start, end] = [view.find(from), view.find(to)];
    if (start === undefined || end === undefined) return [];
    const edge = between(view, start, end).find((each) => view.edgeType(each) === type);
    return edge === undefined ? [] : [explained(view, edge)];
  });
  return { ...ends, isDirect: false, isToStandIns: false, edges };
}

function between(view: GraphView, source: NodeRef, target: NodeRef): EdgeRef[] {
  return view.outgoing(source).filter((edge) => view.target(edge) === target);
}

function explained(view: GraphView, edge: EdgeRef): ExplainedEdge {
  const { sites = [], resolution } = view.detail(edge);
  const isFollowed = resolution === 'inferred' || resolution === 'candidate';
  return {
    ...(isFollowed && { places: valuePlaces(view, view.source(edge)) }),
    edge: briefEdge(view, edge),
    source: briefNode(view, view.source(edge)),
    target: briefNode(view, view.target(edge)),
    sites: [...sites].sort((a, b) => a.line - b.line),
  };
}
