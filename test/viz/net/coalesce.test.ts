/** Floods of news: nothing runs twice at once, and the last of them is never lost. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { coalesce } from '../../../viz/src/net/coalesce.js';

describe('news that come in floods', () => {
  it('are acted on at once, and once more for all that came meanwhile', async () => {
    const ends: (() => void)[] = [];
    const act = coalesce(() => new Promise((done) => ends.push(done)));
    for (let news = 0; news < 1_000; news++) act();
    assert.equal(ends.length, 1);
    ends[0]?.();
    await Promise.resolve();
    await Promise.resolve();
    assert.equal(ends.length, 2);
    ends[1]?.();
    await Promise.resolve();
    await Promise.resolve();
    assert.equal(ends.length, 2, 'and then it is quiet');
    act();
    assert.equal(ends.length, 3, 'until there is more');
  });
});
