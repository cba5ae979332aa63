/** Paths that are there and not in the graph: the answer says so, and what to set. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { notIndexed } from '../../src/serve/code-tools/not-indexed.js';
import { bakeryProject } from '../support/bakery-project.js';
import { indexState } from '../support/index-state.js';
import { createWorkFolder } from '../support/run-bin.js';

const folder = createWorkFolder('not-indexed');
after(() => folder.remove());
for (const name of ['src', 'tests/unit', 'tools']) mkdirSync(join(folder.path, name), { recursive: true });
for (const name of ['tests/unit/test_oven.py', 'src/ignored.py', 'tools/wipe.py', 'setup.py', 'menu.txt'])
  writeFileSync(join(folder.path, name), '');

const sources = { ...indexState().sources, directories: ['src'], outside: [{ folder: 'tests', files: 1 }] };
const project = bakeryProject({ root: folder.path, state: () => indexState({ sources }) });
const said = (text: string) => notIndexed(project, text);

test('a file outside of the sources, and how to include it', () => {
  assert.equal(
    said('tests/unit/test_oven.py'),
    '`tests/unit/test_oven.py` is there but not indexed: only `src` is. To include it, set `KG_SOURCE_DIRS=src,tests`, or `source_dirs = ["src", "tests"]` in kg-memory.toml.',
  );
  for (const text of [
    './tests/unit/test_oven.py:12',
    'file:tests/unit/test_oven.py',
    join(folder.path, 'tests'),
  ])
    assert.match(said(text) ?? '', /KG_SOURCE_DIRS=src,tests/, text);
  assert.match(said('tools') ?? '', /KG_SOURCE_DIRS=src,tools/);
  assert.match(said('setup.py') ?? '', /KG_SOURCE_DIRS=\.`/);
});

test('a file that no setting of folders includes', () => {
  assert.match(said('menu.txt') ?? '', /of the sources only Python files are/);
  assert.match(said('src/ignored.py') ?? '', /ignored by git, skipped/);
});

test('what is no path of the project', () => {
  for (const text of ['tests/missing.py', '../', '/', '.', '', 'Oven.bake', '\0', 'x'.repeat(5_000)])
    assert.equal(said(text), undefined, text);
});
