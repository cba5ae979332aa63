/** The kinds of queries: each has a number and a letter of its own, or answers of one would be taken for those of another. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FORMS } from '../../../src/code/resolve/query-keys.js';
import { Query } from '../../../src/code/resolve/session.js';

test('no two kinds of queries have one number or one letter', () => {
  const numbers = Object.values(Query);
  assert.deepEqual([...new Set(numbers)], numbers);
  const letters = [...FORMS.values()].map(([letter]) => letter);
  assert.deepEqual([...new Set(letters)], letters);
  assert.equal(FORMS.size, numbers.length, 'every kind can be written down');
});
