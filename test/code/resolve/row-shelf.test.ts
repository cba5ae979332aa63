/** Rows come back as they were, held or packed. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { RowShelf } from '../../../src/code/resolve/row-shelf.js';

const loaves = Array.from({ length: 40 }, (_, number) => ({
  id: `func:bakery.loaf_${number} ü\n`,
  line: number,
}));

test('rows below the limit are the ones that were given', () => {
  const kept = new RowShelf(100).keep(loaves);
  assert.equal(kept(), loaves);
});

test('rows beyond the limit are made again, as often as they are asked for', () => {
  const shelf = new RowShelf(50);
  const held = shelf.keep(loaves);
  const packed = shelf.keep(loaves);
  assert.equal(held(), loaves);
  assert.notEqual(packed(), loaves);
  assert.deepEqual(packed(), loaves);
  assert.deepEqual(packed(), packed());
});

test('a list that fits is held though a longer one did not', () => {
  const shelf = new RowShelf(30);
  const crumbs = loaves.slice(0, 30);
  assert.notEqual(shelf.keep(loaves)(), loaves);
  assert.equal(shelf.keep(crumbs)(), crumbs);
  assert.deepEqual(shelf.keep([])(), []);
});

test('lists of any size come back, each as it was given', () => {
  const shelf = new RowShelf(0);
  const sizes = [3, 1_500, 40, 1_500, 1_500, 9_000, 2, 1_500];
  const lists = sizes.map((size, list) =>
    Array.from({ length: size }, (_, row) => createHash('sha256').update(`${list} ${row}`).digest('hex')),
  );
  const kept = lists.map((list) => shelf.keep(list));
  assert.deepEqual(
    kept.map((rows) => rows()),
    lists,
  );
});
