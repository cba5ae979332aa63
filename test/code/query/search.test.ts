import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { GraphView } from '../../../src/code/graph.js';
import { NODE_TYPES } from '../../../src/code/model.js';
import { type SearchRequest, search } from '../../../src/code/query/search.js';
import { splitWords } from '../../../src/code/query/words.js';
import { BAKERY, bakery, segmentOf } from '../../support/bakery.js';
import { naiveGraph } from '../../support/naive-graph.js';

function hitsOf(query: string, more: Partial<SearchRequest> = {}): string[] {
  const { hits } = search(bakery(), { query, limit: 100, ...more });
  return hits.map(({ node, score }) => `${score.toFixed(2)} ${node.id}`);
}

test('an exact name comes before names that contain it, before its words in others and in properties', () => {
  assert.deepEqual(hitsOf('oven', { nodeTypes: ['class', 'function'] }), [
    '1.00 class:src.bakery.oven.Oven',
    '0.80 func:src.bakery.oven.preheat_oven',
    '0.40 class:src.bakery.oven.Appliance',
    '0.40 func:src.bakery.oven.Oven.heat',
    '0.40 func:src.bakery.shop.open_shop',
    '0.40 func:src.bakery.oven.Oven.bake',
  ]);
});

test('what stands in a file is found by the name of the file', () => {
  assert.deepEqual(hitsOf('shop.py', { nodeTypes: ['function'] }), [
    '0.40 func:src.bakery.shop.open_shop',
    '0.40 func:src.bakery.shop.close',
    '0.40 func:src.bakery.shop.close#2',
    '0.40 func:tests.test_shop.test_opening',
  ]);
});

test('words count by their share of the query, and a property outweighs one word of three', () => {
  const view = naiveGraph([
    segmentOf('a.py', [
      ['func:a.heat_oven_door', 1],
      ['func:a.oven_light', 2],
      ['func:a.door', 3, { docstring: 'What a heat oven door switch is for' }],
      ['func:a.lamp', 4, { docstring: 'see oven door heat' }],
    ]),
  ]);
  const { hits } = search(view, { query: 'oven door heat', limit: 10 });
  assert.deepEqual(
    hits.map(({ node, score }) => [node.name, Number(score.toFixed(3))]),
    [
      ['heat_oven_door', 0.6],
      ['lamp', 0.4],
      ['door', 0.2],
      ['oven_light', 0.2],
    ],
  );
});

test('two of three words score as much as a property, and share its order', () => {
  const view = naiveGraph([
    segmentOf('a.py', [
      ['func:a.oven_door', 1],
      ['class:a.Lamp', 2, { docstring: 'an oven door lamp' }],
    ]),
  ]);
  const { hits } = search(view, { query: 'oven door lamp', limit: 10 });
  assert.deepEqual(
    hits.map(({ node, score }) => [node.id, score]),
    [
      ['class:a.Lamp', 0.4],
      ['func:a.oven_door', 0.4],
    ],
  );
});

test('within a score: letter case, type, references, length, id', () => {
  const view = naiveGraph([
    segmentOf(
      'a.py',
      [
        ['class:a.BAKE', 1],
        ['func:a.bake', 2],
        ['func:b.bake', 3],
        ['func:c.bake', 4],
        ['func:a.bakery', 5],
        ['func:a.bakes', 6],
        ['func:a.caller', 7],
      ],
      [['func:a.caller', 'calls', 'func:c.bake']],
    ),
  ]);
  const { hits } = search(view, { query: 'bake', limit: 10 });
  assert.deepEqual(
    hits.map(({ node }) => node.id),
    ['func:c.bake', 'func:a.bake', 'func:b.bake', 'class:a.BAKE', 'func:a.bakes', 'func:a.bakery'],
  );
});

test('no hit gives the nearest names', () => {
  const answer = search(bakery(), { query: 'preheatoven', limit: 5 });
  assert.equal(answer.total, 0);
  assert.equal(answer.nearest[0]?.id, 'func:src.bakery.oven.preheat_oven');
});

test('a query that is a path or a dotted name also says what it means', () => {
  assert.equal(
    search(bakery(), { query: 'Oven.bake', limit: 5 }).named?.id,
    'func:src.bakery.oven.Oven.bake',
  );
  assert.equal(search(bakery(), { query: 'bake', limit: 5 }).named, undefined);
});

test('pages are cut from one order', () => {
  const all = hitsOf('e');
  const paged = [0, 3, 6, 9, 12, 15, 18].flatMap((offset) => hitsOf('e', { limit: 3, offset }));
  assert.deepEqual(paged, all);
  assert.equal(search(bakery(), { query: 'e', limit: 1 }).total, all.length);
});

test('every score is the highest that applies, by a definition written the other way round', () => {
  const vocabulary = ['oven', 'Oven', 'ovens', 'bake', 'preheat_oven', 'bakeOven', 'door', 'heat', 'HEAT'];
  const names = fc
    .array(fc.constantFrom(...vocabulary), { minLength: 1, maxLength: 3 })
    .map((parts) => parts.join('_'));
  const nodes = fc.array(fc.record({ name: names, docstring: names }), { maxLength: 12 });
  fc.assert(
    fc.property(nodes, names, (sketches, query) => {
      const view = naiveGraph([
        segmentOf(
          'a.py',
          sketches.map(({ name, docstring }, index) => [`func:a.f${index}`, index + 1, { docstring }, name]),
        ),
      ]);
      const { hits, total } = search(view, { query, limit: 100 });
      const expected = new Map(
        sketches.flatMap(({ name, docstring }, index) => {
          const score = scoreByHand(name, docstring, query);
          return score > 0 ? [[`func:a.f${index}` as string, score] as const] : [];
        }),
      );
      assert.equal(total, expected.size);
      for (const { node, score } of hits) assert.ok(Math.abs(score - (expected.get(node.id) ?? 0)) < 1e-9);
      assert.deepEqual(
        hits.map(({ score }) => score),
        hits.map(({ score }) => score).sort((a, b) => b - a),
      );
    }),
  );
});

function scoreByHand(name: string, docstring: string, query: string): number {
  const words = splitWords(query);
  const matched = words.filter((word) => splitWords(name).includes(word)).length;
  return Math.max(
    name.toLowerCase() === query.toLowerCase() ? 1 : 0,
    name.toLowerCase().includes(query.toLowerCase()) ? 0.8 : 0,
    (0.6 * matched) / words.length,
    docstring.toLowerCase().includes(query.toLowerCase()) ? 0.4 : 0,
  );
}

test('the order of the segments does not matter', () => {
  const answers = [BAKERY, [...BAKERY].reverse()].map((segments): unknown => {
    const view: GraphView = naiveGraph(segments);
    return ['e', 'oven', 'heat', 'close'].map((query) =>
      search(view, { query, limit: 50, nodeTypes: NODE_TYPES }),
    );
  });
  assert.deepEqual(answers[0], answers[1]);
});
