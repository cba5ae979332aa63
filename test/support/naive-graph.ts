/**
 * The graph as simply as it can be written: arrays, filters and sorts over the rows. It is the model that the real graph
 * is tested against, and the view that query tests stand on. It deliberately knows no index and no speed.
 */
import { distance } from 'fastest-levenshtein';
import type { EdgeRef, GraphView, NodeRef } from '../../src/code/graph.js';
import {
  EDGE_TYPES,
  type EdgeDetail,
  type EdgeRow,
  type EdgeType,
  NODE_TYPES,
  type NodeRow,
  type NodeType,
  type Properties,
  type PropertyValue,
  type Segment,
  type UnresolvedCall,
} from '../../src/code/model.js';
import { splitWords } from '../../src/code/query/words.js';
import { compareText } from '../../src/kernel/text.js';

/** A view over the union of the segments. */
export function naiveGraph(segments: readonly Segment[]): GraphView {
  const nodes = segments.flatMap((segment) => segment.nodes).sort((a, b) => compareText(a.id, b.id));
  const edges = segments.flatMap((segment) => segment.edges).sort(compareEdges);
  const ordered = [...segments].sort((a, b) => compareText(a.key, b.key));
  return new NaiveView(nodes, edges, ordered);
}

class NaiveView implements GraphView {
  readonly nodeCount: number;
  readonly edgeCount: number;

  constructor(
    private readonly nodeRows: readonly NodeRow[],
    private readonly edgeRows: readonly EdgeRow[],
    private readonly segments: readonly Segment[],
  ) {
    this.nodeCount = nodeRows.length;
    this.edgeCount = edgeRows.length;
  }

  nodes(): Iterable<NodeRef> {
    return this.nodeRows.keys();
  }
  find(id: string): NodeRef | undefined {
    const index = this.nodeRows.findIndex((row) => row.id === id);
    return index < 0 ? undefined : index;
  }
  ofType(type: NodeType): readonly NodeRef[] {
    return this.where((row) => row.type === type);
  }
  named(name: string): readonly NodeRef[] {
    return this.where((row) => row.name.toLowerCase() === name.toLowerCase());
  }
  inFile(path: string): readonly NodeRef[] {
    const found = this.where((row) => row.path === path && row.type !== 'module');
    const rank = (node: NodeRef) => (this.type(node) === 'file' ? 0 : 1);
    return [...found].sort(
      (a, b) => rank(a) - rank(b) || this.line(a) - this.line(b) || compareText(this.id(a), this.id(b)),
    );
  }
  outgoing(node: NodeRef): readonly EdgeRef[] {
    const id = this.id(node);
    return [...this.edgeRows.keys()].filter((edge) => this.edge(edge).source === id);
  }
  incoming(node: NodeRef): readonly EdgeRef[] {
    const id = this.id(node);
    const found = [...this.edgeRows.keys()].filter((edge) => this.edge(edge).target === id);
    const typeOf = (edge: EdgeRef) => EDGE_TYPES.indexOf(this.edge(edge).type);
    return found.sort(
      (a, b) => typeOf(a) - typeOf(b) || compareText(this.edge(a).source, this.edge(b).source),
    );
  }

  id(node: NodeRef): string {
    return this.node(node).id;
  }
  type(node: NodeRef): NodeType {
    return this.node(node).type;
  }
  name(node: NodeRef): string {
    return this.node(node).name;
  }
  path(node: NodeRef): string {
    return this.node(node).path;
  }
  line(node: NodeRef): number {
    return this.node(node).line;
  }
  properties(node: NodeRef): Properties {
    return JSON.parse(this.node(node).properties) as Properties;
  }
  fingerprint(node: NodeRef): string {
    return this.node(node).fingerprint ?? '';
  }
  references(node: NodeRef): number {
    return this.incoming(node).filter((edge) => !['contains', 'method_of'].includes(this.edgeType(edge)))
      .length;
  }

  source(edge: EdgeRef): NodeRef {
    return this.end(this.edge(edge).source);
  }
  target(edge: EdgeRef): NodeRef {
    return this.end(this.edge(edge).target);
  }
  edgeType(edge: EdgeRef): EdgeType {
    return this.edge(edge).type;
  }
  detail(edge: EdgeRef): EdgeDetail {
    const text = this.edge(edge).detail;
    return text === '' ? {} : (JSON.parse(text) as EdgeDetail);
  }

  nameContains(text: string): readonly NodeRef[] {
    return this.where((row) => row.name.toLowerCase().includes(text));
  }
  nameHasWord(word: string): readonly NodeRef[] {
    return this.where((row) => splitWords(row.name).includes(word));
  }
  propertyContains(text: string): readonly NodeRef[] {
    return this.where((row) =>
      valueTexts(JSON.parse(row.properties) as Properties).some((value) => value.includes(text)),
    );
  }
  pathContains(text: string): readonly NodeRef[] {
    return this.where((row) => row.path.toLowerCase().includes(text));
  }
  nameIsNear(text: string, share: number, editsMax = Number.POSITIVE_INFINITY): readonly NodeRef[] {
    return this.where(({ name }) => {
      const allowed = Math.min(editsMax, Math.floor(Math.max(text.length, name.length) * share));
      return distance(text, name.toLowerCase()) <= allowed;
    });
  }
  segment(key: string): Segment | undefined {
    return this.segments.find((segment) => segment.key === key);
  }
  callsIn(key: string): readonly UnresolvedCall[] {
    return this.segment(key)?.unresolved ?? [];
  }
  unresolvedCalls(name: string) {
    return this.segments.flatMap((segment) =>
      segment.unresolved.filter((call) => call.name === name).map((call) => ({ ...call, path: segment.key })),
    );
  }
  countByType() {
    const nodes = Object.fromEntries(NODE_TYPES.map((type) => [type, this.ofType(type).length]));
    const edges = Object.fromEntries(
      EDGE_TYPES.map((type) => [type, this.edgeRows.filter((row) => row.type === type).length]),
    );
    return { nodes: nodes as Record<NodeType, number>, edges: edges as Record<EdgeType, number> };
  }

  private where(accept: (row: NodeRow) => boolean): readonly NodeRef[] {
    return [...this.nodeRows.keys()].filter((index) => accept(this.node(index)));
  }
  private node(ref: NodeRef): NodeRow {
    const row = this.nodeRows[ref];
    if (row === undefined) throw new RangeError(`no node ${ref}`);
    return row;
  }
  private edge(ref: EdgeRef): EdgeRow {
    const row = this.edgeRows[ref];
    if (row === undefined) throw new RangeError(`no edge ${ref}`);
    return row;
  }
  private end(id: string): NodeRef {
    const ref = this.find(id);
    if (ref === undefined) throw new RangeError(`an edge ends at ${id}, which is no node`);
    return ref;
  }
}

function compareEdges(a: EdgeRow, b: EdgeRow): number {
  return (
    compareText(a.source, b.source) ||
    EDGE_TYPES.indexOf(a.type) - EDGE_TYPES.indexOf(b.type) ||
    compareText(a.target, b.target)
  );
}

function valueTexts(value: PropertyValue): string[] {
  if (Array.isArray(value)) return value.flatMap(valueTexts);
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(valueTexts);
  return value === null ? [] : [String(value).toLowerCase()];
}
