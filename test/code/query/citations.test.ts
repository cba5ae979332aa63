/** Citations in what a model wrote: what is there becomes a source, what is not is marked, and prose is left alone. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkCitations } from '../../../src/code/query/citations.js';
import { bakery } from '../../support/bakery.js';

const view = bakery();

function check(text: string) {
  const { text: checked, reader } = checkCitations(view, text);
  return { checked, cited: reader.cited.map((node) => view.id(node)), unknown: reader.unknown };
}

test('what exists is a source, each once, in the order of the text', () => {
  const text =
    'See src/bakery/oven.py:12 and [adr:0008], `class:src.bakery.oven.Oven`; ADR-8 again, oven.py too.';
  const { checked, cited, unknown } = check(text);
  assert.equal(checked, text);
  assert.deepEqual(cited, ['file:src/bakery/oven.py', 'adr:0008', 'class:src.bakery.oven.Oven']);
  assert.deepEqual(unknown, []);
});

test('what does not exist is marked where it stands', () => {
  const { checked, cited, unknown } = check(
    'By [adr:0099], `func:src.bakery.gone`, ADR 77. And src/bakery/cellar.py, web/app.ts, or oven.py:9999!',
  );
  assert.equal(
    checked,
    'By [adr:0099] (not in the graph), `func:src.bakery.gone` (not in the graph), ADR 77 (not in the graph). And src/bakery/cellar.py (not in the graph), web/app.ts (not in the graph), or oven.py:9999 (not in the graph)!',
  );
  assert.deepEqual(cited, []);
  assert.equal(unknown.length, 6);
});

test('what was read beside the graph may be cited, and nothing else of its kind', () => {
  const others = new Set(['memory:project/rye-first', 'memory:project/two words']);
  const text =
    'See [memory:project/rye-first], `memory:project/two words`, [memory:project/rye], memory: none.';
  const { text: checked, reader } = checkCitations(view, text, others);
  assert.equal(checked, text.replace('/rye]', '/rye] (not in the graph)'));
  assert.deepEqual(reader.citedOthers, [...others]);
  assert.deepEqual(reader.cited, []);
});

test('prose, addresses and code blocks are no citations', () => {
  const text =
    'A class: Oven. See https://example.org/a/b.html, and/or e.g. this.\n```python\nimport cellar  # cellar.py\n```';
  assert.deepEqual(check(text), { checked: text, cited: [], unknown: [] });
});

test('a list of sources that the model made is left out; what comes behind it is not', () => {
  const { checked } = check('Wood is dear.\n\n## Sources\n- adr:0001\n\n## WHERE\nIn `oven.py`.');
  assert.equal(checked, 'Wood is dear.\n\n## WHERE\nIn `oven.py`.');
});
