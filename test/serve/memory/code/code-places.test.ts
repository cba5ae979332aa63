/** What is said beside a touch of where it is, when that is not what is written. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AnchorView } from '../../../../src/bridge/anchor-view.js';
import type { Anchor } from '../../../../src/memory/anchor.js';
import { codePlaceOf } from '../../../../src/serve/memory/code/code-places.js';
import { bakery, nodeAt } from '../../../support/bakery.js';

const view = bakery();
const BAKE = 'func:src.bakery.oven.Oven.bake';
const anchor: Anchor = {
  touch: 'oven.py:3-4',
  id: BAKE,
  path: 'src/bakery/oven.py',
  print: '',
  near: '',
  ts: 1_800_000_000,
};
const wordsOf = (more: Partial<AnchorView>) => {
  const found = {
    touch: anchor.touch,
    state: 'fresh',
    node: nodeAt(view, BAKE),
    changed: 0,
    confidence: 1,
    anchor,
  } as const;
  return codePlaceOf(view, { ...found, ...more }).words;
};

test('lines are said where they are others, and about where in a text that changed', () => {
  assert.equal(wordsOf({ lines: [3, 4] }), '');
  assert.equal(wordsOf({ lines: [5, 6] }), 'lines 5-6 now');
  assert.equal(wordsOf({ lines: [5, 5] }), 'line 5 now');
  assert.match(
    wordsOf({ state: 'changed', changed: 0.2, lines: [5, 6] }),
    /^changed since .*; about lines 5-6 now$/,
  );
});

test('what was followed says where it is, as long as it is not back', () => {
  const was = 'func:src.bakery.oven.Oven.roast';
  assert.equal(wordsOf({ anchor: { ...anchor, was } }), `now ${BAKE}`);
  assert.equal(wordsOf({ anchor: { ...anchor, was: BAKE } }), '');
  assert.match(wordsOf({ state: 'unsure', confidence: 0.6, anchor: { ...anchor, was } }), /^lost; perhaps /);
});
