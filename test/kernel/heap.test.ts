/** The guard of the heap: garbage does not alarm it, what a collection leaves does. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { HeapGuard, heapUse } from '../../src/kernel/heap.js';

const LIMIT = 2_147_483_648;

/** A guard of a heap of which so much is in use, in shares of the limit, and so much left when it was collected. */
function guardOf({ used, left }: { used: number; left: number }): {
  guard: HeapGuard;
  collections: () => number;
} {
  let count = 0;
  const guard = new HeapGuard({
    use: () => ({ used: LIMIT * (count === 0 ? used : left), limit: LIMIT }),
    collect: () => count++,
  });
  return { guard, collections: () => count };
}

describe('the guard of the heap', () => {
  it('lets be what is far from the limit', () => {
    const { guard, collections } = guardOf({ used: 0.84, left: 0.84 });
    guard.look('3 of 40 loaves');
    assert.equal(collections(), 0);
  });

  it('is not alarmed by garbage, however much', () => {
    const { guard, collections } = guardOf({ used: 0.99, left: 0.8 });
    guard.look('3 of 40 loaves');
    guard.look('4 of 40 loaves');
    assert.equal(collections(), 1);
  });

  it('collects again only when much of what was free is filled', () => {
    const uses = [0.9, 0.8, 0.84, 0.86, 0.7, 0.86];
    let collections = 0;
    const guard = new HeapGuard({
      use: () => ({ used: LIMIT * (uses.shift() ?? 0), limit: LIMIT }),
      collect: () => collections++,
    });
    const counts = Array.from({ length: 4 }, () => {
      guard.look('3 of 40 loaves');
      return collections;
    });
    assert.deepEqual(counts, [1, 1, 2, 3]);
  });

  it('leaves room in a small heap, which V8 gives up sooner', () => {
    const limit = 90_000_000;
    const guard = new HeapGuard({ use: () => ({ used: 65_000_000, limit }), collect: () => undefined });
    assert.throws(() => guard.look('30 of 40 loaves'), {
      message: 'memory would not suffice: 65 MB of at most 90 MB in use, 30 of 40 loaves',
    });
  });

  it('says what to do when a collection leaves too much', () => {
    const { guard } = guardOf({ used: 0.95, left: 0.9 });
    assert.throws(() => guard.look('700 of 900 files linked'), {
      code: 'not-healthy',
      message: 'memory would not suffice: 1.9 GB of at most 2.1 GB in use, 700 of 900 files linked',
      hint: /NODE_OPTIONS=--max-old-space-size=4096 .*KG_SOURCE_DIRS/,
    });
  });

  it('reads what V8 says', () => {
    const { used, limit } = heapUse();
    assert.ok(used > 1_000_000 && used < limit);
    new HeapGuard().look('at the start');
  });
});
