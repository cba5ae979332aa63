import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { GraphView } from '../../../src/code/graph.js';
import type { EdgeDetail, EdgeType } from '../../../src/code/model.js';
import { findPath, type PathAnswer, type PathRequest } from '../../../src/code/query/path.js';
import { bakery, nodeAt, segmentOf } from '../../support/bakery.js';
import { naiveGraph } from '../../support/naive-graph.js';

function pathBetween(
  source: string,
  target: string,
  more: Partial<PathRequest> = {},
  view = bakery(),
): PathAnswer {
  return findPath(view, { source: nodeAt(view, source), target: nodeAt(view, target), maxDepth: 5, ...more });
}

function idsOf(answer: PathAnswer): string[] {
  return answer.nodes.map(({ id }) => id);
}

test('over the ADR from a concept to the code it governs, against and along edges', () => {
  const answer = pathBetween('concept:residual_heat', 'class:src.bakery.oven.Oven');
  assert.deepEqual(idsOf(answer), ['concept:residual_heat', 'adr:0008', 'class:src.bakery.oven.Oven']);
  assert.deepEqual(
    answer.edges.map(({ source, type, target }) => [source, type, target]),
    [
      ['adr:0008', 'defines', 'concept:residual_heat'],
      ['adr:0008', 'governs', 'class:src.bakery.oven.Oven'],
    ],
  );
});

test('a node is no hop away from itself', () => {
  assert.deepEqual(idsOf(pathBetween('adr:0008', 'adr:0008')), ['adr:0008']);
});

test('no path within the hops asked for, or over the types asked for', () => {
  const answer = pathBetween('concept:heat', 'file:tests/test_shop.py', { maxDepth: 2 });
  assert.deepEqual([answer.nodes, answer.edges], [[], []]);
  assert.deepEqual(answer.reached, { fromSource: 3, fromTarget: 1 });
  const calls = { edgeTypes: ['calls'] satisfies EdgeType[] };
  assert.deepEqual(idsOf(pathBetween('adr:0008', 'class:src.bakery.oven.Oven', calls)), []);
  assert.deepEqual(
    idsOf(pathBetween('func:tests.test_shop.test_opening', 'func:src.bakery.oven.Oven.heat', calls)),
    [
      'func:tests.test_shop.test_opening',
      'func:src.bakery.shop.open_shop',
      'func:src.bakery.oven.Oven.bake',
      'func:src.bakery.oven.Oven.heat',
    ],
  );
});

test('a chain that runs one way is preferred to a helper that both call, though it is less certain', () => {
  const view = naiveGraph([
    segmentOf(
      'mill.py',
      ['order', 'bake', 'heat', 'log'].map((name, line) => [`func:${name}`, line + 1] as const),
      [
        ['func:order', 'calls', 'func:bake', { resolution: 'inferred' }],
        ['func:bake', 'calls', 'func:heat', { resolution: 'exact' }],
        ['func:order', 'calls', 'func:log', { resolution: 'exact' }],
        ['func:heat', 'calls', 'func:log', { resolution: 'exact' }],
      ],
    ),
  ]);
  const chain = ['func:order', 'func:bake', 'func:heat'];
  assert.deepEqual(idsOf(pathBetween('func:order', 'func:heat', {}, view)), chain);
  assert.deepEqual(idsOf(pathBetween('func:heat', 'func:order', {}, view)), chain.reverse());
});

test('of two shortest paths the more certain one, whatever the order of ids', () => {
  for (const [guessed, proven] of [
    ['a', 'z'],
    ['z', 'a'],
  ] as const) {
    const view = naiveGraph([
      segmentOf(
        'mill.py',
        ['start', 'end', guessed, proven].map((name, line) => [`func:mill.${name}`, line + 1] as const),
        [
          ['func:mill.start', 'calls', `func:mill.${guessed}`, { resolution: 'exact' }],
          [`func:mill.${guessed}`, 'calls', 'func:mill.end', { resolution: 'candidate', confidence: 0.5 }],
          ['func:mill.start', 'calls', `func:mill.${proven}`, { resolution: 'inferred' }],
          [`func:mill.${proven}`, 'calls', 'func:mill.end', { resolution: 'exact' }],
        ],
      ),
    ]);
    const answer = pathBetween('func:mill.start', 'func:mill.end', {}, view);
    assert.equal(answer.nodes[1]?.name, proven);
  }
});

type Pair = readonly [from: number, to: number, halves: number];

/** Functions f0…; an edge with `halves` 1 is a candidate of confidence 0.5. */
function mill(size: number, pairs: readonly Pair[]): GraphView {
  const detail = (halves: number): EdgeDetail =>
    halves === 0 ? { resolution: 'exact' } : { resolution: 'candidate', confidence: 0.5 };
  const unique = new Map(
    pairs.map(([a, b, halves]) => [`${a % size} ${b % size}`, [a % size, b % size, halves] as const]),
  );
  return naiveGraph([
    segmentOf(
      'mill.py',
      Array.from({ length: size }, (_, index) => [`func:mill.f${index}`, index + 1] as const),
      [...unique.values()].map(
        ([a, b, halves]) => [`func:mill.f${a}`, 'calls', `func:mill.f${b}`, detail(halves)] as const,
      ),
    ),
  ]);
}

test('the path is as short, and turns as seldom and is as certain for its length, as trying all gives', () => {
  const pairs = fc.array(fc.tuple(fc.nat(7), fc.nat(7), fc.nat(1)), { maxLength: 16 });
  fc.assert(
    fc.property(
      fc.integer({ min: 2, max: 8 }),
      pairs,
      fc.integer({ min: 1, max: 6 }),
      (size, edges, maxDepth) => {
        const view = mill(size, edges);
        const answer = pathBetween('func:mill.f0', 'func:mill.f1', { maxDepth }, view);
        const best = bestByHand(view, nodeAt(view, 'func:mill.f0'), nodeAt(view, 'func:mill.f1'), maxDepth);
        const found = answer.nodes.length === 0 ? undefined : [answer.edges.length, costOf(answer)];
        assert.deepEqual(found, best);
      },
    ),
  );
});

// More than all doubts together.
const TURN = 10;

/** The doubts on a path, and its turns: the edges that run the other way than most. */
function costOf({ nodes, edges }: PathAnswer): number {
  const doubts = edges.reduce((sum, { confidence }) => sum + 1 - (confidence ?? 1), 0);
  const along = edges.filter(({ source }, hop) => source === nodes[hop]?.id).length;
  return doubts + TURN * Math.min(along, edges.length - along);
}

/** [hops, cost] of the best walk, by extending all walks hop by hop, along the edges and then against them. */
function bestByHand(
  view: GraphView,
  source: number,
  target: number,
  hopsMax: number,
): [number, number] | undefined {
  const along = bestOneWay(view, [source, target], hopsMax, true);
  const against = bestOneWay(view, [source, target], hopsMax, false);
  return along === undefined || against === undefined
    ? undefined
    : [along[0], Math.min(along[1], against[1])];
}

function bestOneWay(
  view: GraphView,
  [source, target]: readonly [number, number],
  hopsMax: number,
  isAlong: boolean,
): [number, number] | undefined {
  let costs = new Map([[source, 0]]);
  for (let hops = 0; hops <= hopsMax; hops++) {
    const cost = costs.get(target);
    if (cost !== undefined) return [hops, cost];
    const next = new Map<number, number>();
    for (const [node, before] of costs) {
      const extend = (edge: number, other: number, runsAlong: boolean) => {
        const turn = runsAlong === isAlong ? 0 : TURN;
        const total = before + turn + 1 - (view.detail(edge).confidence ?? 1);
        next.set(other, Math.min(next.get(other) ?? Number.POSITIVE_INFINITY, total));
      };
      for (const edge of view.outgoing(node)) extend(edge, view.target(edge), true);
      for (const edge of view.incoming(node)) extend(edge, view.source(edge), false);
    }
    costs = next;
  }
  return undefined;
}
