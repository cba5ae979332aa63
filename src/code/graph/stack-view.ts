/**
 * The view of a stack: the graph as everybody sees it. Each question goes to the parts' indexes; rows become nodes, and
 * what is hidden falls out.
 */
import { runToEnd } from '../../kernel/run-to-end.js';
import { compareText } from '../../kernel/text.js';
import type { EdgeRef, NodeRef, SegmentedView } from '../graph.js';
import {
  EDGE_TYPES,
  type EdgeDetail,
  type EdgeType,
  NODE_TYPES,
  type NodeType,
  type Properties,
  type Segment,
  type UnresolvedCall,
} from '../model.js';
import { rowsOf } from './groups.js';
import { lazy } from './lazy.js';
import { namesNear } from './name-distance.js';
import { namesContaining } from './name-search.js';
import type { Part } from './part.js';
import { pathsContaining } from './path-search.js';
import { joinProperties } from './properties.js';
import { propertiesContaining } from './property-search.js';
import type { Stack } from './stack.js';
import {
  edgeDetail,
  edgeSource,
  edgeTarget,
  edgeTypeCode,
  incomingEdges,
  outgoingEdges,
  typeCodeOf,
} from './stack-edges.js';
import { callsOf, readersOf, readSegment, readsOf, segmentKeys, unresolvedCalls } from './stack-segments.js';
import { indexInTable } from './string-table.js';
import { countChanges, type StackCounts } from './tally-changes.js';

type CountsByType = ReturnType<SegmentedView['countByType']>;

export class StackView implements SegmentedView {
  readonly nodeCount: number;
  private readonly nodesByType = NODE_TYPES.map((_, code) => lazy(() => this.findType(code)));
  private readonly counted = lazy(() => this.count());

  /** `alone`: the stack of the same large part without edits, which is told from what it counts; `known`: the counts, if made. */
  constructor(
    private readonly stack: Stack,
    private readonly alone: Stack,
    private readonly known?: StackCounts,
  ) {
    this.nodeCount = stack.nodeCount;
  }

  get edgeCount(): number {
    return this.counted().edgesByType.reduce((sum, each) => sum + each, 0);
  }

  *nodes(): Iterable<NodeRef> {
    for (let node = 0; node < this.nodeCount; node++) yield node;
  }

  find(id: string): NodeRef | undefined {
    const { base, top, baseNodes, topNodes } = this.stack;
    const row = base.find(id);
    const node = row < 0 ? -1 : baseNodes === undefined ? row : (baseNodes[row] ?? -1);
    if (node >= 0) return node;
    const above = top?.find(id) ?? -1;
    return above < 0 ? undefined : topNodes?.[above];
  }

  ofType(type: NodeType): readonly NodeRef[] {
    return this.nodesByType[NODE_TYPES.indexOf(type)]?.() ?? [];
  }

  named(name: string): readonly NodeRef[] {
    const json = JSON.stringify(name.toLowerCase());
    return this.collect((part) => part.rowsNamed(part.nameIndex().find(json)));
  }

  inFile(path: string): readonly NodeRef[] {
    const found = this.collect((part) => {
      const index = indexInTable(part.table('pathTable'), path);
      return index < 0 ? [] : Array.from(rowsOf(part.rowsByPath(), index));
    });
    const rank = (node: NodeRef) => (this.type(node) === 'file' ? 0 : 1);
    return found
      .filter((node) => this.type(node) !== 'module')
      .sort((a, b) => rank(a) - rank(b) || this.line(a) - this.line(b) || a - b);
  }

  outgoing(node: NodeRef): readonly EdgeRef[] {
    return outgoingEdges(this.stack, node);
  }

  incoming(node: NodeRef): readonly EdgeRef[] {
    return incomingEdges(this.stack, node);
  }

  id(node: NodeRef): string {
    return this.partOf(node).id(this.rowOf(node));
  }

  type(node: NodeRef): NodeType {
    return NODE_TYPES[typeCodeOf(this.stack, node)] ?? 'file';
  }

  name(node: NodeRef): string {
    return this.partOf(node).name(this.rowOf(node));
  }

  path(node: NodeRef): string {
    return this.partOf(node).path(this.rowOf(node));
  }

  line(node: NodeRef): number {
    return this.partOf(node).lines().get(this.rowOf(node));
  }

  properties(node: NodeRef): Properties {
    const part = this.partOf(node);
    const row = this.rowOf(node);
    return joinProperties(part.shapes[part.nodeShapes().get(row)] ?? [0], part.properties.json(row));
  }

  fingerprint(node: NodeRef): string {
    return this.partOf(node).fingerprint(this.rowOf(node));
  }

  references(node: NodeRef): number {
    return this.counted().references(node);
  }

  source(edge: EdgeRef): NodeRef {
    return edgeSource(this.stack, edge);
  }

  target(edge: EdgeRef): NodeRef {
    return edgeTarget(this.stack, edge);
  }

  edgeType(edge: EdgeRef): EdgeType {
    return EDGE_TYPES[edgeTypeCode(this.stack, edge)] ?? 'references';
  }

  detail(edge: EdgeRef): EdgeDetail {
    const text = edgeDetail(this.stack, edge);
    return text === '' ? {} : (JSON.parse(text) as EdgeDetail);
  }

  nameContains(text: string): readonly NodeRef[] {
    return this.collect((part) => part.rowsNamed(namesContaining(part.names, text)));
  }

  nameHasWord(word: string): readonly NodeRef[] {
    return this.collect((part) => part.rowsNamed(part.namesWithWord(word)));
  }

  propertyContains(text: string): readonly NodeRef[] {
    return this.collect((part) => propertiesContaining(part, text));
  }

  pathContains(text: string): readonly NodeRef[] {
    return this.collect((part) => pathsContaining(part, text));
  }

  nameIsNear(text: string, share: number, editsMax = Number.POSITIVE_INFINITY): readonly NodeRef[] {
    return this.collect((part) => {
      return part.rowsNamed(namesNear(part.names, part.nameLetters(), text, { share, editsMax }));
    });
  }

  unresolvedCalls(name: string): readonly (UnresolvedCall & { readonly path: string })[] {
    return unresolvedCalls(this.stack, name);
  }

  countByType(): CountsByType {
    const { nodesByType, edgesByType } = this.counted();
    const nodes = NODE_TYPES.map((type, code) => [type, nodesByType[code] ?? 0] as const);
    const edges = EDGE_TYPES.map((type, code) => [type, edgesByType[code] ?? 0] as const);
    return {
      nodes: Object.fromEntries(nodes) as CountsByType['nodes'],
      edges: Object.fromEntries(edges) as CountsByType['edges'],
    };
  }

  segmentKeys(): readonly string[] {
    return segmentKeys(this.stack);
  }

  segment(key: string): Segment | undefined {
    return readSegment(this.stack, key);
  }

  callsIn(key: string): readonly UnresolvedCall[] {
    return callsOf(this.stack, key);
  }

  reads(key: string): readonly string[] {
    return readsOf(this.stack, key);
  }

  readersOf(read: string): readonly string[] {
    return readersOf(this.stack, read).sort(compareText);
  }

  private partOf(node: NodeRef): Part {
    const { base, top, rowOfNode } = this.stack;
    return top !== undefined && (rowOfNode?.[node] ?? 0) < 0 ? top : base;
  }

  private rowOf(node: NodeRef): number {
    const { rowOfNode } = this.stack;
    if (rowOfNode === undefined) return node;
    const handle = rowOfNode[node] ?? 0;
    return handle >= 0 ? handle : ~handle;
  }

  /** The nodes that rows show, from both parts, in order. `find` gives rows in ascending order. */
  private collect(find: (part: Part) => number[]): NodeRef[] {
    const { base, top, rowOfNode, baseNodes, topNodes } = this.stack;
    const rows = find(base);
    if (rowOfNode === undefined) return rows;
    const nodes: NodeRef[] = [];
    for (const row of rows) {
      const node = baseNodes?.[row] ?? -1;
      if (rowOfNode[node] === row) nodes.push(node);
    }
    if (top === undefined) return nodes;
    const above = find(top).map((row) => [topNodes?.[row] ?? -1, ~row] as const);
    return mergeAscending(
      nodes,
      above.filter(([node, handle]) => rowOfNode[node] === handle).map(([node]) => node),
    );
  }

  private findType(code: number): NodeRef[] {
    const nodes: NodeRef[] = [];
    for (let node = 0; node < this.nodeCount; node++)
      if (typeCodeOf(this.stack, node) === code) nodes.push(node);
    return nodes;
  }

  /** A part alone has its counts with it. */
  private count(): StackCounts {
    const { stack, alone, known } = this;
    if (known !== undefined) return known;
    if (stack !== alone) return runToEnd(countChanges(stack, alone));
    const { nodesByType, edgesByType } = stack.base.columns.info;
    return { nodesByType, edgesByType, references: (node) => stack.base.references().get(node) };
  }
}

function mergeAscending(a: readonly number[], b: readonly number[]): number[] {
  if (b.length === 0) return [...a];
  const merged: number[] = [];
  let next = 0;
  for (const value of a) {
    while (next < b.length && (b[next] ?? 0) < value) merged.push(b[next++] ?? 0);
    merged.push(value);
  }
  while (next < b.length) merged.push(b[next++] ?? 0);
  return merged;
}
