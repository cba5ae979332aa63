/**
 * The picture while it lives: Sigma with its graph, the names above it, its camera (`stage-camera.ts`) and the hands on it
 * (`hands.ts`). It draws what it is given and tells what was clicked; it decides nothing about what is shown.
 */
import { MultiDirectedGraph } from 'graphology';
import Sigma from 'sigma';
import { EdgeArrowProgram, EdgeLineProgram, EdgeRectangleProgram } from 'sigma/rendering';
import type { NodeDisplayData } from 'sigma/types';
import type { CameraPlace } from '../state/view-state.js';
import type { EdgeAttributes, NodeAttributes } from './attributes.js';
import { followHands } from './hands.js';
import { labelWishes, obstaclesOf } from './label-wishes.js';
import { LabelPainter } from './labels.js';
import { createReducers, type Look } from './look.js';
import { ShapeProgram } from './node-program.js';
import { importanceOf, nodeSizes } from './node-sizes.js';
import { drawPointed, pointedNeighbours } from './pointed.js';
import { StageCamera } from './stage-camera.js';

export interface StageEvents {
  readonly onClick: (node: number | undefined) => void;
  readonly onOpen: (node: number) => void;
  readonly onHover: (node: number | undefined) => void;
  /** Somebody has put nodes elsewhere. */
  readonly onMoved: () => void;
  /** Somebody has moved the camera. */
  readonly onLook: (camera: CameraPlace) => void;
}

// Above it, lines without breadth: a fifth of the cost in software.
const BROAD_EDGES_MAX = 6_000;
// The shorter side of a picture whose nodes have their plain size.
const PLAIN_SIDE = 720;
const SCALE_MIN = 0.62;
const SCALE_MAX = 2.4;
const NOBODY: ReadonlySet<number> = new Set();
export class Stage {
  readonly #sigma: Sigma<NodeAttributes, EdgeAttributes>;
  readonly #camera: StageCamera;
  readonly #painter = new LabelPainter();
  #graph = new MultiDirectedGraph<NodeAttributes, EdgeAttributes>();
  #look: Look | undefined;
  #reducers: ReturnType<typeof createReducers> | undefined;
  #byImportance: readonly number[] = [];
  #labelCount = 0;
  #scale = 1;
  /** Whether nodes have been moved since they were drawn: until then nobody knows where they are on the screen. */
  #isMoved = false;
  /** Where hands have put nodes of this scene: forces that are still at work leave them there. */
  readonly #dropped = new Map<number, readonly [x: number, y: number]>();

  constructor(container: HTMLElement, events: StageEvents) {
    this.#sigma = new Sigma<NodeAttributes, EdgeAttributes>(this.#graph, container, {
      renderLabels: false,
      hideEdgesOnMove: true,
      zIndex: true,
      minCameraRatio: 0.01,
      maxCameraRatio: 4,
      stagePadding: 36,
      doubleClickZoomingRatio: 1,
      defaultDrawNodeHover: () => undefined,
      nodeProgramClasses: { shape: ShapeProgram },
      // Drawn in this order, so what stands out comes last; the library's own names would come first.
      edgeProgramClasses: { thin: EdgeLineProgram, plain: EdgeRectangleProgram, strong: EdgeArrowProgram },
      defaultNodeType: 'shape',
      defaultEdgeType: 'plain',
      allowInvalidContainer: true,
      // The same two functions for good: whatever is set here anew is drawn anew at once.
      nodeReducer: (key, attributes) => this.#drawNode(key, attributes),
      edgeReducer: (key, attributes) => this.#reducers?.edge(key, attributes) ?? {},
    });
    this.#sigma.createCanvasContext('names', { style: { pointerEvents: 'none' } });
    // A new layer has the size of a canvas that nobody has set.
    this.#sigma.resize(true);
    this.#measure();
    this.#sigma.on('resize', () => this.#measure());
    this.#sigma.on('afterRender', () => {
      this.#isMoved = false;
      this.#paintNames();
    });
    this.#camera = new StageCamera(this.#sigma, events.onLook);
    followHands(this.#sigma, {
      ...events,
      onDrag: (node, x, y) => {
        this.#dropped.set(node, [x, y]);
        this.#graph.mergeNodeAttributes(node, { x, y });
      },
      onDropped: events.onMoved,
    });
  }

  get camera(): StageCamera {
    return this.#camera;
  }

  /** Puts a scene on the stage; places are those of the graph's nodes, x and y by turns. */
  show(look: Look, places: Float32Array): void {
    const { data, scene } = look;
    this.#dropped.clear();
    const graph = new MultiDirectedGraph<NodeAttributes, EdgeAttributes>();
    const sizes = nodeSizes(data, scene);
    for (const node of scene.nodes) {
      const [x = 0, y = 0] = places.subarray(node * 2, node * 2 + 2);
      graph.addNode(node, { node, x, y, size: sizes[node] ?? 3 });
    }
    scene.from.forEach((from, edge) => {
      graph.addEdgeWithKey(`e${edge}`, from, scene.to[edge], { edge });
    });
    this.#graph = graph;
    this.#byImportance = [...scene.nodes].sort(
      (a, b) => importanceOf(data, scene, b) - importanceOf(data, scene, a) || a - b,
    );
    this.#setLook(look);
    this.#sigma.setGraph(graph);
  }

  /** Draws what is there in another way. */
  paint(look: Look): void {
    const isDrawn = this.#look !== undefined && isDrawnAlike(this.#look, look);
    this.#setLook(look);
    // In a large picture the node under the pointer changes nothing but a name.
    if (isDrawn) this.#paintNames();
    else this.#sigma.refresh();
  }

  /** Nodes are as large as the picture allows: smaller on a phone, larger across a wall. */
  #drawNode(key: string, attributes: NodeAttributes): Partial<NodeDisplayData> {
    const drawn = this.#reducers?.node(key, attributes) ?? attributes;
    return drawn.size === undefined ? drawn : { ...drawn, size: drawn.size * this.#scale };
  }

  #measure(): void {
    const { width, height } = this.#sigma.getDimensions();
    this.#scale = Math.min(SCALE_MAX, Math.max(SCALE_MIN, Math.min(width, height) / PLAIN_SIDE));
  }

  #setLook(look: Look): void {
    const { node, edge } = createReducers(look);
    const isCrowded = look.visibility.edgeCount > BROAD_EDGES_MAX;
    this.#look = look;
    this.#reducers = { node, edge: isCrowded ? thinly(edge) : edge };
  }

  /** Moves all nodes but those that hands have put somewhere; `places` as in `show`. */
  move(places: Float32Array): void {
    this.#isMoved = true;
    this.#graph.updateEachNodeAttributes(
      (_, attributes) => {
        const { node } = attributes;
        const [x, y] = this.#dropped.get(node) ?? places.subarray(node * 2, node * 2 + 2);
        return { ...attributes, x: x ?? 0, y: y ?? 0 };
      },
      { attributes: ['x', 'y'] },
    );
  }

  /** Calls back when the camera has arrived and all is drawn; the result takes the call back. */
  whenStill(call: () => void): () => void {
    // Whatever was to be drawn has asked for its frame before this.
    const look = () => {
      if (this.#camera.isFlying) frame = requestAnimationFrame(look);
      else call();
    };
    let frame = requestAnimationFrame(look);
    return () => cancelAnimationFrame(frame);
  }

  /** Where a node of the scene is; `undefined` for what is not in it. */
  placeOf(node: number): readonly [x: number, y: number] | undefined {
    if (!this.#graph.hasNode(node)) return undefined;
    const { x, y } = this.#graph.getNodeAttributes(node);
    return [x, y];
  }

  /** Where a node stands, in pixels of the picture. */
  pixelOf(node: number): { readonly x: number; readonly y: number } | undefined {
    const shown = this.#sigma.getNodeDisplayData(String(node));
    return shown === undefined || shown.hidden ? undefined : this.#sigma.framedGraphToViewport(shown);
  }

  /** The shown node next to one in a direction, as the arrow keys mean it. */
  neighbourTowards(node: number, dx: number, dy: number, among: Iterable<number>): number | undefined {
    const from = this.pixelOf(node);
    if (from === undefined) return undefined;
    let best: { readonly node: number; readonly cost: number } | undefined;
    for (const other of among) {
      const to = other === node ? undefined : this.pixelOf(other);
      if (to === undefined) continue;
      const along = (to.x - from.x) * dx + (to.y - from.y) * dy;
      if (along <= 0) continue;
      // What lies aside counts as farther than what lies ahead.
      const cost = along + 2 * Math.abs((to.x - from.x) * dy - (to.y - from.y) * dx);
      if (best === undefined || cost < best.cost) best = { node: other, cost };
    }
    return best?.node;
  }

  /** Draws at once what was moved, so that pixels are those of the new places. */
  #catchUp(): void {
    if (this.#isMoved) this.#sigma.refresh();
  }

  /** Flies to a node, near enough to see it well and far enough to see what is around it. */
  flyTo(node: number, around: Iterable<number>): void {
    this.#catchUp();
    const shown = this.#sigma.getNodeDisplayData(String(node));
    const middle = this.pixelOf(node);
    if (shown === undefined || middle === undefined) return;
    let reach = 0;
    for (const other of around) {
      const pixel = this.pixelOf(other);
      if (pixel !== undefined) reach = Math.max(reach, Math.hypot(pixel.x - middle.x, pixel.y - middle.y));
    }
    this.#camera.flyTo(shown, reach);
  }

  /** Flies to where all these nodes are seen; all that are shown when none are named. */
  fit(nodes?: Iterable<number>): void {
    this.#catchUp();
    const points: { x: number; y: number }[] = [];
    for (const node of nodes ?? this.#byImportance) {
      const pixel = this.pixelOf(node);
      if (pixel !== undefined) points.push(pixel);
    }
    this.#camera.fit(points);
  }

  /** How many names are on the screen. */
  get labelCount(): number {
    return this.#labelCount;
  }

  /** The layers of the picture, lowest first, as they are now. */
  snapshot(): {
    readonly layers: readonly HTMLCanvasElement[];
    readonly width: number;
    readonly height: number;
  } {
    this.#sigma.refresh({ skipIndexation: true });
    const { edges, nodes, names } = this.#sigma.getCanvases();
    const { width, height } = this.#sigma.getDimensions();
    return { layers: [edges, nodes, names].filter((layer) => layer !== undefined), width, height };
  }

  kill(): void {
    this.#camera.kill();
    this.#sigma.kill();
  }

  #paintNames(): void {
    const canvas = this.#sigma.getCanvases().names;
    const context = canvas?.getContext('2d');
    const look = this.#look;
    if (canvas === undefined || !context) return;
    const { width, height } = this.#sigma.getDimensions();
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, canvas.width, canvas.height);
    const scale = canvas.width / width;
    context.setTransform(scale, 0, 0, scale, 0, 0);
    if (look === undefined) return;
    const isMoving = this.#camera.isFlying;
    const near = isMoving ? NOBODY : pointedNeighbours(look);
    drawPointed(context, this.#sigma, look, near);
    const wishes = labelWishes(this.#sigma, look, { byImportance: this.#byImportance, near, isMoving });
    const obstacles = isMoving ? [] : obstaclesOf(this.#sigma, look, this.#byImportance);
    const halo = look.palette.background;
    this.#labelCount = this.#painter.paint(context, { width, height }, wishes, { halo, obstacles });
  }
}

function isDrawnAlike(a: Look, b: Look): boolean {
  return (
    a.scene === b.scene &&
    a.visibility === b.visibility &&
    a.emphasis === b.emphasis &&
    a.hits === b.hits &&
    a.selected === b.selected &&
    a.palette === b.palette
  );
}

/** The same edges as lines of one pixel. */
function thinly(edge: ReturnType<typeof createReducers>['edge']): ReturnType<typeof createReducers>['edge'] {
  return (key, attributes) => {
    const drawn = edge(key, attributes);
    return drawn.type === 'plain' ? { ...drawn, type: 'thin' } : drawn;
  };
}
