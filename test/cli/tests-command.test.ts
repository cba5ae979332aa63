/** `kg-memory tests`: a diff as git writes it, and a changed tree. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { after, describe, it } from 'node:test';
import { readDiff } from '../../src/cli/git-diff.js';
import { createPottery } from './pottery.js';

describe('what git says', () => {
  it('is read as lines of files', () => {
    const diff = [
      'diff --git a/oven.py b/oven.py',
      'index 1..2 100644',
      '--- a/oven.py',
      '+++ b/oven.py',
      '@@ -3 +3,2 @@ class Oven:',
      '-    heat = 1',
      '+    heat = 2',
      '--- a line that only looks like a name',
      '@@ -9,2 +9,0 @@',
      'diff --git "a/caf\\303\\251 \\"x\\".py" "b/caf\\303\\251 \\"x\\".py"',
      '--- "a/caf \\"x\\".py"',
      '+++ "b/caf \\"x\\".py"',
      '@@ -1 +1 @@',
      'diff --git a/gone.py b/gone.py',
      '--- a/gone.py',
      '+++ /dev/null',
      '@@ -1,4 +0,0 @@',
      '',
    ].join('\n');
    assert.deepEqual(readDiff(diff), {
      files: [
        {
          path: 'oven.py',
          ranges: [
            [3, 4],
            [9, 10],
          ],
        },
        { path: 'caf "x".py', ranges: [[1, 1]] },
      ],
      deleted: ['gone.py'],
    });
  });
});

describe('a pottery in git', () => {
  const pottery = createPottery();
  after(() => pottery.remove());
  const git = (...words: string[]) => {
    const who = ['-c', 'user.name=potter', '-c', 'user.email=potter@localhost', '-c', 'commit.gpgsign=false'];
    const { status, stderr } = spawnSync('git', [...who, ...words], { cwd: pottery.root, encoding: 'utf8' });
    assert.equal(status, 0, stderr);
  };

  it('is asked about a symbol, and about what was changed', async () => {
    git('init', '-q');
    git('add', '.');
    git('commit', '-q', '-m', 'a pottery');
    assert.equal((await pottery.run('index', '--source-dirs', 'src,tests')).code, 0);
    const dirs = ['--source-dirs', 'src,tests'];
    const { stdout } = await pottery.run('tests', 'Kiln.heat', ...dirs);
    assert.match(stdout, /^pytest tests\/test_shop\.py::test_opening$/m);
    const unchanged = await pottery.run('tests', '--changed', ...dirs);
    assert.match(unchanged.stdout, /No test found/);
    pottery.write('src/pottery/kiln.py', 'class Kiln:\n    def fire(self, pots):\n        return pots\n');
    const changed = await pottery.run('tests', '--changed', '--json', ...dirs);
    const { result } = JSON.parse(changed.stdout) as { result: { pytest: string[]; revision: string } };
    assert.deepEqual([result.pytest, result.revision], [['tests/test_shop.py::test_opening'], 'HEAD']);
  });

  it('says what it needs', async () => {
    for (const words of [['tests'], ['tests', 'Kiln', '--changed'], ['tests', '--since', 'no-such-branch']]) {
      const { code, stderr } = await pottery.run(...words);
      assert.equal(code, 2, stderr);
      assert.match(stderr, /^error: (?:tests needs a symbol|git cannot compare)/);
    }
  });
});
