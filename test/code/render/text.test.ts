import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  bytesOf,
  clipBytes,
  codeBlock,
  codeSpan,
  countOf,
  grouped,
  prose,
} from '../../../src/code/render/text.js';

test('a code span holds any text on one line', () => {
  assert.equal(codeSpan('Oven.bake'), '`Oven.bake`');
  assert.equal(codeSpan('a `quoted` name'), '``a `quoted` name``');
  assert.equal(codeSpan('`'), '`` ` ``');
  assert.equal(codeSpan('two\nlines\there'), '`two lines here`');
  assert.equal(codeSpan('bell\u0007'), '`bell\\x07`');
});

test('a code block is longer fenced than anything in it', () => {
  assert.equal(codeBlock(['x = 1', '\treturn x'], 'python'), '```python\nx = 1\n\treturn x\n```');
  assert.equal(codeBlock(['"""', '````', 'escape', '````'], ''), '`````\n"""\n````\nescape\n````\n`````');
});

test('prose is one line that opens nothing', () => {
  assert.equal(prose('# Not a heading\n\nsecond'), '\\# Not a heading second');
  assert.equal(prose('see ![x](http://tracker)'), 'see ![x]\\(http://tracker)');
  assert.equal(prose('<script>`x`</script>'), "\\<script>'x'\\</script>");
  assert.equal(prose('1 < 2 and list[int]'), '1 < 2 and list[int]');
  assert.equal(prose('abcdef', 4), 'abc…');
  assert.equal(prose('ab🍞d', 4), 'ab…');
});

test('clipping cuts no character in two', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.nat(40), (text, bytesMax) => {
      const clipped = clipBytes(text, bytesMax);
      assert.ok(bytesOf(clipped) <= bytesMax);
      assert.ok(text.startsWith(clipped));
    }),
  );
});

test('numbers are grouped and nouns agree', () => {
  assert.equal(grouped(1_234_567), '1,234,567');
  assert.equal(grouped(999), '999');
  assert.equal(countOf(1, 'file'), '1 file');
  assert.equal(countOf(0, 'entry', 'entries'), '0 entries');
});
