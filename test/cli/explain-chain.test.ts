/** `kg-memory explain` tells how the receiver of a call got its class: where it is set, and what that line calls. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { placeNamed, settingLines } from '../../src/code/query/value-places.js';
import { runKgMemory } from '../support/run-bin.js';
import { makeTree, removeTree } from '../support/tree.js';

const SHOP = `class Shelf:
    def put(self, loaf):
        return loaf


def make_shelf(kind):
    if kind:
        return Shelf()
    return Shelf()


class Bakery:
    def __init__(self, kind):
        self.shelf = make_shelf(kind)


class Shop(Bakery):
    def sell(self, loaf):
        place = self.shelf
        return place.put(loaf)
`;

const root = makeTree({ 'shop.py': SHOP });
after(() => removeTree(root));

test('the chain leads from the call to what was made', async () => {
  await runKgMemory(['index', '-C', root]);
  const { stdout } = await runKgMemory(['explain', 'Shop.sell', 'Shelf.put', '-C', root]);
  const chain = stdout.slice(stdout.indexOf('  shop.py:20'), stdout.indexOf('\n\nIndex:'));
  assert.equal(
    chain,
    [
      '  shop.py:20 `return place.put(loaf)`',
      '    inferred: values were followed; place: Shelf',
      '    set in shop.py:19 `place = self.shelf`',
      '    set in shop.py:14 `self.shelf = make_shelf(kind)`',
      '      which calls `func:shop.make_shelf` (shop.py:6): `return Shelf()`, `return Shelf()`',
    ].join('\n'),
  );
});

test('a reason names a place, or none', () => {
  assert.equal(placeNamed('self.shelf: Shelf, Rack'), 'self.shelf');
  assert.equal(placeNamed('shelf: Shelf'), 'shelf');
  assert.equal(placeNamed('make(): Shelf'), undefined);
});

test('names are set in functions, attributes in classes', () => {
  const body = ['def sell(self, loaf):', '    if shelf == other:', '    shelf = 1', '    for shelf in rack:'];
  assert.deepEqual(settingLines('shelf', body, false), [2, 3]);
  assert.deepEqual(settingLines('loaf', body, false), [0]);
  assert.deepEqual(settingLines('self.shelf', body, false), []);
  const owner = [
    'class Shop:',
    '    shelf: Shelf',
    '    def a(self):',
    '        self.shelf = x',
    '        self.shelf == x',
  ];
  assert.deepEqual(settingLines('self.shelf', owner, true), [1, 3]);
});
