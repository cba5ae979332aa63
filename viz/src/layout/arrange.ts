/**
 * Places for a scene: those that are known stay, the rest begin at their seed or beside what they belong to. Says too how much
 * work is left for the forces: none where nearly everything has its place, so that a picture does not jump when a file is
 * saved or a group is opened.
 */
import type { GraphData } from '../data/graph-data.js';
import { EDGE_KINDS, type EdgeKind } from '../data/vocabulary.js';
import type { Scene } from '../display/scene.js';
import { type Islands, islandsOf } from './islands.js';
import type { LayoutTask, Places } from './layout-task.js';
import { seedIslands } from './seed.js';

export interface Arrangement {
  /** By node of the graph: x and y by turns. */
  readonly places: Float32Array;
  /** What is left to do, on islands; `undefined` when every place was known. */
  readonly task: LayoutTask | undefined;
  /** Puts what the forces say of islands into `places`. */
  readonly apply: (moved: Float32Array) => void;
}

/** Up to this share of islands without a place are fitted in; with more the whole is laid out. */
const FITTED_IN_MAX = 0.25;
// Steps by number of islands: small pictures may take their time to become beautiful.
const STEPS: readonly (readonly [islandsMax: number, steps: number])[] = [
  [200, 600],
  [600, 400],
  [1_500, 260],
  [Number.POSITIVE_INFINITY, 140],
];
/** How strongly an edge pulls; what contains holds together most. */
const PULL: Readonly<Partial<Record<EdgeKind, number>>> = {
  contains: 4,
  method_of: 0,
  calls: 0.3,
  imports: 0.8,
  inherits: 0.8,
  depends_on: 0.8,
  same_as: 0.3,
};

export function arrange(data: GraphData, scene: Scene, known: Places): Arrangement {
  const islands = islandsOf(data, scene);
  const ids = (node: number) => data.ids[node] ?? '';
  const missing = new Set([...islands.roots.keys()].filter((at) => !known.has(ids(islands.roots[at] ?? 0))));
  const isFitting = missing.size <= islands.roots.length * FITTED_IN_MAX;
  const edges = islandEdges(scene, islands);
  const spots = isFitting ? fitIn(data, { islands, known, missing, edges }) : seedIslands(data, islands);
  const places = new Float32Array(data.nodeCount * 2);
  const apply = (moved: Float32Array) => {
    for (const node of scene.nodes) {
      const island = islands.of[node] ?? 0;
      const [x, y] = [moved[island * 2] ?? 0, moved[island * 2 + 1] ?? 0];
      const own = isFitting ? known.get(ids(node)) : undefined;
      const middle = known.get(ids(islands.roots[island] ?? node));
      // What has a place of its own goes where its island goes.
      const isPlaced = own !== undefined && middle !== undefined;
      places[node * 2] = isPlaced ? x + own[0] - middle[0] : x + (islands.dx[node] ?? 0);
      places[node * 2 + 1] = isPlaced ? y + own[1] - middle[1] : y + (islands.dy[node] ?? 0);
    }
  };
  apply(spots);
  if (missing.size === 0) return { places, task: undefined, apply };
  const steps = isFitting ? 0 : (STEPS.find(([most]) => islands.roots.length <= most)?.[1] ?? 0);
  const axis = (at: number) => Float32Array.from(islands.roots, (_, island) => spots[island * 2 + at] ?? 0);
  return { places, task: { x: axis(0), y: axis(1), radii: islands.radii, ...edges, steps }, apply };
}

type IslandEdges = Pick<LayoutTask, 'from' | 'to' | 'weights'>;

/** The pulls between islands, those of one pair joined. */
function islandEdges(scene: Scene, { of, roots }: Islands): IslandEdges {
  const pulls = new Map<number, number>();
  scene.from.forEach((source, edge) => {
    const [a = -1, b = -1] = [of[source], of[scene.to[edge] ?? source]];
    const pull = PULL[EDGE_KINDS[scene.edgeKinds[edge] ?? 0] ?? 'contains'] ?? 1;
    if (a < 0 || b < 0 || a === b || pull === 0) return;
    const key = Math.min(a, b) * roots.length + Math.max(a, b);
    pulls.set(key, (pulls.get(key) ?? 0) + pull * (1 + Math.log2(scene.weights[edge] ?? 1)));
  });
  const keys = [...pulls.keys()];
  return {
    from: Uint32Array.from(keys, (key) => Math.floor(key / roots.length)),
    to: Uint32Array.from(keys, (key) => key % roots.length),
    // Ten calls between two files pull more than one, not ten times as much.
    weights: Float32Array.from(pulls.values(), Math.sqrt),
  };
}

interface FitIn {
  readonly islands: Islands;
  readonly known: Places;
  readonly missing: ReadonlySet<number>;
  readonly edges: IslandEdges;
}

/** Known islands where they were; the others among those they are joined to, else at the rim. */
function fitIn(data: GraphData, { islands, known, missing, edges }: FitIn): Float32Array {
  const places = new Float32Array(islands.roots.length * 2);
  let rim = 0;
  islands.roots.forEach((root, island) => {
    const [x = 0, y = 0] = known.get(data.ids[root] ?? '') ?? [];
    places.set([x, y], island * 2);
    rim = Math.max(rim, Math.hypot(x, y));
  });
  for (const island of missing) {
    const near = neighboursOf(island, edges).filter((other) => !missing.has(other));
    const [angle, reach] = [island, islands.radii[island] ?? 1];
    const middle = [0, 1].map((axis) =>
      near.reduce((sum, other) => sum + (places[other * 2 + axis] ?? 0), 0),
    );
    const aside = near.length === 0 ? rim + reach : reach;
    const share = Math.max(1, near.length);
    places[island * 2] = (middle[0] ?? 0) / share + Math.cos(angle) * aside;
    places[island * 2 + 1] = (middle[1] ?? 0) / share + Math.sin(angle) * aside;
  }
  return places;
}

function neighboursOf(island: number, { from, to }: IslandEdges): readonly number[] {
  const found: number[] = [];
  from.forEach((source, edge) => {
    const target = to[edge] ?? source;
    if (source === island) found.push(target);
    else if (target === island) found.push(source);
  });
  return found;
}
