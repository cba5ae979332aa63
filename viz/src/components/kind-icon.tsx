/** A kind's shape in its colour, as in the picture: legend, lists and headings. */
import type { NodeKind } from '../data/vocabulary.js';
import { NODE_KINDS } from '../data/vocabulary.js';
import { PALETTES, type Shape, shapeOf, type Theme } from '../display/palette.js';

const PATHS: Readonly<Record<Shape, string>> = {
  circle: 'M8 1.5a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13z',
  square: 'M2.5 2.5h11v11h-11z',
  diamond: 'M8 .8 15.2 8 8 15.2.8 8z',
  triangle: 'M8 1.5 15 14H1z',
  hexagon: 'M4.3 1.6h7.4L15.4 8l-3.7 6.4H4.3L.6 8z',
  plus: 'M5.8 1h4.4v4.8H15v4.4h-4.8V15H5.8v-4.8H1V5.8h4.8z',
  ring: 'M8 1a7 7 0 1 1 0 14A7 7 0 0 1 8 1zm0 4a3 3 0 1 0 0 6 3 3 0 0 0 0-6z',
  downward: 'M8 14.5 1 2h14z',
  frame: 'M2 2h12v12H2zm3.4 3.4v5.2h5.2V5.4z',
  cell: 'M8 .8 14.4 4.4v7.2L8 15.2 1.6 11.6V4.4zm0 2.8L4 5.8v4.4l4 2.2 4-2.2V5.8zM8 6a2 2 0 1 1 0 4 2 2 0 0 1 0-4z',
};

interface Props {
  readonly kind: NodeKind;
  readonly theme: Theme;
  readonly isUser?: boolean;
}

export function KindIcon({ kind, theme, isUser = false }: Props) {
  const palette = PALETTES[theme];
  const color = isUser ? palette.userMemory : palette.nodes[NODE_KINDS.indexOf(kind)];
  return (
    <svg viewBox="0 0 16 16" className="size-3.5 shrink-0" aria-hidden="true">
      <path d={PATHS[shapeOf(kind)]} fill={color} fillRule="evenodd" />
    </svg>
  );
}
