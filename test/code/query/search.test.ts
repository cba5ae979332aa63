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
    '0.40 func:src.bakery.shop.open_shop',
    '0.40 class:src.bakery.oven.Appliance',
    '0.40 func:src.bakery.oven.Oven.heat',
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

test('words count by their share of the query; all of them in name and text together are worth 0.4', () => {
  const view = naiveGraph([
    segmentOf('a.py', [
      ['func:a.heat_oven_door', 1],
      ['func:a.oven_light', 2],
      ['func:a.door', 3, { docstring: 'What a heat oven door switch is for' }],
      ['func:a.lamp', 4, { docstring: 'see oven door heat' }],
      ['func:a.lid', 5, { docstring: 'of an oven, no door' }],
    ]),
  ]);
  const { hits } = search(view, { query: 'oven door heat', limit: 10 });
  assert.deepEqual(
    hits.map(({ node, score }) => [node.name, Number(score.toFixed(3))]),
    [
      ['heat_oven_door', 0.6],
      ['door', 0.4],
      ['lamp', 0.4],
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
  const queries = fc
    .tuple(names, fc.boolean())
    .map(([name, isPlain]) => (isPlain ? name.replaceAll('_', ' ') : name));
  const nodes = fc.array(fc.record({ name: names, docstring: names }), { maxLength: 12 });
  fc.assert(
    fc.property(nodes, queries, (sketches, query) => {
      const view = naiveGraph([
        segmentOf(
          'a.py',
          sketches.map(({ name, docstring }, index) => [`func:a.f${index}`, index + 1, { docstring }, name]),
        ),
      ]);
      const { hits, total } = search(view, { query, limit: 100 });
      const isNamed = sketches.some(({ name }) => name.toLowerCase() === query.toLowerCase());
      const expected = new Map(
        sketches.flatMap((sketch, index) => {
          const score = scoreByHand(sketch, query, isNamed);
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

interface Sketch {
  readonly name: string;
  readonly docstring: string;
}

/** The only forms among the words of the property are singular and plural. */
function scoreByHand({ name, docstring }: Sketch, query: string, isNamed: boolean): number {
  const isPlain = query.includes(' ');
  const base = (word: string) => (isPlain || /^[a-z]+$/.test(query) ? word.replace(/s$/, '') : word);
  const words = splitWords(query).map(base);
  const inName = splitWords(name).map(base);
  const matched = splitWords(query).filter((word) => inName.includes(base(word))).length;
  const isCounted = isPlain || !isNamed || matched === words.length;
  const lower = docstring.toLowerCase();
  const text = `${name} ${docstring}`.toLowerCase();
  return Math.max(
    name.toLowerCase() === query.toLowerCase() ? 1 : 0,
    name.toLowerCase().includes(query.toLowerCase()) ? 0.8 : 0,
    isCounted ? (0.6 * matched) / words.length : 0,
    lower.includes(query.toLowerCase()) || (isPlain && words.every((word) => text.includes(word))) ? 0.4 : 0,
  );
}

type Rows = Parameters<typeof segmentOf>[1];

function idsFor(query: string, rows: Rows, path = 'a.py'): string[] {
  const view = naiveGraph([segmentOf(path, rows)]);
  return search(view, { query, limit: 10 }).hits.map(({ node }) => node.id);
}

test('words count in all their forms and as what programmers shorten them to', () => {
  const rows: Rows = [
    ['class:a.UnionFind', 1],
    ['func:a.find_cycle', 2],
    ['func:a.parse_args', 3],
    ['class:a.FileLoader', 4],
  ];
  assert.equal(idsFor('find cycles', rows)[0], 'func:a.find_cycle');
  assert.equal(idsFor('parsing arguments', rows)[0], 'func:a.parse_args');
  assert.equal(idsFor('load files', rows)[0], 'class:a.FileLoader');
  assert.deepEqual(idsFor('FindCycles', rows), ['class:a.UnionFind', 'func:a.find_cycle']);
});

test('a rare word counts more than a frequent one, within a score', () => {
  const frequent = ['random', 'small', 'large'].map(
    (kind, line) => [`func:a.${kind}_graph`, line + 1] as const,
  );
  const rows: Rows = [...frequent, ['func:a.erdos_renyi', 9], ['class:a.Graph', 10]];
  assert.equal(idsFor('graph erdos', rows)[0], 'func:a.erdos_renyi');
});

test('the beginning of the docstring and what a node stands in count, within a score', () => {
  const rows: Rows = [
    ['class:a.Loader', 1],
    ['class:a.Shelf.Loader', 2],
    ['class:a.DiskLoader', 3, { docstring: 'Loads templates from the file system.' }],
  ];
  assert.equal(idsFor('load template', rows)[0], 'class:a.DiskLoader');
  assert.equal(idsFor('shelf loading', rows)[0], 'class:a.Shelf.Loader');
});

test('what stands in tests comes last within a score, unless tests are asked for', () => {
  const view = naiveGraph([
    segmentOf('src/tests/test_oven.py', [['class:src.tests.test_oven.OvenDoor', 1]]),
    segmentOf('src/contest.py', [['func:src.contest.oven_door', 1]]),
  ]);
  const first = (query: string) => search(view, { query, limit: 5 }).hits[0]?.node.type;
  assert.equal(first('door oven'), 'function');
  assert.equal(first('door oven test'), 'class');
});

test('what a dotted name names comes first with the score of an exact name', () => {
  const hits = search(bakery(), { query: 'Oven.bake', limit: 5 }).hits;
  assert.deepEqual([hits[0]?.node.id, hits[0]?.score], ['func:src.bakery.oven.Oven.bake', 1]);
});

test('a query that is the name of a node does not find parts of that name', () => {
  const rows: Rows = [
    ['class:a.OrderedDict', 1],
    ['class:a.MyOrderedDict', 2],
    ['func:a.dict_ordered', 3],
    ['func:a.dict', 4],
    ['func:a.lru', 5, { docstring: 'Keeps an OrderedDict.' }],
  ];
  assert.deepEqual(idsFor('OrderedDict', rows), [
    'class:a.OrderedDict',
    'class:a.MyOrderedDict',
    'func:a.dict_ordered',
    'func:a.lru',
  ]);
  assert.ok(idsFor('OrderedDict', rows.slice(1)).includes('func:a.dict'));
});

test('a name that no node has may be a variable, and an empty graph says so', () => {
  const isVariable = (query: string) => search(bakery(), { query, limit: 5 }).mayBeVariable;
  assert.deepEqual(['HEAT_MAX', 'oven.HEAT_MAX', 'zeppelin'].map(isVariable), [true, true, true]);
  assert.deepEqual(['Oven', 'OVEN', 'preheat', 'no such oven'].map(isVariable), [false, false, false, false]);
  assert.equal(search(naiveGraph([]), { query: 'oven', limit: 5 }).isEmptyGraph, true);
  assert.equal(search(bakery(), { query: 'zeppelin', limit: 5 }).isEmptyGraph, false);
});

test('the totals by score add up', () => {
  const { total, totalByScore } = search(bakery(), { query: 'oven heat', limit: 1 });
  assert.equal(
    totalByScore.reduce((sum, each) => sum + each.total, 0),
    total,
  );
});

test('the order of the segments does not matter', () => {
  const answers = [BAKERY, [...BAKERY].reverse()].map((segments): unknown => {
    const view: GraphView = naiveGraph(segments);
    return ['e', 'oven', 'heat', 'close'].map((query) =>
      search(view, { query, limit: 50, nodeTypes: NODE_TYPES }),
    );
  });
  assert.deepEqual(answers[0], answers[1]);
});
