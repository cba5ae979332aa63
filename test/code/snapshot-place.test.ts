/**
 * Where the index may lie and whom it must not hurt: files that are not ours, whoever names them, and a tree that is another
 * one than the index was made of.
 */
import assert from 'node:assert/strict';
import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import type { Project } from '../../src/code/project-face.js';
import { openQuietly } from '../support/open-quietly.js';
import { makeTree, removeTree } from '../support/tree.js';

const MILL = {
  '.git/HEAD': 'ref: refs/heads/main\n',
  'src/mill/__init__.py': '',
  'src/mill/wheel.py': 'def turn():\n    return 1\n',
  'src/mill/stone.py': 'from mill.wheel import turn\n\n\ndef grind():\n    return turn()\n',
};
const never = new AbortController().signal;

describe('the place of an index', () => {
  const trees: string[] = [];
  let root: string;
  let cache: string;
  beforeEach(() => {
    root = plant(MILL);
    cache = plant({});
  });
  afterEach(() => {
    for (const tree of trees.splice(0)) removeTree(tree);
  });

  function plant(files: Parameters<typeof makeTree>[0]): string {
    const tree = makeTree(files);
    trees.push(tree);
    return tree;
  }

  /** Opens, uses and closes a project. */
  async function using<T>(
    { at = root, indexFile = '.kg-index.json', save = true },
    use: (project: Project) => T,
  ): Promise<T> {
    const project = openQuietly(
      { root: at, indexFile: join(at, indexFile), userCacheFolder: cache },
      { save },
    );
    await project.whenReady(never, () => undefined, Number.POSITIVE_INFINITY);
    await project.settle(never);
    await project.close();
    return use(project);
  }

  function idsOf(project: Project): string[] {
    const view = project.view();
    assert.ok(view !== undefined);
    return [...view.nodes()].map((node) => view.id(node)).filter((id) => id.startsWith('func:'));
  }

  for (const [what, content] of [
    ['is none', '{"name": "mill", "private": true}\n'],
    ['is an exported graph', '{"format":"kg-memory/graph@1","nodes":[\n],"edges":[]}\n'],
    ['is empty', ''],
  ] as const) {
    test(`a file that ${what} is never replaced, and the graph answers all the same`, async () => {
      writeFileSync(join(root, 'package.json'), content);
      const before = readdirSync(root);
      for (const save of [true, false]) {
        await using({ indexFile: 'package.json', save }, (project) => {
          assert.deepEqual(idsOf(project), ['func:src.mill.stone.grind', 'func:src.mill.wheel.turn']);
          const { snapshot, notes } = project.state();
          assert.equal(snapshot, undefined);
          assert.equal(notes.length, save ? 1 : 0, notes.join('\n'));
          if (save) assert.match(notes.join(), /package\.json is not replaced: .*\n.*KG_INDEX_FILE.*delete/);
        });
      }
      assert.equal(readFileSync(join(root, 'package.json'), 'utf8'), content);
      assert.deepEqual(readdirSync(root), before);
      assert.deepEqual(readdirSync(cache), []);
      assert.ok(!existsSync(join(root, '.git/info/exclude')));
    });
  }

  test('a damaged index is ours under any name, whatever its first letters have become', async () => {
    await using({ indexFile: 'graph.json' }, () => undefined);
    const bytes = readFileSync(join(root, 'graph.json'));
    for (const at of [0, 14, 40, bytes.length >> 1]) {
      const flipped = Buffer.from(bytes);
      flipped[at] = (flipped[at] ?? 0) ^ 4;
      writeFileSync(join(root, 'graph.json'), flipped);
      await using({ indexFile: 'graph.json' }, (project) => {
        assert.match(project.state().notes.join(), /was damaged .* is kept as/, `byte ${at}`);
      });
      assert.deepEqual(readFileSync(join(root, 'graph.json')).subarray(0, 40), bytes.subarray(0, 40));
    }
  });

  test('what cannot be read is left alone, and the index is kept elsewhere', async () => {
    symlinkSync('.kg-index.json', join(root, '.kg-index.json'));
    for (let start = 0; start < 2; start++) {
      await using({}, (project) => {
        assert.match(project.state().notes.join(), /is left as it is \(it cannot be read \(ELOOP\)\)/);
        assert.ok(project.state().snapshot?.path.startsWith(cache));
      });
    }
    assert.deepEqual(
      readdirSync(root).filter((name) => name.startsWith('.kg')),
      ['.kg-index.json'],
    );
  });

  test('a name with wildcards hides no other file from git', async () => {
    await using({ indexFile: '[a-z]*.json' }, () => undefined);
    const lines = readFileSync(join(root, '.git/info/exclude'), 'utf8').split('\n');
    assert.deepEqual(lines.slice(0, 2), ['\\[a-z\\]\\*.json', '\\[a-z\\]\\*.json.*']);
  });

  test('an index of another tree answers for the one it lies in, though sizes and times are the same', async () => {
    const other = plant({ ...MILL, 'src/mill/wheel.py': 'def tern():\n    return 1\n' });
    const anHourAgo = Math.floor(Date.now() / 1000) - 3600;
    for (const tree of [root, other]) {
      for (const name of ['__init__', 'wheel', 'stone']) {
        utimesSync(join(tree, `src/mill/${name}.py`), anHourAgo, anHourAgo);
      }
    }
    await using({}, () => undefined);
    copyFileSync(join(root, '.kg-index.json'), join(other, '.kg-index.json'));
    await using({ at: other }, (project) => {
      assert.deepEqual(idsOf(project), ['func:src.mill.stone.grind', 'func:src.mill.wheel.tern']);
      assert.deepEqual(project.state().notes, []);
    });
  });

  test('a project that has moved is called what it is called now', async () => {
    const parent = plant({
      'mill/__init__.py': '',
      'mill/wheel.py': 'def turn(): ...\n',
      'mill/stone.py': 'from mill.wheel import turn\n\n\ndef grind():\n    return turn()\n',
    });
    const callsOf = (project: Project): number => project.state().calls.exact;
    assert.equal(await using({ at: join(parent, 'mill') }, callsOf), 1);
    renameSync(join(parent, 'mill'), join(parent, 'watermill'));
    const moved = { at: join(parent, 'watermill') };
    const kept = await using(moved, callsOf);
    const ids = await using(moved, idsOf);
    const fresh = await using({ ...moved, indexFile: 'fresh.json' }, (project) => [
      callsOf(project),
      idsOf(project),
    ]);
    assert.deepEqual([kept, ids], fresh);
  });
});
