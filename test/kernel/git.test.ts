/** Git is asked in a repository whose configuration names programs of its own: none of them runs. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { changesSince } from '../../src/cli/git-diff.js';
import { askGit } from '../../src/kernel/git.js';
import { addToTree, makeTree, removeTree } from '../support/tree.js';

function git(folder: string, ...words: string[]): void {
  const who = [
    '-c',
    'user.name=smuggler',
    '-c',
    'user.email=smuggler@localhost',
    '-c',
    'commit.gpgsign=false',
  ];
  const { status, stderr } = spawnSync('git', [...who, ...words], { cwd: folder, encoding: 'utf8' });
  assert.equal(status, 0, stderr);
}

describe('a repository with programs of its own', () => {
  const root = makeTree({ 'hull.py': 'def plank():\n    return 1\n', 'keel.py': 'KEEL = 1\n' });
  const marks = makeTree();
  after(() => {
    removeTree(root);
    removeTree(marks);
  });

  /** A program that leaves a mark and does what is asked of it. */
  const program = (name: string) => {
    const file = path.join(marks, `${name}.sh`);
    writeFileSync(file, `#!/bin/sh\n: > '${path.join(marks, name)}'\ncat 2>/dev/null\n`);
    chmodSync(file, 0o755);
    return file;
  };
  const settings: Readonly<Record<string, string>> = {
    'core.fsmonitor': program('fsmonitor'),
    'core.hooksPath': marks,
    'core.pager': program('pager'),
    'pager.diff': program('pager-diff'),
    'diff.external': program('external'),
    'diff.wood.command': program('command'),
    'diff.wood.textconv': program('textconv'),
    'filter.tar.clean': program('clean'),
    'filter.tar.process': program('process'),
    'log.showSignature': 'true',
    'gpg.program': program('gpg'),
  };

  it('is asked for differences and for its history, and runs none of them', {
    skip: process.platform === 'win32',
  }, async () => {
    git(root, 'init', '-q');
    git(root, 'add', '.');
    git(root, 'commit', '-q', '-m', 'a hull');
    mkdirSync(path.join(marks, 'hooks'), { recursive: true });
    for (const [name, value] of Object.entries(settings)) git(root, 'config', name, value);
    addToTree(root, {
      '.gitattributes': '*.py diff=wood filter=tar\n',
      'hull.py': 'def plank():\n    return 2\n',
      'mast.py': 'MAST = 1\n',
    });
    program('post-index-change');
    assert.deepEqual(await changesSince(root, 'HEAD', 'kg-memory drift'), {
      files: [{ path: 'hull.py', ranges: [[2, 2]] }, { path: '.gitattributes' }, { path: 'mast.py' }],
      deleted: [],
    });
    const log = await askGit(root, ['log', '--format=%s', '-p', '--no-textconv', '--no-ext-diff']);
    assert.ok(log.isDone);
    assert.match(log.text, /^a hull\n[\s\S]*\+KEEL = 1/);
    const ran = ['post-index-change', ...Object.values(settings).map((file) => path.basename(file, '.sh'))];
    assert.deepEqual(
      ran.filter((name) => existsSync(path.join(marks, name))),
      [],
    );
  });

  it('with a filter that no option can turn off is not asked', async () => {
    git(root, 'config', 'filter.a=b.clean', 'cat');
    await assert.rejects(
      changesSince(root, 'HEAD', 'kg-memory drift'),
      /names an odd filter, filter\.a=b\.clean/,
    );
  });
});

it('asks the repository of the folder, whatever a hook of git has put into the environment', async () => {
  const dock = makeTree({ 'hull.py': 'HULL = 1\n' });
  const other = makeTree({ 'sail.py': 'SAIL = 1\n' });
  for (const [folder, name] of [
    [dock, 'a hull'],
    [other, 'a sail'],
  ] as const) {
    git(folder, 'init', '-q');
    git(folder, 'add', '.');
    git(folder, 'commit', '-q', '-m', name);
  }
  const inherited: Readonly<Record<string, string>> = {
    GIT_DIR: path.join(other, '.git'),
    GIT_WORK_TREE: other,
    GIT_INDEX_FILE: path.join(other, '.git/index'),
    GIT_OBJECT_DIRECTORY: path.join(other, '.git/objects'),
    GIT_COMMON_DIR: path.join(other, '.git'),
    GIT_NAMESPACE: 'elsewhere',
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: 'core.worktree',
    GIT_CONFIG_VALUE_0: other,
    GIT_GLOB_PATHSPECS: '1',
  };
  const before = { ...process.env };
  try {
    Object.assign(process.env, inherited);
    const log = await askGit(dock, ['log', '--format=%s']);
    assert.deepEqual(log, { isDone: true, text: 'a hull\n' });
    const files = await askGit(dock, ['ls-files', '-z'], { readsFiles: true });
    assert.deepEqual(files, { isDone: true, text: 'hull.py\0' });
  } finally {
    process.env = before;
    removeTree(dock);
    removeTree(other);
  }
});

it('says in one line why git said nothing, and is never waited for in vain', async () => {
  const root = makeTree();
  const answer = await askGit(root, ['log']);
  assert.ok(!answer.isDone);
  assert.match(answer.problem, /^[^\n]{10,}$/);
  const late = await askGit(root, ['log'], { signal: AbortSignal.abort() });
  assert.equal(late.isDone, false);
  removeTree(root);
});
