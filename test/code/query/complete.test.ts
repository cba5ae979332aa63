import assert from 'node:assert/strict';
import { test } from 'node:test';
import { completeName } from '../../../src/code/query/complete.js';
import { bakery } from '../../support/bakery.js';

const proposed = (typed: string, types?: Parameters<typeof completeName>[2]) =>
  completeName(bakery(), typed, types).values;

test('what begins as typed comes first, then what holds it', () => {
  assert.deepEqual(proposed('Oven'), [
    'class:src.bakery.oven.Oven',
    'file:src/bakery/oven.py',
    'func:src.bakery.oven.preheat_oven',
  ]);
  assert.deepEqual(proposed('ba').slice(0, 2), ['func:src.bakery.oven.Oven.bake', 'module:src.bakery']);
});

test('paths, ids and dotted names are completed where the typing stands', () => {
  assert.deepEqual(proposed('file:src/bakery/sh'), ['file:src/bakery/shop.py']);
  assert.deepEqual(proposed('func:src.bakery.shop.cl'), [
    'func:src.bakery.shop.close',
    'func:src.bakery.shop.close#2',
  ]);
  assert.deepEqual(proposed('oven.Oven.'), [
    'func:src.bakery.oven.Oven.heat',
    'func:src.bakery.oven.Oven.bake',
  ]);
  assert.deepEqual(proposed('no such'), []);
});

test('a path goes on with the folders and files of the next level, then with what lies deeper', () => {
  assert.deepEqual(proposed('src/ba'), [
    'src/bakery/',
    'src/bakery/__init__.py',
    'src/bakery/oven.py',
    'src/bakery/shop.py',
  ]);
  assert.deepEqual(proposed('./src/bakery/sh'), ['src/bakery/shop.py']);
  assert.deepEqual(proposed('SRC/bakery/ov'), ['src/bakery/oven.py']);
  assert.deepEqual(proposed('bakery/ov'), ['file:src/bakery/oven.py']);
});

test('members of the very class come before what stands in a module of its name', () => {
  assert.deepEqual(proposed('Oven.').slice(0, 2), [
    'func:src.bakery.oven.Oven.heat',
    'func:src.bakery.oven.Oven.bake',
  ]);
  assert.deepEqual(proposed('Oven.b'), ['func:src.bakery.oven.Oven.bake']);
  assert.ok(proposed('Oven.').length > 2);
});

test('nothing typed proposes the most referred to, and a type narrows it', () => {
  const { values, total } = completeName(bakery(), '');
  assert.equal(total, 18);
  assert.equal(values[0], 'func:src.bakery.oven.Oven.heat');
  assert.deepEqual(proposed('', ['adr']), ['adr:0008']);
  assert.deepEqual(proposed('8', ['adr']), ['adr:0008']);
});
