/** A memory as an onlooker finds it beside the process that writes it: the newest state, nothing changed, nothing read twice. */
import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { filesOf, findMemory, readMemory } from '../../../src/memory/store/onlooker.js';
import { openStore, put, temporaryFolder } from './kitchen.js';

test('what was answered is seen, whether its file is written or only its journal', async (context) => {
  const folder = temporaryFolder(context);
  const shop = join(folder, 'shop');
  mkdirSync(shop);
  const root = join(folder, 'memory');
  const place = { root, project: shop, home: '' };
  for (const promptBytesMax of [1_000_000, 0]) {
    const store = await openStore(root, { promptBytesMax });
    for (const step of [1, 2, 3]) {
      const id = `bread-${promptBytesMax}-${step}`;
      await store.apply(put(id, `bread ${step}`, shop));
      await store.apply(put(`own-${id}`, 'of the user'));
      const { graphs, problems } = await readMemory(await findMemory(place));
      assert.deepEqual(problems, []);
      assert.deepEqual(
        graphs.map(({ level, graph }) => [level, graph.nodes.has(level === 'user' ? `own-${id}` : id)]),
        [
          ['user', true],
          ['project', true],
        ],
      );
    }
    await store.close();
  }
});

test('a file that is still the same is not read again', async (context) => {
  const folder = temporaryFolder(context);
  const shop = join(folder, 'shop');
  mkdirSync(shop);
  const root = join(folder, 'memory');
  const store = await openStore(root, { promptBytesMax: 0 });
  await store.apply(put('rye', 'rye', shop));
  await store.close();
  const files = await findMemory({ root, project: shop, home: '' });
  const first = await readMemory(files);
  const again = await readMemory(files, first);
  const filesIn = (seen: typeof first) => seen.graphs.map(({ file }) => file);
  assert.deepEqual(filesIn(again), filesIn(first));
  filesIn(again).forEach((file, at) => {
    assert.equal(file, filesIn(first)[at]);
  });
  const other = await openStore(root, { promptBytesMax: 0 });
  await other.apply(put('spelt', 'spelt', shop));
  const newer = await readMemory(files, again);
  const project = newer.graphs.find(({ level }) => level === 'project');
  assert.deepEqual([...(project?.graph.nodes.keys() ?? [])].sort(), ['rye', 'spelt']);
  await other.close();
});

test('a project without a memory is found once it has one, and looking makes nothing', async (context) => {
  const folder = temporaryFolder(context);
  const shop = join(folder, 'shop');
  mkdirSync(shop);
  const root = join(folder, 'memory');
  const place = { root, project: shop, home: '' };
  const none = await findMemory(place);
  assert.equal(none.project, undefined);
  assert.deepEqual((await readMemory(none)).graphs, []);
  assert.deepEqual(readdirSync(folder), ['shop']);
  const before = filesOf(none);
  const store = await openStore(root);
  await store.apply(put('rye', 'rye', shop));
  await store.close();
  const found = await findMemory(place);
  assert.equal(found.project, join(root, 'projects', 'shop'));
  // The folder of projects, by which it is noticed.
  assert.ok(statSync(before[0] ?? '').isDirectory());
});

test('a file that is too large is not read', async (context) => {
  const folder = temporaryFolder(context);
  const root = join(folder, 'memory');
  mkdirSync(root);
  writeFileSync(join(root, 'user.json'), '');
  truncateSync(join(root, 'user.json'), 65 * 1024 * 1024);
  const { graphs, problems } = await readMemory({ user: root, projects: join(root, 'projects') });
  assert.deepEqual(graphs, []);
  assert.match(problems[0] ?? '', /user\.json has 68157440 bytes, too many/);
});
