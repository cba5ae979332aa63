/**
 * kg_context of a document's node: a decision record, or a section of the project's instructions. What it decides, what has
 * become of it, which code it governs, and what it names that is not there.
 */
import type { GraphView, NodeRef } from '../graph.js';
import type { EdgeType } from '../model.js';
import { briefNode, type NodeBrief, propertyText, type Relation, textList } from './brief.js';
import {
  type CutTotals,
  edgesFrom,
  edgesTo,
  type Some,
  sourcesOf,
  targetsOf,
  totalsOfCut,
} from './relations.js';

/** A span of code in a document that names nothing in the graph. */
export interface Dangling {
  readonly text: string;
  readonly line: number;
}

export interface RecordContext {
  readonly kind: 'record';
  readonly node: NodeBrief;
  readonly title: string;
  /** Of a record: `accepted`, `superseded`…; '' for a section. */
  readonly status: string;
  /** As it is written. */
  readonly statusText: string;
  /** `YYYY-MM-DD`, '' when absent. */
  readonly date: string;
  /** The decision of a record, what a section says, in a few sentences. */
  readonly summary: string;
  readonly principles: readonly string[];
  readonly supersedes: readonly NodeBrief[];
  readonly supersededBy: readonly NodeBrief[];
  readonly governs: readonly Relation[];
  readonly decisions: readonly Relation[];
  readonly defines: readonly Relation[];
  readonly references: readonly Relation[];
  readonly referencedBy: readonly Relation[];
  /** Edges of all other types, out and in. */
  readonly others: readonly Relation[];
  readonly dangling: readonly Dangling[];
  /** Of the lists of relations, when they are cut. */
  readonly totals?: CutTotals;
}

/** The context of an `adr` or `config` node; of each long list at most `max` items. */
export function contextOfRecord(
  view: GraphView,
  node: NodeRef,
  max = Number.POSITIVE_INFINITY,
): RecordContext {
  const properties = view.properties(node);
  const to = (type: EdgeType): Some<Relation> => targetsOf(view, edgesFrom(view, node, type), max);
  const from = (type: EdgeType): Some<Relation> => sourcesOf(view, edgesTo(view, node, type), max);
  const governs = to('governs');
  const decisions = from('decided_in');
  const defines = to('defines');
  const references = to('references');
  const referencedBy = from('references');
  const outgoing = view.outgoing(node).filter((edge) => !SHOWN_OUT.has(view.edgeType(edge)));
  const incoming = view.incoming(node).filter((edge) => !SHOWN_IN.has(view.edgeType(edge)));
  const others = [...targetsOf(view, outgoing, max).items, ...sourcesOf(view, incoming, max).items];
  const nodesOf = (ids: readonly string[]): NodeBrief[] =>
    ids.flatMap((id) => {
      const other = view.find(id);
      return other === undefined ? [] : [briefNode(view, other)];
    });
  return {
    kind: 'record',
    node: briefNode(view, node),
    title: propertyText(properties.title),
    status: propertyText(properties.status),
    statusText: propertyText(properties.status_text),
    date: propertyText(properties.date),
    summary: propertyText(properties.decision_summary) || propertyText(properties.summary),
    principles: textList(properties.principles),
    supersedes: nodesOf(textList(properties.supersedes)),
    supersededBy: nodesOf(textList(properties.superseded_by)),
    governs: governs.items,
    decisions: decisions.items,
    defines: defines.items,
    references: references.items,
    referencedBy: referencedBy.items,
    others,
    dangling: danglingOf(view, node),
    ...totalsOfCut({ governs, decisions, defines, references, referencedBy }),
  };
}

const SHOWN_OUT: ReadonlySet<EdgeType> = new Set<EdgeType>(['governs', 'defines', 'references']);
const SHOWN_IN: ReadonlySet<EdgeType> = new Set<EdgeType>(['decided_in', 'references']);

/** What a document names that is not in the graph, in order of line. */
export function danglingOf(view: GraphView, node: NodeRef): Dangling[] {
  return missedIn(view.properties(node).dangling);
}

/** Bare names in a document that may be those of code, and of none that is there, in order of line. */
export function unknownNamesOf(view: GraphView, node: NodeRef): Dangling[] {
  return missedIn(view.properties(node).unknown_names);
}

function missedIn(missed: unknown): Dangling[] {
  if (!Array.isArray(missed)) return [];
  return missed.flatMap((each: unknown) => {
    const { text, line } = Object(each) as { readonly text?: unknown; readonly line?: unknown };
    return typeof text === 'string' && typeof line === 'number' ? [{ text, line }] : [];
  });
}
