/**
 * How each node and edge is drawn at this moment: Sigma's reducers, as functions of what is shown and emphasised. They decide
 * colour, size and order; nothing is built anew for a filter, a hover or an answer.
 */
import type { EdgeDisplayData } from 'sigma/types';
import type { GraphData } from '../data/graph-data.js';
import { STANDINGS } from '../data/standing.js';
import { LAYERS, NODE_KINDS, TIERS } from '../data/vocabulary.js';
import type { EdgeAttributes, NodeAttributes, ShapedNode } from './attributes.js';
import { mix, type Palette, SHAPES, shapeOf } from './palette.js';
import type { Scene } from './scene.js';
import type { Visibility } from './visibility.js';

/** What stands out; everything else steps back. */
export interface Emphasis {
  /** By node: how far from what was asked for. */
  readonly depths: ReadonlyMap<number, number>;
  /** Edges of the scene. */
  readonly edges: ReadonlySet<number>;
}

export interface Look {
  readonly data: GraphData;
  readonly scene: Scene;
  readonly palette: Palette;
  readonly visibility: Visibility;
  readonly emphasis: Emphasis | undefined;
  /** Hits of the search that is being typed. */
  readonly hits: ReadonlySet<number>;
  readonly selected: number | undefined;
  readonly hovered: number | undefined;
}

// How far what does not stand out moves towards the background.
const STEPPED_BACK = 0.8;
const FADED: readonly number[] = TIERS.map((tier) => ({ active: 0, archived: 0.5, orphaned: 0.72 })[tier]);
const SHAPE_NUMBERS = NODE_KINDS.map((kind) => SHAPES.indexOf(shapeOf(kind)));
const MEMORY_SHAPES = STANDINGS.map((standing) => SHAPES.indexOf(shapeOf('memory', standing)));
const USER = LAYERS.indexOf('user');
// The more edges there are, the fainter each; below the first all are plain, above the last they are a breath.
const EDGES_PLAIN = 300;
const EDGES_FAINT = 12_000;
// Behind what stands out, more would be a grey mass.
const EDGES_BACK_MAX = 700;
const FAINTNESS = [0.45, 0.88] as const;

/** Colours mixed once for a look instead of for every node. */
interface Tints {
  readonly nodes: readonly (readonly string[])[];
  readonly user: readonly string[];
  readonly backNodes: readonly string[];
  readonly backUser: string;
  /** By position in STANDINGS, then by tier. */
  readonly standings: readonly (readonly string[])[];
  readonly backStandings: readonly string[];
  readonly edges: readonly string[];
  readonly backEdge: string;
}

export function createReducers(look: Look) {
  const tints = tintsOf(look);
  const { data, scene, visibility, emphasis, palette } = look;
  const hasHits = look.hits.size > 0;
  const isCrowd = visibility.edgeCount > EDGES_BACK_MAX;
  const edgeStandings = standingsInScene(look);

  function node(_: string, { node, x, y, size }: NodeAttributes): Partial<ShapedNode> {
    if (visibility.nodes[node] !== 1) return { x, y, hidden: true };
    const kind = data.kinds[node] ?? 0;
    const isUser = data.layers[node] === USER;
    const tier = data.tiers[node] ?? 0;
    const depth = emphasis?.depths.get(node);
    const isFocus = node === look.selected || node === look.hovered;
    const isHit = hasHits && look.hits.has(node);
    const isBack = !isFocus && !isHit && ((emphasis !== undefined && depth === undefined) || hasHits);
    const standing = data.standings[node] ?? 0;
    const shades = standing > 0 ? tints.standings[standing] : isUser ? tints.user : tints.nodes[kind];
    const back =
      standing > 0 ? tints.backStandings[standing] : isUser ? tints.backUser : tints.backNodes[kind];
    const color = isBack ? back : shades?.[tier];
    return {
      x,
      y,
      size: isFocus || depth === 0 ? size * 1.25 + 1 : size,
      color: color ?? palette.text,
      shape: (standing > 0 ? MEMORY_SHAPES[standing] : SHAPE_NUMBERS[kind]) ?? 0,
      type: 'shape',
      label: null,
      hidden: false,
      highlighted: false,
      forceLabel: false,
      zIndex: isFocus ? 3 : isBack ? 0 : depth === undefined ? 1 : 2,
    };
  }

  function edge(_: string, { edge }: EdgeAttributes): Partial<EdgeDisplayData> {
    if (visibility.edges[edge] !== 1) return { hidden: true };
    const kind = scene.edgeKinds[edge] ?? 0;
    const weight = scene.weights[edge] ?? 1;
    const standing = edgeStandings.get(edge);
    const plain = standing === undefined ? tints.edges[kind] : palette.standings[standing];
    const size = scene.isGrouped ? Math.min(6, 0.6 + Math.log2(weight) * 0.5) : 0.7;
    if (emphasis === undefined && !hasHits) {
      return { color: plain ?? palette.text, size, type: 'plain', zIndex: 0, hidden: false };
    }
    const isBack = emphasis?.edges.has(edge) !== true;
    if (isBack && isCrowd) return { hidden: true };
    if (isBack) return { color: tints.backEdge, size: size * 0.6, type: 'plain', zIndex: 0, hidden: false };
    return {
      color: (standing === undefined ? palette.edges[kind] : palette.standings[standing]) ?? palette.text,
      size: Math.max(1.6, size),
      type: 'strong',
      zIndex: 1,
      hidden: false,
    };
  }

  return { node, edge };
}

/** By edge of the scene: the worst of the edges that it stands for; nothing of what is sound. */
export function standingsInScene({ data, scene }: Look): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  for (const [edge, standing] of data.edgeStandings) {
    const at = scene.edgeAs[edge] ?? -1;
    if (at >= 0) found.set(at, Math.max(standing, found.get(at) ?? 0));
  }
  return found;
}

function tintsOf({ palette, visibility }: Look): Tints {
  const { background } = palette;
  const crowd =
    Math.log(Math.max(1, visibility.edgeCount / EDGES_PLAIN)) / Math.log(EDGES_FAINT / EDGES_PLAIN);
  const faint = FAINTNESS[0] + (FAINTNESS[1] - FAINTNESS[0]) * Math.min(1, crowd);
  const byTier = (color: string) => FADED.map((share) => mix(color, background, share));
  return {
    nodes: palette.nodes.map(byTier),
    user: byTier(palette.userMemory),
    backNodes: palette.nodes.map((color) => mix(color, background, STEPPED_BACK)),
    backUser: mix(palette.userMemory, background, STEPPED_BACK),
    standings: palette.standings.map(byTier),
    backStandings: palette.standings.map((color) => mix(color, background, STEPPED_BACK)),
    edges: palette.edges.map((color) => mix(color, background, faint)),
    backEdge: mix(palette.text, background, 0.94),
  };
}
