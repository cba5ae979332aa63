import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { GraphView } from '../../../src/code/graph.js';
import { type RelateAnswer, type RelateRequest, relate } from '../../../src/code/query/relate.js';
import { bakery, nodeAt, segmentOf } from '../../support/bakery.js';
import { naiveGraph } from '../../support/naive-graph.js';

const OVEN = 'class:src.bakery.oven.Oven';
const HEAT = 'func:src.bakery.oven.Oven.heat';

function around(id: string, more: Partial<RelateRequest> = {}, view = bakery()): RelateAnswer {
  return relate(view, { node: nodeAt(view, id), depth: 1, direction: 'both', limit: 100, ...more });
}

function idsOf(answer: RelateAnswer): string[] {
  return answer.nodes.map(({ node, distance }) => `${distance} ${node.id}`);
}

test('one hop in both directions, the kinds of edges in turns', () => {
  assert.deepEqual(idsOf(around(OVEN)), [
    '1 func:src.bakery.oven.Oven.bake',
    '1 class:src.bakery.oven.Appliance',
    '1 file:src/bakery/oven.py',
    '1 adr:0008',
    '1 func:src.bakery.oven.Oven.heat',
  ]);
});

test('a direction and a type narrow it', () => {
  const callers = around(HEAT, { direction: 'in', edgeTypes: ['calls'] });
  assert.deepEqual(idsOf(callers), [
    '1 func:src.bakery.oven.Oven.bake',
    '1 func:src.bakery.oven.preheat_oven',
  ]);
  assert.deepEqual(
    callers.nodes.map(({ edges }) => edges.map(({ lines, resolution }) => [lines, resolution])),
    [[[[14], 'exact']], [[[34], 'candidate']]],
  );
  assert.equal(around(HEAT, { direction: 'out', edgeTypes: ['calls'] }).total, 0);
});

test('two hops count everything and say by type what it is', () => {
  const answer = around('adr:0008', { depth: 2, limit: 3 });
  assert.equal(answer.nodes.length, 3);
  assert.equal(answer.total, 8);
  assert.deepEqual(answer.totalByType, { class: 2, function: 2, file: 1, concept: 2, decision: 1 });
});

test('recursion is an edge of the start to itself', () => {
  const answer = around('func:src.bakery.shop.open_shop', { edgeTypes: ['calls'] });
  assert.deepEqual(
    answer.selfEdges.map(({ type, lines }) => [type, lines]),
    [['calls', [8]]],
  );
});

test('a question about callers says which calls of that name are open', () => {
  const answer = around('func:src.bakery.shop.close', { direction: 'in' });
  assert.equal(answer.unresolved?.total, 2);
  assert.deepEqual(answer.unresolved?.places[0], {
    path: 'src/bakery/shop.py',
    line: 13,
    callee: 'till.close',
  });
  assert.equal(around('func:src.bakery.shop.close', { direction: 'out' }).unresolved, undefined);
});

/** A graph of n functions with the calls given as pairs. */
function callGraph(size: number, calls: readonly (readonly [number, number])[]): GraphView {
  const unique = new Map(calls.map(([a, b]) => [`${a % size} ${b % size}`, [a % size, b % size] as const]));
  return naiveGraph([
    segmentOf(
      'mill.py',
      Array.from({ length: size }, (_, index) => [`func:mill.f${index}`, index + 1] as const),
      [...unique.values()].map(([a, b]) => [`func:mill.f${a}`, 'calls', `func:mill.f${b}`] as const),
    ),
  ]);
}

const graphs = fc.record({
  size: fc.integer({ min: 1, max: 9 }),
  calls: fc.array(fc.tuple(fc.nat(8), fc.nat(8)), { maxLength: 20 }),
  depth: fc.integer({ min: 1, max: 4 }),
  limit: fc.integer({ min: 1, max: 4 }),
});

test('pages join to the whole: each node and each edge once, distances as breadth first gives them', () => {
  fc.assert(
    fc.property(graphs, ({ size, calls, depth, limit }) => {
      const view = callGraph(size, calls);
      const whole = around('func:mill.f0', { depth }, view);
      const pages: RelateAnswer[] = [];
      for (let offset = 0; offset < whole.total; offset += limit) {
        pages.push(around('func:mill.f0', { depth, limit, offset }, view));
      }
      assert.deepEqual(
        pages.flatMap((page) => page.nodes),
        whole.nodes,
      );
      const said = whole.nodes.flatMap(({ edges }) =>
        edges.map(({ source, target }) => `${source} ${target}`),
      );
      assert.equal(new Set(said).size, said.length);
      assert.deepEqual(distancesOf(whole), distancesByHand(size, calls, depth));
    }),
  );
});

function distancesOf(answer: RelateAnswer): Record<string, number> {
  return Object.fromEntries(answer.nodes.map(({ node, distance }) => [node.name, distance]));
}

/** Distances by relaxing every edge again and again. */
function distancesByHand(
  size: number,
  calls: readonly (readonly [number, number])[],
  depth: number,
): Record<string, number> {
  const distances = Array.from({ length: size }, (_, index) => (index === 0 ? 0 : Number.POSITIVE_INFINITY));
  for (let round = 0; round < size; round++) {
    for (const [a, b] of calls.map(([a, b]) => [a % size, b % size] as const)) {
      distances[a] = Math.min(distances[a] ?? 0, (distances[b] ?? 0) + 1);
      distances[b] = Math.min(distances[b] ?? 0, (distances[a] ?? 0) + 1);
    }
  }
  const near = distances.map((distance, index) => [`f${index}`, distance] as const);
  return Object.fromEntries(near.filter(([, distance]) => distance > 0 && distance <= depth));
}
