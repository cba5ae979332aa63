/** Which files are documents: settings, the usual places, links, and what is told of what is not there. */
import assert from 'node:assert/strict';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, test } from 'node:test';
import { type DocumentSettings, findDocuments } from '../../../src/code/documents/which.js';
import { makeTree, removeTree } from '../../support/tree.js';

const roots: string[] = [];
afterEach(() => {
  for (const root of roots.splice(0)) removeTree(root);
});

function tree(files: Readonly<Record<string, string>>): string {
  const root = makeTree(files);
  roots.push(root);
  return root;
}

function found(root: string, settings: DocumentSettings = {}) {
  const { files, problems, folders: _, ...rest } = findDocuments(root, settings);
  return {
    files: files.map(({ path, kind }) => `${kind} ${path}`),
    problems: problems.map(({ path, kind }) => `${kind} ${path}`),
    ...rest,
  };
}

test('the usual places: docs/adr and CLAUDE.md', () => {
  const root = tree({
    'docs/adr/0001-one-oven.md': '',
    'docs/adr/baking/0002-steam.md': '',
    'docs/adr/README.md': '',
    'docs/decisions/0001-other.md': '',
    'CLAUDE.md': '',
    'AGENTS.md': '',
  });
  assert.deepEqual(found(root), {
    files: ['instructions CLAUDE.md', 'adr docs/adr/0001-one-oven.md', 'adr docs/adr/baking/0002-steam.md'],
    problems: [],
    adrDirs: ['docs/adr'],
    instructions: ['CLAUDE.md'],
  });
});

test('other homes are taken when docs/adr holds no record, and that is said', () => {
  const root = tree({
    'docs/adr/README.md': '',
    'doc/adr/0001-one-oven.md': '',
    'docs/decisions/0001-other.md': '',
    'AGENTS.md': '',
  });
  assert.deepEqual(found(root), {
    files: ['instructions AGENTS.md', 'adr doc/adr/0001-one-oven.md'],
    problems: [],
    adrDirs: ['doc/adr'],
    reason: 'KG_ADR_DIR is not set, and docs/adr holds no record',
    instructions: ['AGENTS.md'],
  });
});

test('a file whose name does not tell is a record when its text is one', () => {
  const root = tree({
    'docs/adr/one-oven.md': '# One oven\n\n## Context\n\nSmall.\n\n## Decision\n\nOne.\n',
    'docs/adr/two-ovens.md': '# Zwei Öfen\n\n* Status: akzeptiert\n\n## 2. Entscheidung\n\nZwei.\n',
    'docs/adr/words.md': '# Words\n\n## Status\n\nWhat a record says of itself.\n',
    'docs/adr/notes.txt': '## Context\n\n## Decision\n',
    'docs/adr/how-we-write.md': '# How we write\n\nBegin with the context and the decision. Status: fine.\n',
  });
  assert.deepEqual(found(root).files, ['adr docs/adr/one-oven.md', 'adr docs/adr/two-ovens.md']);
  assert.deepEqual(found(root, { adrPattern: '^words' }).files, ['adr docs/adr/words.md']);
});

test('what adr-tools has noted goes first', () => {
  const root = tree({ '.adr-dir': 'why\n', 'why/0001-one-oven.md': '', 'docs/adr/0001-other.md': '' });
  const { files, reason } = found(root);
  assert.deepEqual(files, ['adr why/0001-one-oven.md']);
  assert.equal(reason, 'KG_ADR_DIR is not set, and .adr-dir names why');
});

test('a note of a megabyte of blanks between two words is read at once', () => {
  for (const [file, before] of [
    ['.adr-dir', ''],
    ['.log4brains.yml', 'project:\n  adrFolder: '],
  ] as const) {
    const root = tree({ [file]: `${before}a${' '.repeat(1_000_000)}b\n`, 'docs/adr/0001-other.md': '' });
    assert.deepEqual(findDocuments(root, {}).adrDirs, ['docs/adr']);
  }
});

test('what log4brains has noted is taken, packages and all', () => {
  const note =
    "project:\n  adrFolder: ./docs/why\n  packages:\n    - name: oven\n      adrFolder: 'packages/oven/why'\n    - adrFolder: ../out\n";
  const root = tree({
    '.log4brains.yml': note,
    'docs/why/20260101-x.md': '',
    'packages/oven/why/20260102-y.md': '',
    'docs/adr/0001-other.md': '',
  });
  const { files, adrDirs } = found(root);
  assert.deepEqual(files, ['adr docs/why/20260101-x.md', 'adr packages/oven/why/20260102-y.md']);
  assert.deepEqual(adrDirs, ['docs/why', 'packages/oven/why']);
});

test('instructions that take in others', () => {
  const both = ['instructions AGENTS.md', 'instructions CLAUDE.md'];
  assert.deepEqual(found(tree({ 'CLAUDE.md': '@AGENTS.md\n', 'AGENTS.md': '' })).files, both);
  assert.deepEqual(found(tree({ 'CLAUDE.md': 'See @./AGENTS.md\n', 'AGENTS.md': '' })).files, both);
  assert.deepEqual(found(tree({ 'CLAUDE.md': 'See AGENTS.md', 'AGENTS.md': '' })).files, both.slice(1));
  assert.deepEqual(found(tree({ 'CLAUDE.md': '@AGENTS.md\n' })).files, both.slice(1));
});

test('several folders, and one that is not there', () => {
  const root = tree({ 'a/0001-x.md': '', 'b/0002-y.md': '', 'docs/adr/0003-z.md': '', c: '' });
  assert.deepEqual(found(root, { adrDirs: ['a', 'b', 'c', 'd'], configPaths: ['HOW.md', 'a'] }), {
    files: ['adr a/0001-x.md', 'adr b/0002-y.md'],
    problems: ['missing HOW.md', 'missing a', 'missing c', 'missing d'],
    adrDirs: ['a', 'b'],
    instructions: [],
  });
});

test('every folder that was looked into is told, records or none', () => {
  const root = tree({ 'docs/adr/0001-oven.md': '', 'docs/adr/bread/plan.txt': '' });
  const { folders } = findDocuments(root, {});
  assert.deepEqual(
    [...folders],
    ['docs/adr', 'docs/adr/bread'].map((folder) => [folder, join(root, folder)]),
  );
});

test('none is none', () => {
  const root = tree({ 'docs/adr/0001-x.md': '', 'CLAUDE.md': '' });
  const nothing = { files: [], problems: [], adrDirs: [], instructions: [] };
  assert.deepEqual(found(root, { adrDirs: [], configPaths: [] }), nothing);
  assert.deepEqual(found(tree({ 'src/oven.py': '' })), nothing);
});

test('a folder outside the root is taken when it is set', () => {
  const root = tree({ 'project/src/oven.py': '', 'why/0001-x.md': '' });
  const project = join(root, 'project');
  const { files, adrDirs } = found(project, { adrDirs: [join(root, 'why')] });
  assert.deepEqual([files, adrDirs], [['adr ../why/0001-x.md'], ['../why']]);
});

test('links are followed inside the root and not out of it', () => {
  const root = tree({ 'project/AGENTS.md': '', 'project/docs/adr/0001-x.md': '', 'secret.md': '' });
  const project = join(root, 'project');
  symlinkSync('AGENTS.md', join(project, 'CLAUDE.md'));
  symlinkSync(join(root, 'secret.md'), join(project, 'docs/adr/0002-secret.md'));
  const { files, problems } = found(project);
  assert.deepEqual(files, ['instructions AGENTS.md', 'adr docs/adr/0001-x.md']);
  assert.deepEqual(problems, ['outside docs/adr/0002-secret.md']);
});

test('records in other formats and very large ones are told', () => {
  const root = tree({ 'docs/adr/0001-x.rst': '', 'docs/adr/0002-y.md': '' });
  writeFileSync(join(root, 'docs/adr/0003-z.md'), Buffer.alloc(10 * 1024 * 1024 + 1, 97));
  const { files, problems } = found(root);
  assert.deepEqual(files, ['adr docs/adr/0002-y.md']);
  assert.deepEqual(problems, ['unreadable docs/adr/0001-x.rst', 'too-large docs/adr/0003-z.md']);
});
