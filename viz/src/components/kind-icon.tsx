/** A kind's shape in its colour, as in the picture: legend, lists and headings. */
import type { GraphData } from '../data/graph-data.js';
import { STANDINGS, type Standing } from '../data/standing.js';
import { LAYERS, NODE_KINDS, type NodeKind } from '../data/vocabulary.js';
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
  pointed: 'M8 .8 14.4 4.4v7.2L8 15.2 1.6 11.6V4.4zM5.9 5.9v4.2h4.2V5.9z',
  half: 'M8 .8 14.4 4.4v7.2L8 15.2 1.6 11.6V4.4zM8 3.6v8.8l4-2.2V5.8z',
  hollow: 'M8 .8 14.4 4.4v7.2L8 15.2 1.6 11.6V4.4zm0 2.8L4 5.8v4.4l4 2.2 4-2.2V5.8z',
  cross: 'M1 3.8 3.8 1 8 5.2 12.2 1 15 3.8 10.8 8l4.2 4.2-2.8 2.8L8 10.8 3.8 15 1 12.2 5.2 8z',
};

interface Props {
  readonly kind: NodeKind;
  readonly theme: Theme;
  readonly isUser?: boolean;
  /** Of a memory. */
  readonly standing?: Standing;
}

export function KindIcon({ kind, theme, isUser = false, standing = 'sound' }: Props) {
  const { nodes, userMemory, standings } = PALETTES[theme];
  const plain = isUser ? userMemory : nodes[NODE_KINDS.indexOf(kind)];
  const color = standing === 'sound' ? plain : standings[STANDINGS.indexOf(standing)];
  return (
    <svg viewBox="0 0 16 16" className="size-3.5 shrink-0" aria-hidden="true">
      <path d={PATHS[shapeOf(kind, standing)]} fill={color} fillRule="evenodd" />
    </svg>
  );
}

/** The icon of a node as it is in the picture. */
export function NodeIcon({
  data,
  node,
  theme,
}: {
  readonly data: GraphData;
  readonly node: number;
  readonly theme: Theme;
}) {
  return (
    <KindIcon
      kind={NODE_KINDS[data.kinds[node] ?? 0] ?? 'file'}
      theme={theme}
      isUser={LAYERS[data.layers[node] ?? 0] === 'user'}
      standing={STANDINGS[data.standings[node] ?? 0] ?? 'sound'}
    />
  );
}
