/**
 * The memory of a project beside one view of its code: the bridge's links as plain answers. It holds both graphs and their
 * links for as long as both stay as they are; nothing here reads a disk or a clock.
 */
import { placeOf } from '../../bridge/anchor-place.js';
import type {
  AnchorView,
  Hints,
  LinkedMemory,
  MemoryAt,
  MemoryLevel,
  MemoryLinks,
} from '../../bridge/anchor-view.js';
import { linkMemoryInSteps } from '../../bridge/links.js';
import { type Remembered, rememberedAt } from '../../bridge/remembered.js';
import { staleMemories, worstAnchor } from '../../bridge/stale.js';
import { type Place, readTouch } from '../../bridge/touch.js';
import { lazy } from '../../code/graph/lazy.js';
import type { GraphView, NodeRef } from '../../code/graph.js';
import { dayOf } from '../../kernel/day.js';
import { runInSlices } from '../../kernel/slices.js';
import { compareText } from '../../kernel/text.js';
import {
  type Level,
  type MemoryGraph,
  type MemoryNode,
  TIERS,
  type Tier,
  tierOf,
} from '../../memory/model.js';
import { findNodes } from '../../memory/search.js';
import type {
  Few,
  MemoryBeside,
  MemoryContext,
  MemoryHit,
  MemoryOnQuestion,
  MemoryRelation,
  MemorySearch,
  MemoryStatus,
  NamedMemory,
  RememberedBrief,
} from './beside.js';
import { briefOf, findNamed } from './find-named.js';
import { type WholeMatch, WholeMatches } from './whole-matches.js';

// Of a question: the best nodes of the code that are looked around, and memories by each way.
const ASKED_NODES = 3;
const ASKED_EACH = 4;

/** Links a memory with a view, in slices. */
export async function besideView(
  view: GraphView,
  memory: readonly MemoryLevel[],
  { place, hints }: { readonly place: Place; readonly hints: Hints },
): Promise<MemoryBeside> {
  const links = await runInSlices(linkMemoryInSteps(view, memory, place, hints));
  return new Beside(view, memory, { links, place });
}

class Beside implements MemoryBeside {
  private readonly links: MemoryLinks;
  private readonly place: Place;
  private readonly whole = lazy(() => new WholeMatches(this.memory));

  constructor(
    private readonly view: GraphView,
    private readonly memory: readonly MemoryLevel[],
    { links, place }: { readonly links: MemoryLinks; readonly place: Place },
  ) {
    this.links = links;
    this.place = place;
  }

  remembered(nodes: readonly NodeRef[], max: number): Few<RememberedBrief> {
    const near = rememberedAt(this.view, this.links, nodes);
    const below = nodes
      .filter((node) => this.view.type(node) === 'module')
      .flatMap((node) => this.#files(node));
    if (below.length === 0) return this.#few(near, max);
    const known = new Set(near.map(({ memory }) => memory));
    const deeper = rememberedAt(this.view, this.links, below).filter(({ memory }) => !known.has(memory));
    // Behind what is about a package are the definitions in its files.
    const all = [...near, ...deeper].sort((a, b) => compareTiers(a.memory, b.memory));
    return this.#few(all, max);
  }

  touching(node: NodeRef, direction: 'in' | 'out' | 'both', max: number): Few<RememberedBrief> {
    // What leaves the memory comes to the node.
    const unwanted = direction === 'both' ? undefined : direction;
    const found = this.links.at(node).filter(({ anchor }) => (anchor.direction ?? 'out') !== unwanted);
    found.sort(compareTouching);
    return this.#few(
      found.map((each): Remembered => ({ ...each, nearness: 'itself' })),
      max,
    );
  }

  naming(path: string, max: number): Few<RememberedBrief> {
    const pathsIn = (text: string) => {
      return readTouch(text, this.place).flatMap((touch) => (touch.kind === 'path' ? [touch.path] : []));
    };
    const wanted = new Set(pathsIn(path));
    if (wanted.size === 0) return { total: 0, items: [] };
    const found: RememberedBrief[] = [];
    for (const { level, graph } of this.memory) {
      // A path in a memory of the user may be one of any project.
      if (level === 'user') continue;
      for (const node of graph.nodes.values()) {
        const touch = node.touches?.find((each) => pathsIn(each).some((one) => wanted.has(one)));
        if (touch === undefined) continue;
        found.push({
          memory: briefOf(level, node),
          place: placeOf(this.view, asText(touch)),
          nearness: 'itself',
        });
      }
    }
    found.sort((a, b) => compareTiers(a.memory, b.memory) || compareText(a.memory.id, b.memory.id));
    return { total: found.length, items: found.slice(0, max) };
  }

  search({ query, offset, limit }: MemorySearch): Few<MemoryHit> {
    const found = findNodes(this.memory, query).map(({ in: { level }, node }) => ({ level, node }));
    const ours = found.filter((each) => this.#isOurs(each));
    const page = ours.slice(offset, offset + limit);
    return { total: ours.length, items: page.map((each) => this.#hit(each)) };
  }

  withAll(query: string, max: number): Few<MemoryHit> {
    const found = this.whole().find(query, (match) => this.#isOurs(match));
    return { total: found.length, items: found.slice(0, max).map((match) => this.#hit(match)) };
  }

  onQuestion(question: string, nodeIds: readonly string[]): readonly MemoryOnQuestion[] {
    const byWords = findNodes(this.memory, question, { hasFallback: false })
      .map(({ in: { level }, node }) => ({ level, node }))
      .filter((each) => this.#isOurs(each));
    const nodes = nodeIds.slice(0, ASKED_NODES).flatMap((id) => this.view.find(id) ?? []);
    const byPlace = rememberedAt(this.view, this.links, nodes).map(({ memory }) => memory);
    const chosen = new Map<string, MemoryOnQuestion>();
    for (const { level, node } of [...byWords.slice(0, ASKED_EACH), ...byPlace.slice(0, ASKED_EACH)]) {
      const hit = this.#hit({ level, node });
      chosen.set(hit.memory.id, { ...hit, notesText: (node.notes ?? []).join('\n') });
    }
    return [...chosen.values()];
  }

  find(text: string): NamedMemory {
    return findNamed(this.memory, text);
  }

  context(level: Level, id: string): MemoryContext {
    const { graph, node } = this.#node(level, id);
    const created = dayOf(node._created_ts);
    const lastRead = dayOf(node._last_read_ts);
    const anchors = this.links.of(level, id)?.anchors ?? (node.touches ?? []).map(asText);
    return {
      memory: briefOf(level, node),
      ...(created !== undefined && { created }),
      ...(lastRead !== undefined && { lastRead }),
      notes: node.notes ?? [],
      places: anchors.map((anchor) => placeOf(this.view, anchor)),
      related: relationsOf(level, graph, id),
    };
  }

  nodesOf(level: Level, id: string): readonly NodeRef[] {
    const anchors = this.links.of(level, id)?.anchors ?? [];
    const placed = anchors.filter(({ node }) => node !== undefined);
    placed.sort((a, b) => b.confidence - a.confidence);
    return [...new Set(placed.flatMap(({ node }) => node ?? []))];
  }

  status(staleMax: number): MemoryStatus {
    const stale = staleMemories(this.links);
    const shown = stale.slice(0, staleMax).flatMap(worstOf);
    return {
      levels: this.memory.map(({ level, graph }) => ({ level, nodes: countTiers(graph) })),
      linked: this.links.memories.length,
      counts: this.links.counts,
      stale: { total: stale.length, items: this.#few(shown, staleMax).items },
    };
  }

  #files(folder: NodeRef): readonly NodeRef[] {
    const held = this.view.outgoing(folder).filter((edge) => this.view.edgeType(edge) === 'contains');
    return held.map((edge) => this.view.target(edge)).filter((node) => this.view.type(node) === 'file');
  }

  /** What the user noted elsewhere is nobody's business here. */
  #isOurs({ level, node }: WholeMatch): boolean {
    return level === 'project' || this.links.of('user', node.id) !== undefined;
  }

  #hit({ level, node }: WholeMatch): MemoryHit {
    const { anchors = [] } = this.links.of(level, node.id) ?? {};
    const places = anchors
      .filter(({ state }) => state !== 'text')
      .map((anchor) => placeOf(this.view, anchor));
    return { memory: briefOf(level, node), places };
  }

  #few(found: readonly Remembered[], max: number): Few<RememberedBrief> {
    const items = found.slice(0, max).map(({ memory: { level, node }, anchor, nearness }) => {
      return { memory: briefOf(level, node), place: placeOf(this.view, anchor), nearness };
    });
    return { total: found.length, items };
  }

  #node(level: Level, id: string): { readonly graph: MemoryGraph; readonly node: MemoryNode } {
    const graph = this.memory.find((each) => each.level === level)?.graph;
    const node = graph?.nodes.get(id);
    if (graph === undefined || node === undefined) throw new Error(`no memory ${level}/${id}`);
    return { graph, node };
  }
}

function asText(touch: string): AnchorView {
  return { touch, state: 'text', changed: 0, confidence: 1 };
}

/** Edges to other memories; those to the code are places. */
function relationsOf(level: Level, { nodes, incident }: MemoryGraph, id: string): MemoryRelation[] {
  return (incident.get(id) ?? []).flatMap(({ from, to, rel }) => {
    const other = nodes.get(from === id ? to : from);
    if (other === undefined) return [];
    return [
      { rel, direction: from === id ? ('out' as const) : ('in' as const), memory: briefOf(level, other) },
    ];
  });
}

function countTiers({ nodes }: MemoryGraph): Record<Tier, number> {
  const counts = { active: 0, archived: 0, orphaned: 0 };
  for (const node of nodes.values()) counts[tierOf(node)]++;
  return counts;
}

/** The place of a memory that has suffered most. */
function worstOf(memory: LinkedMemory): Remembered[] {
  const anchor = worstAnchor(memory.anchors);
  return anchor === undefined ? [] : [{ memory, anchor, nearness: 'itself' }];
}

function compareTouching(a: MemoryAt, b: MemoryAt): number {
  return (
    compareTiers(a.memory, b.memory) ||
    compareText(`${a.memory.level}/${a.memory.id}`, `${b.memory.level}/${b.memory.id}`)
  );
}

function compareTiers(a: { readonly tier: Tier }, b: { readonly tier: Tier }): number {
  return TIERS.indexOf(a.tier) - TIERS.indexOf(b.tier);
}
