/** Ratios against Python's difflib: figures that Python gave, and, where there is a python3, thousands of random pairs. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { lengthBound, ratio, ratioBound, sequenceOf } from '../../../src/code/reconcile/ratio.js';
import { findPython, runPythonJson } from '../../support/python.js';
import { createWorkFolder } from '../../support/run-bin.js';

const PAIRS = 4_000;

function ratioOfTexts(a: string, b: string): number {
  return ratio(sequenceOf(a), sequenceOf(b));
}

test('ratios are those that Python gives', () => {
  assert.equal(ratioOfTexts('', ''), 1);
  assert.equal(ratioOfTexts('oven', ''), 0);
  assert.equal(ratioOfTexts('residual heat', 'residual heating'), 0.896551724137931);
  assert.equal(ratioOfTexts('abcd', 'bcde'), 0.75);
  // The order matters: Python's own example of it.
  assert.equal(ratioOfTexts('tide', 'diet'), 0.25);
  assert.equal(ratioOfTexts('diet', 'tide'), 0.5);
  // An emoji is one character for Python and two units for JavaScript.
  assert.equal(ratioOfTexts('🥖 oven', '🥐 oven'), 0.8333333333333334);
});

test('in a long second text popular characters start no block', () => {
  assert.equal(ratioOfTexts('b'.repeat(10), `${'b'.repeat(199)}`), 20 / 209);
  assert.equal(ratioOfTexts('b'.repeat(10), `a${'b'.repeat(199)}`), 0);
});

/** Names as projects have them, words of few letters so that much matches by chance, and texts long enough for popularity. */
function samplePairs(): (readonly [string, string])[] {
  const word = fc.constantFrom(
    'oven',
    'heat',
    'dough',
    'loaf',
    'tray',
    'bake',
    'crust',
    'flour',
    'scale',
    'ofen',
    'wärme',
    '焼く',
    '🥖',
  );
  const name = fc.array(word, { minLength: 1, maxLength: 5 }).map((words) => words.join(' '));
  const few = fc.string({ unit: fc.constantFrom('a', 'b', 'ä', ' ', '𝄞'), maxLength: 30 });
  const long = fc.string({
    unit: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'ß', '🥐'),
    minLength: 150,
    maxLength: 420,
  });
  const any = fc.string({ unit: 'grapheme', maxLength: 40 });
  const text = fc.oneof(
    { weight: 6, arbitrary: name },
    { weight: 3, arbitrary: few },
    { weight: 1, arbitrary: long },
    { weight: 2, arbitrary: any },
  );
  return fc.sample(fc.tuple(text, text), { numRuns: PAIRS, seed: 20261130 });
}

test('thousands of random pairs have the ratio of difflib, and no bound is below it', (context) => {
  const pairs = samplePairs();
  const ratios = pairs.map(([a, b]) => ratioOfTexts(a, b));
  for (const [at, [a, b]] of pairs.entries()) {
    const [one, other] = [sequenceOf(a), sequenceOf(b)];
    assert.ok(lengthBound(one, other) >= ratioBound(one, other));
    assert.ok(ratioBound(one, other) >= (ratios[at] ?? 0));
  }
  const python = findPython(8);
  if (python === undefined) return context.diagnostic('no python3: not compared');
  const folder = createWorkFolder('ratios');
  try {
    const file = join(folder.path, 'pairs.json');
    writeFileSync(file, JSON.stringify(pairs));
    assert.deepEqual(ratios, runPythonJson(python, 'test/code/reconcile/difflib_ratios.py', [file]));
  } finally {
    folder.remove();
  }
});
