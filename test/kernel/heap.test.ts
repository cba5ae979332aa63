/** The guard of the heap: garbage does not alarm it, what a collection leaves does. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { HeapGuard, heapUse } from '../../src/kernel/heap.js';

const LIMIT = 2_147_483_648;

/** Looks at each of these uses, in shares of the limit; the place of the one that alarmed, -1 for none. */
function alarmAt(shares: readonly number[]): number {
  let place = -1;
  const guard = new HeapGuard(() => ({ used: LIMIT * (shares[place] ?? 0), limit: LIMIT }));
  for (place = 0; place < shares.length; place++) {
    try {
      guard.look('3 of 40 loaves');
    } catch (error) {
      assert.match(String(error), /in use, 3 of 40 loaves$/);
      return place;
    }
  }
  return -1;
}

describe('the guard of the heap', () => {
  it('is not alarmed by garbage, however much', () => {
    assert.equal(alarmAt([0.2, 0.5, 0.97, 0.4, 0.8, 0.99, 0.6, 0.96, 0.84]), -1);
  });

  it('speaks when a collection leaves too much', () => {
    assert.equal(alarmAt([0.2, 0.7, 0.96, 0.84, 0.98, 0.9]), 5);
  });

  it('takes a small drop for what it is', () => {
    assert.equal(alarmAt([0.95, 0.93, 0.94, 0.92, 0.95]), -1);
  });

  it('says what to do', () => {
    const uses = [0.99, 0.9];
    const guard = new HeapGuard(() => ({ used: LIMIT * (uses.shift() ?? 0), limit: LIMIT }));
    guard.look('at first');
    assert.throws(() => guard.look('700 of 900 files linked'), {
      code: 'not-healthy',
      message: 'memory would not suffice: 1.9 GB of at most 2.1 GB in use, 700 of 900 files linked',
      hint: /NODE_OPTIONS=--max-old-space-size=4096 .*KG_SOURCE_DIRS/,
    });
  });

  it('reads what V8 says', () => {
    const { used, limit } = heapUse();
    assert.ok(used > 1_000_000 && used < limit);
  });
});
