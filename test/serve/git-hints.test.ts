/** What git knows of lost places, of a repository with a history; and nothing, where there is none. */
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { defaultBranch, readHead } from '../../src/kernel/git-head.js';
import { findRepository, type Repository } from '../../src/kernel/repository.js';
import { GitHints } from '../../src/serve/git-hints.js';
import { GitProject } from '../support/git-project.js';
import { makeTree, removeTree } from '../support/tree.js';

const CRANE =
  'class Crane:\n    def lift(self, plate):\n        return plate\n\n\ndef hook():\n    return 1\n';
const MAX_WAIT_MS = 20_000;

describe('a yard under git', () => {
  const yard = new GitProject({ 'src/crane.py': CRANE, 'src/dock.py': 'def flood():\n    return 2\n' });
  after(() => yard.remove());

  async function ask<Answer>(question: (hints: ReturnType<GitHints['hints']>) => Answer): Promise<Answer> {
    const hints = new GitHints(yard.root);
    const { version } = hints;
    assert.equal(question(hints.hints()), undefined, 'nobody waits');
    await hints.settle(version, MAX_WAIT_MS);
    return question(hints.hints());
  }

  it('tells what a file is called now, over several renames', async () => {
    const first = yard.git('rev-parse', 'HEAD');
    yard.move('src/crane.py', 'src/lifting/gear.py');
    yard.commit('sort the gear');
    yard.move('src/lifting/gear.py', 'src/lifting/crane gear.py');
    yard.commit('name it');
    for (const commit of [first, first.slice(0, 12), undefined]) {
      const now = await ask(({ renamed }) => renamed?.('src/crane.py', commit));
      assert.equal(now, 'src/lifting/crane gear.py', commit);
    }
    assert.equal(await ask(({ renamed }) => renamed?.('src/dock.py', first)), undefined);
    assert.equal(await ask(({ renamed }) => renamed?.('src/crane.py', '--output=x')), undefined);
  });

  it('tells which commit removed a definition, and which a file', async () => {
    yard.write('src/lifting/crane gear.py', CRANE.replace(/def hook[\s\S]*/, ''));
    const unhooked = yard.commit('take the hook off: "gone" for good');
    yard.delete('src/dock.py');
    const drained = yard.commit('fill the dock in');
    const removed = (path: string, name: string) => ask((hints) => hints.removed?.(path, name));
    assert.deepEqual(await removed('src/lifting/crane gear.py', 'hook'), {
      commit: unhooked,
      subject: 'take the hook off: "gone" for good',
      date: '2026-11-05',
    });
    assert.equal((await removed('src/dock.py', ''))?.commit, drained);
    assert.equal((await removed('src/dock.py', 'flood'))?.commit, drained);
    assert.equal(await removed('src/lifting/crane gear.py', 'lift'), undefined, 'it is still there');
    assert.equal(await removed('src/lifting/crane gear.py', 'never_was'), undefined);
    assert.equal(await removed('src/lifting/crane gear.py', 'a|b'), undefined, 'no name');
    assert.equal(await removed('src/lifting/crane gear.py', ''), undefined);
  });

  it('knows nothing of what is not committed, and forgets when HEAD moves', async () => {
    const hints = new GitHints(yard.root);
    const known = () => hints.hints().removed?.('src/lifting/crane gear.py', 'lift');
    yard.write('src/lifting/crane gear.py', 'class Crane:\n    pass\n');
    assert.equal(known(), undefined);
    const { version } = hints;
    assert.equal(await hints.settle(version, MAX_WAIT_MS), false, 'nothing new');
    yard.commit('lift no more');
    assert.equal(known(), undefined);
    assert.notEqual(hints.version, version);
    await hints.settle(hints.version, MAX_WAIT_MS);
    assert.equal(known()?.subject, 'lift no more');
    hints.close();
  });

  it('finds HEAD and the default branch in the files', () => {
    const repository = findRepository(yard.root) as Repository;
    assert.deepEqual(readHead(repository), { branch: 'main', commit: yard.git('rev-parse', 'HEAD') });
    yard.git('pack-refs', '--all');
    assert.deepEqual(readHead(repository), { branch: 'main', commit: yard.git('rev-parse', 'HEAD') });
    yard.git('switch', '-q', '-c', 'refit/bow');
    assert.deepEqual([readHead(repository).branch, defaultBranch(repository)], ['refit/bow', 'main']);
    yard.git('branch', '-q', '-m', 'main', 'trunk');
    assert.equal(defaultBranch(repository), 'refit/bow', 'none of the usual names');
    yard.git('symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/trunk');
    assert.equal(defaultBranch(repository), 'trunk');
    yard.git('checkout', '-q', '--detach');
    assert.deepEqual(readHead(repository), { commit: yard.git('rev-parse', 'HEAD') });
  });
});

it('says nothing without a repository', async () => {
  const root = makeTree({ 'crane.py': CRANE });
  const hints = new GitHints(root);
  assert.deepEqual(hints.hints(), {});
  assert.equal(await hints.settle(hints.version, MAX_WAIT_MS), false);
  removeTree(root);
});
