/** The shown graph as a drawing of vectors: edges, nodes in their shapes, and the names of the larger nodes. */
import { boundsOf } from '../display/bounds.js';
import type { Shape } from '../display/palette.js';
import { escapeXml } from './graphml.js';

export interface SvgNode {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly color: string;
  readonly shape: Shape;
  readonly name: string;
}

export interface SvgEdge {
  readonly source: SvgNode;
  readonly target: SvgNode;
  readonly color: string;
  readonly size: number;
}

export interface SvgStyle {
  readonly background: string;
  readonly text: string;
  readonly title: string;
}

const SIDE = 1_600;
const MARGIN = 60;

export function svg(nodes: readonly SvgNode[], edges: readonly SvgEdge[], style: SvgStyle): string {
  const bounds = boundsOf(nodes) ?? { left: 0, top: 0, right: 1, bottom: 1 };
  const scale = SIDE / Math.max(1e-6, bounds.right - bounds.left, bounds.bottom - bounds.top);
  // A drawing's y grows downwards, a picture's upwards.
  const at = ({ x, y }: SvgNode) =>
    [MARGIN + (x - bounds.left) * scale, MARGIN + (bounds.bottom - y) * scale] as const;
  const width = round((bounds.right - bounds.left) * scale + 2 * MARGIN);
  const height = round((bounds.bottom - bounds.top) * scale + 2 * MARGIN);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="11">`,
    `<title>${escapeXml(style.title)}</title>`,
    `<rect width="${width}" height="${height}" fill="${style.background}"/>`,
    ...edges.map(({ source, target, color, size }) => {
      const [[x1, y1], [x2, y2]] = [at(source), at(target)];
      return `<path d="M${round(x1)} ${round(y1)}L${round(x2)} ${round(y2)}" stroke="${color}" stroke-width="${round(size)}"/>`;
    }),
    ...nodes.map((node) => {
      const [x, y] = at(node);
      return `<path transform="translate(${round(x)} ${round(y)}) scale(${round(node.size)})" d="${OUTLINES[node.shape]}" fill="${node.color}" fill-rule="evenodd"><title>${escapeXml(node.name)}</title></path>`;
    }),
    ...nodes.map((node) => {
      const [x, y] = at(node);
      return `<text x="${round(x + node.size + 3)}" y="${round(y + 4)}" fill="${style.text}">${escapeXml(node.name)}</text>`;
    }),
    '</svg>',
    '',
  ].join('\n');
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

/** Within a circle of 1 around the middle. */
const OUTLINES: Readonly<Record<Shape, string>> = {
  circle: 'M0-1A1 1 0 1 1 0 1 1 1 0 1 1 0-1z',
  square: 'M-.8-.8H.8V.8H-.8z',
  diamond: 'M0-1.15 1.15 0 0 1.15-1.15 0z',
  triangle: 'M0-1.1 1.05.7H-1.05z',
  hexagon: 'M-.5-.9H.5L1 0 .5.9H-.5L-1 0z',
  plus: 'M-.34-1H.34V-.34H1V.34H.34V1H-.34V.34H-1V-.34H-.34z',
  ring: 'M0-1A1 1 0 1 1 0 1 1 1 0 1 1 0-1zm0 .55A.45.45 0 1 0 0 .45.45.45 0 1 0 0-.45z',
  downward: 'M0 1.1-1.05-.7H1.05z',
  frame: 'M-.82-.82H.82V.82H-.82zm.45.45V.37H.37V-.37z',
  cell: 'M0-1 .9-.5V.5L0 1-.9.5V-.5zm0 .45L-.5-.27V.27L0 .55.5.27V-.27zM0-.3a.3.3 0 1 1 0 .6.3.3 0 1 1 0-.6z',
  pointed: 'M0-1 .9-.5V.5L0 1-.9.5V-.5zM-.3-.3V.3H.3V-.3z',
  half: 'M0-1 .9-.5V.5L0 1-.9.5V-.5zm0 .45V.55L.5.27V-.27z',
  hollow: 'M0-1 .9-.5V.5L0 1-.9.5V-.5zm0 .45L-.5-.27V.27L0 .55.5.27V-.27z',
  cross: 'M-1-.6-.6-1 0-.4.6-1 1-.6.4 0 1 .6.6 1 0 .4-.6 1-1 .6-.4 0z',
};
