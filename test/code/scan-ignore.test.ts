import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, it } from 'node:test';
import fc from 'fast-check';
import { type Scan, scanProject } from '../../src/code/scan.js';
import { addToTree, makeTree, removeTree, type TreeEntry } from '../support/tree.js';

const trees: string[] = [];
afterEach(() => {
  for (const tree of trees.splice(0)) removeTree(tree);
});

function repository(entries: Record<string, TreeEntry>): string {
  const root = makeTree(entries);
  trees.push(root);
  git(root, 'init', '-q');
  return root;
}

function git(folder: string, ...args: string[]): string {
  return execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
}

/** What git would add, which is what we should index. */
function untracked(root: string): string[] {
  const listed = git(root, '-c', 'core.excludesFile=', 'ls-files', '-z', '--others', '--exclude-standard');
  return listed
    .split('\0')
    .filter((file) => file.endsWith('.py'))
    .sort();
}

function scan(root: string, sourceDirs: readonly string[] = ['.']): Scan {
  return scanProject({ root, sourceDirs });
}

function paths(result: Scan): string[] {
  return result.files.map((file) => file.path);
}

describe('what git ignores', () => {
  it('is left out, by every file of patterns and in the order of their weight', () => {
    const root = repository({
      '.git/info/exclude': 'private.py\nkept.py\n',
      '.gitignore': '# flour\n*.gen.py\n/top.py\nlogs/\n!kept.py\nspace\\ .py\ndocs/**/old\n\\#rye.py\n',
      'src/.gitignore': '!keep.gen.py\nlocal.py\n/logs.py\n',
      'src/deep/.gitignore': '*\n!.gitignore\n!only.py\n',
    });
    const names = [
      'private.py',
      'kept.py',
      'a.gen.py',
      'keep.gen.py',
      'top.py',
      'logs.py',
      'local.py',
      'space .py',
      '#rye.py',
      'only.py',
    ];
    for (const folder of ['', 'src/', 'src/deep/', 'logs/', 'src/logs/', 'docs/a/b/old/', 'docs/old/']) {
      for (const name of names) addToTree(root, { [`${folder}${name}`]: '' });
    }
    const expected = untracked(root);
    assert.deepEqual(paths(scan(root)), expected);
    assert.ok(expected.includes('src/keep.gen.py') && expected.includes('src/deep/only.py'));
    assert.ok(!expected.includes('keep.gen.py') && !expected.includes('src/deep/kept.py'));
  });

  it('is exactly what git says, for any patterns', () => {
    const names = fc.constantFrom('a', 'b', 'ab', 'a.py', 'b.py', 'ab.py', 'A.py');
    const part = fc.oneof(
      names,
      fc.constantFrom('*', '**', 'a*', '*.py', '?b.py', '[ab].py', '*b', '!', '\\a.py', 'a.p[!x]'),
    );
    const pattern = fc
      .tuple(
        fc.constantFrom('', '', '!', '/', '!/'),
        fc.array(part, { minLength: 1, maxLength: 3 }),
        fc.constantFrom('', '', '/', ' '),
      )
      .map(([mark, parts, end]) => mark + parts.join('/') + end);
    const patterns = fc.array(pattern, { maxLength: 4 }).map((lines) => lines.join('\n'));
    const folders = ['', 'a/', 'b/', 'a/b/', 'a/a/', 'b/a/ab/'];
    const places = fc.record(
      Object.fromEntries(folders.map((folder) => [`${folder}.gitignore`, fc.option(patterns, { freq: 2 })])),
    );

    const root = repository({});
    for (const folder of folders) {
      for (const name of ['a.py', 'b.py', 'ab.py', 'A.py']) addToTree(root, { [`${folder}${name}`]: '' });
    }
    fc.assert(
      fc.property(places, patterns, (ignoreFiles, exclude) => {
        writeFileSync(path.join(root, '.git/info/exclude'), exclude);
        for (const [file, text] of Object.entries(ignoreFiles)) {
          rmSync(path.join(root, file), { force: true });
          if (text !== null && text !== undefined) writeFileSync(path.join(root, file), text);
        }
        assert.deepEqual(paths(scan(root)), untracked(root));
      }),
      { numRuns: 150 },
    );
  });

  it('is what lies in the repository around the root too, unless that ignores the root itself', () => {
    const top = repository({
      '.gitignore': '*.gen.py\nsandbox/\n/services/api/hidden.py\n/shown.py\n',
      'services/.gitignore': 'scratch.py\n!b.gen.py\n',
    });
    const names = ['a.gen.py', 'b.gen.py', 'hidden.py', 'shown.py', 'scratch.py', 'app.py'];
    for (const folder of ['services/api/', 'sandbox/']) {
      for (const name of names) addToTree(top, { [`${folder}${name}`]: '' });
    }
    assert.deepEqual(paths(scan(path.join(top, 'services/api'))), ['app.py', 'b.gen.py', 'shown.py']);
    assert.deepEqual(paths(scan(path.join(top, 'sandbox'))), [
      'app.py',
      'hidden.py',
      'scratch.py',
      'shown.py',
    ]);
  });

  it('counts without git and in a worktree, from the common folder', () => {
    const bare = makeTree({ '.gitignore': 'b.py\n', 'a.py': '', 'b.py': '' });
    trees.push(bare);
    assert.deepEqual(paths(scan(bare)), ['a.py']);

    const main = repository({ 'a.py': '', 'b.py': '', 'c.py': '' });
    git(main, 'add', '.');
    git(
      main,
      '-c',
      'user.name=Miller',
      '-c',
      'user.email=miller@mill.example',
      'commit',
      '-q',
      '-m',
      'grain',
    );
    const side = path.join(main, '..', `${path.basename(main)}-side`);
    trees.push(side);
    git(main, 'worktree', 'add', '-q', side);
    mkdirSync(path.join(main, '.git/info'), { recursive: true });
    writeFileSync(path.join(main, '.git/info/exclude'), 'b.py\n');
    assert.deepEqual(paths(scan(side)), ['a.py', 'c.py']);
  });

  it('follows the default source dir, not one that is named', () => {
    const root = repository({ '.gitignore': 'src/\n', 'src/oven.py': '', 'bake.py': '' });
    const standard = scanProject({ root, sourceDirs: undefined });
    assert.deepEqual([paths(standard), standard.sourceChoice], [['bake.py'], 'whole-root']);
    assert.deepEqual(paths(scan(root, ['src'])), ['src/oven.py']);
  });
});

describe('a file of patterns', () => {
  it('cannot stall the scan', () => {
    const deep = `${'a/'.repeat(120)}a.py`;
    const hostile = [
      `${'a/**/'.repeat(30)}b`,
      'a/**/a/**/a/**/a/**/b.py',
      `${'*a'.repeat(80)}b`,
      '[a-z]*'.repeat(40),
    ];
    const root = repository({ '.gitignore': hostile.join('\n'), [deep]: '', 'b.py': '' });
    const result = scan(root);
    assert.deepEqual(paths(result), [deep, 'b.py'].sort());
    assert.equal(result.problems.length, 1);
    assert.match(result.problems[0]?.message ?? '', /^1 pattern with too many \*\* left out: a\/\*\*\/a/);
  });

  it('has as many patterns as can be held against every path', () => {
    const patterns = Array.from({ length: 60_000 }, (_, loaf) => `loaf_${loaf}.py`);
    const root = repository({
      '.gitignore': `# loaves\n\n${patterns.join('\n')}\n`,
      'loaf_1999.py': '',
      'loaf_2000.py': '',
    });
    const result = scan(root);
    assert.deepEqual(paths(result), ['loaf_2000.py']);
    assert.deepEqual(
      result.problems.map(({ path: file, message }) => [file, message]),
      [['.gitignore', 'it has 60000 patterns; only the first 2000 are heeded']],
    );
  });

  it('that is huge, a folder or a link is no file of patterns', () => {
    const root = repository({
      'big/.gitignore': '#'.repeat(1_000_001),
      'a.py': '',
      'dir/.gitignore/x.py': '',
      'dir/a.py': '',
    });
    addToTree(root, { patterns: 'a.py\n', 'linked/.gitignore': { link: '../patterns' }, 'linked/a.py': '' });
    const result = scan(root);
    assert.deepEqual(paths(result), ['a.py', 'dir/.gitignore/x.py', 'dir/a.py', 'linked/a.py']);
    assert.deepEqual(
      result.problems.map(({ path: file, message }) => `${file}: ${message}`),
      ['big/.gitignore: it cannot be read (it has more than 1 MB)'],
    );
  });

  it('may begin with a byte-order mark and end its lines as on Windows', () => {
    const root = repository({ '.gitignore': '\ufeffa.py\r\nb.py\r\n', 'a.py': '', 'b.py': '', 'c.py': '' });
    assert.deepEqual(paths(scan(root)), ['c.py']);
  });
});
