/**
 * Which decisions bear on a piece of code: ADRs (and project instructions) that govern it or what it stands in or holds,
 * the decisions taken in them, and the concepts they define.
 */
import type { EdgeRef, GraphView, NodeRef } from '../graph.js';
import type { EdgeType } from '../model.js';
import {
  briefEdge,
  briefNode,
  type EdgeBrief,
  type NodeBrief,
  propertyText,
  type Relation,
  textList,
} from './brief.js';
import { edgesFrom, edgesTo, sourcesOf, targetsOf } from './relations.js';

/** A governing document and the node that it names. */
export interface Governing {
  readonly node: NodeBrief;
  readonly edge: EdgeBrief;
  /** What is governed: the code asked for, or what it stands in or holds. */
  readonly governed: NodeBrief;
  /** Of a record, in a word; '' for project instructions. */
  readonly status: string;
  /** Ids of the records that have taken its place. */
  readonly supersededBy: readonly string[];
  /** What it decides, or what the section says, in a few sentences. */
  readonly decision: string;
}

export interface Governance {
  /** One per document, in order of id; the first of `nodes` that it governs is named. */
  readonly governing: readonly Governing[];
  readonly decisions: readonly Relation[];
  readonly concepts: readonly Relation[];
}

// A few decisions govern a piece of code, not thousands.
const ALL = Number.POSITIVE_INFINITY;

/** What governs any of these nodes. */
export function governanceOf(view: GraphView, nodes: readonly NodeRef[]): Governance {
  if (!hasDocuments(view)) return { governing: [], decisions: [], concepts: [] };
  const documents = new Map<NodeRef, EdgeRef>();
  for (const node of nodes) {
    for (const edge of edgesTo(view, node, 'governs')) {
      const document = view.source(edge);
      if (!documents.has(document)) documents.set(document, edge);
    }
  }
  const ordered = [...documents].sort(([a], [b]) => a - b);
  const edgesOf = (type: EdgeType, edges: typeof edgesTo) =>
    ordered.flatMap(([document]) => edges(view, document, type));
  return {
    governing: ordered.map(([document, edge]) => governingOf(view, document, edge)),
    decisions: sourcesOf(view, edgesOf('decided_in', edgesTo), ALL).items,
    concepts: firstOfEach(targetsOf(view, edgesOf('defines', edgesFrom), ALL).items),
  };
}

function governingOf(view: GraphView, document: NodeRef, edge: EdgeRef): Governing {
  const properties = view.properties(document);
  return {
    node: briefNode(view, document),
    edge: briefEdge(view, edge),
    governed: briefNode(view, view.target(edge)),
    status: propertyText(properties.status),
    supersededBy: textList(properties.superseded_by),
    decision: propertyText(properties.decision_summary) || propertyText(properties.summary),
  };
}

/** A node with a node that reconciliation holds to be the same thing. */
export interface EntityLink {
  readonly of: NodeBrief;
  readonly node: NodeBrief;
  readonly edge: EdgeBrief;
}

/** `same_as` edges of these nodes, in either direction, each edge once. */
export function entityLinks(view: GraphView, nodes: readonly NodeRef[]): EntityLink[] {
  if (!hasDocuments(view)) return [];
  const said = new Set<EdgeRef>();
  const links: EntityLink[] = [];
  for (const node of nodes) {
    for (const edge of [...edgesFrom(view, node, 'same_as'), ...edgesTo(view, node, 'same_as')]) {
      if (said.has(edge)) continue;
      said.add(edge);
      const other = view.source(edge) === node ? view.target(edge) : view.source(edge);
      links.push({
        of: briefNode(view, node),
        node: briefNode(view, other),
        edge: briefEdge(view, edge),
      });
    }
  }
  return links;
}

/** Without documents nothing governs, and code is never held to be the same as other code: no edge need be looked at. */
function hasDocuments(view: GraphView): boolean {
  return DOCUMENT_TYPES.some((type) => view.ofType(type).length > 0);
}

const DOCUMENT_TYPES = ['adr', 'concept', 'decision', 'trade_off', 'config'] as const;

function firstOfEach(relations: readonly Relation[]): Relation[] {
  const seen = new Set<string>();
  return relations.filter(({ node }) => !seen.has(node.id) && seen.add(node.id));
}
