/**
 * The memory joined to the code: for each node of the memory, where each of its touches and edges lies in the code graph and
 * how that stands to what was there when it was written. One pass over both graphs, a pure function of them: neither knows of
 * the other, and what git knows is asked for through `Hints`.
 *
 * How a lost place is found again is in `follow.ts`, what a text means in `find-touch.ts`.
 */
import type { GraphView, NodeRef } from '../code/graph.js';
import { addTo } from '../kernel/groups.js';
import { runToEnd } from '../kernel/run-to-end.js';
import { compareText } from '../kernel/text.js';
import type { Anchor } from '../memory/anchor.js';
import { type Level, type MemoryEdge, type MemoryGraph, type MemoryNode, tierOf } from '../memory/model.js';
import type {
  AnchorState,
  AnchorView,
  Hints,
  LinkedMemory,
  MemoryAt,
  MemoryLevel,
  MemoryLinks,
} from './anchor-view.js';
import { AnchorReader } from './read-anchor.js';
import type { Place } from './touch.js';

/** Reads all touches and edges of the memory against the code. */
export function linkMemory(
  view: GraphView,
  memory: readonly MemoryLevel[],
  place: Place,
  hints: Hints = {},
): MemoryLinks {
  return runToEnd(linkMemoryInSteps(view, memory, place, hints));
}

// So many memories take some milliseconds.
const STEP_MEMORIES = 50;

/** The same in steps, for whoever must not hold others up. */
export function* linkMemoryInSteps(
  view: GraphView,
  memory: readonly MemoryLevel[],
  place: Place,
  hints: Hints = {},
): Generator<void, MemoryLinks> {
  const reader = new AnchorReader(view, place, hints);
  const owners: Owner[] = [];
  for (const { level, graph } of memory) {
    const edges = edgesToText(graph);
    const nodes = [...graph.nodes.values()].sort((a, b) => compareText(a.id, b.id));
    for (const node of nodes) {
      if (owners.length % STEP_MEMORIES === 0) yield;
      const owner = { level, node, edges: edges.get(node.id) ?? [] };
      for (const { text, anchors } of textsOf(owner)) reader.expect(text, level, anchors);
      owners.push(owner);
    }
  }
  yield* reader.follow();
  return yield* linksOf(reader, owners);
}

function* linksOf(reader: AnchorReader, owners: readonly Owner[]): Generator<void, MemoryLinks> {
  const counts: Record<AnchorState, number> = { ...NONE };
  const memories: LinkedMemory[] = [];
  for (const [at, owner] of owners.entries()) {
    if (at % STEP_MEMORIES === 0) yield;
    const { level, node } = owner;
    const anchors = anchorsOf(reader, owner);
    for (const { state } of anchors) counts[state]++;
    if (anchors.every(({ state }) => state === 'text')) continue;
    memories.push({ level, id: node.id, node, tier: tierOf(node), anchors });
  }
  return new Links(memories, counts);
}

const NONE: Readonly<Record<AnchorState, number>> = {
  fresh: 0,
  linked: 0,
  changed: 0,
  moved: 0,
  unsure: 0,
  gone: 0,
  text: 0,
};

/** An edge from a memory to what is none. */
interface TextEdge {
  readonly edge: MemoryEdge;
  readonly text: string;
  readonly direction: 'out' | 'in';
}

/** By the memory at one end, the edges whose other end is none. */
function edgesToText(graph: MemoryGraph): ReadonlyMap<string, readonly TextEdge[]> {
  const found = new Map<string, TextEdge[]>();
  for (const edge of graph.edges.values()) {
    const [isFrom, isTo] = [graph.nodes.has(edge.from), graph.nodes.has(edge.to)];
    if (isFrom && !isTo) addTo(found, edge.from, { edge, text: edge.to, direction: 'out' });
    else if (isTo && !isFrom) addTo(found, edge.to, { edge, text: edge.from, direction: 'in' });
  }
  return found;
}

interface Owner {
  readonly level: Level;
  readonly node: MemoryNode;
  readonly edges: readonly TextEdge[];
}

/** A text of a node of the memory, and what is stored with it. */
interface OwnText {
  readonly text: string;
  readonly anchors: readonly Anchor[] | undefined;
  /** When it is an edge's end. */
  readonly of?: TextEdge;
}

function textsOf({ node, edges }: Owner): readonly OwnText[] {
  const touches = (node.touches ?? []).map((text) => ({ text, anchors: node._anchors }));
  return [...touches, ...edges.map((of) => ({ text: of.text, anchors: of.edge._anchors, of }))];
}

function anchorsOf(reader: AnchorReader, owner: Owner): readonly AnchorView[] {
  return textsOf(owner).flatMap(({ text, anchors, of }) => {
    const anchor = reader.read(text, owner.level, anchors);
    if (of === undefined) return [anchor];
    // An edge may end in anything; only those that end in code are anchors.
    const { edge, direction } = of;
    return anchor.state === 'text' ? [] : [{ ...anchor, rel: edge.rel, direction, edge }];
  });
}

class Links implements MemoryLinks {
  readonly #byId = new Map<string, LinkedMemory>();
  readonly #byNode = new Map<NodeRef, MemoryAt[]>();
  readonly #gone = new Map<string, MemoryAt[]>();

  constructor(
    readonly memories: readonly LinkedMemory[],
    readonly counts: Readonly<Record<AnchorState, number>>,
  ) {
    for (const memory of memories) {
      this.#byId.set(`${memory.level}/${memory.id}`, memory);
      for (const anchor of memory.anchors) {
        if (anchor.node !== undefined) addTo(this.#byNode, anchor.node, { memory, anchor });
        else if (anchor.state === 'gone' && anchor.anchor !== undefined) {
          addTo(this.#gone, anchor.anchor.path, { memory, anchor });
        }
      }
    }
  }

  of(level: Level, id: string): LinkedMemory | undefined {
    return this.#byId.get(`${level}/${id}`);
  }

  at(node: NodeRef): readonly MemoryAt[] {
    return this.#byNode.get(node) ?? [];
  }

  goneFrom(path: string): readonly MemoryAt[] {
    return this.#gone.get(path) ?? [];
  }
}
