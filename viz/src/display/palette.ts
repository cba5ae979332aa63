/**
 * Colours and shapes. The hues are those of Okabe and Ito (2008), which people with any kind of colour blindness can tell
 * apart; a shape of its own says the same without colour. Functions are many and calm, the rest stands out.
 */
import { STANDINGS, type Standing } from '../data/standing.js';
import { EDGE_KINDS, type EdgeKind, NODE_KINDS, type NodeKind } from '../data/vocabulary.js';

export type Theme = 'light' | 'dark';

/** What a node is drawn as; the position is the number that the shader knows. */
export const SHAPES = [
  'circle',
  'square',
  'diamond',
  'triangle',
  'hexagon',
  'plus',
  'ring',
  'downward',
  'frame',
  'cell',
  'pointed',
  'half',
  'hollow',
  'cross',
] as const;
export type Shape = (typeof SHAPES)[number];

interface KindLook {
  readonly shape: Shape;
  readonly light: string;
  readonly dark: string;
}

const LOOKS: Readonly<Record<NodeKind, KindLook>> = {
  module: { shape: 'hexagon', light: '#005a91', dark: '#4aa3dc' },
  file: { shape: 'square', light: '#3f9fd6', dark: '#7cc4ee' },
  class: { shape: 'diamond', light: '#d98a00', dark: '#f0b13a' },
  function: { shape: 'circle', light: '#8793a6', dark: '#7f8ba0' },
  adr: { shape: 'triangle', light: '#c4520a', dark: '#f07f3c' },
  decision: { shape: 'downward', light: '#b0558c', dark: '#d990bb' },
  concept: { shape: 'ring', light: '#00845f', dark: '#2fc298' },
  trade_off: { shape: 'plus', light: '#8d7f00', dark: '#e5d94c' },
  config: { shape: 'frame', light: '#5d6675', dark: '#aeb7c6' },
  memory: { shape: 'cell', light: '#7a4fc0', dark: '#b497f0' },
};

/** The user's own memory is told from the project's by its colour; by its ring when neither is seen. */
const USER_MEMORY: Readonly<Record<Theme, string>> = { light: '#b03a6e', dark: '#ef8fb4' };

/** A memory whose code is other than it was, by how it stands. */
const STANDING_LOOKS: Readonly<Record<Exclude<Standing, 'sound'>, KindLook>> = {
  moved: { shape: 'pointed', light: '#00757f', dark: '#3fc3cd' },
  changed: { shape: 'half', light: '#c8102e', dark: '#ff7a80' },
  unsure: { shape: 'hollow', light: '#c8102e', dark: '#ff7a80' },
  gone: { shape: 'cross', light: '#30363f', dark: '#dfe4ec' },
};

const EDGE_COLORS: Readonly<Partial<Record<EdgeKind, Readonly<Record<Theme, string>>>>> = {
  calls: { light: '#6c7a90', dark: '#8794aa' },
  imports: { light: '#3f9fd6', dark: '#5aa9d8' },
  depends_on: { light: '#005a91', dark: '#4aa3dc' },
  inherits: { light: '#d98a00', dark: '#f0b13a' },
  governs: { light: '#c4520a', dark: '#f07f3c' },
  references: { light: '#c4520a', dark: '#f07f3c' },
  relates: { light: '#7a4fc0', dark: '#b497f0' },
  touches: { light: '#7a4fc0', dark: '#b497f0' },
};
const OTHER_EDGE: Readonly<Record<Theme, string>> = { light: '#9aa3b2', dark: '#6b7588' };

/** Everything a picture needs to know of a theme. Colours are `#rrggbb`. */
export interface Palette {
  readonly background: string;
  readonly text: string;
  readonly faintText: string;
  readonly accent: string;
  /** By position of the kind. */
  readonly nodes: readonly string[];
  readonly userMemory: string;
  /** By position in STANDINGS; the first is unused, since what is sound has the colour of its layer. */
  readonly standings: readonly string[];
  readonly edges: readonly string[];
}

export const PALETTES: Readonly<Record<Theme, Palette>> = {
  light: makePalette('light', {
    background: '#fbfbfc',
    text: '#1b2430',
    faintText: '#4a5566',
    accent: '#0b63ce',
  }),
  dark: makePalette('dark', {
    background: '#12161d',
    text: '#e8ecf2',
    faintText: '#aab4c3',
    accent: '#7db7ff',
  }),
};

function makePalette(
  theme: Theme,
  base: Omit<Palette, 'nodes' | 'userMemory' | 'standings' | 'edges'>,
): Palette {
  return {
    ...base,
    nodes: NODE_KINDS.map((kind) => LOOKS[kind][theme]),
    userMemory: USER_MEMORY[theme],
    standings: STANDINGS.map((each) => (each === 'sound' ? LOOKS.memory : STANDING_LOOKS[each])[theme]),
    edges: EDGE_KINDS.map((kind) => (EDGE_COLORS[kind] ?? OTHER_EDGE)[theme]),
  };
}

export function shapeOf(kind: NodeKind, standing: Standing = 'sound'): Shape {
  return (standing === 'sound' ? LOOKS[kind] : STANDING_LOOKS[standing]).shape;
}

/** `share` of the way from one colour to another, both `#rrggbb`. */
export function mix(from: string, to: string, share: number): string {
  const parts = [1, 3, 5].map((at) => {
    const [a, b] = [from, to].map((color) => Number.parseInt(color.slice(at, at + 2), 16));
    return Math.round((a ?? 0) + ((b ?? 0) - (a ?? 0)) * share);
  });
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}
