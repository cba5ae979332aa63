/** What one takes along: the picture as it is on the screen (PNG), the shown graph as a drawing (SVG), and as data (GraphML). */
import { STANDINGS } from '../data/standing.js';
import { EDGE_KINDS, NODE_KINDS } from '../data/vocabulary.js';
import { createReducers, type Look, standingsInScene } from '../display/look.js';
import { nodeSizes } from '../display/node-sizes.js';
import { SHAPES } from '../display/palette.js';
import type { Stage } from '../display/stage.js';
import { graphml } from './graphml.js';
import { type SvgEdge, type SvgNode, svg } from './svg.js';

/** The picture as it is seen now, at the screen's own resolution. */
export async function pictureAsPng(stage: Stage, background: string): Promise<Blob> {
  const { layers } = stage.snapshot();
  const canvas = document.createElement('canvas');
  canvas.width = layers[0]?.width ?? 1;
  canvas.height = layers[0]?.height ?? 1;
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('this browser has no canvas');
  context.fillStyle = background;
  context.fillRect(0, 0, canvas.width, canvas.height);
  for (const layer of layers) context.drawImage(layer, 0, 0, canvas.width, canvas.height);
  return new Promise((done, failed) => {
    canvas.toBlob(
      (blob) => (blob === null ? failed(new Error('the picture is too large')) : done(blob)),
      'image/png',
    );
  });
}

/** All that is shown, wherever the camera looks. */
export function pictureAsSvg(stage: Stage, look: Look): Blob {
  const { data, scene, visibility, palette } = look;
  const reducers = createReducers(look);
  const sizes = nodeSizes(data, scene);
  const nodes = new Map<number, SvgNode>();
  for (const node of scene.nodes) {
    const place = visibility.nodes[node] === 1 ? stage.placeOf(node) : undefined;
    if (place === undefined) continue;
    const [x, y] = place;
    const {
      color = palette.text,
      size = 3,
      shape = 0,
    } = reducers.node('', { node, x, y, size: sizes[node] ?? 3 });
    nodes.set(node, {
      x,
      y,
      size,
      color,
      shape: SHAPES[shape] ?? 'circle',
      name: data.names[node] ?? '',
    });
  }
  const edges: SvgEdge[] = [];
  scene.from.forEach((from, edge) => {
    const [source, target] = [nodes.get(from), nodes.get(scene.to[edge] ?? from)];
    if (visibility.edges[edge] !== 1 || source === undefined || target === undefined) return;
    const { color = palette.text, size = 1 } = reducers.edge('', { edge });
    edges.push({ source, target, color, size });
  });
  const text = svg([...nodes.values()], edges, {
    background: palette.background,
    text: palette.text,
    title: data.name,
  });
  return new Blob([text], { type: 'image/svg+xml' });
}

/** All that is shown, for other programs. */
export function graphAsGraphml(look: Look): Blob {
  const { data, scene, visibility } = look;
  const standings = standingsInScene(look);
  const nodes = [...scene.nodes].filter((node) => visibility.nodes[node] === 1);
  const shown = new Set(nodes);
  const edges = [...scene.from.keys()].filter(
    (edge) =>
      visibility.edges[edge] === 1 && shown.has(scene.from[edge] ?? -1) && shown.has(scene.to[edge] ?? -1),
  );
  const text = graphml(
    nodes.map((node) => ({
      id: data.ids[node] ?? '',
      name: data.names[node] ?? '',
      type: NODE_KINDS[data.kinds[node] ?? 0] ?? 'file',
      path: data.paths[node] ?? '',
      line: data.lines[node] ?? 0,
      state: data.memories.has(node) ? (STANDINGS[data.standings[node] ?? 0] ?? 'sound') : '',
    })),
    edges.map((edge) => ({
      source: data.ids[scene.from[edge] ?? 0] ?? '',
      target: data.ids[scene.to[edge] ?? 0] ?? '',
      type: EDGE_KINDS[scene.edgeKinds[edge] ?? 0] ?? 'contains',
      weight: scene.weights[edge] ?? 1,
      state: STANDINGS[standings.get(edge) ?? -1] ?? '',
    })),
  );
  return new Blob([text], { type: 'application/xml' });
}

/** Hands a file to the user. */
export function download(name: string, blob: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name.replace(/[^\w.-]+/g, '-');
  link.click();
  // The browser has begun to read it by the next turn.
  setTimeout(() => URL.revokeObjectURL(link.href), 0);
}
