/** Folders that cannot be written: the index goes to the user's cache folder; when that cannot be written either, it fails. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { createWorkFolder, runKgMemory } from '../support/run-bin.js';
import { createPottery } from './pottery.js';

describe('an index whose place cannot be written', () => {
  const pottery = createPottery();
  const work = createWorkFolder('cache');
  const file = join(work.path, 'a-file');
  // No permission stops root, so the folder is a file.
  writeFileSync(file, '');
  const place = ['--index-file', join(file, 'index.json')];
  after(() => {
    pottery.remove();
    work.remove();
  });

  it('lies in the cache folder, and is found there', async () => {
    const env = { XDG_CACHE_HOME: join(work.path, 'cache') };
    const index = await runKgMemory(['index', pottery.root, ...place], { env });
    assert.equal(index.code, 0, index.stderr);
    assert.match(index.stdout, /^- the graph is kept in `.*\/cache\/kg-memory\/index\/.*\.json`$/m);
    const search = await runKgMemory(['-C', pottery.root, 'search', 'glaze', ...place], { env });
    assert.equal(search.code, 0, search.stderr);
  });

  it('is a failure when there is no place at all', async () => {
    const { code, stdout, stderr } = await runKgMemory(['index', pottery.root, ...place], {
      env: { XDG_CACHE_HOME: file },
    });
    assert.equal(code, 1);
    assert.match(stderr, /^warning: the index could not be saved/m);
    assert.match(stdout, /^# Indexed /);
  });
});
