/** Lists by a key keep the order in which things came. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addTo, groupBy, removeFrom } from '../../src/kernel/groups.js';

const loaves = ['rye', 'spelt', 'roll', 'stollen', 'oat'];

test('items stand behind those of their key, keys in the order of their first', () => {
  const byInitial = groupBy(loaves, ([initial]) => initial);
  assert.deepEqual(
    [...byInitial],
    [
      ['r', ['rye', 'roll']],
      ['s', ['spelt', 'stollen']],
      ['o', ['oat']],
    ],
  );
  addTo(byInitial, 'o', 'onion');
  addTo(byInitial, 'b', 'bun');
  assert.deepEqual([byInitial.get('o'), byInitial.get('b')], [['oat', 'onion'], ['bun']]);
});

test('what has no key is in no list', () => {
  const byLength = groupBy(loaves, ({ length }) => (length === 3 ? length : undefined));
  assert.deepEqual([...byLength], [[3, ['rye', 'oat']]]);
});

test('what is taken out is gone, and a list with nothing left goes, too', () => {
  const byInitial = groupBy(loaves, ([initial]) => initial);
  removeFrom(byInitial, 's', 'spelt');
  removeFrom(byInitial, 's', 'soda');
  removeFrom(byInitial, 'o', 'oat');
  removeFrom(byInitial, 'x', 'oat');
  assert.deepEqual(
    [...byInitial],
    [
      ['r', ['rye', 'roll']],
      ['s', ['stollen']],
    ],
  );
});
