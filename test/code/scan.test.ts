import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { afterEach, describe, it } from 'node:test';
import { locate } from '../../src/code/odd-names.js';
import { type Scan, scanProject, scanSteps } from '../../src/code/scan.js';
import type { SourceFile } from '../../src/code/walk.js';
import { stampOf } from '../../src/kernel/disk.js';
import { addToTree, makeTree, removeTree, type TreeEntry } from '../support/tree.js';

const trees: string[] = [];
afterEach(() => {
  for (const tree of trees.splice(0)) removeTree(tree);
});

function tree(entries: Record<string, TreeEntry>): string {
  const root = makeTree(entries);
  trees.push(root);
  return root;
}

/** A tree of empty files. */
function files(...names: string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, '']));
}

function scan(root: string, sourceDirs?: readonly string[]): Scan {
  return scanProject({ root, sourceDirs });
}

function paths(result: Scan): string[] {
  return result.files.map((file) => file.path);
}

function isUnchanged(root: string, { path: file, size, mtimeMs }: SourceFile): boolean {
  const now = stampOf(locate(root, file));
  return now?.size === size && now.mtimeMs === mtimeMs;
}

function problems(result: Scan): string[] {
  return result.problems.map(({ path: file, kind, message }) => `${file}: ${kind}: ${message}`);
}

describe('which folders are sources', () => {
  const ship = files(
    'src/hull.py',
    'src/deck/mast.py',
    'tests/test_hull.py',
    'tests/deep/test_mast.py',
    'setup.py',
    'README.md',
  );

  it('is src when nobody says and it holds Python', () => {
    const result = scan(tree(ship));
    assert.deepEqual(paths(result), ['src/deck/mast.py', 'src/hull.py']);
    assert.deepEqual([result.sourceDirs, result.sourceChoice], [['src'], 'src']);
    assert.deepEqual(result.outside, [
      { folder: '.', files: 1 },
      { folder: 'tests', files: 2 },
    ]);
    assert.deepEqual(result.packagingFiles, ['setup.py']);
    assert.deepEqual(result.problems, []);
  });

  it('is the whole root when src is missing, or holds none', () => {
    for (const entries of [
      files('hull.py', 'deck/mast.py'),
      files('hull.py', 'deck/mast.py', 'src/hull.c'),
    ]) {
      const result = scan(tree(entries));
      assert.deepEqual(paths(result), ['deck/mast.py', 'hull.py']);
      assert.deepEqual([result.sourceDirs, result.sourceChoice, result.outside], [['.'], 'whole-root', []]);
    }
  });

  it('is what the user says, and what is missing then is told', () => {
    const root = tree({
      ...ship,
      ...files('packages/a/a.py', 'packages/b/b.py', 'packages/conftest.py', 'plan'),
    });
    const result = scan(root, ['packages/a', 'sails', 'plan', 'tests', 'packages/a/.']);
    assert.deepEqual(paths(result), ['packages/a/a.py', 'tests/deep/test_mast.py', 'tests/test_hull.py']);
    assert.deepEqual([result.sourceDirs, result.sourceChoice], [['packages/a', 'tests'], 'set']);
    assert.deepEqual(problems(result), [
      'plan: missing: this source dir is a file',
      'sails: missing: this source dir does not exist',
    ]);
    assert.deepEqual(result.outside, [
      { folder: '.', files: 1 },
      { folder: 'packages', files: 1 },
      { folder: 'packages/b', files: 1 },
      { folder: 'src', files: 2 },
    ]);
  });

  it('is nothing, without a crash, when all that is set is missing', () => {
    const result = scan(tree(ship), ['sails']);
    assert.deepEqual([result.files, result.sourceDirs], [[], []]);
    assert.equal(result.problems.length, 1);
    assert.deepEqual(
      scan(path.join(tree({}), 'sunk')).problems.map(({ kind }) => kind),
      ['unreadable'],
    );
  });

  it('may be the root, or folders in each other', () => {
    assert.equal(scan(tree(ship), ['.']).files.length, 5);
    assert.deepEqual(paths(scan(tree(ship), ['src', 'src/deck'])), ['src/deck/mast.py', 'src/hull.py']);
  });
});

describe('what is left out', () => {
  it('is caches, environments and installed packages, by name and by marker', () => {
    const root = tree(
      files(
        'app.py',
        '.github/release.py',
        'venv-docs/pyvenv.cfg',
        'venv-docs/lib/x.py',
        'conda/conda-meta/history',
        'conda/lib/x.py',
        'warm/CACHEDIR.TAG',
        'warm/x.py',
        ...['node_modules', '__pycache__', '.tox', '.mypy_cache', 'lib/site-packages', '.venv', '.git'].map(
          (each) => `${each}/x.py`,
        ),
      ),
    );
    const result = scan(root);
    assert.deepEqual(paths(result), ['.github/release.py', 'app.py']);
    assert.deepEqual(result.skipped, [
      { folder: 'conda', reason: 'environment' },
      { folder: 'venv-docs', reason: 'environment' },
      { folder: 'warm', reason: 'cache' },
    ]);
  });

  it('is not the root itself, whatever lies in it', () => {
    assert.deepEqual(
      paths(scan(tree(files('pyvenv.cfg', 'CACHEDIR.TAG', 'app.py', 'lib/site-packages/x.py')))),
      ['app.py'],
    );
  });

  it('is build and dist beside a project, unless they are packages', () => {
    const result = scan(
      tree(
        files(
          'build/lib/oven.py',
          'dist/oven.py',
          'oven/build/loaf.py',
          'oven/dist/__init__.py',
          'mill/pyproject.toml',
          'mill/build/lib/x.py',
          'mill/dist/__init__.py',
        ),
      ),
    );
    assert.deepEqual(paths(result), ['mill/dist/__init__.py', 'oven/build/loaf.py', 'oven/dist/__init__.py']);
    assert.deepEqual(
      result.skipped.map(({ folder }) => folder),
      ['build', 'dist', 'mill/build'],
    );
  });

  it('is other checkouts: worktrees and submodules, but not a clone with a repository of its own', () => {
    const root = tree(files('app.py', 'tree/x.py', 'module/x.py', 'clone/x.py', 'clone/.git/HEAD'));
    addToTree(root, { 'tree/.git': 'gitdir: /elsewhere', 'module/.git': 'gitdir: ../.git/modules/module' });
    const result = scan(root);
    assert.deepEqual(paths(result), ['app.py', 'clone/x.py']);
    assert.deepEqual(result.skipped, [
      { folder: 'module', reason: 'nested-repository' },
      { folder: 'tree', reason: 'nested-repository' },
    ]);
  });

  it('is none of it when the user names it a source dir, and then nothing around it', () => {
    const root = tree({
      ...files(
        'app.py',
        'vendor/x.py',
        'vendor/oven/x.py',
        'vendor/oven/gen/y.py',
        'vendor/oven/old/z.py',
        'module/x.py',
      ),
      ...files('venv/pyvenv.cfg', 'venv/lib/site-packages/oven/x.py', 'venv/lib/other.py', 'build/gen/x.py'),
      '.gitignore': 'vendor/\ngen/\nbuild\n',
      'vendor/oven/.gitignore': 'old/\n',
      'module/.git': 'gitdir: x',
    });
    const named = ['vendor/oven', 'module', 'venv/lib/site-packages/oven', 'build/gen'];
    const result = scan(root, named);
    assert.deepEqual(paths(result), [
      'build/gen/x.py',
      'module/x.py',
      'vendor/oven/x.py',
      'venv/lib/site-packages/oven/x.py',
    ]);
    assert.deepEqual(result.outside, [{ folder: '.', files: 1 }]);
    assert.deepEqual(problems(result), []);
  });

  it('is a file over 10 MB, which is told', () => {
    const root = tree(files('table.py', 'small.py'));
    truncateSync(path.join(root, 'table.py'), 10 * 1024 * 1024 + 1);
    truncateSync(path.join(root, 'small.py'), 10 * 1024 * 1024);
    const result = scan(root);
    assert.deepEqual(paths(result), ['small.py']);
    assert.deepEqual(problems(result), [
      'table.py: too-large: it has 10.0 MB; files over 10 MB are left out',
    ]);
  });

  it('is what only looks like a source', () => {
    const root = tree({ ...files('app.py', '.py', 'app.pyc', 'app.py.bak', 'PY'), 'module.py/': '' });
    assert.deepEqual(paths(scan(root)), ['app.py']);
  });

  it('is a pipe, which is told and never opened', () => {
    if (process.platform === 'win32') return;
    const root = tree(files('app.py'));
    execFileSync('mkfifo', [path.join(root, 'pipe.py'), path.join(root, 'pipe')]);
    assert.deepEqual(problems(scan(root)), ['pipe.py: unreadable: it is no regular file']);
  });

  it('is a folder that cannot be listed, which is told', () => {
    if (process.platform !== 'linux') return;
    // A path longer than the system takes, made of two halves; permissions would not stop a super-user.
    const half = Array.from({ length: 15 }, () => 'd'.repeat(200)).join('/');
    const root = tree(files('app.py', `${half}/x.py`, `rest/${half}/y.py`));
    renameSync(path.join(root, 'rest'), path.join(root, half, 'rest'));
    const result = scan(root);
    renameSync(path.join(root, half, 'rest'), path.join(root, 'rest'));
    assert.deepEqual(paths(result), ['app.py', `${half}/x.py`]);
    assert.equal(result.problems.length, 1);
    assert.match(problems(result)[0] ?? '', /unreadable: the folder cannot be listed \(ENAMETOOLONG\)$/);
  });
});

describe('links', () => {
  it('to files inside the root are indexed once, under the real path', () => {
    const root = tree({
      ...files('src/hull.py', 'tools/saw.py', 'tools/plane.py', 'bin/adze'),
      'src/alias.py': { link: 'hull.py' },
      'src/saw.py': { link: '../tools/saw.py' },
      'src/saw2.py': { link: 'saw.py' },
      'src/adze.py': { link: '../bin/adze' },
    });
    const result = scan(root);
    assert.deepEqual(paths(result), ['src/hull.py', 'tools/saw.py']);
    assert.deepEqual(result.outside, [{ folder: 'tools', files: 1 }]);
    assert.deepEqual(result.links, [
      { path: 'src/adze.py', target: 'bin/adze' },
      { path: 'src/alias.py', target: 'src/hull.py' },
      { path: 'src/saw.py', target: 'tools/saw.py' },
      { path: 'src/saw2.py', target: 'tools/saw.py' },
    ]);
    assert.deepEqual(problems(result), [
      'src/adze.py: unreadable: the link leads to bin/adze, whose name is not that of a source',
    ]);
  });

  it('to folders inside the root bring what lies there, under the real path', () => {
    const root = tree({
      ...files(
        'src/hull.py',
        'shared/rope.py',
        'shared/knots/reef.py',
        'shared/venv/pyvenv.cfg',
        'shared/venv/x.py',
      ),
      'shared/.gitignore': 'knots/old\n',
      'shared/knots/old/x.py': '',
      'shared/spare.py': { link: '../attic/spare.py' },
      'attic/spare.py': '',
      'attic/rest.py': '',
      'src/shared': { link: '../shared' },
      'src/again': { link: 'shared/knots' },
    });
    const result = scan(root);
    assert.deepEqual(paths(result), [
      'attic/spare.py',
      'shared/knots/reef.py',
      'shared/rope.py',
      'src/hull.py',
    ]);
    assert.deepEqual(result.outside, [{ folder: 'attic', files: 1 }]);
    assert.deepEqual(problems(result), []);
  });

  it('in a circle end', () => {
    const root = tree({
      ...files('src/hull.py', 'other/x.py'),
      'src/self': { link: '.' },
      'src/up': { link: '..' },
      'src/round.py': { link: 'round.py' },
      'src/a': { link: 'b' },
      'src/b': { link: 'a' },
      'src/deep/down': { link: '../../src' },
    });
    const result = scan(root);
    assert.deepEqual(paths(result), ['src/hull.py']);
    assert.deepEqual(problems(result), ['src/round.py: unreadable: the link leads nowhere']);
  });

  it('that leave the root are told and not followed; to nowhere too, but for an editor’s locks', () => {
    const elsewhere = tree(files('secret.py', 'lib/x.py'));
    const root = tree({
      'src/hull.py': '',
      'src/secret.py': { link: path.join(elsewhere, 'secret.py') },
      'src/lib': { link: path.join(elsewhere, 'lib') },
      'src/data.csv': { link: path.join(elsewhere, 'secret.py') },
      'src/gone.py': { link: 'nowhere.py' },
      'src/.#hull.py': { link: 'ada@host.42:1' },
      'tests/lib': { link: path.join(elsewhere, 'lib') },
    });
    assert.deepEqual(problems(scan(root)), [
      'src/gone.py: unreadable: the link leads nowhere',
      `src/lib: outside: the link leaves the root: ${path.join(elsewhere, 'lib')}`,
      `src/secret.py: outside: the link leaves the root: ${path.join(elsewhere, 'secret.py')}`,
    ]);
    assert.deepEqual(paths(scan(root)), ['src/hull.py']);
  });

  it('may be source dirs, and the root', () => {
    const elsewhere = tree(files('x.py'));
    const root = tree({ 'lib/src/hull.py': '', src: { link: 'lib/src' }, out: { link: elsewhere } });
    assert.deepEqual(paths(scan(root)), ['lib/src/hull.py']);
    assert.deepEqual(scan(root).sourceDirs, ['lib/src']);
    assert.deepEqual(problems(scan(root, ['out'])), ['out: outside: this source dir lies outside the root']);
    const around = tree({ root: { link: root } });
    assert.deepEqual(paths(scan(path.join(around, 'root'))), ['lib/src/hull.py']);
  });
});

describe('a scan', () => {
  it('is sorted by code units and keeps names as they are', () => {
    const names = [
      'Z.py',
      'a b.py',
      'a.py',
      'a/x.py',
      'a-b/x.py',
      'é.py',
      'e\u0301.py',
      '🥖.py',
      '\uffee.py',
    ];
    const root = tree(files(...names));
    assert.deepEqual(paths(scan(root)), [...names].sort());
  });

  it('makes one-line paths of names that are no text, which lead back to the file', () => {
    if (process.platform !== 'linux') return;
    const root = tree({ 'plain.py': '' });
    const odd: [bytes: Buffer, expected: string][] = [
      [Buffer.from('new\nline.py'), 'new\\x0aline.py'],
      [Buffer.from('back\\slash.py'), 'back\\x5cslash.py'],
      [Buffer.from('caf\xe9.py', 'latin1'), 'caf\\xe9.py'],
      [Buffer.from('is\ufffd.py'), 'is\ufffd.py'],
      [
        Buffer.concat([Buffer.from('ü'), Buffer.from([0xff, 0xfe]), Buffer.from('🥖.py')]),
        'ü\\xff\\xfe🥖.py',
      ],
    ];
    const folder = Buffer.concat([Buffer.from(`${root}/`), Buffer.from('dir\xff', 'latin1')]);
    mkdirSync(folder);
    for (const [name] of odd) {
      writeFileSync(Buffer.concat([Buffer.from(`${root}/`), name]), name);
      writeFileSync(Buffer.concat([folder, Buffer.from('/'), name]), name);
    }
    const result = scan(root);
    const expected = odd.flatMap(([, name]) => [name, `dir\\xff/${name}`]);
    assert.deepEqual(paths(result), [...expected, 'plain.py'].sort());
    assert.deepEqual(result.problems, []);
    for (const file of result.files) {
      assert.ok(isUnchanged(root, file), file.path);
      if (file.path !== 'plain.py') {
        assert.ok(
          odd.some(([name]) => readFileSync(file.absolute).equals(name)),
          file.path,
        );
      }
    }
  });

  it('goes on in steps, and gives the same', () => {
    const root = tree(files('src/a/x.py', 'src/b/y.py', 'tests/z.py'));
    const steps = scanSteps({ root, sourceDirs: undefined });
    let count = 0;
    for (let step = steps.next(); ; step = steps.next()) {
      if (step.done) {
        assert.deepEqual(step.value, scan(root));
        break;
      }
      count += 1;
      assert.equal(typeof step.value, 'number');
    }
    assert.equal(count, 5);
  });

  it('tells of a file that lies deeper than the system lets it look', {
    skip: process.platform !== 'linux',
  }, () => {
    const root = tree({ 'deck.py': '' });
    // PATH_MAX is 4,096 bytes: the folder is within it, the file in it is not.
    const part = 'd'.repeat(250);
    const make =
      'import os, sys\n' +
      'os.chdir(sys.argv[1])\n' +
      'for name in sys.argv[2:]:\n    os.mkdir(name)\n    os.chdir(name)\n' +
      'open("hold.py", "w").close()\n';
    const room = 4090 - root.length;
    const parts = Array.from({ length: Math.floor(room / 251) }, () => part);
    const rest = room - parts.length * 251 - 1;
    execFileSync('python3', ['-c', make, root, ...parts, ...(rest > 0 ? ['e'.repeat(rest)] : [])]);
    const found = scan(root);
    assert.deepEqual(paths(found), ['deck.py']);
    assert.equal(found.problems.length, 1);
    assert.match(found.problems[0]?.path ?? '', /hold\.py$/);
    assert.match(found.problems[0]?.message ?? '', /^it cannot be looked at \(ENAMETOOLONG\)$/);
    // Else nobody can remove it.
    renameSync(path.join(root, part), path.join(root, 'd'));
  });

  it('goes as deep as the system lets it', () => {
    const root = tree({});
    const deep = Array.from({ length: 300 }, (_, index) => `d${index}`).join('/');
    addToTree(root, { [`${deep}/x.py`]: '' });
    assert.deepEqual(paths(scan(root)), [`${deep}/x.py`]);
  });
});

describe('the stamp of a file', () => {
  it('tells a change, a new time, a file that is gone, and a link in its place', () => {
    const root = tree({ 'a.py': 'one', 'b.py': 'two', 'c.py': 'six', 'd.py': 'ten', 'e.py': 'old' });
    const before = scan(root).files;
    assert.ok(before.every((file) => isUnchanged(root, file)));
    addToTree(root, { 'a.py': 'three' });
    const b = path.join(root, 'b.py');
    utimesSync(b, new Date(), new Date(Date.now() - 60_000));
    rmSync(path.join(root, 'c.py'));
    rmSync(path.join(root, 'd.py'));
    addToTree(root, { 'd.py': { link: 'e.py' } });
    assert.deepEqual(
      before.map((file) => isUnchanged(root, file)),
      [false, false, false, false, true],
    );
  });
});
