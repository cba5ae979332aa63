import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KgError } from '../../src/kernel/errors.js';
import { makeCursor, readCursor } from '../../src/serve/cursor.js';

const question = { query: 'oven', limit: 20, max_tokens: 4_000 };

test('a cursor goes on where it was given, whatever is shown at once', () => {
  const cursor = makeCursor('kg_search', question, 40);
  assert.equal(readCursor('kg_search', { ...question, cursor }), 40);
  assert.equal(readCursor('kg_search', { limit: 20, max_tokens: 900, query: 'oven', cursor }), 40);
  assert.equal(readCursor('kg_search', question), 0);
});

test('a cursor of another question, or none at all, is refused', () => {
  const cursor = makeCursor('kg_search', question, 40);
  const isRefused = (error: unknown) => error instanceof KgError && error.code === 'bad-argument';
  assert.throws(() => readCursor('kg_search', { ...question, query: 'loaf', cursor }), isRefused);
  assert.throws(() => readCursor('kg_relate', { ...question, cursor }), isRefused);
  assert.throws(() => readCursor('kg_search', { ...question, cursor: 'page 2' }), isRefused);
  assert.throws(() => readCursor('kg_search', { ...question, cursor: '' }), isRefused);
  const madeUp = cursor.replace(/^[^.]+/, 'zzzz');
  assert.throws(() => readCursor('kg_search', { ...question, cursor: madeUp }), isRefused);
});
