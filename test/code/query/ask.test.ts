import assert from 'node:assert/strict';
import { test } from 'node:test';
import { retrieve } from '../../../src/code/query/ask.js';
import { contentWords } from '../../../src/code/query/words.js';
import { bakery } from '../../support/bakery.js';

function found(question: string): string[] {
  return retrieve(bakery(), question).retrieved.map(({ node }) => node.id);
}

test('filler words are no search terms, unless there is nothing else', () => {
  assert.deepEqual(contentWords('How does the oven heat up?'), ['oven', 'heat', 'up']);
  assert.deepEqual(contentWords('what is it'), ['what', 'is', 'it']);
});

test('rare words in names lead', () => {
  assert.equal(found('Which heat stays residual after the fire?')[0], 'concept:residual_heat');
  assert.equal(found('how do I preheat?')[0], 'func:src.bakery.oven.preheat_oven');
});

test('what the question names outright comes first', () => {
  assert.equal(found('Why would `Oven.bake` need heat?')[0], 'func:src.bakery.oven.Oven.bake');
  assert.equal(found('what is in oven.py about bread')[0], 'file:src/bakery/oven.py');
  assert.equal(found('what did ADR 8 decide about heat')[0], 'adr:0008');
});

test('at most ten nodes, the first five with what stands around them', () => {
  const { retrieved } = retrieve(bakery(), 'oven shop heat bake close open test');
  assert.equal(retrieved.length, 10);
  assert.ok(retrieved.slice(0, 5).every(({ around }) => around.length > 0));
  assert.ok(retrieved.slice(5).every(({ around }) => around.length === 0));
});

test('nothing is found for a question about nothing here', () => {
  assert.deepEqual(found('quantum chromodynamics?'), []);
});
