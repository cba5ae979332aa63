/**
 * Where islands begin, before any force moves them: what a package contains lies around it, the largest in the middle. The same
 * graph begins the same way on every visit.
 */
import type { GraphData } from '../data/graph-data.js';
import type { Islands } from './islands.js';

const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));
// How much of a circle is left free.
const SLACK = 1.3;

/** A place for every island: x and y by turns. */
export function seedIslands(data: GraphData, islands: Islands): Float32Array {
  const { roots } = islands;
  const above = Int32Array.from(roots, (node) => islandAround(data, islands, node));
  const lists = new Map<number, number[]>();
  above.forEach((parent, island) => {
    const list = lists.get(parent);
    if (list === undefined) lists.set(parent, [island]);
    else list.push(island);
  });
  const order = [...(lists.get(-1) ?? [])];
  for (const island of order) for (const child of lists.get(island) ?? []) order.push(child);
  const area = Float32Array.from(islands.radii, (radius) => radius * radius);
  for (const island of order.toReversed()) {
    const parent = above[island] ?? -1;
    if (parent >= 0) area[parent] = (area[parent] ?? 0) + (area[island] ?? 0) * SLACK * SLACK;
  }
  const places = new Float32Array(roots.length * 2);
  const around = (parent: number, list: readonly number[]) => {
    let taken = parent < 0 ? 0 : (islands.radii[parent] ?? 1) ** 2;
    const sorted = list.toSorted((a, b) => (area[b] ?? 1) - (area[a] ?? 1) || a - b);
    sorted.forEach((island, at) => {
      const own = area[island] ?? 1;
      const distance = taken === 0 ? 0 : Math.sqrt(taken + own) * SLACK;
      const [x, y] = parent < 0 ? [0, 0] : [places[parent * 2] ?? 0, places[parent * 2 + 1] ?? 0];
      places[island * 2] = x + Math.cos(at * GOLDEN_ANGLE) * distance;
      places[island * 2 + 1] = y + Math.sin(at * GOLDEN_ANGLE) * distance;
      taken += own;
    });
  };
  around(-1, lists.get(-1) ?? []);
  for (const island of order) around(island, lists.get(island) ?? []);
  return places;
}

/** The island of the nearest package around a node; -1 at the top. */
function islandAround(data: GraphData, { of }: Islands, node: number): number {
  for (let at = data.parents[node] ?? -1; at >= 0; at = data.parents[at] ?? -1) {
    const island = of[at] ?? -1;
    if (island >= 0) return island;
  }
  return -1;
}
