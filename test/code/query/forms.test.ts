import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formsOf, stemOf } from '../../../src/code/query/forms.js';

const ALIKE: readonly (readonly string[])[] = [
  ['cycle', 'cycles', 'cycling'],
  ['load', 'loads', 'loader', 'loading', 'loaded'],
  ['parse', 'parser', 'parsing', 'parsed'],
  ['log', 'logger', 'logging'],
  ['directory', 'directories', 'dir'],
  ['extract', 'extraction', 'extractor'],
  ['argument', 'arguments', 'args'],
  ['configuration', 'config'],
  ['cache', 'caches', 'caching'],
];

for (const words of ALIKE) {
  test(`${words.join(', ')} are forms of one another`, () => {
    for (const [index, word] of words.entries()) {
      const { others } = formsOf(word);
      // An abbreviation stands for the whole word only.
      const first = words[index === 0 ? 1 : 0] ?? '';
      assert.ok(others.includes(first), `${word}: ${others.join(' ')}`);
      assert.ok(!others.includes(word));
    }
  });
}

test('words that only look alike are no forms', () => {
  for (const [word, other] of [
    ['state', 'station'],
    ['class', 'clas'],
    ['status', 'statu'],
    ['user', 'us'],
    ['template', 'tmp'],
  ] as const) {
    assert.ok(!formsOf(word).others.includes(other), `${word}: ${other}`);
  }
});

test('the needle stands in the word, and in all its forms but abbreviations', () => {
  for (const word of [
    'running',
    'copies',
    'settings',
    'boxes',
    'arguments',
    'compile',
    'iterator',
    'x',
    'größe',
  ]) {
    const { others, needle } = formsOf(word);
    assert.ok(word.includes(needle) && word.startsWith(stemOf(word)));
    assert.ok(needle === word || others.some((form) => form.includes(needle)));
  }
  assert.equal(stemOf('boxes'), 'box');
});
