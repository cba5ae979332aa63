/**
 * What the node under the pointer is joined to, in pictures too large to be drawn anew for a hand that moves on: lines on the
 * canvas of names, above a picture that stays as it is.
 */
import type Sigma from 'sigma';
import type { EdgeAttributes, NodeAttributes } from './attributes.js';
import type { Look } from './look.js';
import { neighbourhood } from './scene.js';

/** In larger pictures the node under the pointer gets lines and names, and nothing steps back. */
export const POINTED_NODES_MAX = 2_500;
// Beyond it the lines say nothing but that there are many.
const LINES_MAX = 400;
const LINE_WIDTH = 1.6;
const RING_GAP = 2.5;

/** The shown neighbours of the node under the pointer where lines tell of them; none elsewhere. */
export function pointedNeighbours({ hovered, scene, visibility }: Look): ReadonlySet<number> {
  if (hovered === undefined || scene.nodes.length <= POINTED_NODES_MAX) return new Set();
  const near = new Set<number>();
  for (const edge of neighbourhood(scene, hovered).edges) {
    if (visibility.edges[edge] !== 1) continue;
    const [from = hovered, to = hovered] = [scene.from[edge], scene.to[edge]];
    near.add(from === hovered ? to : from);
    if (near.size >= LINES_MAX) break;
  }
  near.delete(hovered);
  return near;
}

export function drawPointed(
  context: CanvasRenderingContext2D,
  sigma: Sigma<NodeAttributes, EdgeAttributes>,
  { hovered, palette }: Look,
  near: ReadonlySet<number>,
): void {
  const middle = hovered === undefined ? undefined : placeOf(sigma, hovered);
  if (middle === undefined || near.size === 0) return;
  context.strokeStyle = palette.accent;
  context.lineWidth = LINE_WIDTH;
  context.beginPath();
  for (const node of near) {
    const place = placeOf(sigma, node);
    if (place === undefined) continue;
    context.moveTo(middle.x, middle.y);
    context.lineTo(place.x, place.y);
  }
  context.stroke();
  context.beginPath();
  context.arc(middle.x, middle.y, middle.radius + RING_GAP, 0, 2 * Math.PI);
  context.stroke();
}

function placeOf(sigma: Sigma<NodeAttributes, EdgeAttributes>, node: number) {
  const shown = sigma.getNodeDisplayData(String(node));
  if (shown === undefined || shown.hidden) return undefined;
  return { ...sigma.framedGraphToViewport(shown), radius: sigma.scaleSize(shown.size) };
}
