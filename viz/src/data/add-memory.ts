/**
 * The memory's graphs as further rows of the page's graph. A memory node's id becomes `memory:<level>/<id>`; the files and
 * symbols it names become edges, which is where both graphs meet in the picture. Where they lie is what the server says, which
 * follows code that went elsewhere; without an index there, what is written is looked up as it stands.
 */
import type { MemoryEdgeWire, MemoryNodeWire, MemoryWire, PlaceWire } from './memory-wire.js';
import type { Rows } from './rows.js';
import { seenName, seenText } from './seen-text.js';
import { standingOf } from './standing.js';
import { LAYERS, TIERS, type Tier } from './vocabulary.js';

type Level = 'user' | 'project';
/** The places of the memory that a row of the page's graph is. */
type PlacesOf = (level: Level, id: string) => readonly PlaceWire[];

/** The id that a memory node has in the page. */
export function memoryId(level: Level, id: string): string {
  return `memory:${level}/${id}`;
}

export function addMemory(rows: Rows, { user, project, places }: MemoryWire): void {
  const known = new Map(places?.memories.map((each) => [memoryId(each.level, each.id), each.places]));
  const placesOf: PlacesOf = (level, id) => known.get(memoryId(level, id)) ?? [];
  const isRead = places?.indexed === true;
  addNodes(rows, 'user', user.nodes, placesOf);
  addNodes(rows, 'project', project?.nodes ?? [], placesOf);
  addRelations(rows, 'user', user.edges, placesOf);
  addRelations(rows, 'project', project?.edges ?? [], placesOf);
  if (isRead) addPlacedTouches(rows);
  else addWrittenTouches(rows);
}

function addNodes(rows: Rows, level: Level, nodes: readonly MemoryNodeWire[], placesOf: PlacesOf): void {
  for (const { id, gist, notes = [], touches = [], ...flags } of nodes) {
    const tier = tierOf(flags);
    const places = placesOf(level, id).map(({ touch, rel, state, words, at }) => ({
      touch,
      isTouch: rel === undefined,
      standing: standingOf(state),
      words: seenText(words),
      node: at === undefined ? undefined : rows.byId.get(at),
    }));
    const node = rows.addNode(memoryId(level, id), id, 'memory', -1, 0);
    rows.layers[node] = LAYERS.indexOf(level);
    rows.tiers[node] = TIERS.indexOf(tier);
    rows.standings[node] = places.reduce((worst, { standing }) => Math.max(worst, standing), 0);
    rows.memories.set(node, { level, id, gist, notes, touches, tier, places });
  }
}

function tierOf({ _archived, _orphaned_ts }: Pick<MemoryNodeWire, '_archived' | '_orphaned_ts'>): Tier {
  if (_orphaned_ts !== undefined) return 'orphaned';
  return _archived === true ? 'archived' : 'active';
}

/** An end of a relation is a memory node of its level, one of the other, or code; what is none of them is not drawn. */
function addRelations(rows: Rows, level: Level, edges: readonly MemoryEdgeWire[], placesOf: PlacesOf): void {
  const other = level === 'user' ? 'project' : 'user';
  const memoryAt = (end: string) =>
    rows.byId.get(memoryId(level, end)) ?? rows.byId.get(memoryId(other, end));
  for (const { from, to, rel } of edges) {
    const placeOf = (end: string, owner: string) =>
      placesOf(level, owner).find((place) => place.rel === rel && place.touch === end);
    const [fromPlace, toPlace] = [placeOf(from, to), placeOf(to, from)];
    const nodeOf = (end: string, place: PlaceWire | undefined) =>
      memoryAt(end) ?? rows.byId.get(place?.at ?? '') ?? codeNode(rows, end);
    const [source, target] = [nodeOf(from, fromPlace), nodeOf(to, toPlace)];
    if (source === undefined || target === undefined) continue;
    const edge = rows.addEdge(source, target, 'relates');
    const place = toPlace ?? fromPlace;
    rows.relations.set(edge, seenName([rel, place?.words].filter(Boolean).join(' · ')));
    rows.stand(edge, standingOf(place?.state ?? ''));
  }
}

/** One edge for each node that is touched, of the worst of its places. */
function addPlacedTouches(rows: Rows): void {
  for (const [memory, { places }] of rows.memories) {
    const touched = new Map<number, (typeof places)[number]>();
    for (const place of places) {
      if (!place.isTouch || place.node === undefined) continue;
      if (place.standing >= (touched.get(place.node)?.standing ?? 0)) touched.set(place.node, place);
    }
    for (const [node, { standing, words }] of touched) {
      const edge = rows.addEdge(memory, node, 'touches');
      rows.stand(edge, standing);
      if (words !== '') rows.relations.set(edge, words);
    }
  }
}

function addWrittenTouches(rows: Rows): void {
  for (const [node, { touches }] of rows.memories) {
    const touched = new Set(touches.flatMap((each) => codeNode(rows, each) ?? []));
    for (const target of touched) rows.addEdge(node, target, 'touches');
  }
}

/** `src/app.py`, `src/app.py:30-40`, `file:src/app.py`, or any node's id. */
function codeNode(rows: Rows, text: string): number | undefined {
  const path = text
    .trim()
    .replace(/:\d+(?:-\d+)?$/, '')
    .replace(/^\.\//, '');
  return rows.byId.get(text.trim()) ?? rows.byId.get(path) ?? rows.byId.get(`file:${path}`);
}
