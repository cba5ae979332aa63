import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { IndexPhase } from '../../src/code/project-face.js';
import { risingProgress } from '../../src/serve/progress.js';

const PHASES: readonly IndexPhase[] = [
  'loading',
  'scanning',
  'parsing',
  'linking',
  'saving',
  'ready',
  'failed',
];

test('whatever an index reports, progress only rises and stays within its total', () => {
  const reports = fc.array(
    fc.record({ phase: fc.constantFrom(...PHASES), done: fc.nat(20), total: fc.nat(10), ms: fc.nat(400) }),
  );
  fc.assert(
    fc.property(reports, (steps) => {
      const said: number[] = [];
      let elapsed = 0;
      const report = risingProgress(
        (progress, total) => {
          assert.ok(progress <= total);
          said.push(progress);
        },
        { now: () => 0, elapsed: () => elapsed },
      );
      for (const { ms, ...step } of steps) {
        elapsed += ms;
        report(step);
      }
      assert.deepEqual(
        said,
        [...new Set(said)].sort((a, b) => a - b),
      );
    }),
  );
});

test('a phase is said at once, its files a few times a second', () => {
  const said: string[] = [];
  let elapsed = 0;
  const report = risingProgress((_progress, _total, message) => said.push(message), {
    now: () => 0,
    elapsed: () => elapsed,
  });
  for (let done = 0; done <= 100; done++) {
    elapsed += 10;
    report({ phase: 'parsing', done, total: 100 });
  }
  report({ phase: 'linking', done: 0, total: 0 });
  assert.deepEqual(said, [
    'parsing, 0 of 100',
    'parsing, 25 of 100',
    'parsing, 50 of 100',
    'parsing, 75 of 100',
    'parsing, 100 of 100',
    'linking',
  ]);
});
