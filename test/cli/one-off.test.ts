/** Options that hold for one run: a question through them leaves the index as it was; `index` keeps what it was told. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { createPottery } from './pottery.js';

describe('a one-off option', () => {
  const pottery = createPottery();
  const digest = () =>
    createHash('sha256')
      .update(readFileSync(join(pottery.root, '.kg-index.json')))
      .digest('hex');
  after(() => pottery.remove());

  it('changes what a question sees, and not what is kept', async () => {
    assert.equal((await pottery.run('index')).code, 0);
    const before = digest();
    const found = await pottery.run('search', 'test_opening', '--source-dirs', 'tests');
    assert.match(found.stdout, /`func:tests\.test_shop\.test_opening`/);
    const questions = [
      ['relate', 'test_opening'],
      ['context', 'test_opening'],
      ['path', 'test_shop.py', 'test_opening'],
      ['status'],
      ['export'],
      ['verify'],
    ];
    for (const words of questions) {
      const { code, stderr } = await pottery.run(...words, '--source-dirs', 'tests');
      assert.equal(code, 0, `${words[0]}: ${stderr}`);
      assert.equal(digest(), before, words[0]);
    }
    assert.match((await pottery.run('search', 'glaze')).stdout, /`func:src\.pottery\.kiln\.glaze`/);
  });

  it('that leaves no source is not well', async () => {
    const { code, stdout } = await pottery.run('status', '--source-dirs', 'nowhere');
    assert.equal(code, 3);
    assert.match(stdout, /nowhere/);
    const found = await pottery.run('search', 'glaze', '--source-dirs', 'nowhere');
    assert.match(found.stdout, /^Nothing is indexed; outside \(KG_SOURCE_DIRS\): /m);
  });

  it('is kept by index, which was asked to', async () => {
    const before = digest();
    assert.equal((await pottery.run('index', '--source-dirs', 'tests')).code, 0);
    assert.notEqual(digest(), before);
  });
});

describe('index without a Python file', () => {
  const pottery = createPottery();
  after(() => pottery.remove());

  it('says where it looked, and ends with 3', async () => {
    const { code, stdout } = await pottery.run('index', '--source-dirs', 'nope,src/pottery/kiln.py');
    assert.equal(code, 3);
    const [, , ...lines] = stdout.split('\n');
    assert.deepEqual(lines.slice(0, 3), [
      'No Python file in `nope`: this source dir does not exist.',
      'No Python file in `src/pottery/kiln.py`: this source dir is a file.',
      'Elsewhere in the project: 5 Python files.',
    ]);
    assert.match(stdout, /say which folders hold the Python files: `[^`]*--source-dirs <folders>`/);
  });

  it('names a source dir that is missing beside one that is there', async () => {
    const { code, stdout } = await pottery.run('index', '--source-dirs', 'src,kilns');
    assert.equal(code, 0);
    assert.match(stdout, /^Not indexed: `kilns`: this source dir does not exist\.$/m);
  });
});
