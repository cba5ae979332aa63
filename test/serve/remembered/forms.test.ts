/** How memories look where space is short, and where several texts name one place. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AnchorPlace } from '../../../src/bridge/anchor-place.js';
import type { MemoryBrief } from '../../../src/serve/remembered/beside.js';
import { hitForms, memoryForms, placeText } from '../../../src/serve/remembered/forms.js';

const memory: MemoryBrief = {
  id: 'memory:project/oven-heat',
  gist: 'Heat it first. '.repeat(60),
  tier: 'active',
  notes: 0,
};
const place: AnchorPlace = { touch: 'oven.py', state: 'fresh', words: '', at: 'file:src/bakery/oven.py' };

test('where space is short a gist is cut, and still says of which code it is', () => {
  const { forms, bare } = memoryForms(
    memory,
    'changed since 2026-11-03 (about 20 %)',
    'on `class:src.bakery.oven.Oven`',
  );
  for (const form of forms)
    assert.match(form, /\[changed since .*\] Heat it first\..*\n {2}on `class:src\.bakery\.oven\.Oven`$/);
  assert.ok((forms.at(-1) ?? '').length < 320, forms.at(-1));
  assert.equal(bare, '- `memory:project/oven-heat` [changed since 2026-11-03 (about 20 %)]');
});

test('a place that several texts name is told once', () => {
  const places = [place, { ...place, touch: 'src/bakery/oven.py' }, { ...place, lines: [3, 4] as const }];
  const { forms } = hitForms({ memory, places });
  assert.match(
    forms[0] ?? '',
    /\n {2}on `file:src\/bakery\/oven\.py`, `file:src\/bakery\/oven\.py` lines 3–4$/,
  );
  const lines = [1, 2, 3, 4, 5].map((line): AnchorPlace => ({ ...place, lines: [line, line] }));
  assert.match(hitForms({ memory, places: [...lines, ...lines] }).forms[0] ?? '', / line 3, 2 more places$/);
});

test('lines in a text that changed are only about there', () => {
  const lines = [12, 17] as const;
  assert.equal(placeText({ ...place, lines }), '`file:src/bakery/oven.py` lines 12–17');
  assert.equal(placeText({ ...place, lines, isAbout: true }), '`file:src/bakery/oven.py` about lines 12–17');
});
