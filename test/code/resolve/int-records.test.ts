/** A table of records that grows over many pages. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { IntRecords } from '../../../src/code/resolve/int-records.js';

test('records keep what was set, whatever came behind them', () => {
  const crates = new IntRecords(3);
  const count = 20_000;
  for (let number = 0; number < count; number++) {
    assert.equal(crates.add(), number);
    crates.set(number, 0, number);
    crates.set(number, 2, -number);
  }
  assert.equal(crates.count, count);
  for (const number of [0, 1, 8191, 8192, 16_384, count - 1]) {
    assert.deepEqual(
      [0, 1, 2].map((field) => crates.get(number, field)),
      [number, 0, -number + 0],
    );
  }
});

test('what was never added is 0, and setting it changes nothing', () => {
  const crates = new IntRecords(4);
  crates.add();
  crates.set(9000, 1, 7);
  assert.equal(crates.get(9000, 1), 0);
  assert.equal(crates.count, 1);
});
