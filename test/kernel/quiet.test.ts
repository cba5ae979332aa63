/** Work in the background gives way to questions. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Clock } from '../../src/kernel/clock.js';
import { Quiet } from '../../src/kernel/quiet.js';
import { runInSlices } from '../../src/kernel/slices.js';

/** A clock that moves by so many milliseconds at each look. */
function ticking(stepMs: number): Clock {
  let now = 0;
  return { now: () => now, elapsed: () => (now += stepMs) };
}

test('there is a pause after a question, none long after it, and none when somebody waits for the work', async () => {
  let now = 1_000;
  const quiet = new Quiet({ now: () => now, elapsed: () => now });
  assert.equal(quiet.pause(), undefined);
  quiet.disturb();
  now += 25;
  assert.ok(quiet.pause() instanceof Promise);
  now += 5;
  assert.equal(quiet.pause(), undefined);
  quiet.disturb();
  quiet.end();
  assert.equal(quiet.pause(), undefined);
  await quiet.whenFree();
});

test('the next slice is done when there is nothing more to wait for', async () => {
  const order: string[] = [];
  const loaves = function* (): Generator<void, string> {
    for (const loaf of ['rye', 'spelt']) {
      order.push(loaf);
      yield;
    }
    return 'baked';
  };
  const questions = ['who?', 'when?'];
  const pause = (): Promise<void> | undefined => {
    const question = questions.shift();
    if (question !== undefined) order.push(question);
    return question === undefined ? undefined : Promise.resolve();
  };
  assert.equal(await runInSlices(loaves(), { pause, clock: ticking(10) }), 'baked');
  assert.deepEqual(order, ['rye', 'who?', 'when?', 'spelt']);
});
