/**
 * How two graphs differ: nodes and edges that only one of them has, and properties that are not the same. Both are walked
 * once, side by side, in order of id; of the graphs only one node's edges are ever held at a time.
 *
 * It is what `verify` says about a snapshot and a fresh build, and it knows of neither: the graphs are left and right.
 */
import { isDeepStrictEqual } from 'node:util';
import { compareText } from '../../kernel/text.js';
import type { EdgeRef, GraphView, NodeRef } from '../graph.js';
import type { EdgeType, Properties } from '../model.js';

export type Side = 'left' | 'right';

/** One difference. For a property, `undefined` stands on the side that lacks it. */
export type Difference =
  | { readonly kind: 'node'; readonly only: Side; readonly node: string }
  | { readonly kind: 'edge'; readonly only: Side; readonly edge: EdgeName }
  | ({ readonly kind: 'node-property'; readonly node: string } & DifferingProperty)
  | ({ readonly kind: 'edge-property'; readonly edge: EdgeName } & DifferingProperty);

export interface EdgeName {
  readonly source: string;
  readonly type: EdgeType;
  readonly target: string;
}

export interface DifferingProperty {
  readonly property: string;
  readonly left: unknown;
  readonly right: unknown;
}

// So many nodes take a few milliseconds; then others may have their turn.
const NODES_A_STEP = 500;

/**
 * All differences in order of node id, an edge with its source: one list per step, empty when nothing differs there, so
 * that a caller can stop between two steps.
 */
export function* compareGraphs(left: GraphView, right: GraphView): Generator<readonly Difference[]> {
  let found: Difference[] = [];
  let nodes = 0;
  for (const pair of pairNodes(left, right)) {
    found.push(...nodeDifferences(left, right, pair), ...edgeDifferences(left, right, pair));
    nodes++;
    if (nodes % NODES_A_STEP === 0) {
      yield found;
      found = [];
    }
  }
  yield found;
}

interface Pair {
  readonly left: NodeRef | undefined;
  readonly right: NodeRef | undefined;
}

/** Every id of either graph once, in order. */
function* pairNodes(left: GraphView, right: GraphView): Generator<Pair> {
  const lefts = left.nodes()[Symbol.iterator]();
  const rights = right.nodes()[Symbol.iterator]();
  let a = lefts.next();
  let b = rights.next();
  while (a.done !== true || b.done !== true) {
    const order =
      a.done === true ? 1 : b.done === true ? -1 : compareText(left.id(a.value), right.id(b.value));
    yield { left: order <= 0 ? a.value : undefined, right: order >= 0 ? b.value : undefined };
    if (order <= 0) a = lefts.next();
    if (order >= 0) b = rights.next();
  }
}

function nodeDifferences(left: GraphView, right: GraphView, pair: Pair): Difference[] {
  if (pair.left === undefined || pair.right === undefined) {
    const node = pair.left === undefined ? idOf(right, pair.right) : left.id(pair.left);
    return [{ kind: 'node', only: pair.left === undefined ? 'right' : 'left', node }];
  }
  const node = left.id(pair.left);
  const differing = differingProperties(nodeRecord(left, pair.left), nodeRecord(right, pair.right));
  return differing.map((property) => ({ kind: 'node-property', node, ...property }));
}

function idOf(view: GraphView, node: NodeRef | undefined): string {
  return node === undefined ? '' : view.id(node);
}

function nodeRecord(view: GraphView, node: NodeRef): Properties {
  return {
    ...view.properties(node),
    type: view.type(node),
    name: view.name(node),
    path: view.path(node),
    line: view.line(node),
    fingerprint: view.fingerprint(node),
  };
}

function edgeDifferences(left: GraphView, right: GraphView, pair: Pair): Difference[] {
  const lefts = outgoingByName(left, pair.left);
  const rights = outgoingByName(right, pair.right);
  const names = [...new Set([...lefts.keys(), ...rights.keys()])].sort();
  return names.flatMap((name): Difference[] => {
    const a = lefts.get(name);
    const b = rights.get(name);
    if (a === undefined) return b === undefined ? [] : [onlyEdge(right, b, 'right')];
    if (b === undefined) return [onlyEdge(left, a, 'left')];
    const differing = differingProperties({ ...left.detail(a) }, { ...right.detail(b) });
    return differing.map((property) => ({ kind: 'edge-property', edge: edgeName(left, a), ...property }));
  });
}

/** The edges of one node by type and target, which name them among its own. */
function outgoingByName(view: GraphView, node: NodeRef | undefined): ReadonlyMap<string, EdgeRef> {
  if (node === undefined) return new Map();
  return new Map(
    view.outgoing(node).map((edge) => [`${view.edgeType(edge)}\n${view.id(view.target(edge))}`, edge]),
  );
}

function onlyEdge(view: GraphView, edge: EdgeRef, only: Side): Difference {
  return { kind: 'edge', only, edge: edgeName(view, edge) };
}

function edgeName(view: GraphView, edge: EdgeRef): EdgeName {
  return {
    source: view.id(view.source(edge)),
    type: view.edgeType(edge),
    target: view.id(view.target(edge)),
  };
}

function differingProperties(
  left: Readonly<Record<string, unknown>>,
  right: Readonly<Record<string, unknown>>,
): DifferingProperty[] {
  if (isDeepStrictEqual(left, right)) return [];
  const names = [...new Set([...Object.keys(left), ...Object.keys(right)])].sort();
  return names
    .filter((name) => !isDeepStrictEqual(left[name], right[name]))
    .map((property) => ({ property, left: left[property], right: right[property] }));
}
