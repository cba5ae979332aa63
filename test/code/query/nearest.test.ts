import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { distance } from 'fastest-levenshtein';
import { nearestNodes } from '../../../src/code/query/nearest.js';
import { segmentOf } from '../../support/bakery.js';
import { naiveGraph } from '../../support/naive-graph.js';

test('the nearest are those that comparing with every name gives', () => {
  const names = fc.array(fc.string({ unit: fc.constantFrom('a', 'b', 'O', '_', 'ß', 'é'), maxLength: 9 }), {
    maxLength: 15,
  });
  const wanted = fc.string({ unit: fc.constantFrom('a', 'b', 'o', '_', 'é'), minLength: 1, maxLength: 9 });
  fc.assert(
    fc.property(names, wanted, (given, text) => {
      const view = naiveGraph([
        segmentOf(
          'mill.py',
          given.map((name, index) => [`func:mill.f${String(index).padStart(2, '0')}`, 1, {}, name] as const),
        ),
      ]);
      const apart = (name: string) => distance(text.toLowerCase(), name.toLowerCase());
      const near = (name: string) => apart(name) <= Math.floor((Math.max(name.length, text.length) * 2) / 5);
      const expected = given
        .map((name, index) => ({ name, index }))
        .filter(({ name }) => near(name))
        .sort((a, b) => apart(a.name) - apart(b.name) || a.index - b.index)
        .slice(0, 3);
      assert.deepEqual(
        nearestNodes(view, text, 3).map((node) => view.name(node)),
        expected.map(({ name }) => name),
      );
    }),
    { numRuns: 300 },
  );
});

test('no name is near to nothing, and none is looked for when none is wanted', () => {
  const view = naiveGraph([segmentOf('mill.py', [['func:mill.a', 1]])]);
  assert.deepEqual(nearestNodes(view, ''), []);
  assert.deepEqual(nearestNodes(view, 'mill', 0), []);
});
