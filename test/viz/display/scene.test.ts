/** What a picture shows of a graph that is too large for it: groups that hold everything once, and open. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { GraphData } from '../../../viz/src/data/graph-data.js';
import { buildScene, type Scene } from '../../../viz/src/display/scene.js';
import { visibilityOf } from '../../../viz/src/display/visibility.js';
import { islandsOf } from '../../../viz/src/layout/islands.js';
import { seedIslands } from '../../../viz/src/layout/seed.js';
import { initialView } from '../../../viz/src/state/view-state.js';
import { graphData, idsOf } from '../../support/graph-data.js';

const NOTHING = { opened: new Set<string>(), pinned: new Set<number>() };
const FUNCTIONS = 30;
const FILES = 40;
const DOCKS = 10;

/** Ten docks of forty files of thirty functions: 12,411 nodes. */
function fleet(): GraphData {
  const lines = ['module fleet'];
  for (let dock = 0; dock < DOCKS; dock++) {
    lines.push(`module d${dock}`, `fleet contains d${dock}`);
    for (let file = 0; file < FILES; file++) {
      const name = `d${dock}/f${file}`;
      lines.push(`file ${name}`, `d${dock} contains ${name}`);
      for (let n = 0; n < FUNCTIONS; n++) {
        lines.push(`function ${name}.${n}`, `${name} contains ${name}.${n}`);
      }
    }
  }
  for (let dock = 1; dock < DOCKS; dock++)
    lines.push(`d${dock}/f0.0 calls d0/f0.0`, `d${dock}/f0.1 calls d0/f0.0`);
  return graphData(lines.join('\n'));
}

const FLEET = fleet();
const at = (id: string) => FLEET.byId.get(id) ?? -1;

/** Everything is in the picture or in one group of it. */
function assertWhole(data: GraphData, scene: Scene): void {
  const shown = new Set(scene.nodes);
  const held = [...scene.held.values()].reduce((sum, count) => sum + count, 0);
  assert.equal(scene.nodes.length + held, data.nodeCount);
  for (const group of scene.shownAs) assert.ok(shown.has(group));
}

describe('a scene', () => {
  it('has all nodes of a graph that fits', () => {
    const data = graphData('file keel\nfile mast\nkeel imports mast');
    const scene = buildScene(data, NOTHING);
    assert.deepEqual([scene.isGrouped, [...scene.nodes], [...scene.from]], [false, [0, 1], [0]]);
  });

  it('begins with few groups, and joins their edges by kind', () => {
    const scene = buildScene(FLEET, NOTHING);
    assertWhole(FLEET, scene);
    assert.ok(scene.isGrouped && scene.nodes.length <= 320);
    const calls = [...scene.from.keys()].filter((edge) => scene.edgeKinds[edge] === 2);
    const ends = calls.map((edge) => idsOf(FLEET, [scene.from[edge] ?? 0, scene.to[edge] ?? 0]).join(' > '));
    assert.ok(ends.includes('d9 > d0/f0'), ends.join());
    assert.equal(scene.weights[calls[ends.indexOf('d9 > d0/f0')] ?? 0], 2);
  });

  it('opens a group with all that leads to it', () => {
    const scene = buildScene(FLEET, { ...NOTHING, opened: new Set(['d3/f7']) });
    assertWhole(FLEET, scene);
    assert.ok(scene.nodes.includes(at('d3/f7.5')) && !scene.nodes.includes(at('d3/f8.5')));
  });

  it('shows what is asked for by itself', () => {
    const scene = buildScene(FLEET, { ...NOTHING, pinned: new Set([at('d3/f7.5')]) });
    assertWhole(FLEET, scene);
    assert.equal(scene.shownAs[at('d3/f7.5')], at('d3/f7.5'));
    assert.notEqual(scene.shownAs[at('d3/f7.6')], at('d3/f7.6'));
  });
});

describe('what filters leave', () => {
  const data = graphData('file keel\nfunction lay\nfunction bolt\nkeel contains lay\nlay calls bolt');
  const scene = buildScene(data, NOTHING);
  const none = { nodes: new Set<number>(), edges: new Set<number>() };

  it('are nodes of the kinds, and edges between them', () => {
    const { nodes, edges } = visibilityOf(data, scene, initialView('calls'), none);
    assert.deepEqual(
      [[...nodes], [...edges]],
      [
        [0, 1, 1],
        [0, 1],
      ],
    );
  });

  it('never hide what is revealed', () => {
    const revealed = { nodes: new Set([1]), edges: new Set([0]) };
    const { nodes, edges } = visibilityOf(data, scene, initialView('architecture'), revealed);
    assert.deepEqual(
      [[...nodes], [...edges]],
      [
        [1, 1, 0],
        [1, 0],
      ],
    );
  });
});

describe('islands', () => {
  it('hold a file with all that is in it, nothing on top of anything', () => {
    const scene = buildScene(FLEET, { ...NOTHING, opened: new Set(['d3/f7', 'd3/f8']) });
    const islands = islandsOf(FLEET, scene);
    assert.equal(islands.of[at('d3/f7.5')], islands.of[at('d3/f7')]);
    const own = [at('d3/f7'), ...Array.from({ length: FUNCTIONS }, (_, n) => at(`d3/f7.${n}`))];
    for (const a of own) {
      for (const b of own) {
        const gap = Math.hypot(
          (islands.dx[a] ?? 0) - (islands.dx[b] ?? 0),
          (islands.dy[a] ?? 0) - (islands.dy[b] ?? 0),
        );
        assert.ok(a === b || gap > 1, `${FLEET.ids[a]} and ${FLEET.ids[b]} are ${gap} apart`);
      }
    }
  });

  it('begin at the same places every time', () => {
    const scene = buildScene(FLEET, NOTHING);
    const places = () => [...seedIslands(FLEET, islandsOf(FLEET, scene))];
    assert.deepEqual(places(), places());
    assert.equal(new Set(places()).size > scene.nodes.length, true);
  });
});
