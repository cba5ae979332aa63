/**
 * What was learned about a place: what is anchored at it, at what it holds, at what it stands in, and at the decisions that
 * govern it. Each memory once, by its nearest anchor; active ones first, then the nearest, then those whose code has changed.
 */
import type { GraphView, NodeRef } from '../code/graph.js';
import { compareText } from '../kernel/text.js';
import { TIERS } from '../memory/model.js';
import {
  ANCHOR_STATES,
  type AnchorView,
  type LinkedMemory,
  type MemoryAt,
  type MemoryLinks,
} from './anchor-view.js';
import { Neighbours } from './near.js';

/**
 * How near an anchor is to what was asked about. `inside`: at what it holds, or held (`gone`); `around`: at the class or file
 * that it stands in; `folder`: at a package around; `record`: at a decision that governs it.
 */
export type Nearness = 'itself' | 'inside' | 'around' | 'folder' | 'record';

/** The nearest first. */
const NEARNESS: readonly Nearness[] = ['itself', 'inside', 'around', 'folder', 'record'];

export interface Remembered {
  readonly memory: LinkedMemory;
  readonly anchor: AnchorView;
  readonly nearness: Nearness;
}

/** What was learned about these nodes. */
export function rememberedAt(
  view: GraphView,
  links: MemoryLinks,
  nodes: readonly NodeRef[],
): readonly Remembered[] {
  if (links.memories.length === 0) return [];
  const best = new Map<LinkedMemory, Remembered>();
  const isNearer = (a: Remembered, b: Remembered) => compareRank(a, b) < 0;
  const take = (found: readonly MemoryAt[], nearness: Nearness) => {
    for (const { memory, anchor } of found) {
      const one = { memory, anchor, nearness };
      const known = best.get(memory);
      if (known === undefined || isNearer(one, known)) best.set(memory, one);
    }
  };
  for (const { node, nearness } of placesOf(view, nodes)) take(links.at(node), nearness);
  for (const path of new Set(
    nodes.filter((node) => view.type(node) === 'file').map((node) => view.path(node)),
  )) {
    take(links.goneFrom(path), 'inside');
  }
  return [...best.values()].sort(compareRemembered);
}

/** Every node at which a memory would be about these, each with how near. */
function placesOf(
  view: GraphView,
  nodes: readonly NodeRef[],
): readonly { readonly node: NodeRef; readonly nearness: Nearness }[] {
  const neighbours = new Neighbours(view);
  const inside = nodes.flatMap((node) => insideOf(view, neighbours, node));
  const around = nodes.flatMap((node) => aroundOf(neighbours, node));
  const ways = around.map((node) => {
    return { node, nearness: view.type(node) === 'module' ? ('folder' as const) : ('around' as const) };
  });
  const records = [...nodes, ...around].flatMap((node) => governing(view, node));
  return [
    ...nodes.map((node) => ({ node, nearness: 'itself' as const })),
    ...inside.map((node) => ({ node, nearness: 'inside' as const })),
    ...ways,
    ...records.map((node) => ({ node, nearness: 'record' as const })),
  ];
}

/** Of a file all definitions and documents' parts in it, of a package its files; of a class its members, at any depth. */
function insideOf(view: GraphView, neighbours: Neighbours, node: NodeRef): readonly NodeRef[] {
  const type = view.type(node);
  if (type === 'file') return view.inFile(view.path(node)).filter((each) => each !== node);
  if (type === 'module') return neighbours.childrenOf(node).filter((each) => view.type(each) === 'file');
  const found: NodeRef[] = [];
  const open = [...neighbours.childrenOf(node)];
  for (let each = open.pop(); each !== undefined; each = open.pop()) {
    found.push(each);
    open.push(...neighbours.childrenOf(each));
  }
  return found;
}

/** The classes, functions, file and packages that it stands in, the nearest first. */
function aroundOf(neighbours: Neighbours, node: NodeRef): readonly NodeRef[] {
  const found: NodeRef[] = [];
  for (let each = neighbours.parentOf(node); each !== undefined; each = neighbours.parentOf(each)) {
    if (found.includes(each)) break;
    found.push(each);
  }
  return found;
}

function governing(view: GraphView, node: NodeRef): readonly NodeRef[] {
  return view
    .incoming(node)
    .flatMap((edge) => (view.edgeType(edge) === 'governs' ? [view.source(edge)] : []));
}

/** Between anchors of one memory: nearness, then the order of states. */
function compareRank(a: Remembered, b: Remembered): number {
  return (
    NEARNESS.indexOf(a.nearness) - NEARNESS.indexOf(b.nearness) ||
    ANCHOR_STATES.indexOf(a.anchor.state) - ANCHOR_STATES.indexOf(b.anchor.state)
  );
}

function compareRemembered(a: Remembered, b: Remembered): number {
  return (
    TIERS.indexOf(a.memory.tier) - TIERS.indexOf(b.memory.tier) ||
    NEARNESS.indexOf(a.nearness) - NEARNESS.indexOf(b.nearness) ||
    compareText(a.memory.level, b.memory.level) ||
    compareText(a.memory.id, b.memory.id)
  );
}
