/** What a parse may take is counted by thread: files beside it, however many, make none late. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { processTimeMs, ThreadTime } from '../../src/code/thread-time.js';

test('a thread has its share of what the process uses while others work', () => {
  let used = 100;
  const time = new ThreadTime(() => used);
  used += 8000;
  assert.equal(time.spentMs(4), 2000);
  used += 300;
  assert.equal(time.spentMs(1), 2300, 'alone it has all of it');
  used += 300;
  assert.equal(time.spentMs(0.2), 2600, 'and never more');
  assert.equal(time.spentMs(1), 2600, 'nothing passes on a machine that does something else');
});

test('the process uses time', () => {
  const before = processTimeMs();
  for (let at = 0; processTimeMs() === before && at < 1e9; at++);
  assert.ok(processTimeMs() > before);
});
