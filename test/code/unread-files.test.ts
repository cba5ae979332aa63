/** Files that are there and could not be read: what is said of one goes when the file goes, though nobody told of it. */
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Indexer } from '../../src/code/indexer.js';
import { ParsePool } from '../../src/code/parse-pool.js';
import { makeTree, removeTree } from '../support/tree.js';

test('what is said of a file that could not be read goes with it', async () => {
  const root = makeTree({ 'crane.py': 'x = 1\n', 'slow.py': 'x = [f(), g()]\n'.repeat(12_000) });
  const hasty = new ParsePool((bytes) => (bytes > 150_000 ? 1 : 600_000));
  try {
    const indexer = new Indexer({ root, sourceDirs: undefined, pool: hasty });
    await indexer.update();
    const said = indexer.problems().map(({ path, problem }) => `${path} ${problem.kind}`);
    assert.deepEqual(said, ['slow.py unreadable']);
    rmSync(join(root, 'slow.py'));
    await indexer.update();
    assert.deepEqual(indexer.problems(), []);
  } finally {
    hasty.close();
    removeTree(root);
  }
});
