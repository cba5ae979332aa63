import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { selectFirst } from '../../../src/code/query/top.js';

test('the first few are those that a sort puts first', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer()), fc.integer({ min: 0, max: 20 }), (numbers, count) => {
      const sorted = [...numbers].sort((a, b) => a - b).slice(0, count);
      assert.deepEqual(
        selectFirst(numbers, count, (a, b) => a - b),
        sorted,
      );
    }),
  );
});
