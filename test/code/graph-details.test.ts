import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { buildGraph } from '../../src/code/code-graph.js';
import { cutDetail, Next } from '../../src/code/graph/detail-pieces.js';
import { DraftWriter } from '../../src/code/graph/draft.js';

function cut(detail: string): (string | number)[] {
  const parts: (string | number)[] = [];
  cutDetail(
    detail,
    (text, next) => parts.push(next === Next.NOTHING ? text : `${text}…`),
    (line) => parts.push(line),
  );
  return parts;
}

test('a detail is cut at lines and around reasons', () => {
  assert.deepEqual(cut(''), ['']);
  assert.deepEqual(cut('{"names":["Oven"]}'), ['{"names":["Oven"]}']);
  assert.deepEqual(cut('{"sites":[{"line":12,"resolution":"exact"},{"line":0}]}'), [
    '{"sites":[{…',
    12,
    ',"resolution":"exact"},{…',
    0,
    '}]}',
  ]);
  assert.deepEqual(cut('{"sites":[{"line":3,"why":"self.timer: \\"Timer\\""}]}'), [
    '{"sites":[{…',
    3,
    ',"why":…',
    '"self.timer: \\"Timer\\""…',
    '}]}',
  ]);
});

test('what is no line as JSON writes it stays in the text', () => {
  for (const detail of [
    '{"line":-1}',
    '{"line":007}',
    '{"line":1234567890}',
    '{"line":"7"}',
    '{"a":"\\"line\\":7"}',
  ]) {
    assert.deepEqual(cut(detail), [detail]);
  }
});

test('any detail comes back, wherever its source stands', () => {
  const piece = fc.constantFrom(
    '"line":',
    '7',
    '0',
    '12',
    '"why":"x"',
    '"why":"\\"line\\":3"',
    ',',
    '{',
    'é',
    '"names":["a"]',
    '\\',
  );
  const detail = fc.array(piece, { maxLength: 8 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(fc.array(detail, { minLength: 1, maxLength: 6 }), fc.nat(5000), (details, line) => {
      const node = {
        id: 'func:oven.bake',
        type: 'function',
        name: 'bake',
        path: 'oven.py',
        line,
        properties: '{}',
      } as const;
      const edges = details.map((each, at) => {
        return { source: node.id, target: `func:oven.t${at}`, type: 'calls', detail: each } as const;
      });
      const segment = { key: 'oven.py', nodes: [node], edges, unresolved: [], reads: [] };
      const writer = new DraftWriter();
      writer.add(segment);
      const { part } = writer.finish();
      assert.deepEqual(
        details.map((_, at) => part.details().text(0, at)),
        details,
      );
      const { view } = buildGraph([segment]);
      assert.deepEqual(view.segment('oven.py')?.edges, edges);
    }),
  );
});
