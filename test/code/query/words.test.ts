import assert from 'node:assert/strict';
import { test } from 'node:test';
import { splitWords } from '../../../src/code/query/words.js';

const CASES: readonly (readonly [name: string, words: readonly string[]])[] = [
  ['preheat_oven', ['preheat', 'oven']],
  ['HTTPServer', ['http', 'server']],
  ['bakeLoaf2Go', ['bake', 'loaf2', 'go']],
  ['src/bakery-shop.py', ['src', 'bakery', 'shop', 'py']],
  ['__init__', ['init']],
  ['residual heat', ['residual', 'heat']],
  ['Größe_des_Ofens', ['größe', 'des', 'ofens']],
  ['bake_bake', ['bake']],
  ['___', []],
];

for (const [name, words] of CASES) {
  test(`words of ${name}`, () => assert.deepEqual(splitWords(name), words));
}
