/**
 * ForceAtlas2 (Jacomy and others, 2014) over columns instead of a graph of objects, and after it a pass that pushes apart what
 * lies on top of each other. A fixed number of steps from a given start: the same graph ends the same way.
 */

import iterate from 'graphology-layout-forceatlas2/iterate';
import { boundsOf } from '../display/bounds.js';
import type { LayoutTask } from './layout-task.js';

// Columns of the library's matrices.
const NODE_COLUMNS = 10;
const EDGE_COLUMNS = 3;
const MASS = 6;
const CONVERGENCE = 7;
const SIZE = 8;
// Below it, comparing all pairs costs less than the tree.
const TREE_NODES_MIN = 800;

/** Runs the steps; yields the positions after each, as one list of x and y that is written over. */
export function* runForces(task: LayoutTask): Generator<Float32Array> {
  const count = task.x.length;
  const nodes = nodeMatrix(task);
  const edges = edgeMatrix(task);
  const settings = {
    linLogMode: false,
    outboundAttractionDistribution: false,
    adjustSizes: true,
    edgeWeightInfluence: 1,
    scalingRatio: 12,
    strongGravityMode: false,
    gravity: 0.8,
    slowDown: 1 + Math.log(count + 1),
    barnesHutOptimize: count > TREE_NODES_MIN,
    barnesHutTheta: 0.8,
  };
  const places = new Float32Array(count * 2);
  for (let step = 0; step < task.steps; step++) {
    iterate(settings, nodes, edges);
    yield readPlaces(nodes, places);
  }
  readPlaces(nodes, places);
  if (task.steps > 0) {
    lieDown(places);
    compact(places, task.radii);
  }
  spread(places, task.radii);
  yield places;
}

function nodeMatrix({ x, y, radii, from, to, weights }: LayoutTask): Float32Array {
  const matrix = new Float32Array(x.length * NODE_COLUMNS);
  for (let node = 0; node < x.length; node++) {
    const at = node * NODE_COLUMNS;
    matrix[at] = x[node] ?? 0;
    matrix[at + 1] = y[node] ?? 0;
    matrix[at + MASS] = 1;
    matrix[at + CONVERGENCE] = 1;
    matrix[at + SIZE] = radii[node] ?? 1;
  }
  for (let edge = 0; edge < from.length; edge++) {
    for (const node of [from[edge] ?? 0, to[edge] ?? 0]) {
      const at = node * NODE_COLUMNS + MASS;
      matrix[at] = (matrix[at] ?? 0) + (weights[edge] ?? 1);
    }
  }
  return matrix;
}

function edgeMatrix({ from, to, weights }: LayoutTask): Float32Array {
  const matrix = new Float32Array(from.length * EDGE_COLUMNS);
  for (let edge = 0; edge < from.length; edge++) {
    const at = edge * EDGE_COLUMNS;
    matrix[at] = (from[edge] ?? 0) * NODE_COLUMNS;
    matrix[at + 1] = (to[edge] ?? 0) * NODE_COLUMNS;
    matrix[at + 2] = weights[edge] ?? 1;
  }
  return matrix;
}

function readPlaces(nodes: Float32Array, places: Float32Array): Float32Array {
  for (let node = 0; node * 2 < places.length; node++) {
    places[node * 2] = nodes[node * NODE_COLUMNS] ?? 0;
    places[node * 2 + 1] = nodes[node * NODE_COLUMNS + 1] ?? 0;
  }
  return places;
}

// The share of a picture that its islands cover: enough water for edges, little enough that islands are seen.
const COVERED = 0.28;

/** Draws the picture together, or apart, until islands cover their share of it. */
function compact(places: Float32Array, radii: Float32Array): void {
  const points = Array.from(radii, (_, at) => ({ x: places[at * 2] ?? 0, y: places[at * 2 + 1] ?? 0 }));
  const bounds = boundsOf(points);
  if (bounds === undefined) return;
  const land = radii.reduce((sum, radius) => sum + Math.PI * radius * radius, 0);
  const area = (bounds.right - bounds.left) * (bounds.bottom - bounds.top);
  const scale = Math.sqrt(land / (COVERED * area));
  if (!Number.isFinite(scale)) return;
  for (let at = 0; at < places.length; at++) places[at] = (places[at] ?? 0) * scale;
}

/** Turns the picture until it is wider than high, as screens and names are: its longest extent (the first principal axis) lies level. */
function lieDown(places: Float32Array): void {
  const count = places.length / 2;
  let [meanX, meanY] = [0, 0];
  for (let at = 0; at < places.length; at += 2) {
    meanX += (places[at] ?? 0) / count;
    meanY += (places[at + 1] ?? 0) / count;
  }
  let [xx, xy, yy] = [0, 0, 0];
  for (let at = 0; at < places.length; at += 2) {
    const [x, y] = [(places[at] ?? 0) - meanX, (places[at + 1] ?? 0) - meanY];
    xx += x * x;
    xy += x * y;
    yy += y * y;
  }
  const angle = -0.5 * Math.atan2(2 * xy, xx - yy);
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  for (let at = 0; at < places.length; at += 2) {
    const [x, y] = [places[at] ?? 0, places[at + 1] ?? 0];
    places[at] = x * cos - y * sin;
    places[at + 1] = x * sin + y * cos;
  }
}

const ROUNDS = 60;
// Water between islands, as a share of their reach.
const AIR = 1.18;

/** Pushes apart, in rounds over a grid, what reaches into each other. */
export function spread(places: Float32Array, radii: Float32Array): void {
  const cell = 2 * AIR * radii.reduce((most, radius) => Math.max(most, radius), 0);
  if (!(cell > 0)) return;
  for (let round = 0; round < ROUNDS; round++) if (!pushApart(places, radii, cell)) return;
}

function pushApart(places: Float32Array, radii: Float32Array, cell: number): boolean {
  const grid = new Map<string, number[]>();
  let isMoved = false;
  for (let node = 0; node < radii.length; node++) {
    const column = Math.floor((places[node * 2] ?? 0) / cell);
    const row = Math.floor((places[node * 2 + 1] ?? 0) / cell);
    for (let dx = -1; dx <= 1; dx++) {
      for (let dy = -1; dy <= 1; dy++) {
        for (const other of grid.get(`${column + dx},${row + dy}`) ?? []) {
          const reach = AIR * ((radii[node] ?? 1) + (radii[other] ?? 1));
          if (pushPair(places, node, other, reach)) isMoved = true;
        }
      }
    }
    const key = `${column},${row}`;
    const held = grid.get(key);
    if (held === undefined) grid.set(key, [node]);
    else held.push(node);
  }
  return isMoved;
}

function pushPair(places: Float32Array, a: number, b: number, wanted: number): boolean {
  let dx = (places[a * 2] ?? 0) - (places[b * 2] ?? 0);
  let dy = (places[a * 2 + 1] ?? 0) - (places[b * 2 + 1] ?? 0);
  let distance = Math.hypot(dx, dy);
  if (distance >= wanted) return false;
  if (distance < wanted / 1e3) {
    // In one place: any direction will do, as long as it is the same every time.
    [dx, dy, distance] = [Math.cos(a), Math.sin(a), 1];
  }
  const push = (wanted - Math.min(distance, wanted)) / 2 / distance;
  places[a * 2] = (places[a * 2] ?? 0) + dx * push;
  places[a * 2 + 1] = (places[a * 2 + 1] ?? 0) + dy * push;
  places[b * 2] = (places[b * 2] ?? 0) - dx * push;
  places[b * 2 + 1] = (places[b * 2 + 1] ?? 0) - dy * push;
  return true;
}
