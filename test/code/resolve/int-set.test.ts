/** A set of integers holds what a Set holds. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { IntSet } from '../../../src/code/resolve/int-set.js';

test('numbers are held once, however many there are', () => {
  const loaves = new IntSet();
  const expected = new Set<number>();
  for (let i = 0; i < 5000; i++) {
    const number = (i * 7919) % 3001;
    loaves.add(number);
    expected.add(number);
    if (i % 500 === 0) assert.equal(loaves.size, expected.size);
  }
  assert.equal(loaves.size, expected.size);
  assert.deepEqual(
    [...loaves].sort((a, b) => a - b),
    [...expected].sort((a, b) => a - b),
  );
});

test('an empty one has nothing, zero is a number', () => {
  const loaves = new IntSet();
  assert.deepEqual([...loaves], []);
  loaves.add(0);
  loaves.add(0);
  assert.deepEqual([...loaves], [0]);
});
