/** Which names would like to be on the screen, in the order in which they get room: what stands out, then what matters most. */
import type Sigma from 'sigma';
import { labelOf } from '../data/node-label.js';
import { NODE_KINDS, type NodeKind } from '../data/vocabulary.js';
import type { EdgeAttributes, NodeAttributes } from './attributes.js';
import type { LabelWish, Obstacle } from './labels.js';
import type { Look } from './look.js';

const FAMILY =
  'ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif';
const SIZES: Readonly<Partial<Record<NodeKind, number>>> = {
  module: 13,
  adr: 12,
  file: 12,
  class: 12,
  memory: 12,
};
const FONT_SIZES = NODE_KINDS.map((kind) => SIZES[kind] ?? 11);
const BOLD = new Set<NodeKind>(['module', 'adr']);
// The page's own text, at which names have their plain size.
const ROOT_FONT = 15;
const MODULE = NODE_KINDS.indexOf('module');
// A node of fewer pixels is a dot without a name, unless it stands out.
const RADIUS_MIN = 2.4;
// Looked at in one frame; while the camera flies only the most important.
const WISHES_MAX = 12_000;
const WISHES_MAX_MOVING = 600;

/** Whose names are asked for. */
interface Crowd {
  readonly byImportance: readonly number[];
  /** Joined to the node under the pointer. */
  readonly near: ReadonlySet<number>;
  readonly isMoving: boolean;
}

export function* labelWishes(
  sigma: Sigma<NodeAttributes, EdgeAttributes>,
  look: Look,
  { byImportance, near, isMoving }: Crowd,
): Generator<LabelWish> {
  const said = new Set<number>();
  const enlarged = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / ROOT_FONT;
  for (const node of standingOut(look, near)) {
    said.add(node);
    const wish = wishOf(node, true);
    if (wish !== undefined) yield wish;
  }
  // Behind an answer the rest keeps silent: what is named is what matters.
  if (look.emphasis !== undefined || look.hits.size > 0) return;
  let count = 0;
  for (const node of byImportance) {
    if (++count > (isMoving ? WISHES_MAX_MOVING : WISHES_MAX)) return;
    if (said.has(node) || look.visibility.nodes[node] !== 1) continue;
    const wish = wishOf(node, false);
    if (wish !== undefined) yield wish;
  }

  function wishOf(node: number, standsOut: boolean): LabelWish | undefined {
    const shown = sigma.getNodeDisplayData(String(node));
    if (shown === undefined || shown.hidden) return undefined;
    const radius = sigma.scaleSize(shown.size);
    if (!standsOut && radius < RADIUS_MIN) return undefined;
    const { x, y } = sigma.framedGraphToViewport(shown);
    const { width, height } = sigma.getDimensions();
    if (x < -20 || y < -20 || x > width + 20 || y > height + 20) return undefined;
    const kind = look.data.kinds[node] ?? 0;
    const fontSize = Math.round((FONT_SIZES[kind] ?? 11) * enlarged);
    const isBold = BOLD.has(NODE_KINDS[kind] ?? 'file');
    const held = look.scene.held.get(node);
    const name = labelOf(look.data, node);
    return {
      text: held === undefined ? name : `${name} · ${held.toLocaleString('en')}`,
      x,
      y,
      radius,
      font: `${isBold ? '600 ' : ''}${fontSize}px ${FAMILY}`,
      fontSize,
      color: standsOut || kind === MODULE ? look.palette.text : look.palette.faintText,
      isForced: node === look.selected || node === look.hovered,
      isImportant: standsOut || kind === MODULE,
    };
  }
}

/** The chosen node, the one under the pointer, and what an answer or a search brings forward, the nearest first. */
function standingOut(
  { selected, hovered, emphasis, hits, scene }: Look,
  near: ReadonlySet<number>,
): ReadonlySet<number> {
  const found = new Set<number>();
  for (const node of [hovered, selected]) if (node !== undefined) found.add(node);
  for (const node of near) found.add(node);
  for (const node of hits) found.add(scene.shownAs[node] ?? node);
  for (const [node] of [...(emphasis?.depths ?? [])].sort(([, a], [, b]) => a - b)) found.add(node);
  return found;
}

// Beyond so many a picture is so full that names lie over nodes anyway.
const OBSTACLES_MAX = 2_500;

/** The nodes on the screen that names should not cover, the most important ones. */
export function* obstaclesOf(
  sigma: Sigma<NodeAttributes, EdgeAttributes>,
  { visibility, emphasis }: Look,
  byImportance: readonly number[],
): Generator<Obstacle> {
  let count = 0;
  for (const node of byImportance) {
    if (visibility.nodes[node] !== 1 || (emphasis !== undefined && !emphasis.depths.has(node))) continue;
    const shown = sigma.getNodeDisplayData(String(node));
    if (shown === undefined || shown.hidden) continue;
    if (++count > OBSTACLES_MAX) return;
    yield { ...sigma.framedGraphToViewport(shown), radius: sigma.scaleSize(shown.size) };
  }
}
