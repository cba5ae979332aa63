/**
 * Files that are there and not in the graph. What is said of one that could not be read goes with it, though nobody told of it;
 * one that is ignored does not come back because a late event names it.
 */
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Indexer } from '../../src/code/indexer.js';
import { ParsePool } from '../../src/code/parse-pool.js';
import { addToTree, makeTree, removeTree } from '../support/tree.js';

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

test('a file that is ignored since does not come back when a late event names it', async () => {
  const root = makeTree({ 'src/crane.py': 'x = 1\n', 'src/winch.py': 'def wind(): ...\n' });
  const pool = new ParsePool();
  try {
    const indexer = new Indexer({ root, sourceDirs: undefined, pool });
    await indexer.update();
    addToTree(root, { '.gitignore': 'winch.py\n' });
    await indexer.update();
    await indexer.update({ paths: ['src/winch.py'] });
    assert.deepEqual([...indexer.files.keys()], ['src/crane.py']);
    assert.equal(indexer.view?.find('file:src/winch.py'), undefined);
  } finally {
    pool.close();
    removeTree(root);
  }
});
