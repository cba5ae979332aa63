import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resolveNode } from '../../../src/code/query/resolve-node.js';
import { BAKERY, bakery, segmentOf } from '../../support/bakery.js';
import { naiveGraph } from '../../support/naive-graph.js';

const view = bakery();

function meaning(text: string): string | readonly string[] {
  const resolved = resolveNode(view, text, { root: '/home/ada/shop' });
  switch (resolved.kind) {
    case 'one':
      return view.id(resolved.node);
    case 'several':
      return resolved.nodes.map((node) => view.id(node));
    case 'none':
      return ['none', ...resolved.nearest.map((node) => view.id(node))];
  }
}

test('a path of Windows is read as editors write it', () => {
  const root = 'C:\\Users\\Ada\\shop';
  for (const text of [
    'C:\\Users\\Ada\\shop\\src\\bakery\\oven.py',
    'c:\\users\\ada\\Shop\\src\\bakery\\oven.py',
    'C:/Users/Ada/shop/src/bakery/oven.py',
    'file:///c%3A/Users/Ada/shop/src/bakery/oven.py',
    '\\\\?\\C:\\Users\\Ada\\shop\\src\\bakery\\oven.py',
  ]) {
    const resolved = resolveNode(view, text, { root });
    assert.equal(resolved.kind === 'one' && view.id(resolved.node), OVEN, text);
    const placed = resolveNode(view, `${text}:13`, { root });
    assert.equal(placed.kind === 'one' && view.id(placed.node), BAKE, text);
  }
  const elsewhere = resolveNode(view, 'D:\\Users\\Ada\\shop\\src\\bakery\\oven.py', { root });
  assert.equal(elsewhere.kind, 'none');
});

const OVEN = 'file:src/bakery/oven.py';
const BAKE = 'func:src.bakery.oven.Oven.bake';
const ONE: readonly (readonly [text: string, id: string])[] = [
  [BAKE, BAKE],
  ['`func:src.bakery.oven.Oven.bake`', BAKE],
  ['Oven.bake', BAKE],
  ['oven.Oven.bake', BAKE],
  ['bakery.oven.Oven.bake', BAKE],
  ['src.bakery.oven.Oven.bake()', BAKE],
  ['bake()', BAKE],
  ['bake(self, 3)', BAKE],
  ['def bake', BAKE],
  ['func:bake', BAKE],
  ['function:Oven.bake', BAKE],
  ['class Oven', 'class:src.bakery.oven.Oven'],
  ['Oven', 'class:src.bakery.oven.Oven'],
  ['bakery.Oven', 'class:src.bakery.oven.Oven'],
  ['src/bakery/oven.py', OVEN],
  ['./src/bakery/oven.py', OVEN],
  ['src\\bakery\\oven.py', OVEN],
  ['/home/ada/shop/src/bakery/oven.py', OVEN],
  ['file:///home/ada/shop/src/bakery/oven.py', OVEN],
  ['file:///home/ada/shop/src/%62akery/oven.py:13', BAKE],
  ['bakery/oven.py', OVEN],
  ['oven.py', OVEN],
  ['oven', OVEN],
  ['src/bakery/oven', OVEN],
  ['bakery.oven', OVEN],
  ['file:bakery/oven.py', OVEN],
  ['src/bakery', 'module:src.bakery'],
  ['src/bakery/', 'module:src.bakery'],
  ['bakery', 'module:src.bakery'],
  ['src/bakery/oven.py:13', BAKE],
  ['oven.py:13:8', BAKE],
  ['oven.py#L13-L15', BAKE],
  ['oven.py:10', 'class:src.bakery.oven.Oven'],
  ['oven.py:1', OVEN],
  ['close', 'func:src.bakery.shop.close#2'],
  ['shop.close#2', 'func:src.bakery.shop.close#2'],
  ['ADR-8', 'adr:0008'],
  ['adr 0008', 'adr:0008'],
  ['ADR#8', 'adr:0008'],
  ['adr:8', 'adr:0008'],
  ['ADR-0008', 'adr:0008'],
  ['docs/adr/0008-one-oven.md', 'adr:0008'],
  ['0008-one-oven.md', 'adr:0008'],
  ['0008-one-oven', 'adr:0008'],
  ['one oven is enough', 'adr:0008'],
];
for (const [text, id] of ONE) test(`${text} means ${id}`, () => assert.equal(meaning(text), id));

test('several stay several, best first', () => {
  assert.deepEqual(meaning('residual heat'), 'concept:residual_heat');
  assert.deepEqual(meaning('RESIDUAL HEAT'), ['concept:heat', 'concept:residual_heat']);
});

test('code goes before what documents call so, unless they are asked for', () => {
  const oven = segmentOf('NOTES.md', [['concept:oven', 1, {}, 'Oven']]);
  const graph = naiveGraph([...BAKERY, oven]);
  const meant = (text: string) => {
    const resolved = resolveNode(graph, text);
    return resolved.kind === 'one' ? graph.id(resolved.node) : resolved.kind;
  };
  assert.deepEqual([meant('Oven'), meant('concept Oven')], ['class:src.bakery.oven.Oven', 'concept:oven']);
});

test('spaces around a name are of the name where a file has them', () => {
  const graph = naiveGraph([...BAKERY, segmentOf(' oven .py', [['file: oven .py', 1]])]);
  for (const text of [' oven .py', 'file: oven .py']) {
    const resolved = resolveNode(graph, text);
    assert.equal(resolved.kind === 'one' && graph.id(resolved.node), 'file: oven .py', text);
  }
});

test('none gives the nearest ids', () => {
  assert.deepEqual(meaning('Oven.bakes'), ['none', BAKE, 'class:src.bakery.oven.Oven', 'module:src.bakery']);
  assert.deepEqual(meaning('src/bakery/ovn.py'), ['none', OVEN]);
  assert.deepEqual(meaning('constructor'), ['none']);
  assert.deepEqual(meaning('   '), ['none']);
});
