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

/** `order` calls `bake` calls … along each of the chains; `in` instead of `calls` where a step ends with `<`. */
function street(...chains: readonly (readonly string[])[]): GraphView {
  const names = [...new Set(chains.flat().map((step) => step.replace('<', '')))];
  const edges = new Map<string, readonly [string, EdgeType, string]>();
  for (const chain of chains) {
    chain.forEach((step, at) => {
      const before = chain[at - 1]?.replace('<', '');
      const type = step.endsWith('<') ? 'contains' : 'calls';
      const edge = [`func:${before}`, type, `func:${step.replace('<', '')}`] as const;
      if (before !== undefined) edges.set(edge.join(' '), edge);
    });
  }
  const rows = names.map((name, line) => [`func:${name}`, line + 1] as const);
  return naiveGraph([segmentOf('street.py', rows, [...edges.values()])]);
}

function namesOf(view: GraphView, source: string, target: string, more: Partial<PathRequest> = {}): string {
  return idsOf(pathBetween(`func:${source}`, `func:${target}`, more, view))
    .map((id) => id.replace('func:', ''))
    .join(' ');
}

test('of equally long chains the one of calls, not the one over what a class contains', () => {
  const view = street(['main', 'build', 'Tax', 'apply<'], ['main', 'total', 'zone', 'apply']);
  assert.equal(namesOf(view, 'main', 'apply'), 'main total zone apply');
});

test('what something contains shortens a chain only where that saves three hops', () => {
  const long = ['main', 'a', 'b', 'c', 'apply'];
  assert.equal(namesOf(street(long, ['main', 'Tax', 'apply<']), 'main', 'apply'), long.join(' '));
  const longer = ['main', 'a', 'b', 'c', 'd', 'apply'];
  assert.equal(namesOf(street(longer, ['main', 'Tax', 'apply<']), 'main', 'apply'), 'main Tax apply');
  assert.equal(namesOf(street(longer, ['main', 'Tax', 'x', 'apply<']), 'main', 'apply'), longer.join(' '));
});

test('a chain of calls comes before a shorter connection over a helper that both use', () => {
  const view = street(
    ['invoke', 'main', 'parse', 'handle', 'consume'],
    ['invoke', 'echo'],
    ['consume', 'echo'],
  );
  assert.equal(namesOf(view, 'invoke', 'consume'), 'invoke main parse handle consume');
  assert.equal(namesOf(view, 'consume', 'invoke'), 'consume handle parse main invoke');
});

test('a chain that is only longer than asked for is mentioned beside the connection', () => {
  const view = street(
    ['invoke', 'main', 'parse', 'handle', 'consume'],
    ['invoke', 'echo'],
    ['consume', 'echo'],
  );
  const answer = pathBetween('func:invoke', 'func:consume', { maxDepth: 3 }, view);
  assert.deepEqual(
    answer.nodes.map(({ name }) => name),
    ['invoke', 'echo', 'consume'],
  );
  assert.equal(answer.longerChain, 4);
  assert.equal(pathBetween('func:consume', 'func:invoke', { maxDepth: 3 }, view).longerChain, undefined);
  const none = pathBetween('func:invoke', 'func:consume', { maxDepth: 1 }, view);
  assert.deepEqual([none.nodes, none.longerChain], [[], 4]);
});

test('a method leads to its class, and to its siblings only as a connection', () => {
  const view = naiveGraph([
    segmentOf(
      'oven.py',
      [
        ['class:Oven', 1],
        ['func:Oven.bake', 2],
        ['func:Oven.heat', 3],
        ['func:helper', 4],
      ],
      [
        ['class:Oven', 'contains', 'func:Oven.bake'],
        ['class:Oven', 'contains', 'func:Oven.heat'],
        ['func:Oven.bake', 'method_of', 'class:Oven'],
        ['func:Oven.heat', 'method_of', 'class:Oven'],
        ['func:Oven.heat', 'calls', 'func:helper'],
        ['func:helper', 'calls', 'func:Oven.bake'],
      ],
    ),
  ]);
  assert.deepEqual(idsOf(pathBetween('func:Oven.bake', 'class:Oven', {}, view)), [
    'func:Oven.bake',
    'class:Oven',
  ]);
  assert.deepEqual(idsOf(pathBetween('func:Oven.bake', 'func:Oven.heat', {}, view)), [
    'func:Oven.bake',
    'func:helper',
    'func:Oven.heat',
  ]);
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

test('the path is the best chain, or the best one back, or the best connection, as trying all walks gives', () => {
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

/** [hops, cost] of the best walk, by extending all walks hop by hop: one way, the other way, both ways. */
function bestByHand(
  view: GraphView,
  source: number,
  target: number,
  hopsMax: number,
): [number, number] | undefined {
  const ends = [source, target] as const;
  const best = (along: number, against: number) => bestWalk(view, ends, hopsMax, { along, against });
  const never = Number.POSITIVE_INFINITY;
  const chain = best(0, never) ?? best(never, 0);
  if (chain !== undefined) return chain;
  const mostlyAlong = best(0, TURN);
  const mostlyAgainst = best(TURN, 0);
  if (mostlyAlong === undefined || mostlyAgainst === undefined) return undefined;
  return [mostlyAlong[0], Math.min(mostlyAlong[1], mostlyAgainst[1])];
}

/** `turns`: what a hop along its edge costs, and one against it. */
function bestWalk(
  view: GraphView,
  [source, target]: readonly [number, number],
  hopsMax: number,
  turns: { readonly along: number; readonly against: number },
): [number, number] | undefined {
  let costs = new Map([[source, 0]]);
  for (let hops = 0; hops <= hopsMax; hops++) {
    const cost = costs.get(target);
    if (cost !== undefined) return [hops, cost];
    const next = new Map<number, number>();
    for (const [node, before] of costs) {
      const extend = (edge: number, other: number, turn: number) => {
        const total = before + turn + 1 - (view.detail(edge).confidence ?? 1);
        if (total < (next.get(other) ?? Number.POSITIVE_INFINITY)) next.set(other, total);
      };
      for (const edge of view.outgoing(node)) extend(edge, view.target(edge), turns.along);
      for (const edge of view.incoming(node)) extend(edge, view.source(edge), turns.against);
    }
    costs = next;
  }
  return undefined;
}
